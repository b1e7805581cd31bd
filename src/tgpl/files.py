"""Where rule texts lie, under the name that programs outside import: `from tgpl.files import Folder`."""

from tgpl.text.files import Changed, Folder, Library, Texts

__all__ = ["Changed", "Folder", "Library", "Texts"]

"""Every mistake that can be found in an RPG script before it runs, one class each.

E80x the text itself (lexical), E81x and E82x its shape (syntax), E83x to E85x names and types (type).
The story of each code, with an example, is in `explain.md`; `tgpl explain CODE` shows it.
"""

from tgpl.languages.rpg.problems.objects import *
from tgpl.languages.rpg.problems.structure import *
from tgpl.languages.rpg.problems.text import *
from tgpl.languages.rpg.problems.types import *

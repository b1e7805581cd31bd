"""Every mistake that can be found in a Senet program before it runs, one class each.

E91x the text itself, E92x and E93x its shape, E94x to E96x names and types, W96x doubts.
The story of each code, with an example, is in `explain.md`; `tgpl explain CODE` shows it.
"""

from tgpl.languages.senet.problems.names import *
from tgpl.languages.senet.problems.structure import *
from tgpl.languages.senet.problems.text import *
from tgpl.languages.senet.problems.types import *

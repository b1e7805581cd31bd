"""Every mistake that `check` can find in a TGPL text, one class each.

E0xx the text itself, E1xx its shape, E2xx names and declarations, E3xx types and rules, E5xx values with names and choices, W5xx doubts, E6xx and W6xx the two editions.
The story of each code, with an example, is in `explain.md`; `tgpl explain CODE` shows it.
"""

from tgpl.languages.tgpl.problems.boards import *
from tgpl.languages.tgpl.problems.cards import *
from tgpl.languages.tgpl.problems.choosing import *
from tgpl.languages.tgpl.problems.dice import *
from tgpl.languages.tgpl.problems.implicit_events import *
from tgpl.languages.tgpl.problems.lint import *
from tgpl.languages.tgpl.problems.names import *
from tgpl.languages.tgpl.problems.queries import *
from tgpl.languages.tgpl.problems.rules import *
from tgpl.languages.tgpl.problems.spoken import *
from tgpl.languages.tgpl.problems.structure import *
from tgpl.languages.tgpl.problems.syntax import *
from tgpl.languages.tgpl.problems.text import *
from tgpl.languages.tgpl.problems.tgdl import *
from tgpl.languages.tgpl.problems.types import *
from tgpl.languages.tgpl.problems.values import *
from tgpl.languages.tgpl.problems.zones import *

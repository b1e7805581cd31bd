"""Every mistake that can be found in a rulesheet before it runs, one class each.

E970 to E979 the text and its shape, E98x and E99x what the rules say, W97x and W98x notes: such sheets run.
The story of each code, with an example, is in `explain.md`; `tgpl explain CODE` shows it.
"""

from tgpl.languages.gdl.problems.lint import *
from tgpl.languages.gdl.problems.rules import *
from tgpl.languages.gdl.problems.text import *

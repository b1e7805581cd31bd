"""Mistakes in how enums, constants and `switch` are written."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem


class ValueSeparator(Problem, syntactic=True):
    code, title = "E524", "No comma between two values"
    says = "The values of an enum are separated by commas."
    mends = ("write a comma", ",")


class DeclaredInside(Problem, syntactic=True):
    code, title = "E534", "A constant or an enum inside something else"
    word: str

    def message(self) -> str:
        what = "A constant" if self.word == "const" else "An enum"
        return f"{what} stands by itself, outside classes and blocks."

    def advice(self) -> str | None:
        return "a variable or attribute that nothing changes needs no `const`" if self.word == "const" else None


class OutsideCase(Problem, syntactic=True):
    code, title = "E538", "A statement outside the cases"
    says = "In a `switch` every statement belongs to a case."
    expects = "`case …:` or `default:` before it"


class CaseWithoutColon(Problem, syntactic=True):
    code, title = "E540", "A case without its colon"
    says = "Behind the values of a case stands a colon."
    mends = ("write `:`", ":")


class EmptyCase(Problem, syntactic=True):
    code, title = "E547", "A case without statements"
    stacked: bool  # the next case follows at once
    says = "Nothing is said of what happens here: a case does not go on into the next one."
    advises = "if nothing is to happen, say `;`"

    def fix(self) -> Fix | None:
        return Fix("write the values behind one `case`", (Edit(self.span, ","),)) if self.stacked else None

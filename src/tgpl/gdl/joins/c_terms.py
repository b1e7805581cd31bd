"""C expressions about terms: the number of a value within a column, the value of a number, terms put together and taken apart.

column with 3, 4, 5:     local("v2")  ->  "(v2 - 3u)", where it has to be looked at first: "v2 - 3u < 3u"
"""

from __future__ import annotations

from tgpl.gdl.c_evaluator import array
from tgpl.gdl.joins.numbers import Domain, Numbers


class Terms:
    """Writes tables and functions for those domains that need them, once each (`texts`)."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.texts: list[str] = []
        self._written: set[str] = set()
        self._within: dict[tuple[int, int], bool] = {}

    def within(self, known: Domain | None, domain: Domain) -> bool:
        """Whether a value of the known domain surely is one of the other."""
        if known is None:
            return False
        key = (known.number, domain.number)
        if key not in self._within:
            self._within[key] = known.within(domain)
        return self._within[key]

    def _stretch(self, domain: Domain) -> int | None:
        """Where its numbers begin, if they follow each other."""
        at = first = domain.constants[0] if domain.constants else self.numbers.first[domain.functions[0]]
        for constant in domain.constants:
            if constant != at:
                return None
            at += 1
        for function in domain.functions:
            if self.numbers.first[function] != at:
                return None
            at += self.numbers.size[function]
        return first

    def constant(self, domain: Domain, number: int) -> int | None:
        """The place of a constant in a domain."""
        return domain.constants.index(number) if number in domain.constants else None

    def local(self, domain: Domain, value: str, known: Domain | None) -> tuple[str, str]:
        """The place of a value in a finite domain; and what must be looked at first, "" if nothing."""
        sure = self.within(known, domain)
        first = self._stretch(domain)
        if first is not None:
            if domain.size == 1:
                return "0u", "" if sure else f"{value} == {first}u"
            place = f"({value} - {first}u)" if first else value
            return place, "" if sure else f"{place} < {domain.size}u"
        if known is not None and not known.functions:
            return self._table(domain, value, sure)
        if not domain.functions:
            place, check = self._table(domain, value, sure)
            return place, " && ".join(filter(None, [f"{value} < {len(self.numbers.constants)}u", check]))
        found = f"rl_local({domain.number}u, {value})"
        return found, "" if sure else f"{found} != RL_NOTHING"

    def _table(self, domain: Domain, value: str, sure: bool) -> tuple[str, str]:
        name = f"rl_place_{domain.number}"
        if name not in self._written:
            self._written.add(name)
            places = [0xFFFF] * len(self.numbers.constants)
            for place, constant in enumerate(domain.constants):
                places[constant] = place
            self.texts.append(array("unsigned short", name, places))
        return f"{name}[{value}]", "" if sure else f"{name}[{value}] != 0xFFFF"

    def member(self, domain: Domain, place: str) -> str:
        """The value at a place of a finite domain."""
        first = self._stretch(domain)
        if first is not None:
            return f"({place} + {first}u)" if first else place
        if domain.functions:
            return f"rl_member({domain.number}u, {place})"
        name = f"rl_value_{domain.number}"
        if name not in self._written:
            self._written.add(name)
            self.texts.append(array("u32", name, domain.constants))
        return f"{name}[{place}]"

    def packer(self, function: int) -> str:
        """The name of a function that puts a term together."""
        name = f"rl_pack_{function}"
        if name not in self._written:
            self._written.add(name)
            count = self.numbers.functions[function][1]
            parameters = ", ".join(f"u32 a{at}" for at in range(count))
            body = self._packing(function, count)
            self.texts.append(f"static u32 {name}(Thought *L, {parameters}) {{\n{body}\n}}")
        return name

    def _packing(self, function: int, count: int) -> str:
        if not self.numbers.size[function]:
            values = ", ".join(f"a{at}" for at in range(count))
            return f"    u32 with[] = {{{values}}};\n    return rl_pack(L, {function}u, with);"
        lines = ["    u32 cell = 0;"]
        for at, domain in enumerate(self.numbers.arguments[function]):
            place, check = self.local(domain, f"a{at}", None)
            if check:
                lines.append(f"    if (!({check})) return RL_NOTHING;")
            lines.append(f"    cell = cell * {domain.size}u + {place};" if at else f"    cell = {place};")
        return "\n".join([*lines, "    (void)L;", f"    return {self.numbers.first[function]}u + cell;"])

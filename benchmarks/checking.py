"""Lines checked per second on a generated program of 10,000 lines; the peer is Python's own compiler on its translation.

.venv/bin/python benchmarks/checking.py [--against COMMIT]
"""

from __future__ import annotations

import json
import re

from comparison import ROOT, best, compare, options, peak_megabytes

TRIS = (ROOT / "examples" / "tris" / "tris.tgpl").read_text(encoding="utf-8")
NAMES = r"\b(State|Field|Field3x3|Marker|Round|Winner|Line)\b"


def program(lines: int) -> str:
    """Tris again and again, each time under other names."""
    head, body = TRIS[: TRIS.index("global class")], TRIS[TRIS.index("global class") :]
    parts = [head, body]
    while sum(part.count("\n") for part in parts) < lines:
        parts.append(re.sub(NAMES, rf"\g<1>{len(parts)}", body))
    return "\n".join(parts)


def main() -> None:
    chosen = options(__doc__ or "")
    if not chosen.child:
        ours, earlier = compare(__file__, chosen.against)
        print(f"{ours['lines']} lines: {ours['per_second']:,.0f} lines/s checked, peak {ours['peak']:.0f} MB")
        print(f"ratio to CPython compiling the translation, per line of rules: {ours['ratio']:.2f}")
        if earlier is not None:
            print(f"ratio to {chosen.against}: {ours['per_second'] / earlier['per_second']:.2f}")
        return
    from tgpl.compile import compile_rules
    from tgpl.text.files import Texts

    text = program(10_000)
    lines = text.count("\n")
    library = Texts("main.tgpl", {"main.tgpl": text})
    seconds = best(lambda: compile_rules(library), 7)
    peak = peak_megabytes()
    python = compile_rules(library).python()[0]
    peer = best(lambda: compile(python, "x", "exec"), 3)
    print(json.dumps({"lines": lines, "per_second": lines / seconds, "peak": peak, "ratio": peer / seconds}))


if __name__ == "__main__":
    main()

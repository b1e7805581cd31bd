"""Rulesheets as they are read and checked, in both spellings; what they mean when played is in tests/gdl."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tgpl.apps.cli import tgpl
from tgpl.apps.rewrite import respell_sheet
from tgpl.compile import Result, compile_rules
from tgpl.languages.gdl.check.stratification import number_components
from tgpl.languages.gdl.syntax.parse import LONGEST_FILE
from tgpl.languages.gdl.syntax.tree import Sheet
from tgpl.text.diagnostics import apply_fixes, errors, to_terminal
from tgpl.text.files import Folder, Texts
from tgpl.text.terms import Logic, Rule

SHEETS = Path(__file__).parent.parent.parent / "examples" / "gdl"
START = {"kif": "(role white)\n(legal white go)\n", "hrf": "role(white)\nlegal(white, go)\n"}


def read(text: str, ending: str = "kif") -> Result:
    return compile_rules(Texts(f"main.{ending}", {f"main.{ending}": text}))


def logic(text: str, ending: str = "kif") -> Logic:
    result = read(text, ending)
    assert errors(result.problems) == [], to_terminal(result.problems)
    found = getattr(result.checked, "logic", None)
    assert isinstance(found, Logic)
    return found


def rules(text: str, ending: str = "kif") -> tuple[Rule, ...]:
    """What some rules become, behind a start that makes a sheet of them."""
    return logic(START[ending] + text, ending).rules[2:]


def sheet(result: Result) -> Sheet:
    tree = result.files[-1].tree
    assert isinstance(tree, Sheet)
    return tree


def codes(text: str, ending: str = "kif") -> list[str]:
    return [problem.code for problem in read(text, ending).problems]


def told(text: str, ending: str = "kif") -> str:
    return to_terminal(read(text, ending).problems)


# ---- G1: what there is


@pytest.mark.features("G1")
def test_roles_are_seats_in_their_order() -> None:
    found = logic("(role b) (role RANDOM) (ROLE a) (role B)\n(<= (legal ?r go) (role ?r))")
    assert (found.roles, found.random, found.sees, found.knows) == (("b", "a"), True, False, False)


@pytest.mark.features("G1", "G4", "G5")
def test_what_seats_see_and_know() -> None:
    found = logic(START["kif"] + "(<= (sees white it) (true it))\n(<= terminal (knows white it))")
    assert (found.sees, found.knows) == (True, True)
    assert logic(START["kif"] + "(<= terminal (knows it))").knows
    assert not logic(START["kif"] + "(<= terminal (sees white) (knows a b c))").sees


@pytest.mark.features("G1")
def test_names_are_blind_to_case_and_printed_as_first_written() -> None:
    text = "(<= (Next (Cell ?Col ?COL)) (TRUE (cell ?col 1)) (Not (dIstinct ?cOl A)))\n(init (CELL a 1))"
    assert rules(text) == (
        Rule(("next", ("Cell", "?col", "?col")), (("true", ("Cell", "?col", "1")), ("not", ("distinct", "?col", "A")))),
        Rule(("init", ("Cell", "A", "1"))),
    )


@pytest.mark.features("G1")
def test_a_symbol_is_any_run_and_its_number_of_arguments() -> None:
    text = '(p) p (<= (q)) (p p (p p p)) (-1 +) (a\'b 1.5 "x" [ü] .|~&,%: ₂)'
    assert [rule.head for rule in rules(text)] == [
        "p",
        "p",
        "q",
        ("p", "p", ("p", "p", "p")),
        ("-1", "+"),
        ("a'b", "1.5", '"x"', "[ü]", ".|~&,%:", "₂"),
    ]


@pytest.mark.features("G1")
def test_lines_may_end_in_any_way() -> None:
    plain = "(role white) ; who\n(legal white go)\n; the end"
    assert logic(plain) == logic(plain.replace("\n", "\r\n")) == logic("\ufeff" + plain + "\n\n")


@pytest.mark.features("G1", "G3")
def test_loose_sheets_run_with_notes() -> None:
    """No `base`, no `input`, no `init`, facts that are legal, relations that are not defined."""
    result = read(
        START["kif"] + "(<= terminal (not nothing))\n(<= (goal white 50) (legal white go) (role white) terminal)"
    )
    assert {problem.severity for problem in result.problems} == {"warning"} and result.playable


# ---- G2: both spellings


@pytest.mark.features("G2")
@pytest.mark.parametrize(
    ("infix", "kif"),
    [
        (
            "row(M,X) :- true(cell(M,1,X)) & true(cell(M,2,X))",
            "(<= (row ?m ?x) (true (cell ?m 1 ?x)) (true (cell ?m 2 ?x)))",
        ),
        ("a :- b, c and d && e.", "(<= a b c d e)"),
        ("a :- ~b & not c & not(d) & not (e)", "(<= a (not b) (not c) (not d) (not e))"),
        ("a :- b | c & d or e", "(<= a (or b (and c d) e))"),
        ("a :- (b | c) & (d & e)", "(<= a (or b c) (and d e))"),
        ("a :- or(b, c & d) & and(e) & ~(b | ~c)", "(<= a (or b (and c d)) (and e) (not (or b (not c))))"),
        ("p(X) :- q(X, _, _) & distinct(X, x)", "(<= (p ?x) (q ?x ?_1 ?_2) (distinct ?x x))"),
        ("p(_1) :- q(_1, _)", "(<= (p ?_1) (q ?_1 ?_2))"),
        ("p(?X) :- q(?x, ?'a,b')", "(<= (p ?x) (q ?x ?a,b))"),
        ("p ('White', 'it''s', \"s\", -3, 1.5, a-b, +(1,2))", '(p White it\'s "s" -3 1.5 a-b (+ 1 2))'),
        ("a. b() /* one\ntwo */ c // three\n; four\nd % five", "a b c d"),
        ("a :-\n  b\nc\nd :- e", "(<= a b) c (<= d e)"),
        ("'not'(a,b) 'or' p('//','<-',/)", "(not a b) or (p // <- /)"),
    ],
)
def test_both_spellings_mean_the_same(infix: str, kif: str) -> None:
    assert rules(infix, "hrf") == rules(kif, "kif")


@pytest.mark.features("G2")
@pytest.mark.parametrize("text", START.values(), ids=START)
def test_gdl_is_either(text: str) -> None:
    assert read(f"; hm\n  {text}", "gdl").playable and "W970" not in codes(text, "gdl")
    assert logic(text, "gdl") == logic(START["kif"])


@pytest.mark.features("G2")
def test_a_text_is_what_it_is_not_what_it_is_called() -> None:
    assert "W970" in codes(START["kif"], "hrf") and "W970" in codes(START["hrf"], "kif")
    assert read(START["kif"], "hrf").playable
    assert codes("", "kif") == codes("  % nothing", "hrf") == ["E980"]
    assert logic("p (role white) (legal white go) (<= q p)").rules[0] == Rule("p")


@pytest.mark.features("G2")
@pytest.mark.parametrize("path", sorted([*SHEETS.glob("*.kif"), *SHEETS.glob("*.hrf")]), ids=lambda path: path.name)
def test_examples_in_the_other_spelling_and_back(path: Path) -> None:
    result = compile_rules(Folder.of_main(str(path)))
    assert result.problems == []
    ending = "hrf" if path.suffix == ".kif" else "kif"
    other = respell_sheet(result, None)
    assert logic(other, ending) == logic(respell_sheet(read(other, ending), None), path.suffix[1:])
    assert logic(other, ending) == getattr(result.checked, "logic", None)
    comments = [comment.text.strip() for comment in sheet(result).comments]
    assert [comment.text.strip() for comment in sheet(read(other, ending)).comments] == comments


@pytest.mark.features("G2")
def test_convert(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        result = CliRunner().invoke(tgpl, [*words])
        return f"{result.exit_code} {result.output}"

    kif, hrf = tmp_path / "a.kif", tmp_path / "a.hrf"
    kif.write_text("; who\n(role White) (legal white go) ; what\n\n(<= terminal (true (at ?x 1)) (not (p ?x)))\n")
    text = "% who\nrole('White') legal('White',go) % what\n\nterminal :- true(at(X,1)) & ~p(X)\n"
    assert run("convert", str(kif)) == run("convert", str(kif), "--to", "hrf") == f"0 {text}"
    assert run("convert", str(kif), "-o", str(hrf)) == "0 "
    assert run("convert", str(hrf), "--to", "hrf") == f"0 {text}"
    assert run("convert", str(hrf)) == f"0 {kif.read_text().replace('white', 'White')}"
    assert "rulesheet" in run("convert", str(kif), "--to", "tgpl")
    assert "no rulesheet" in run("convert", str(SHEETS.parent / "tris" / "tris.tgpl"), "--to", "kif")
    kif.write_text("(role white")
    assert run("convert", str(kif)).startswith("1 ")


# ---- G3: what is checked


@pytest.mark.features("G3")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(<= (p ?x) (not (q ?x)))", "E987"),
        ("(<= p (distinct ?x a))", "E987"),
        ("(<= (p ?x) (or (q ?x) (r a)))", "E987"),
        ("(<= p (or (and (q ?x) (not (r ?y))) (q ?y)))", "E987"),
        ("(<= p (knows white (q ?x)))", "E987"),
        ("(<= p (not (and (q ?x) (r ?x))))", "E987"),
        ("(<= (does white ?x) (q ?x))", "E984"),
        ("(true here)", "E984"),
        ("(knows white here)", "E984"),
        ("(<= (or a b) c)", "E985"),
        ("(<= ?x (q ?x))", "E985"),
        ("(distinct a b)", "E985"),
        ("(<= p (or (not ?x) (q ?x)))", "E986"),
        ("(<= (role ?x) (q ?x))", "E983"),
        ("(<= (goal white 10) (does white go))", "E990"),
        ("(<= (init ?x) (true ?x))", "E990"),
        ("(<= p (not p))", "E991"),
        ("(<= (p 1) (or a (not (p 2)))) (<= (p 2) (p 1))", "E991"),
        ("(<= (p (s ?x)) (p ?x))", "E989"),
        ("(<= (p (s ?x)) (q ?x)) (<= (q ?x) (p ?x) (not (r ?x)))", "E989"),
    ],
)
def test_errors(text: str, expected: str) -> None:
    result = read(START["kif"] + text)
    assert [problem.code for problem in errors(result.problems)] == [expected], to_terminal(result.problems)
    assert not result.playable


@pytest.mark.features("G3")
@pytest.mark.parametrize(
    "text",
    [
        "(<= (p ?x) (not (q ?x)) (distinct ?x a) (r ?x))",
        "(<= (p ?x) (or (q ?x) (and (r ?x) (not (s ?x)))))",
        "(<= p (or (q ?x) (and (r ?y) (distinct ?y 1))))",
        "(<= (next ?x) (true ?x) (not (next (other ?x))))",
        "(<= (q ?x) (p ?y ?x) (not (q ?y)))",
        "(<= (p (s ?x)) (q ?x))",
        "(<= (p (s ?x)) (p ?x) (small ?x))",
        "(<= (reach ?x ?z) (reach ?x ?y) (road ?y ?z))",
        "(<= terminal (legal white go) (next a)) (<= (next a) (does white go))",
        "(<= (true a b) (not c d)) (<= (not c d) (goal 1) (distinct 1))",
        "(<= (p ?x) (knows white (q ?x)) (r ?x))",
    ],
)
def test_no_errors(text: str) -> None:
    assert errors(read(START["kif"] + text).problems) == []


@pytest.mark.features("G3")
def test_safety_names_what_could_bind() -> None:
    text = "index(1)\np(X) :- index(X) & q(X)\np(Y) :- ~q(Y)\nlegal(W, pass) :- ~p(1)"
    shown = told(START["hrf"] + text, "hrf")
    assert "try: add `index(Y)`" in shown and "try: add `role(W)`" in shown
    assert "Only some alternatives of the `or` give `?x` a value" in told(START["kif"] + "(<= (p ?x) (or (q ?x) r))")


@pytest.mark.features("G2", "G3")
def test_a_literal_that_lost_its_join() -> None:
    text = START["hrf"] + "row(M,X) :-\n  true(cell(M,1,X))\n  true(cell(M,2,X)) &\n  true(cell(M,3,X))\n"
    result = read(text, "hrf")
    (problem,) = errors(result.problems)
    assert problem.code == "E993" and problem.span.position == (5, 3)
    (mended,) = apply_fixes(errors(result.problems)).values()
    assert errors(read(mended, "hrf").problems) == [] and "true(cell(M,1,X)) &\n" in mended
    last = read(mended.replace("X)) &\n  true(cell(M,3", "X))\n  true(cell(M,3"), "hrf")
    assert [problem.code for problem in errors(last.problems)] == ["E984"]
    assert apply_fixes(errors(last.problems)) == {last.files[0].tree.file: mended}
    ended = read(START["hrf"] + "a :- b.\ntrue(c)", "hrf").problems
    assert errors(ended)[0].fix() is None
    assert "join it with `&`" in told(START["hrf"] + "a(X) :- b(X)\n  c(X)", "hrf")


@pytest.mark.features("G3")
def test_the_slips_of_the_thesis_are_mended(tmp_path: Path) -> None:
    file = tmp_path / "a.hrf"
    file.write_text("role(x)\naction(x,go)\naction(x,stop)\nlegal(x,go)\nterminale :- true(done)\n")
    assert CliRunner().invoke(tgpl, ["check", str(file), "--fix"]).exit_code == 0
    assert file.read_text() == "role(x)\ninput(x,go)\ninput(x,stop)\nlegal(x,go)\nterminal :- true(done)\n"


@pytest.mark.features("G3")
@pytest.mark.parametrize(
    ("text", "place", "missing"),
    [
        ("(role a)\n(<= (legal a b)\n   (true (c d))\n(role e)", (2, 1), "one `)` is missing"),
        ("(role a)\n(legal a (b (c)\n", (2, 1), "2 `)` are missing"),
        ("(role a", (1, 1), "the end of the sheet"),
        ("(role a)\n(legal a b))\n(role c)", (2, 12), "closes nothing"),
    ],
)
def test_parentheses(text: str, place: tuple[int, int], missing: str) -> None:
    (problem,) = read(text).problems
    assert problem.span.position == place and missing in problem.message()


@pytest.mark.features("G2", "G3")
@pytest.mark.parametrize(
    ("text", "place"),
    [("role(a)\np(X) :- q(X & r(X)\n", (2, 10)), ("role(a\nlegal(a,b)", (1, 5)), ("role(a))\nlegal(a,b)", (1, 8))],
)
def test_parentheses_in_infix(text: str, place: tuple[int, int]) -> None:
    (problem,) = read(text, "hrf").problems
    assert problem.code in ("E972", "E973") and problem.span.position == place


@pytest.mark.features("G3")
def test_a_first_mistake_hides_no_second() -> None:
    assert codes("role(a)\np(X Y)\nlegal(a,b)\nq :- .\nr(A(b))\n", "hrf") == ["E978", "E978", "E981"]
    assert codes("role(a)\na :- b\n<= :- c\nlegal(a,b)\n", "hrf") == ["E978"]
    assert codes("(role a) (<= <= b) (p a <=)\n") == ["E977", "E977"]
    assert codes("(role a) () (?x 1)\n((a) b) (<=) (a (<= b)) <=") == ["E976", "E976", "E976", "E977", "E977", "E977"]


# ---- texts that nobody wrote for us


@pytest.mark.features("G3")
@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("(" * 100_000, "kif"),
        ("(role a)\n" + "(f " * 50_000 + ")" * 50_000, "kif"),
        ("(role a)\n" + "(<= p " + "(not " * 5_000 + "q" + ")" * 5_001, "kif"),
        ("role(a)\n" + "f(" * 100_000, "hrf"),
        ("role(a)\np :- " + "~" * 100_000 + "q", "hrf"),
        ("role(a)\np :- " + "(" * 100_000 + "q", "hrf"),
        ("role(a)\np :- " + "or(" * 100_000 + "q", "hrf"),
    ],
    ids=range(7),
)
def test_nesting(text: str, ending: str) -> None:
    assert codes(text, ending) == ["E974"]


@pytest.mark.features("G3")
def test_as_deep_as_may_be() -> None:
    deep = "(f " * 98 + "a" + ")" * 98
    text = f"(role a) (<= (legal a ?x) (true ?x))\n(init {deep})\n(<= (next ?x) (true ?x))"
    assert logic(text) == logic(respell_sheet(read(text), "hrf"), "hrf")
    assert codes("role(a)\nlegal(a,b)\np :- " + " & ".join(["q"] * 20_000), "hrf") == ["W973", "W977"]


@pytest.mark.features("G3")
def test_sizes(tmp_path: Path) -> None:
    assert codes(" " * (LONGEST_FILE + 1)) == ["E971"]
    (tmp_path / "a.kif").write_bytes(b"(role a)\n\xff\xfe")
    assert [p.code for p in compile_rules(Folder.of_main(str(tmp_path / "a.kif"))).problems] == ["E970"]
    assert [p.code for p in compile_rules(Folder.of_main(str(tmp_path / "b.hrf"))).problems] == ["E970"]
    assert codes("(role a) (legal a b\0c)") == ["E975"] and codes("role(a) legal(a, ?b\0c)", "hrf") == ["E979"]
    assert len(read("(" + ")" * 5_000).problems) <= 100
    chain = "".join(f"(<= (p{i}) (p{i + 1}))" for i in range(3_000))
    assert errors(read(START["kif"] + chain + "(<= p3000 p0)").problems) == []


@pytest.mark.features("G3")
@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("(<= (goal ?r 0) (role ?r) (not (goal ?r 100))) (<= (goal ?r 100) (true (won ?r)))", []),
        ("(<= (p ?x 1) (q ?x) (not (p ?x 2))) (<= (p ?x 2) (q ?x) (not (p ?x 1)))", ["W971"]),
        ("(<= (p (f ?x)) (p (g ?x))) (<= (p (g ?x)) (p (f ?x)))", ["W972", "W972"]),
        ("(<= (p (f ?x)) (p (g ?x)))", []),
        ("(<= (p (f ?y)) (p ?x) (q ?y))", ["W972"]),
    ],
)
def test_circles(text: str, notes: list[str]) -> None:
    assert [code for code in codes(START["kif"] + text) if code in ("W971", "W972")] == notes
    assert errors(read(START["kif"] + text).problems) == []


@pytest.mark.features("G3")
def test_circles_among_many_rules() -> None:
    """Too many to look at every pair."""
    text = "".join(f"(<= (p {i} ?x) (p ?x {i}) (q ?x))" for i in range(1_000)) + "(<= (p a b) (not (p c ?x)) (q ?x))"
    assert "W971" in codes(START["kif"] + text)


@pytest.mark.features("G3")
def test_groups() -> None:
    found = number_components([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 4), (6, 1)])
    assert found[1] == found[2] == found[3] != found[4] == found[5] != found[6] != found[1]

"""Terms: their order, and that what is written is read back."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tgpl.text.terms import Term, depth, is_variable, number, order_key, read, relation, spell, spell_infix, variables

WORDS = st.sampled_from(["a", "b", "B", "1", "02", "2", "10", "-3", "+4", "x1", "é", "a-b", "1a", "9" * 18, "9" * 19])
TERMS: st.SearchStrategy[Term] = st.recursive(
    WORDS, lambda inner: st.builds(lambda name, rest: (name, *rest), WORDS, st.lists(inner, min_size=1, max_size=3))
)


@pytest.mark.features("G1")
def test_the_canonical_order() -> None:
    ordered: list[Term] = ["-3", "02", "2", "10", "B", "a", "b", ("f", "2"), ("f", "10"), ("f", "a"), ("f", ("f", "1"))]
    ordered += [("f", "1", "1"), ("g", "a"), ("g", "1", "1")]
    shuffled = ordered[:]
    random.Random(1).shuffle(shuffled)
    assert sorted(shuffled, key=order_key) == ordered


def test_numbers_are_whole_and_not_too_long() -> None:
    assert [number(text) for text in ("100", "-3", "+4", "007", "9" * 18)] == [100, -3, 4, 7, 10**18 - 1]
    assert [number(text) for text in ("", "1_0", "1.5", "x", "٣", "9" * 19, ("f", "1"))] == [None] * 7


def test_spellings() -> None:
    term = ("cell", "1", ("f", "?x", "b"), "?y")
    assert spell(term) == "(cell 1 (f ?x b) ?y)"
    assert spell_infix(term) == "cell(1,f(?x,b),?y)"
    assert list(variables(term)) == ["?x", "?y"]
    assert (depth("a"), depth(term)) == (0, 2)
    assert (relation("terminal"), relation(term)) == (("terminal", 0), ("cell", 3))
    assert is_variable("?x") and not is_variable("x") and not is_variable(term)


@settings(deadline=None)
@given(st.lists(TERMS))
def test_what_is_spelled_is_read_back(terms: list[Term]) -> None:
    assert read(" ".join(map(spell, terms))) == tuple(terms)


@settings(deadline=None)
@given(TERMS, TERMS)
def test_only_equal_terms_are_alike_in_the_order(one: Term, other: Term) -> None:
    assert (order_key(one) == order_key(other)) == (one == other)
    assert (order_key(one) < order_key(other)) + (order_key(other) < order_key(one)) == (one != other)


@pytest.mark.parametrize("text", ["(a b", "a)", "(a)", "()", "((a b) c)", ") ("])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read(text)

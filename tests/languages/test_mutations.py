"""A sample of broken texts; `python tests/kit/mutations.py 20000` runs them all."""

from __future__ import annotations

import pytest

from mutations import Mutator, earlier_corpus, script_corpus, senet_corpus, sheet_corpus, survive
from samples import sample


@pytest.fixture(scope="module")
def mutator() -> Mutator:
    return Mutator()


@pytest.mark.parametrize("block", sample(range(10), 3))
def test_broken_texts(mutator: Mutator, block: int) -> None:
    for seed in range(block * 60, block * 60 + 60):
        survive(mutator.sources(1_000_000 + seed))


@pytest.mark.parametrize("block", sample(range(4), 1))
def test_broken_texts_of_the_earlier_edition(block: int) -> None:
    mutator = Mutator(earlier_corpus())
    for seed in range(block * 60, block * 60 + 60):
        survive(mutator.sources(2_000_000 + seed))


@pytest.mark.features("R12")
@pytest.mark.parametrize("block", sample(range(4), 1))
def test_broken_scripts(block: int) -> None:
    mutator = Mutator(script_corpus())
    for seed in range(block * 60, block * 60 + 60):
        survive(mutator.sources(3_000_000 + seed))


@pytest.mark.features("S14")
@pytest.mark.parametrize("block", sample(range(4), 1))
def test_broken_programs_in_senet(block: int) -> None:
    mutator = Mutator(senet_corpus())
    for seed in range(block * 40, block * 40 + 40):
        survive(mutator.sources(4_000_000 + seed))


@pytest.mark.features("G3")
@pytest.mark.parametrize("block", sample(range(4), 1))
def test_broken_rulesheets(block: int) -> None:
    mutator = Mutator(sheet_corpus())
    for seed in range(block * 40, block * 40 + 40):
        survive(mutator.sources(5_000_000 + seed))

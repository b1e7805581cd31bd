"""Cases of which a few say nearly as much as all: a few are in every run, the rest in `./check --deep`, which CI runs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest


def sample(cases: Iterable[Any], few: int) -> list[Any]:
    """All cases, for `parametrize`; those behind the first `few` are deep."""
    rest = iter(cases)
    return [*islice(rest, few), *(pytest.param(case, marks=pytest.mark.deep) for case in rest)]

"""Numbers and names as reports tell them."""

from __future__ import annotations

from tgpl.agents.styles import parse_style


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def span(low: float, high: float) -> str:
    """An interval of shares."""
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def name_agent(word: str) -> str:
    """What a kind of player is called."""
    style = parse_style(word)
    spec = style.base
    if not style.is_plain:
        return f"“{word}”"
    if spec.name == "random":
        return "random choices"
    if spec.games is not None:
        return f"{spec.name} with {spec.games:,} games in the head"
    return f"the agent {spec.name}"

"""tgpl: write the rules of a board game, play it, watch it being played, change a rule, try again."""

__version__ = "0.1.0"

"""The starters' strategies, one file per language."""

OPPONENT = "squares"  # for the first match

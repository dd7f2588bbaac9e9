"""The strategies of the starters, one file per language."""

OPPONENT = "random"  # for the first match

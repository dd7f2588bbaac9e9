"""The strategies of the starters, one file per language."""

OPPONENT = "squares"  # for the first match

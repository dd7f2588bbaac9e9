"""The strategies of the starters, one file per language."""

OPPONENT = "hunter"  # for the first match

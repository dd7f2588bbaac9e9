"""The strategies of the starters, one file per language."""

OPPONENT = "cruise"  # for the first match

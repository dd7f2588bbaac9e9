"""The strategies of the starters, one file per language."""

OPPONENT = "scout"  # for the first match

"""The strategies of `lanista new`, one file per language."""

OPPONENT = "seeker"  # of a starter's first match

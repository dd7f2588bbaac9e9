"""The starter's strategies, one for each game."""

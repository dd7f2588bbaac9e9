"""The games, one package each. Rules import `core`, `engine` and `game`; a `contest` also `bots` and `match`."""

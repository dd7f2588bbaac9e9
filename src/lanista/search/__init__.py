"""Search: the bot `search` and the forward model, over compiled rules. Imports `bot`, `core`, `engine`, `game`.

Its parts are loaded when they are asked for: matches without a search need no native code.
"""

"""The opponent of all others: plays by the rules and wants nothing."""

from common import play, polite

play(1, lambda turn, view: polite(turn))

"""Answers turn 3 only when turn 4 has been asked, then turn 4 at once, each with its number."""

from common import start, tell, turns

start()
waiting = []
for turn, _ in turns():
    waiting.append(turn)
    if turn != 3:
        for number in waiting:
            tell({"turn": number, "move": "NOTHING"})
        waiting = []

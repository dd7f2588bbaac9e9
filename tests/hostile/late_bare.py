"""As `late`, but answers with bare move texts that carry no turn."""

from common import start, tell, turns

start()
waiting = []
for turn, _ in turns():
    waiting.append(turn)
    if turn != 3:
        for number in waiting:
            tell("DECELERATE" if number == 3 else "NOTHING")
        waiting = []

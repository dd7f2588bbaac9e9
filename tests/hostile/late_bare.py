"""As `late`, but answers with bare move texts that carry no turn."""

from common import answer_late

answer_late(lambda turn: "DECELERATE" if turn == 3 else "NOTHING")

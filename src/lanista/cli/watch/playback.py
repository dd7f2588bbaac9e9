"""The state of the terminal viewer: the turn shown, whether it plays, how fast, and whose view."""

from __future__ import annotations

from dataclasses import dataclass

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 120.0)

HELP = (
    "q quit",
    "space pause",
    "←/→ step",
    "n/p event",
    "f/F fault",
    "s whose view",
    "↑/↓ speed",
    "0-9 seek",
    "home/end",
    "page up/down < > scroll",
    "c follow",
)
JUMPS = ("next event", "previous event", "next fault", "previous fault")
SCROLL_ROWS, SCROLL_COLUMNS = 5, 10  # at a time

# Actions by what terminals send.
KEYS = {
    " ": "pause",
    "\x1b[C": "forward",
    "l": "forward",
    "\x1b[D": "back",
    "h": "back",
    "\x1b[A": "faster",
    "+": "faster",
    "k": "faster",
    "\x1b[B": "slower",
    "-": "slower",
    "j": "slower",
    "\x1b[H": "start",
    "\x1b[1~": "start",
    "g": "start",
    "\x1b[F": "end",
    "\x1b[4~": "end",
    "G": "end",
    "s": "seat",
    "n": "next event",
    "p": "previous event",
    "f": "next fault",
    "F": "previous fault",
    "\x1b[5~": "scroll up",
    "\x1b[6~": "scroll down",
    "<": "scroll left",
    ">": "scroll right",
    "c": "follow",
    "q": "quit",
    "\x03": "quit",
    "\x1b": "quit",
    **{str(digit): f"seek {digit}" for digit in range(10)},
}


@dataclass
class Playback:
    """The viewer's state; turn 0 is the start, `last` the final turn."""

    last: int
    seats: int
    turn: int = 0
    playing: bool = True
    speed: float = 8.0
    seat: int | None = None
    quit: bool = False
    quit_at_end: bool = False
    top: int = 0  # the first row of the board that is shown
    left: int = 0  # and the first column
    following: bool = True  # the window moves to where something happens
    note: str = ""  # what the last key searched for in vain
    _fraction: float = 0.0

    def advance(self, seconds: float) -> None:
        """Advance by elapsed time."""
        if not self.playing:
            return
        self._fraction += seconds * self.speed
        whole = int(self._fraction)
        self._fraction -= whole
        self.turn = min(self.last, self.turn + whole)
        if self.turn == self.last:
            self.playing = False
            self.quit = self.quit_at_end

    def press(self, action: str) -> None:
        """Perform the action of a key; jumps need the match, so the caller makes them."""
        self.note = ""
        if action.startswith("scroll "):
            self._scroll(action[7:])
        elif action == "follow":
            self.following, self.left = True, 0
        elif action == "pause":
            if self.turn == self.last and not self.playing:
                self.turn = 0
            self.playing = not self.playing
        elif action in ("forward", "back"):
            self.playing = False
            self.seek(self.turn + (1 if action == "forward" else -1))
        elif action in ("faster", "slower"):
            self._change_speed(faster=action == "faster")
        elif action == "start":
            self.seek(0)
        elif action == "end":
            self.seek(self.last)
        elif action.startswith("seek "):
            self.seek(self.last * int(action[5:]) // 10)
        elif action == "seat":
            self.seat = 0 if self.seat is None else (None if self.seat + 1 == self.seats else self.seat + 1)
        elif action == "quit":
            self.quit = True

    def _scroll(self, way: str) -> None:
        """Move the window; the screen keeps it on the board."""
        self.following = False
        self.top += {"up": -SCROLL_ROWS, "down": SCROLL_ROWS}.get(way, 0)
        self.left += {"left": -SCROLL_COLUMNS, "right": SCROLL_COLUMNS}.get(way, 0)

    def seek(self, turn: int) -> None:
        """Go to a turn, clamped to the match."""
        self.turn = max(0, min(self.last, turn))
        self._fraction = 0.0

    def _change_speed(self, *, faster: bool) -> None:
        if faster:
            self.speed = next((speed for speed in SPEEDS if speed > self.speed), SPEEDS[-1])
        else:
            self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), SPEEDS[0])


def keys_in(data: str) -> list[str]:
    """The actions in terminal input; unknown keys are ignored."""
    found = []
    while data:
        size = next((n for n in (4, 3, 1) if data[:n] in KEYS and len(data) >= n), 0)
        if size:
            found.append(KEYS[data[:size]])
        data = data[size or 1 :]
    return found

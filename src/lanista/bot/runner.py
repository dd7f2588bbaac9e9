"""Speaks the lines protocol for a bot: reads views, writes answers and reports errors."""

from __future__ import annotations

import _thread
import contextlib
import faulthandler
import json
import math
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import IO, Any, NotRequired, TypedDict

Mover = Callable[[Any], Any]
MAX_SHOWN = 200  # characters of what a bot returned
MAX_FRAMES = 5  # of a stack
MIN_WAIT = 0.02  # seconds between two checks of the clock
RUNPY = {"<frozen runpy>", "runpy.py"}


class Limits(TypedDict):
    """Time budgets in milliseconds; None is unlimited."""

    start_ms: int | None
    turn_ms: int | None


class Start(TypedDict):
    """The message that a bot receives before the first turn."""

    type: str
    protocol: int
    game: str
    ruleset: str
    seat: int
    seats: int
    names: list[str]
    config: dict[str, int]
    limits: Limits
    map: NotRequired[Any]


class Answer(TypedDict):
    """A move with a text or a drawing; a bare move is an answer too."""

    move: Any
    say: NotRequired[str]
    draw: NotRequired[list[Any]]


class _Host:
    """Set while `load` runs a bot's file, where `run` must only register the bot."""

    offered: list[Any] | None = None


def run(bot: Any) -> None:
    """Play with a function `move(view)`, or with a class that has a method `move(self, view)`.

    The class's constructor may take the start message (`Start`). The result is a move or an `Answer`. Printed text
    goes to standard error, the bot's log. A class plays match after match, with a new object for each; a function
    or an object plays one, unless its module says `AGAIN = True`.
    """
    if _Host.offered is not None:
        _Host.offered.append(bot)
        return
    serve(lambda: bot)


def load(path: str) -> Any:
    """The bot of a file: what it passes to `run`, or its function `move`, or its only class with a `move`."""
    import runpy

    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    sys.argv = [path]
    _Host.offered = []
    names = runpy.run_path(path, run_name="__lanista_bot__")
    if _Host.offered:
        return _Host.offered[0]
    if callable(names.get("move")):
        return names["move"]
    classes = [value for value in names.values() if isinstance(value, type) and is_bot_class(value)]
    named = [cls for cls in classes if cls.__name__ == "Bot"] or classes
    if len(named) != 1:
        found = ", ".join(cls.__name__ for cls in classes) or "neither"
        sys.exit(
            f"{path}: expected a function `move(view)` or one class with a method `move(self, view)`; "
            f"found {found}. Call the class `Bot` if there are several."
        )
    return named[0]


def is_bot_class(cls: type[Any]) -> bool:
    """Whether a class can play."""
    return callable(getattr(cls, "move", None))


def mover_of(bot: Any, start: Start) -> Mover:
    """The function that answers a view for a bot."""
    if isinstance(bot, type) and is_bot_class(bot):
        made: Any = bot(start) if takes_start(bot) else bot()
        mover: Mover = made.move
        return mover
    if callable(getattr(bot, "move", None)):
        return bot.move  # type: ignore[no-any-return]
    if isinstance(bot, type) or not callable(bot):
        raise TypeError(
            f"run() expects a function move(view) or a class with a method move(self, view), got {bot!r}"
        )
    return bot  # type: ignore[no-any-return]


def takes_start(cls: type[Any]) -> bool:
    """Whether a class's constructor takes the start message."""
    import inspect

    return cls.__init__ is not object.__init__ and len(inspect.signature(cls).parameters) > 0


def plays_again(bot: Any) -> bool:
    """Whether one process can play several matches: AGAIN in the bot's module says so, otherwise a class can."""
    said = getattr(getattr(bot, "move", bot), "__globals__", {}).get("AGAIN")
    return said if isinstance(said, bool) else isinstance(bot, type)


def serve(find: Callable[[], Any]) -> None:
    """Answer every turn until the last match ends; an error in the bot is logged and ends it."""
    messages, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a forgotten `print` writes goes to the log
    sys.stdout = sys.stderr
    try:
        play(messages, answers, find)
    except Exception as error:  # noqa: BLE001 - a bot may raise anything
        sys.exit(report(error))


def play(messages: IO[bytes], answers: Any, find: Callable[[], Any]) -> None:
    """Play match after match, line by line; `find` gives the bot, once."""
    bot: Any = None
    watchdog: Watchdog | None = None
    while line := messages.readline():
        start = json.loads(line)
        watchdog = watchdog or Watchdog(start.get("limits"))
        watchdog.begin(0)
        bot = find() if bot is None else bot
        move, again = mover_of(bot, start), plays_again(bot)
        watchdog.done()
        answers.write(b'{"type":"ready","again":true}\n' if again else b'{"type":"ready"}\n')
        play_match(messages, answers, move, watchdog)
        if not again:
            return


def play_match(messages: IO[bytes], answers: Any, move: Mover, watchdog: Watchdog) -> None:
    """Answer the turns of one match."""
    for line in messages:
        message = json.loads(line)
        if message["type"] == "end":
            return
        watchdog.begin(message["turn"])
        answered = answer(message["turn"], move(message["view"]))
        watchdog.done()
        answers.write(answered)
        sys.stderr.flush()


def answer(turn: int, result: object) -> bytes:
    """Encode what a bot returned: a move, or an object with `move`, `say` and `draw`."""
    is_answer = isinstance(result, dict) and "move" in result
    message = dict(result) if is_answer else {"move": result}  # type: ignore[call-overload]
    try:
        return json.dumps({"turn": turn, **message}, allow_nan=False).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        sys.exit(
            f"expected from move(view) a move or an object with `move`, `say` and `draw`; "
            f"got in turn {turn} {kind_of(result)} that cannot be sent as JSON: {error}"
        )


def kind_of(result: object) -> str:
    """The type and the beginning of a returned value."""
    try:
        return f"{type(result).__name__} {repr(result)[:MAX_SHOWN]}"
    except Exception:  # noqa: BLE001 - a bot's own class may fail here
        return type(result).__name__


def report(error: Exception) -> str:
    """The traceback without the client's frames, and what to do about a missing module."""
    import traceback

    trace = error.__traceback__
    while trace and trace.tb_next and is_ours(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    text = "".join(traceback.format_exception(type(error), error, trace)).rstrip()
    if isinstance(error, ModuleNotFoundError):
        text += f"\nInstall it for the Python that runs bots: {sys.executable} -m pip install {error.name}"
    return text


def is_ours(file: str) -> bool:
    """Whether a frame's file belongs to the client."""
    return os.path.dirname(file) == os.path.dirname(__file__) or os.path.basename(file) in RUNPY


class Watchdog:
    """Writes a bot's stack to standard error, its log, when its budget runs out.

    A thread checks the clock once per budget, so that a turn costs only two assignments.
    """

    def __init__(self, limits: Limits | None) -> None:
        start, turn = (limits["start_ms"], limits["turn_ms"]) if limits else (None, None)
        self._bot = _thread.get_ident()
        self._turn = 0
        self._deadline: float | None = None
        if start is None or turn is None:
            self._budgets = (math.inf, math.inf)
            return
        # A bot that is not ready in time is ended immediately, so its stack is shown well before.
        self._budgets = (0.00075 * start, 0.001 * turn)
        if hasattr(signal, "setitimer"):
            faulthandler.register(signal.SIGVTALRM, file=2, all_threads=False)
            self._dump_after(2 * min(self._budgets) + 1)  # the thread may never get to run
        with contextlib.suppress(RuntimeError):  # no more threads: no stack either
            _thread.start_new_thread(self._run, ())

    def begin(self, turn: int) -> None:
        """Start the clock of a turn; turn 0 is the start of the match."""
        self._turn = turn
        self._deadline = time.monotonic() + self._budgets[turn > 0]

    def done(self) -> None:
        """Stop the clock: the bot has answered."""
        self._deadline = None

    def _run(self) -> None:
        """Check the clock once per budget; the deadline of a turn that began since is still ahead."""
        shortest = min(self._budgets)
        while True:
            now, deadline, turn = time.monotonic(), self._deadline, self._turn
            if deadline is not None and now >= deadline:
                self._deadline = None
                self._show(turn)
            wait = shortest if deadline is None else min(shortest, max(0.0, deadline - now))
            self._dump_after(2 * shortest + 1)
            time.sleep(max(MIN_WAIT, wait))

    def _dump_after(self, seconds: float) -> None:
        """Have the interpreter dump the stack itself if the bot's code does not let this thread run again in time.

        By processor time: a bot that was frozen or starved is not stuck. And by the thread that the signal
        interrupts: `dump_traceback_later` reads the stack of a running thread, which may crash the bot.
        """
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)

    def _show(self, turn: int) -> None:
        """Write the bot's stack without the client's frames."""
        import traceback

        frames = traceback.extract_stack(sys._current_frames()[self._bot])
        theirs = [frame for frame in frames if not is_ours(frame.filename)]
        what = f"turn {turn}: no answer" if turn else "not ready"
        head = f"{what} after {1000 * self._budgets[turn > 0]:.0f} ms; the bot is here:\n"
        text = head + "".join(traceback.format_list(theirs[-MAX_FRAMES:]))
        with contextlib.suppress(OSError):
            os.write(2, text.encode(errors="replace"))

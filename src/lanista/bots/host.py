"""Runs a bot that is a Python file: a function `move(view)`, or a class with a method `move(self, view)`.

Run as a script with nothing but the standard library: `host.py FILE`. It speaks the lines protocol for the bot.
What the bot prints goes to standard error, its log, so that a forgotten `print` does no harm.
"""

from __future__ import annotations

import inspect
import json
import os
import runpy
import sys
import traceback
from collections.abc import Callable
from typing import Any

Mover = Callable[[Any], Any]
OURS = {"host.py", "<frozen runpy>", "runpy.py"}


def load(path: str, start: dict[str, Any]) -> Mover:
    """The bot's way to answer a view."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    sys.argv = [path]
    names = runpy.run_path(path, run_name="__lanista_bot__")
    if callable(names.get("move")):
        mover: Mover = names["move"]
        return mover
    classes = [
        value for value in names.values() if inspect.isclass(value) and callable(getattr(value, "move", None))
    ]
    named = [cls for cls in classes if cls.__name__ == "Bot"] or classes
    if len(named) != 1:
        found = ", ".join(cls.__name__ for cls in classes) or "neither"
        sys.exit(
            f"{path}: expected a function `move(view)` or one class with a method `move(self, view)`; "
            f"found {found}. Call the class `Bot` if there are several."
        )
    cls: Any = named[0]
    bot = cls(start) if takes_start(cls) else cls()
    return bot.move  # type: ignore[no-any-return]


def takes_start(cls: type[Any]) -> bool:
    """Whether a class wants the start message."""
    if cls.__init__ is object.__init__:
        return False
    return len(inspect.signature(cls).parameters) > 0


def answer(turn: int, result: object) -> bytes:
    """The answer line of what the bot returned: a move's text, or an object with `move`, `say` and `draw`."""
    message = dict(result) if isinstance(result, dict) else {"move": result}
    return json.dumps({"turn": turn, **message}).encode() + b"\n"


def main() -> None:
    """Answer every turn until the match ends."""
    messages, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    try:
        move = load(sys.argv[1], json.loads(messages.readline()))
        answers.write(b'{"type":"ready"}\n')
        for line in messages:
            message = json.loads(line)
            if message["type"] == "end":
                return
            answers.write(answer(message["turn"], move(message["view"])))
            sys.stderr.flush()
    except Exception as error:  # noqa: BLE001 - shown to the bot's author, then the bot ends
        sys.exit(report(error))


def report(error: Exception) -> str:
    """The traceback from the bot's own file on, and what to do about a missing module."""
    trace = error.__traceback__
    while trace and trace.tb_next and os.path.basename(trace.tb_frame.f_code.co_filename) in OURS:
        trace = trace.tb_next
    text = "".join(traceback.format_exception(type(error), error, trace)).rstrip()
    if isinstance(error, ModuleNotFoundError):
        text += f"\nInstall it for the Python that runs bots: {sys.executable} -m pip install {error.name}"
    return text


if __name__ == "__main__":
    main()

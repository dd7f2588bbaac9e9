"""Asks the forward model: a process with the game's rules, which the bot may start. Do not change this file.

The same without a process: `from lanista.search import model`, `model.Model(start)`.
"""

import json
import os
import shlex
import subprocess
from typing import IO, Any

COMMAND = "LANISTA_MODEL"
NOT_ALLOWED = (
    f"the forward model is not allowed in this match, for there is no {COMMAND}: a bot asks for it with "
    "`model = true` in lanista.toml, and a league allows it with --forward-model"
)


class Model:
    """The model's process; requests and answers are in the manual, on the page about the forward model."""

    def __init__(self) -> None:
        command = os.environ.get(COMMAND)
        if not command:
            raise RuntimeError(NOT_ALLOWED)
        process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None
        assert process.stdout is not None
        self._input: IO[bytes] = process.stdin
        self._output: IO[bytes] = process.stdout

    def ask(self, do: str, **members: Any) -> dict[str, Any]:
        """The answer to a request, such as `ask("clone", states=[3], count=8)["states"]`."""
        self._input.write(json.dumps({"do": do, **members}).encode() + b"\n")
        self._input.flush()
        line = self._output.readline()
        if not line:
            raise RuntimeError(f"the forward model has ended, asked for {do!r}; the bot's log says why")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"the forward model refuses {do!r}: {answer['error']}")
        return answer

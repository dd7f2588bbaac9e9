"""Compiles a module in a separate process, since a hostile one may take its compiler much time or memory.

`python -m lanista.bots.wasm.compiling` reads a module and writes compiled code; what is wrong with it goes to
standard error, with the exit status REFUSED.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

from lanista.core.errors import BotError
from lanista.core.system import lower_priority
from lanista.core.text import MAX_QUOTED, inert

SECONDS = 120.0  # to compile the largest module on a busy machine
MEMORY_BYTES = 4 * 2**30
REFUSED = 3


def compile_apart(data: bytes) -> bytes:
    """A module's compiled code; raises BotError if it is not valid, or takes too much to compile."""
    command = [sys.executable, "-m", __name__]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise BotError(f"its compilation was not done after {SECONDS:.0f} s; build a smaller module") from None
    if done.returncode == 0:
        return done.stdout
    why = done.stderr.decode(errors="replace").strip()
    if done.returncode == REFUSED:
        raise BotError(why)
    last = inert(why.splitlines()[-1] if why else f"exit status {done.returncode}", MAX_QUOTED)
    raise BotError(f"it cannot be compiled within {MEMORY_BYTES // 2**30} GiB of memory: {last}")


def main() -> None:
    """Compile standard input to standard output."""
    from lanista.bots.wasm.engine import compiled

    _limit_memory()
    try:
        code = compiled(sys.stdin.buffer.read())
    except BotError as error:
        sys.stderr.write(str(error))
        sys.exit(REFUSED)
    sys.stdout.buffer.write(code)


def _limit_memory() -> None:
    """Limit the address space, where the system has such a limit."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    lower_priority(5)


if __name__ == "__main__":
    main()

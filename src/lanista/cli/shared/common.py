"""Shared by all verbs: --json, errors without tracebacks, and the console."""

from __future__ import annotations

import contextlib
import errno
import functools
import json
import signal
import sys
from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from lanista.cli.shared.options import Verb
from lanista.core.errors import FileError, LanistaError, Terminated
from lanista.core.files import explain

if TYPE_CHECKING:
    from rich.console import Console

# Exit codes. FAILED: the check or match failed. REJECTED: the request was invalid or could not be carried out.
FAILED = 1
REJECTED = 2
INTERRUPTED = 130
TERMINATED = 143

JSON_REQUESTED: ContextVar[bool] = ContextVar("json", default=False)  # whether --json is on the command line
_json_printed: ContextVar[bool] = ContextVar("json printed", default=False)
OUTPUT_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
UNWRAPPED = 10_000  # columns of a file or a pipe; wider than any table


_terminations: list[int] = []  # the signals of this process that asked it to end


def stop_status(stop: BaseException | None = None) -> int:
    """The exit status of a program that Ctrl-C or SIGTERM has stopped, by `stop` if it was caught here."""
    return TERMINATED if _terminations or isinstance(stop, Terminated) else INTERRUPTED


def expect_json(requested: bool) -> None:
    """Note for this run of a verb whether --json is on its command line."""
    JSON_REQUESTED.set(requested)
    _json_printed.set(False)


def exit_stopped(stop: BaseException | None) -> NoReturn:
    """Exit after Ctrl-C or SIGTERM; with --json, print an error unless the verb has printed what it had."""
    status = stop_status(stop)
    if JSON_REQUESTED.get() and not _json_printed.get():
        signal_name = "SIGTERM" if status == TERMINATED else "Ctrl-C"
        with contextlib.suppress(OSError):
            print_json(_json_error("Stopped", f"stopped by {signal_name} before there was a result"))
    sys.exit(status)


def handle_sigterm() -> None:
    """Make SIGTERM shut down cleanly, as Ctrl-C does; a second one kills the process."""

    def terminate(number: int, _: object) -> None:
        _terminations.append(number)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        raise Terminated

    signal.signal(signal.SIGTERM, terminate)


def verb(function: Callable[..., Any]) -> click.Command:
    """Make a function a command that takes --json and reports errors in one sentence."""
    option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
    name = function.__module__.rpartition(".")[2]
    settings = {"help_option_names": ["-h", "--help"]}
    return click.command(name, cls=Verb, context_settings=settings)(option(reporting(function)))


def reporting(function: Callable[..., Any]) -> Callable[..., None]:
    """Make a function report errors in one sentence, and exit."""

    @functools.wraps(function)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            function(*arguments, **options)
        except LanistaError as error:
            exit_with_error(error)
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader closed the pipe; click exits quietly
                raise
            exit_with_error(explain_os_error(error))

    return run


def explain_os_error(error: OSError) -> FileError:
    """Explain a failed system call in one sentence: on a file, on our output, or on a process."""
    if error.filename is None and error.errno in OUTPUT_ERRORS:
        return explain(error, "to standard output", "write")
    return explain(error)


def exit_with_error(error: Exception, message: str = "") -> NoReturn:
    """Print an error and exit; as JSON if --json is anywhere on the command line."""
    message = message or str(error)
    if JSON_REQUESTED.get():
        with contextlib.suppress(OSError):
            print_json(_json_error(type(error).__name__, message))
            sys.exit(REJECTED)
    with contextlib.suppress(OSError):  # nobody can read it; the exit status still tells
        click.secho(f"Error: {message}", fg="red", file=sys.stderr)  # explicit, so that our error handler applies
    sys.exit(REJECTED)


def _json_error(kind: str, message: str) -> dict[str, dict[str, str]]:
    return {"error": {"kind": kind, "message": message}}


def print_json(value: Any) -> None:
    """Print one JSON object on standard output."""
    import msgspec

    _json_printed.set(True)

    try:
        text = msgspec.json.encode(value)
    except UnicodeEncodeError:  # it contains a file name that is not UTF-8
        plain = msgspec.to_builtins(value)
        compact = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), default=str)
        text = compact.encode(errors="replace")
    click.echo(text)


def console() -> Console:
    """Standard output for people; NO_COLOR is respected."""
    return _console(sys.stdout)


def error_console() -> Console:
    """Standard error for people: progress and remarks."""
    return _console(sys.stderr)


def _console(stream: TextIO) -> Console:
    """A console that wraps lines only on a terminal."""
    from rich.console import Console

    if stream.isatty():
        return Console(file=stream, highlight=False)
    return Console(file=stream, highlight=False, soft_wrap=True, width=UNWRAPPED)

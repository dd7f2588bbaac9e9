"""Pins as pytest tests: the bot that they ask, and the text of a failure."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lanista.bots.process.live_bots import LiveBots
from lanista.bots.resolve import find_bot
from lanista.core.errors import LanistaError
from lanista.core.files import file_errors
from lanista.core.text import inert, inert_lines, whole_number
from lanista.match.pins.asking import PinTerms
from lanista.match.pins.moment import bring_back
from lanista.match.pins.pin import PinError, read_pin
from lanista.match.pins.pytest_plugin import BOT, RUNS
from lanista.match.pins.running import RUNS as DEFAULT_RUNS
from lanista.match.pins.running import PinResult, run_moment, started_by_us

SETTINGS = "pins.toml"  # beside pins: its line `bot` names the bot that they ask
HELP = f'name it with --lanista-bot BOT, `{BOT}` in pytest\'s settings, or a line bot = "BOT" in {SETTINGS}'

_live_bots = pytest.StashKey[LiveBots]()


class PinFailed(Exception):  # noqa: N818 - a verdict on a bot
    """A pin does not hold."""


class PinFile(pytest.File):
    """A pin's file, which is one test."""

    def collect(self) -> Iterator[PinItem]:
        """The test."""
        yield PinItem.from_parent(self, name=self.path.name)


class PinItem(pytest.Item):
    """One pin, asked of the bot."""

    def runtest(self) -> None:
        """Ask the bot; raises PinFailed unless the pin holds in every run."""
        pin = read_pin(self.path)
        result, moment = PinResult(self.path, pin), bring_back(pin)
        spec = bot_for(self.path, self.config)
        bot = started_by_us(find_bot(moment.game, spec))
        terms = PinTerms(_live_bots_of(self.config))
        for run in range(_runs(self.config)):
            run_moment(result, moment, bot, run, terms)
        if not result.holds:
            raise PinFailed(_explained(result, spec))
        if result.changes:
            answers = ", ".join(dict.fromkeys(str(reply.move) for reply in result.replies))
            self.add_report_section("call", "pin", f"the answer changes from run to run: {inert(answers, 200)}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A failure in words, without a traceback unless the error is in Lanista."""
        if isinstance(excinfo.value, PinFailed | LanistaError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The test's location."""
        return self.path, None, f"pin {self.name}"


def bot_for(pin: Path, config: pytest.Config) -> str:
    """The bot that a pin asks; its path is relative to where it is named."""
    if option := config.getoption("--lanista-bot"):
        return _seen_from(config.invocation_params.dir, str(option))
    if (settings := pin.parent / SETTINGS).is_file():
        return _seen_from(pin.parent, _bot_in(settings))
    if setting := config.getini(BOT):
        return _seen_from(config.rootpath, str(setting))
    raise PinError(f"{pin.name}: expected a bot to put it to; {HELP}")


def _seen_from(folder: Path, bot: str) -> str:
    with file_errors(folder / bot, "find"):
        return str(folder / bot) if (folder / bot).exists() else bot


def _bot_in(settings: Path) -> str:
    try:
        with file_errors(settings, "read"):
            found = tomllib.loads(settings.read_text(encoding="utf-8"))
    except ValueError as error:
        raise PinError(f"{settings}: expected TOML: {error}") from None
    if not isinstance(bot := found.get("bot"), str) or len(found) != 1:
        raise PinError(
            f'{settings}: expected one line bot = "BOT", got {inert(", ".join(found) or "nothing", 200)}'
        )
    return bot


def _runs(config: pytest.Config) -> int:
    option = config.getoption("--lanista-runs")
    text = str(option if option is not None else config.getini(RUNS) or DEFAULT_RUNS)
    runs = whole_number(text)
    if runs is None or runs < 1:
        raise PinError(f"--lanista-runs or {RUNS}: expected a whole number from 1 on, got {inert(text, 40)!r}")
    return runs


def _live_bots_of(config: pytest.Config) -> LiveBots:
    """The processes of bots that can play again, until pytest ends."""
    if _live_bots not in config.stash:
        live_bots = config.stash[_live_bots] = LiveBots()
        config.add_cleanup(live_bots.close)
    return config.stash[_live_bots]


def _explained(result: PinResult, bot: str) -> str:
    """Why a pin does not hold, its note, and what the bot logged."""
    reply = result.shown
    lines = [f"{inert(bot, 200)}: {result.why()}"]
    if result.pin and result.pin.note:
        lines.append(f"note: {inert(result.pin.note)}")
    if result.changes:
        lines.append("the answer changes from run to run")
    if reply is not None and reply.log:
        lines += ["log:", *(f"  {line}" for line in inert_lines(reply.log))]
    return "\n".join(lines)

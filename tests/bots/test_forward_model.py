"""Who may start the forward model: bots that ask for it, in matches that allow it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from lanista.bots.forward_model import COMMAND, ModelAccess
from lanista.bots.protocol.lines_player import LinesPlayer
from lanista.bots.source.project import read_project
from lanista.engine.folders import PROVIDED
from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.policy import wanted_by
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.machine import find_machine

LEVELS = [level for level in (Level.NONE, Level.LIMITS, Level.NAMESPACES) if level <= find_machine().level]


@pytest.fixture
def access(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelAccess:
    """A model that is prepared at once."""
    folder = tmp_path / "compiled"
    folder.mkdir()
    made = ModelAccess(("/bin/sh", "-c", "echo 'a model'"), folder)
    monkeypatch.setattr(sys.modules["lanista.match.planning"], "model_access", lambda game, config: made)
    return made


def bot_folder(folder: Path, *, asks: bool) -> Path:
    folder.mkdir()
    (folder / "bot.sh").write_text("#!/bin/sh\n")
    (folder / "lanista.toml").write_text(f'command = "sh bot.sh"\nmodel = {str(asks).lower()}\n')
    return folder


def players(tmp_path: Path, wanted: SandboxRequest) -> Iterator[LinesPlayer]:
    """The player of a bot that asks for the model, and of one that does not."""
    bots = [str(bot_folder(tmp_path / name, asks=name == "asks")) for name in ("asks", "does-not")]
    for player in plan_match("overdrive", bots, MatchTerms(wanted=wanted)).players():
        assert isinstance(player, LinesPlayer)
        player._confine()
        yield player


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_asks_may_start_it(tmp_path: Path, access: ModelAccess, level: Level) -> None:
    asks, does_not = players(tmp_path, SandboxRequest(level))
    assert asks.launch.environment[COMMAND] == "/bin/sh -c 'echo '\"'\"'a model'\"'\"''"
    assert asks.launch.environment[PROVIDED] == str(access.folder)
    assert COMMAND not in does_not.launch.environment
    for player, is_shown in ((asks, True), (does_not, False)):
        jail = player.launch.jail
        if jail is not None:
            assert (COMMAND in jail.environment) == is_shown
            assert (str(access.folder) in [*jail.own, *jail.guards.read]) == is_shown


@pytest.mark.parametrize("level", LEVELS)
def test_a_match_may_forbid_it(tmp_path: Path, access: ModelAccess, level: Level) -> None:
    for player in players(tmp_path, SandboxRequest(level, model=False)):
        assert COMMAND not in player.launch.environment


def test_bots_do_not_ask_for_it_by_default(tmp_path: Path) -> None:
    (tmp_path / "lanista.toml").write_text('command = "sh bot.sh"\n')
    assert not read_project(tmp_path, "overdrive").model


def test_leagues_allow_it_only_if_they_say_so() -> None:
    assert not wanted_by(LeagueTerms()).model
    assert wanted_by(
        LeagueTerms(matches=replace(LEAGUE_MATCHES, wanted=replace(LEAGUE_MATCHES.wanted, model=True)))
    ).model


def test_the_command_line_repeats_it() -> None:
    assert SandboxRequest().words() == []
    assert SandboxRequest(model=False).words() == ["--no-forward-model"]

"""How bots of the Orbis Challenge 2015 are specified: a command, a folder, or a seat for a bot that joins."""

import re
import socket
import sys
import threading
from pathlib import Path

import pytest

from lanista.core.errors import BotError, ConfigError
from lanista.core.verdict import Verdict
from lanista.games.rampage.contest.server import chosen_port
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms

KIT = Path(__file__).with_name("kit.py")
SPEC = f"orbis:{sys.executable} {KIT}"


def test_a_command_after_the_prefix_plays():
    plan = plan_match("rampage", [SPEC, "collector"], MatchTerms(map="pocket"), seed=1)
    result = plan.play()
    assert result.outcome is not None
    assert set(result.seats[0].verdicts) == {Verdict.OK}
    assert SPEC in plan.command()


def test_a_folder_can_declare_the_protocol(tmp_path):
    (tmp_path / "bot.py").write_text(KIT.read_text())
    (tmp_path / "lanista.toml").write_text(f'command = "{sys.executable} bot.py"\nprotocol = "rampage-2015"\n')
    result = plan_match("rampage", [str(tmp_path), "collector"], MatchTerms(map="pocket"), seed=1).play()
    assert set(result.seats[0].verdicts) == {Verdict.OK}, result.seats[0].fault


def test_bots_join_and_seats_are_named_after_them(monkeypatch):
    monkeypatch.setenv("ORBIS_PORT", "0")
    plan = plan_match("rampage", ["join", "collector"], MatchTerms(map="pocket"), seed=1)
    clients: list[threading.Thread] = []

    def join(invitation: str) -> None:
        port = re.search(r"127\.0\.0\.1:(\d+)", invitation)
        assert port, invitation
        clients.append(threading.Thread(target=shooter, args=(int(port[1]),), daemon=True))
        clients[0].start()

    plan.gather(join)
    result = plan.play()
    clients[0].join(20)
    assert plan.names == ["me", "collector"]
    assert set(result.seats[0].verdicts) == {Verdict.OK}
    with pytest.raises(BotError, match="has played its match"):
        plan.play()


def shooter(port: int) -> None:
    """A client that shoots at whatever is ahead."""
    with socket.create_connection(("127.0.0.1", port), 20) as link, link.makefile("rw") as lines:
        lines.write("me\n")
        lines.flush()
        while lines.readline() == "MOVE\n":
            lines.readline()
            lines.write("SHOOT\n")
            lines.flush()


def test_waiting_for_bots_to_join_times_out(monkeypatch):
    monkeypatch.setenv("ORBIS_PORT", "0")
    monkeypatch.setenv("BOT_TIMEOUT", "200")
    with pytest.raises(BotError, match="2 did not come"):
        plan_match("rampage", ["join", "join"]).play()


@pytest.mark.parametrize(
    ("game", "spec", "reason"),
    [
        ("overdrive", "join", "not of overdrive"),
        ("overdrive", SPEC, "is for rampage, not for overdrive"),
        ("rampage", "orbis:no-such-program", "no-such-program"),
    ],
)
def test_a_spec_that_does_not_fit_is_refused(game, spec, reason):
    with pytest.raises(BotError, match=reason):
        plan_match(game, [spec, spec])


@pytest.mark.parametrize("text", ["", "no", "70000", "-1"])
def test_an_invalid_port_is_refused(text, monkeypatch):
    monkeypatch.setenv("ORBIS_PORT", text)
    with pytest.raises(ConfigError, match="expects a port"):
        chosen_port()

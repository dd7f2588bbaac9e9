"""`lanista login` and `lanista submit` against a server on this machine."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from lanista.cli.shared.following import MAX_LOST, follow
from lanista.cli.submit.command import _seen
from lanista.serve.client import ServerAddress, ServerError
from lanista.serve.login import tokens_file
from lanista.serve.records import Scope
from tests.serve.bots.conftest import Cup, make_cup
from tests.serve.served import quick_runner, served
from tests.serve.sites import ManualClock, new_site, token

Invoke = Callable[..., Result]
BOT = "def move(view):\n    return 'nothing'\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cup, str]]:
    clock = ManualClock()
    with new_site(Path(tmp_path_factory.mktemp("site")), clock=clock) as site:
        cup = make_cup(site, clock, uploads_per_hour=1000)
        with served(site) as address:
            yield cup, address


@pytest.fixture
def submit(server: tuple[Cup, str], invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """The verb with the contest and a token, in a folder with a bot."""
    cup, address = server
    monkeypatch.setenv("XDG_CONFIG_HOME", str(Path.cwd() / "config"))
    monkeypatch.setattr("lanista.cli.shared.following.PAUSE", 0.05)
    keep(token(cup.site, "alice one", Scope.UPLOAD))
    return lambda *words: invoke(
        "submit", *words, "--to", f"{address}/c/{cup.contest.slug}", "--token-file", "token"
    )


def keep(secret: str) -> None:
    Path("token").write_text(secret)
    Path("token").chmod(0o600)


def bot(number: int) -> str:
    Path("bot.py").write_text(f"{BOT}# {number}\n")
    return "bot.py"


def test_a_bot_is_followed_until_it_plays(server: tuple[Cup, str], submit: Invoke) -> None:
    with quick_runner(server[0].site):
        result = submit(bot(1))
    assert result.exit_code == 0, result.output
    assert "Does it start?" in result.stdout
    assert "is active: it plays on the ladder" in result.stdout
    assert f"page:      {server[1]}/c/autumn-cup/uploads/" in result.stdout
    assert "uploading" in result.stderr
    with quick_runner(server[0].site):
        again = submit(bot(1), "--json")
    found = json.loads(again.stdout)
    assert (again.exit_code, found["new"], found["plays"], found["state"]) == (0, False, True, "active")
    assert found["checks"][0]["result"] == "ok"


def test_a_refused_bot_is_told_with_its_card(server: tuple[Cup, str], submit: Invoke) -> None:
    with quick_runner(server[0].site, works=False, why="it crashed at the start \x1b[31m"):
        result = submit(bot(2))
    assert result.exit_code == 1
    assert "it crashed at the start" in result.stdout
    assert "\x1b[31m" not in result.stdout
    assert "is refused" in result.stdout


def test_a_folder_is_packed_as_for_a_league(server: tuple[Cup, str], submit: Invoke) -> None:
    Path("mine").mkdir()
    Path("mine/bot.py").write_text(f"{BOT}# folder\n")
    found = json.loads(submit("mine", "--no-wait", "--json").stdout)
    assert (found["state"], found["settled"]) == ("waiting", False)
    server[0].site.uploads.checked(
        server[0].contest, int(found["page"].rpartition("/")[2]), works=False, why="over"
    )


def test_a_wait_has_an_end(server: tuple[Cup, str], submit: Invoke) -> None:
    result = submit(bot(3), "--timeout", "1")
    assert result.exit_code == 1
    assert "is waiting: it waits for its check" in result.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nothing.py",), "no such file"),
        (("greedy",), "is built in"),
        (("python bot.py",), "is a command"),
        (("bot.py", "--no-wait", "--timeout", "5"), "has no effect with --no-wait"),
    ],
)
def test_what_cannot_be_submitted(submit: Invoke, words: tuple[str, ...], why: str) -> None:
    bot(4)
    result = submit(*words)
    assert result.exit_code == 2
    assert why in result.stderr


def test_a_wrong_token_or_address_is_told(server: tuple[Cup, str], submit: Invoke, invoke: Invoke) -> None:
    bot(5)
    keep("unknown-token")
    result = submit("bot.py")
    assert result.exit_code == 2
    assert f"run `lanista login {server[1]}`" in result.stderr
    keep(token(server[0].site, "stranger", Scope.UPLOAD))
    assert "this is for a member of a team" in submit("bot.py").stderr
    for url, why in (
        (server[1], "expected the address of a contest"),
        (f"{server[1]}/c/other", "there is no such contest"),
        ("http://contest.example/c/cup", "use https"),
    ):
        result = invoke("submit", "bot.py", "--to", url, "--token-file", "token")
        assert result.exit_code == 2
        assert why in result.stderr


def test_login_stores_a_token_that_submit_uses(server: tuple[Cup, str], submit: Invoke, invoke: Invoke) -> None:
    cup, address = server
    result = invoke("login", address, "--token-file", "token")
    assert result.exit_code == 0, result.output
    assert stat.S_IMODE(tokens_file().stat().st_mode) == 0o600
    with quick_runner(cup.site):
        sent = invoke("submit", bot(6), "--to", f"{address}/c/{cup.contest.slug}")
    assert sent.exit_code == 0, sent.output
    keep(token(cup.site, "alice one", Scope.READ))
    found = json.loads(invoke("login", address, "--token-file", "token", "--json").stdout)
    assert (found["server"], found["name"]) == (address, "alice one")
    keep("unknown-token")
    refused = invoke("login", address, "--token-file", "token")
    assert refused.exit_code == 2
    assert invoke("login", address).exit_code == 2, "there is no terminal to ask on"


class Lost:
    """A client whose server is away for some questions."""

    def __init__(self, lost: int) -> None:
        self.address = ServerAddress("http://127.0.0.1:1", "cup")
        self.lost = lost

    def get(self, _path: str) -> dict[str, Any]:
        self.lost -= 1
        if self.lost >= 0:
            raise ServerError("away", 503, 2.0)
        return {"upload": {"number": 1, "outlook": {"settled": True, "says": "it plays"}}}


def test_a_server_that_is_away_for_a_moment_is_asked_again() -> None:
    waits: list[float] = []
    client: Any = Lost(3)
    assert follow(client, "/1", _seen, 100, print, sleep=waits.append)["upload"]["number"] == 1
    assert waits == [2.0, 2.0, 2.0]
    away: Any = Lost(MAX_LOST + 1)
    with pytest.raises(ServerError):
        follow(away, "/1", _seen, 100, print, sleep=waits.append)

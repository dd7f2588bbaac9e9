"""`lanista view`: one replay, several, a folder, or the folder replays."""

import re
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.cli.view import command as view
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web.show import ID_DIGITS
from tests.processes import SECONDS


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("view") / "m.gz"
    plan_match("overdrive", ["random", "cruise"], MatchTerms(settings={"max_rounds": 3}), seed=3).play(replay=path)
    return path


@pytest.fixture
def opened(tmp_path, monkeypatch, replay):
    """Run the verb in a folder with replays until its page would open: gives the page, or what was said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    Path("replays/series").mkdir(parents=True)
    for name in ("a.gz", "replays/b.gz", "replays/series/c.gz"):
        shutil.copy(replay, name)
    Path("bad.gz").write_text("hello")
    pages: list[httpx.Response] = []

    def visit(url: str, _: Any) -> None:
        pages.append(httpx.get(url, timeout=SECONDS))

    monkeypatch.setattr(view, "open_page", visit)
    monkeypatch.setattr(view, "wait_for_interrupt", lambda: None)

    def run(*words: str) -> tuple[str, int, str]:
        result = CliRunner().invoke(lanista, ["view", *words])
        assert result.exit_code in (0, 2), result.output
        return (pages[0].url.path, pages[0].status_code, result.output) if pages else ("", 0, result.output)

    return run


MATCH = "the page of a match"
SHOWN = [
    (("a.gz",), MATCH),
    (("last",), MATCH),
    ((), "/"),
    (("replays",), "/"),
    (("a.gz", "replays/b.gz"), "/"),
    (("a.gz", "replays"), "/"),
    (("a.gz", "bad.gz"), "/"),
    (("a.gz", "--with", "replays/b.gz"), MATCH),
]


@pytest.mark.parametrize(("words", "path"), SHOWN, ids=[" ".join(words) or "nothing" for words, _ in SHOWN])
def test_what_is_shown(opened, words, path):
    found, status, output = opened(*words)
    assert (re.sub(f"^/m/[0-9a-f]{{{ID_DIGITS}}}/$", MATCH, found), status) == (path, 200), output


REFUSED = [
    (("bad.gz",), "not a replay, or damaged"),
    (("none.gz",), "none.gz: no such file"),
    (("a.gz", "none.gz"), "none.gz: no such file or folder"),
    (("a.gz", "--with", "bad.gz"), "not a replay, or damaged"),
    (("a.gz", "replays/b.gz", "--with", "a.gz"), "--with compares two replays, got 3"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=[" ".join(words) for words, _ in REFUSED])
def test_what_is_refused(opened, words, said):
    found, _, output = opened(*words)
    assert found == ""
    assert said in output


def test_without_any_replay_it_says_what_to_do(opened):
    shutil.rmtree("replays")
    _, _, output = opened()
    assert "expected replays, and there are none in" in output
    assert "`lanista play` saves it there" in output

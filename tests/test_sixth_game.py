"""The smallest complete game: one folder and an entry point, played, drawn, recorded and learned from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.web.files import board_of, find_file
from lanista.web.page import viewer_script
from tests.plugins import forget_games, install
from tests.programs import check_with_all_tools
from tests.sixth_game.game import FRUIT
from tests.web.test_page import Elements, block_in

FOLDER = Path(__file__).with_name("sixth_game")
FILES = [path for path in FOLDER.rglob("*") if path.suffix in (".py", ".js")]
DOCS = Path(__file__).parents[1] / "docs" / "games.md"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game as an installed package."""
    install(tmp_path / "packages", "fruit = tests.sixth_game.game:FRUIT", {}, package="fruit-game")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    forget_games()
    yield
    forget_games()


@pytest.mark.usefixtures("installed")
def test_it_conforms() -> None:
    lines = check_with_all_tools(FRUIT, turns=300)
    assert "fruit: the game is installed" in lines
    assert "fruit (standard, 2 seats): compiled rules give the same answers" in lines
    assert [line for line in lines if "NOT" in line] == []


@pytest.mark.usefixtures("installed")
def test_it_can_be_played_watched_exported_and_verified(tmp_path: Path) -> None:
    replay, page = tmp_path / "match.replay", tmp_path / "match.html"
    for arguments in (
        ["play", "fruit", "seeker", "seeker", "--seed", "3", "-o", str(replay)],
        ["watch", str(replay), "--turn", "5"],
        ["export", str(replay), "--output", str(page)],
        ["verify", str(replay)],
    ):
        done = CliRunner().invoke(lanista, arguments)
        assert done.exit_code == 0, done.output
    script = block_in(Elements(page.read_text()), "code")
    assert "fruit at ${shot.to.fruit}" in script, "its own script draws it"


@pytest.mark.usefixtures("installed")
def test_the_viewer_serves_its_script() -> None:
    assert board_of(FRUIT) == "games/fruit/show/draw.js"
    assert find_file(board_of(FRUIT)) == FOLDER / "show/draw.js"
    assert "const m_games_fruit_show_draw = " in viewer_script(FRUIT)


def test_it_has_fewer_than_150_lines() -> None:
    assert sum(len(path.read_text().splitlines()) for path in FILES) < 150


def test_the_documentation_shows_it_file_by_file() -> None:
    quoted = dict(re.findall(r"^`sixth_game/([\w./]+)`:\n\n```\w+\n(.*?)```$", DOCS.read_text(), re.M | re.S))
    files = {
        str(path.relative_to(FOLDER)): path.read_text()
        for path in FOLDER.rglob("*")
        if path.suffix in (".py", ".js")
    }
    assert quoted == {name: text for name, text in files.items() if not name.endswith("__init__.py")}

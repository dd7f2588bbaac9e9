"""Pages: an export runs only scripts allowed by hash, and a bot's text is only data."""

import base64
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from lanista.core.errors import InputError
from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.match.replay import read_replay
from lanista.match.terms import MatchTerms
from lanista.web import page
from lanista.web.files import MAIN, STATIC, board_of, find_file
from lanista.web.film import MatchHistory
from lanista.web.page import (
    GIF_WORKER,
    MARK,
    BundleError,
    bundle_modules,
    export_html,
    fill_page,
    served_page,
    viewer_script,
)
from lanista.web.rerun import whole_json
from tests.rows import every_row

OVERDRIVE = get_game("overdrive")


def bundle(game: Any) -> str:
    """The viewer and a game's board as one script."""
    return bundle_modules([MAIN, board_of(game), GIF_WORKER], "0;")


class Elements(HTMLParser):
    """Scripts, styles and meta elements of a page, as a browser would find them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.found.append((tag, dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        self.found.append((f"/{tag}", {}, ""))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] in ("script", "style"):
            tag, attrs, text = self.found[-1]
            self.found[-1] = (tag, attrs, text + data)

    def all(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        return [(attrs, text) for name, attrs, text in self.found if name == tag]


def hash_of(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def block_in(elements: Elements, name: str) -> str:
    (data,) = [text for attrs, text in elements.all("script") if attrs.get("id") == name]
    return gzip.decompress(base64.b64decode(data)).decode()


def film_in(elements: Elements, name: str) -> Any:
    return json.loads(block_in(elements, name))


def test_an_export_allows_its_own_scripts_and_style_only(replay):
    elements = Elements(export_html(MatchHistory.of_replay(replay)))
    (policy,) = [
        attrs["content"] or ""
        for attrs, _ in elements.all("meta")
        if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    (loader,) = [text for attrs, text in elements.all("script") if attrs.get("type") == "module"]
    ((_, style),) = elements.all("style")
    assert policy.startswith("default-src 'none'; ")
    assert f"script-src '{hash_of(loader)}' '{hash_of(block_in(elements, 'code'))}';" in policy
    assert f"style-src '{hash_of(style)}';" in policy
    assert "unsafe" not in policy
    assert all(attrs.get("type") in ("module", "text/plain") for attrs, _ in elements.all("script"))


def test_an_export_makes_no_requests(replay):
    elements = Elements(export_html(MatchHistory.of_replay(replay)))
    assert all((attrs["href"] or "").startswith("data:") for attrs, _ in elements.all("link"))
    assert all("src" not in attrs for _, attrs, _ in elements.found)
    (loader,) = [text for attrs, text in elements.all("script") if attrs.get("type") == "module"]
    for script in (loader, block_in(elements, "code")):
        assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)


def test_an_export_holds_the_start_and_the_moves(replay):
    history = MatchHistory.of_replay(replay)
    assert film_in(Elements(export_html(history)), "rerun") == json.loads(whole_json(history))


def test_what_a_bot_wrote_is_data(tmp_path):
    evil = '</script><script>alert(1)</script><img src=x onerror="alert(2)">'
    bot = tmp_path / "bot.py"
    bot.write_text(f"def move(view):\n    print({evil!r})\n    return {{'move': {evil!r}, 'say': {evil!r}}}\n")
    path = tmp_path / "m.gz"
    plan = plan_match("overdrive", [str(bot), "cruise"], MatchTerms(settings={"max_rounds": 4}), seed=1)
    plan.play(replay=path)
    replay = read_replay(path)
    replay.header.seats[0].name = evil
    text = export_html(MatchHistory.of_replay(replay))
    assert "alert(" not in text
    assert "onerror" not in text
    film = film_in(Elements(text), "rerun")
    assert film["seats"][0]["name"] == evil
    assert film["part"]["turns"][0]["moves"][0] == evil


def test_a_long_match_stays_small(tmp_path):
    path = tmp_path / "long.gz"
    plan_match("overdrive", ["random", "random"], MatchTerms(settings={"max_rounds": 400}), seed=5).play(
        replay=path
    )
    replay = read_replay(path)
    assert len(replay.turns) == 400
    assert len(export_html(MatchHistory.of_replay(replay)).encode()) < 150_000


def test_placeholders_are_filled_once():
    filled = fill_page("{{head}} <b>", "HEAD{{script}}", "SCRIPT")
    assert "{{head}} &lt;b&gt;" in filled
    assert "HEAD{{script}}" in filled


def test_the_served_page_names_its_script_and_style():
    text = served_page(OVERDRIVE)
    assert '<script type="module" src="start.js"></script>' in text
    assert text.index('src="/lanista/web/static/shared/faults.js"') < text.index('src="start.js"')
    assert '<link rel="stylesheet" href="/lanista/web/static/viewer/viewer.css">' in text
    assert "const m_games_overdrive_show_draw = " in viewer_script(OVERDRIVE)


MODULES = {
    "web/static/viewer/main.js": (
        'import { one, two as second } from "./a.js";\nexport function start() { one(); }\n'
    ),
    "web/static/viewer/a.js": 'import { two } from "./b.js";\nexport const one = () => two;\n',
    "web/static/viewer/b.js": "export const two = 2;\n",
    "web/static/picture/gif-worker.js": "export function serve() {}\n",
    "games/overdrive/show/draw.js": (
        'import { two } from "../../../web/static/viewer/b.js";\nexport const board = { two };\n'
    ),
}


@pytest.fixture
def modules(monkeypatch):
    sources = dict(MODULES)
    monkeypatch.setattr(page, "read_file", sources.__getitem__)
    return sources


def test_modules_come_after_their_imports(modules):
    text = bundle(OVERDRIVE)
    order = re.findall(r"^const (m_\w+) = ", text, re.MULTILINE)
    worker = "m_web_static_picture_gif_worker"
    assert order == [
        "m_web_static_viewer_b",
        "m_web_static_viewer_a",
        "m_web_static_viewer_main",
        "m_games_overdrive_show_draw",
        worker,
    ]
    assert "const { one, two: second } = m_web_static_viewer_a;" in text
    assert text.endswith("\n0;\n")


def test_comments_stay_behind(modules):
    modules["web/static/viewer/b.js"] = (
        "// Why\n/**\n * What * it is\n */\n  /** @type {number} */\nexport const two = 2; // kept\n"
    )
    text = bundle(OVERDRIVE)
    assert "const m_web_static_viewer_b = (() => {\nconst two = 2; // kept\n" in text


def test_lines_of_a_games_drawing_keep_their_numbers(modules):
    """An error names a line of the bundle: with the marks, pages find the line of the file."""
    imports, comments = (
        'import {\n  two,\n} from "../../../web/static/viewer/b.js";\n',
        "// Why\n\n/** A\n * board. */\n",
    )
    source = f"{imports}{comments}export const board = 1;\n"
    modules["games/overdrive/show/draw.js"] = source
    lines = bundle(OVERDRIVE).split("\n")
    at = lines.index(f"{MARK}games/overdrive/show/draw.js")
    assert lines[at + 2 + source.split("\n").index("export const board = 1;")] == "const board = 1;"
    assert lines.index(MARK) > at + 2 + source.count("\n")
    assert sum(line.startswith(MARK) for line in lines) == 2, "files of the viewer itself are not named"


WRONG = [
    ("web/static/viewer/b.js", 'import { one } from "./a.js";\nexport const two = 2;\n', "in a circle"),
    ("web/static/viewer/b.js", "export default 2;\n", "expected `import"),
    ("web/static/viewer/b.js", 'import * as x from "./a.js";\n', "expected `import"),
    ("web/static/viewer/b.js", 'export const two = "</script>";\n', "</script"),
    ("web/static/viewer/b.js", 'export const two = "<!--";\n', "<!--"),
]


@pytest.mark.parametrize(("path", "source", "said"), WRONG)
def test_what_cannot_be_bundled_is_reported(modules, path, source, said):
    modules[path] = source
    with pytest.raises(BundleError, match=re.escape(said)):
        bundle(OVERDRIVE)


NOT_OURS = [
    "game.py",
    "web/server.py",
    "web/static/../server.py",
    "web/static/viewer/page.html",
    "games/overdrive/show/frames.py",
    "games/nogame/show/draw.js",
    "games/overdrive/show/drawing/../frames.py",
    "games/overdrive/show/drawing/frames.py",
    "games/overdrive/show/drawing/none.js",
    "games/overdrive/bots/bot.js",
    "games/../web/static/viewer/main.js",
    "/etc/passwd",
    "",
]


@every_row("path", NOT_OURS)
def test_only_the_viewers_files_are_served(path):
    with pytest.raises(InputError, match="the viewer has no file"):
        find_file(path)


def test_a_game_without_a_board_is_shown_as_text(tmp_path, monkeypatch):
    from lanista.web import files

    monkeypatch.setattr(files, "_folder", lambda game: tmp_path)
    assert board_of(OVERDRIVE) == "web/static/board/text.js"
    (tmp_path / "show").mkdir()
    (tmp_path / "show/draw.js").write_text("export const board = {};\n")
    assert board_of(OVERDRIVE) == "games/overdrive/show/draw.js"
    assert find_file("games/overdrive/show/draw.js") == tmp_path / "show/draw.js"


def test_a_board_may_be_several_files(tmp_path, monkeypatch):
    from lanista.web import files

    (tmp_path / "show/drawing").mkdir(parents=True)
    (tmp_path / "show/draw.js").write_text(
        'import { car } from "./drawing/car.js";\nexport const board = { car };\n'
    )
    (tmp_path / "show/drawing/car.js").write_text(
        'import { disc } from "../../../../web/static/board/canvas.js";\nexport const car = disc;\n'
    )
    monkeypatch.setattr(files, "_folder", lambda game: tmp_path)
    assert find_file("games/overdrive/show/drawing/car.js") == tmp_path / "show/drawing/car.js"
    text = bundle(OVERDRIVE)
    order = re.findall(r"^const (m_\w+) = ", text, re.MULTILINE)
    assert order[-2:] == ["m_games_overdrive_show_drawing_car", "m_games_overdrive_show_draw"]
    assert "const { disc } = m_web_static_board_canvas;" in text


def test_no_script_is_over_500_lines() -> None:
    """A drawing that grows is split by what it draws, into `drawing/*.js`."""
    scripts = [
        *STATIC.glob("*/*.js"),
        *STATIC.parents[1].glob("games/*/show/*.js"),
        *STATIC.parents[1].glob("games/*/show/*/*.js"),
    ]
    assert {script.parts[-2] for script in scripts} >= {"viewer", "show", "drawing"}
    assert [script for script in scripts if len(script.read_text(encoding="utf-8").splitlines()) > 500] == []

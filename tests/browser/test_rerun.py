"""Exports that play their match again, in a real browser."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from lanista.game import game_names
from lanista.match.replay import read_replay
from lanista.web.film import MatchHistory
from lanista.web.page import data_block, export_html
from lanista.web.playable import playable_html
from tests.browser.conftest import HOSTILE, check_saved_pin, listening, opened, settle, short_match, turn
from tests.long_tests import others_long

GAMES = game_names()
MOMENTS = (0, 1, 7, 12.5, 20)


def saved(folder: Path, name: str, html: str) -> str:
    """The address of a page on disk."""
    file = folder / name
    file.write_text(html, "utf-8")
    return file.as_uri()


def reel_of(folder: Path, game: str) -> MatchHistory:
    return MatchHistory.of_replay(read_replay(short_match(folder, game)))


def drawn(page: Any, at: float) -> str:
    """The board at a moment, on an empty canvas: nothing of earlier drawings shines through."""
    page.evaluate(f"viewer.playback.playing = false; viewer.playback.at = {at}")
    page.evaluate("viewer.stage.canvas.width = 1; viewer.stale = true")
    settle(page)
    picture: str = page.evaluate("document.getElementById('stage').toDataURL()")
    return picture


def pictures(page: Any) -> list[Any]:
    """The board, the words beside it and the curves at some moments, for everyone and for seat 1."""
    found = []
    for seat in ("", "1"):
        page.select_option("#view", seat)
        page.wait_for_function(f"() => viewer.film.data.seat === {seat or 'null'}")
        page.wait_for_function("() => Object.values(viewer.film.data.numbers)[0].length === viewer.film.last + 1")
        for at in MOMENTS:
            found += [
                drawn(page, at),
                page.evaluate("[...document.querySelectorAll('.chart canvas')].map((chart) => chart.toDataURL())"),
                *(page.inner_text(part) for part in ("#seats", "#events", "#answers", "#where")),
            ]
    return found


@pytest.mark.parametrize("game", others_long(["sproutopia"], GAMES))
def test_an_export_shows_a_moment_the_same_however_it_is_reached(browser, errors, folder, game):
    """From its start, and after it was played to its end; offline."""
    address = saved(folder, f"{game}.html", export_html(reel_of(folder, game)))
    with listening(browser, errors, offline=True) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        opened(page, f"{address}#turn=0")
        early = pictures(page)
        page.evaluate("viewer.film.kept.clear(); viewer.playback.at = viewer.film.last")
        settle(page)
        assert pictures(page) == early
        assert len(set(map(str, early))) > len(MOMENTS)
        assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.parametrize("game", others_long(["tower_defence"], GAMES))
def test_a_rerun_plays_to_its_end(browser, errors, folder, game):
    with listening(browser, errors, offline=True) as page:
        opened(page, saved(folder, f"{game}-rerun.html", export_html(reel_of(folder, game))) + "#turn=4")
        assert turn(page) == 4
        assert page.locator(".seat .name").first.inner_text() == HOSTILE
        check_saved_pin(page, game)
        page.select_option("#speed", "100")
        page.keyboard.press("Space")
        page.wait_for_function("() => viewer.playback.at >= viewer.playback.last")
        settle(page)
        assert page.locator(".event.ended").count() == 1
        assert page.locator("#takeover").is_hidden()


def changed(html: str) -> str:
    """A page whose match begins with other moves."""
    found = re.search(r'id="rerun">([^<]*)<', html)
    assert found is not None
    data = json.loads(gzip.decompress(base64.b64decode(found[1])))
    moves = bytearray(gzip.decompress(base64.b64decode(data["part"]["moves"])))
    moves[: len(moves) // 2] = bytes(len(moves) // 2)
    data["part"]["moves"] = base64.b64encode(gzip.compress(moves)).decode()
    block = data_block("rerun", json.dumps(data).encode())
    return re.sub(r'<script type="text/plain" id="rerun">[^<]*</script>', lambda _: block, html)


def damaged(html: str) -> str:
    return html.replace('id="rerun">', 'id="rerun">AAAA')


def with_another_script(html: str) -> str:
    block = data_block("code", b"globalThis.ran = true;")
    return re.sub(r'<script type="text/plain" id="code">[^<]*</script>', lambda _: block, html)


TAMPERED = [
    (changed, "re-simulated state differs from the recording in turn"),
    (damaged, "The match cannot be shown: data of this page are damaged"),
    (with_another_script, "The script of this page was changed, so it does not run"),
]


@pytest.mark.parametrize(("change", "said"), TAMPERED)
def test_a_changed_file_says_so(browser, folder, change, said):
    html = change(export_html(reel_of(folder, "tanks")))
    with listening(browser, []) as page:
        page.goto(saved(folder, "changed.html", html))
        page.wait_for_function(f"() => document.getElementById('message').textContent.includes({said!r})")
        assert page.locator("#page").is_hidden()
        assert page.evaluate("globalThis.ran") is None


def test_a_playable_export_plays_the_match_again_first(browser, errors, folder):
    """Another future begins from the same start."""
    html = playable_html(reel_of(folder, "rampage"))
    with listening(browser, errors, offline=True) as page:
        opened(page, saved(folder, "playable.html", html) + "#turn=6")
        before = drawn(page, 6)
        page.click("text=play from this turn")
        page.wait_for_function("() => viewer.film.constructor.name === 'MatchFilm'")
        page.click("text=back to the recorded match")
        page.wait_for_function("() => viewer.film.constructor.name === 'RerunFilm'")
        assert turn(page) == 6
        assert drawn(page, 6) == before

"""The camera and the addresses that remember it, run by Node."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.static_js import run

IMPORTS = """
import { Camera } from "./board/camera.js";
import { pointCamera, readLink, writeLink } from "./viewer/link.js";
import { Playback } from "./viewer/playback.js";
"""
FIELD = "const camera = new Camera(); camera.over({ x: 10, y: 20, width: 400, height: 200 });"


def ask(script: str, value: str) -> Any:
    """The value of an expression after a script."""
    return run(f"{IMPORTS}\n{script}\nanswer({value});")


def test_a_camera_shows_the_whole_field_at_first():
    assert ask(FIELD, "[camera.view, camera.fits]") == [
        {"x": 10, "y": 20, "width": 400, "height": 200},
        True,
    ]


def test_the_point_under_the_pointer_stays_there_when_the_zoom_changes():
    script = f"{FIELD} const shown = {{ x: 130, y: 90 }}; const point = camera.under(shown);"
    for factor in (2, 3.7, 0.6):
        script += f"camera.zoomBy({factor}, point);"
    x, y = ask(script, "[camera.shown(point).x, camera.shown(point).y]")
    assert (x, y) == (pytest.approx(130), pytest.approx(90))


@pytest.mark.parametrize("moves", ["camera.moveBy(9e9, -9e9)", "camera.lookAt({ x: -1e9, y: 1e9 })"])
def test_the_view_never_leaves_the_field(moves):
    view = ask(f"{FIELD} camera.zoomBy(4); {moves};", "camera.view")
    assert 10 <= view["x"] <= 410 - view["width"] + 1e-9
    assert 20 <= view["y"] <= 220 - view["height"] + 1e-9


def test_zooming_out_ends_where_everything_is_shown():
    assert ask(f"{FIELD} camera.zoomBy(5); camera.zoomBy(0.001);", "[camera.zoom, camera.x]") == [1, 0.5]


def test_a_place_outside_the_view_is_revealed_and_one_inside_is_left_alone():
    script = f"{FIELD} camera.zoomBy(4); const before = camera.x; camera.reveal({{ x: 200, y: 120 }});"
    assert ask(script, "camera.x === before")
    view = ask(f"{script} camera.reveal({{ x: 400, y: 30 }});", "camera.view")
    assert view["x"] <= 400 <= view["x"] + view["width"]


def test_any_hash_is_harmless():
    odd = [
        "#turn=abc",
        "#turn=-4",
        "#turn=1e999",
        "#turn=NaN",
        "#camera=1,2",
        "#camera=a,b,c",
        "#camera=-1,0,2",
        "#%",
    ]
    targets = ask("", f"{[*odd, '#', '#follow=x']}.map(readLink)")
    assert all(place == {"turn": None, "seat": None, "follow": None, "camera": None} for place in targets)


def test_a_camera_survives_its_address():
    script = f"{FIELD} camera.zoomBy(3, {{ x: 60, y: 60 }}); camera.follow = 1;"
    script += "const other = new Camera(); pointCamera(other, readLink(writeLink(7, 2, camera)), 4);"
    found = ask(script, "[writeLink(7, 2, camera), other.zoom, other.x, other.follow, camera.x]")
    assert found[0].startswith("#turn=7&seat=2&follow=1&camera=")
    assert found[1] == 3
    assert found[2] == pytest.approx(found[4], abs=1e-3)
    assert found[3] == 1


def test_an_address_cannot_point_a_camera_beyond_the_field_or_follow_a_seat_that_is_not_there():
    script = f"{FIELD} pointCamera(camera, readLink('#follow=9&camera=99,99,999'), 2); camera.stay();"
    view, follow = ask(script, "[camera.view, camera.follow]")
    assert view["x"] + view["width"] <= 410 + 1e-9
    assert follow is None


def test_playback_stays_within_the_match_whatever_is_asked_for():
    script = "const playback = new Playback(30, 4); const at = (turn) => (playback.seek(turn), playback.at);"
    assert ask(script, "[NaN, -5, 1e9, Infinity, -Infinity, 7].map(at)") == [0, 0, 30, 30, 0, 7]


def test_playback_waits_for_turns_that_are_still_being_loaded():
    script = "const playback = new Playback(100, 4); playback.playing = true; playback.advance(60, 20);"
    assert ask(script, "[playback.at, playback.playing]") == [20, True]
    assert ask(f"{script} playback.reach(10);", "playback.at") == 10

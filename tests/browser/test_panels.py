"""Charts, timeline, scoreboard and what happened in a turn, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web.gallery import Gallery
from lanista.web.server import ViewerServer
from lanista.web.show import ReplayShow
from tests.browser.conftest import listening, opened, settle, short_match, turn

MANY_SEATS = 40
HUGE = "N" * 1_000_000
LONG_SAYING = "s" * 3000
TALKER = f"""
class Bot:
    def __init__(self, start):
        pass

    def move(self, view):
        return {{"move": "nonsense " + "m" * 500, "say": {LONG_SAYING!r}}}
"""
ANALYSIS = {
    "turns": [0, 10, 20],
    "chances": [[0.5, 0.5], [0.3, 0.7], [0.9, 0.1]],
    "low": [[0.4, 0.4], [0.2, 0.6], [0.9, 0.1]],
    "high": [[0.6, 0.6], [0.4, 0.8], [0.9, 0.1]],
    "moments": [
        {
            "turn": 20,
            "seat": 1,
            "kind": "blunder",
            "change": "30 % to 10 %",
            "reason": "<b>B waited</b>",
            "better": "wall at 3, 1 (+15 % ± 4)",
        }
    ],
}


def chart_box(page: Any, title: str) -> Any:
    return page.locator(f'.chart[aria-label="{title}"]')


@pytest.fixture(scope="module")
def battle(browser: Any, folder: Path) -> Iterator[Any]:
    """The page of a match of Tower Defence, for several tests."""
    found: list[str] = []
    gallery = Gallery()
    show = gallery.add(ReplayShow(short_match(folder, "tower_defence"), trusted=True))
    with ViewerServer(gallery) as server, listening(browser, found) as page:
        yield opened(page, server.page_url(show) + "#turn=3")
    assert found == []


def test_charts_tell_their_values_and_are_scrubbed(battle):
    page = battle
    health = chart_box(page, "health")
    health.wait_for()
    at = "([turn]) => viewer.charts.charts.find(({ about }) => about.title === 'health').scale.x(turn)"
    health.hover(position={"x": page.evaluate(at, [20]), "y": 40})
    tip = health.locator(".chart-tip")
    numbers = page.evaluate("viewer.film.data.numbers.health[20]")
    assert tip.inner_text().split() == ["turn", "20", "A", str(numbers[0]), "B", str(numbers[1])]
    inside, outside = tip.bounding_box(), health.bounding_box()
    assert outside["x"] <= inside["x"]
    assert inside["x"] + inside["width"] <= outside["x"] + outside["width"] + 1
    # Dragging scrubs, also beyond the chart's edge
    page.mouse.down()
    settle(page)
    assert turn(page) == 20
    page.mouse.move(outside["x"] + page.evaluate(at, [11]), outside["y"] + 30)
    settle(page)
    assert turn(page) == 11
    page.mouse.move(outside["x"] - 300, outside["y"] + 400)
    settle(page)
    assert turn(page) == 0
    page.mouse.up()
    # Keys move by turns, once
    health.focus()
    for key, expected in (
        ("End", "viewer.film.last"),
        ("Home", "0"),
        ("ArrowRight", "1"),
        ("Shift+ArrowRight", "11"),
    ):
        page.keyboard.press(key)
        settle(page)
        assert turn(page) == page.evaluate(expected)
    assert health.get_attribute("aria-valuenow") == "11"
    assert health.get_attribute("aria-valuetext") == "turn 11: A 100, B 100"
    # What never changes is a line
    page.wait_for_function("() => document.querySelector('.flat').textContent.includes('walls 0')")
    assert chart_box(page, "walls").is_hidden()


def test_moments_are_icons_that_lead_to_a_turn_and_a_cell(battle):
    page = battle
    page.keyboard.press("Home")
    page.wait_for_function("() => viewer.timeline.clusters.length > 3")
    moments = page.evaluate("viewer.film.moments()")
    canvas = page.locator(".timeline canvas")
    first = page.evaluate("viewer.timeline.clusters[0].x")
    canvas.hover(position={"x": first, "y": 10})
    assert page.locator(".moment-tip").inner_text().startswith(f"{moments[0]['turn']} {moments[0]['text']}")
    canvas.click(position={"x": first, "y": 10})
    settle(page)
    assert turn(page) == moments[0]["turn"]
    assert page.evaluate("viewer.stage.ring !== null")
    assert page.locator(".event.key").first.inner_text() == moments[0]["text"]
    later = [moment["turn"] for moment in moments if moment["turn"] > moments[0]["turn"]]
    for key, expected in (("n", later[0]), ("n", sorted(set(later))[1]), ("p", later[0])):
        page.keyboard.press(key)
        settle(page)
        assert turn(page) == expected
    # An event of the turn is a button that shows its cell
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    settle(page)
    page.evaluate("viewer.stage.ring = null")
    page.locator(".event.key .where").first.click()
    assert page.evaluate("viewer.stage.ring !== null")
    # The slider works over the strip
    box = page.locator("#timeline").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settle(page)
    assert abs(turn(page) - page.evaluate("viewer.film.last") / 2) <= 1


def test_an_analysed_match_shows_its_chances_and_turning_points(battle):
    page = battle
    curve = page.locator(".chances")
    assert curve.is_hidden(), "a match that was not analysed has none"
    page.evaluate("(analysis) => { viewer.film.data.analysis = analysis; viewer.stale = true; }", ANALYSIS)
    page.keyboard.press("Home")
    settle(page)
    assert curve.is_visible()
    assert page.get_attribute(".chances canvas", "aria-label") == "Chances to win; at the start A 50 %, B 50 %"
    at = "([turn]) => viewer.timeline.x(turn)"
    curve.hover(position={"x": page.evaluate(at, [15]), "y": 20})
    said = page.locator(".chances .chart-tip").inner_text().split("\n")
    assert said == ["15", "A 60 % (55-65)", "B 40 % (35-45)"]
    curve.click(position={"x": page.evaluate(at, [10]), "y": 20})
    settle(page)
    assert turn(page) == 10
    page.mouse.move(0, 0)
    while turn(page) < 20:
        page.keyboard.press("n")
        settle(page)
    assert turn(page) == 20, "n stops there"
    told = "B 30 % to 10 %: <b>B waited</b> · better: wall at 3, 1 (+15 % ± 4)"
    assert page.locator(".chances .chart-tip").inner_text() == told
    row = page.locator(".event.turned.blunder")
    assert row.inner_text().split("\n") == [
        "B chance 30 % to 10 %: <b>B waited</b>",
        "better: wall at 3, 1 (+15 % ± 4)",
    ]
    page.evaluate("() => { delete viewer.film.data.analysis; viewer.stale = true; }")
    settle(page)
    assert curve.is_hidden()


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[str]:
    """The page of a short match of many seats; the name and the words of one are huge."""
    bot = tmp_path / "talker.py"
    bot.write_text(TALKER)
    plan = plan_match(
        "tanks", [str(bot), *["random"] * (MANY_SEATS - 1)], MatchTerms(settings={"max_turns": 6}), seed=3
    )
    plan.bots[0] = replace(plan.bots[0], name=HUGE)
    path = tmp_path / "crowd.jsonl.gz"
    plan.play([], path)
    gallery = Gallery()
    show = gallery.add(ReplayShow(path, trusted=True))
    with ViewerServer(gallery) as server:
        yield server.page_url(show)


def test_forty_seats_and_a_name_of_a_megabyte_fit_on_a_phone(browser, errors, crowd):
    with listening(browser, errors, viewport={"width": 390, "height": 844}) as page:
        opened(page, crowd + "#turn=6")
        settle(page)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
        texts = "[document.title, ...[...document.querySelectorAll('*')].flatMap((e) => [e.title, e.ariaLabel])]"
        assert page.evaluate(f"Math.max(...{texts}.map((text) => text?.length ?? 0))") < 3000
        assert page.evaluate("document.body.innerText.length") < 20_000
        shown = page.locator(".seat:visible")
        assert shown.count() <= 7
        page.click(".all-seats")
        settle(page)
        assert shown.count() == MANY_SEATS
        assert page.locator("#seats").bounding_box()["height"] < 300
        # Ranked from above, and the one that is followed stays
        ranks = "[...document.querySelectorAll('.seat')].sort((a, b) => a.style.order - b.style.order)"
        found = page.evaluate(f"{ranks}.map((seat) => parseInt(seat.querySelector('.rank').textContent))")
        assert found == sorted(found)
        last = page.evaluate(f"{ranks}.at(-1).querySelector('.dot').textContent")
        row = page.locator(".seat-row").filter(has=page.get_by_text(last, exact=True))
        row.focus()
        page.keyboard.press("Enter")
        settle(page)
        assert row.get_attribute("aria-pressed") == "true"
        assert f" {last} " in f" {page.get_attribute('.chart:visible', 'aria-valuetext')} "
        page.click(".all-seats")
        settle(page)
        assert row.is_visible()
        # The whole of what a bot said is there on demand
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        settle(page)
        said = page.locator(".say").first
        whole = page.evaluate("viewer.film.turn(1).say[0]")
        assert len(said.inner_text()) < 400 < len(whole)
        said.locator(".more").click()
        settle(page)
        assert said.inner_text().strip('"“”') == whole
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 390

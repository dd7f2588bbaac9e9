"""Reports of leagues in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lanista.league.values import LeagueOverview
from lanista.web.report.page import league_page, table_data
from lanista.web.report.replays import Links
from tests.browser.conftest import HOSTILE, listening
from tests.league.tables import digest_of, made_up_table

LINKS = Links("replays/{folder}/{digest}.jsonl.gz", "pages/{digest}.html", shown=frozenset([digest_of(0)]))
NAMES = [HOSTILE, "x" * 190, "\x1b[31mred\x1b[0m", *(f"bot {number}" for number in range(17))]
PHONE = {"width": 390, "height": 844}


def write_report(path: Path, names: list[str], form: str = "round-robin", seats: int = 2, **options: Any) -> Path:
    return write_table(path, made_up_table(names, form, seats, **options), form, seats)


def write_table(path: Path, table: LeagueOverview, form: str = "round-robin", seats: int = 2) -> Path:
    about = {"name": "<b>cup</b>", "about": "A game · rules", "format": form, "facts": [("Seed", "5")]}
    replays = {"files": LINKS.files, "pages": LINKS.pages, "shown": list(LINKS.shown)}
    data = table_data(table, seats, LINKS) | about | {"replays": replays}
    path.write_text(league_page(data), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def report(tmp_path_factory) -> Path:
    """A league of 20 bots, some of them with hostile names."""
    return write_report(tmp_path_factory.mktemp("report") / "report.html", NAMES, maps=["plain", "rocky"])


def opened(page: Any, file: Path) -> Any:
    page.goto(file.as_uri())
    page.wait_for_function("() => globalThis.league")
    return page


def column(page: Any, name: str) -> list[str]:
    found: list[str] = page.locator(f'#table-box tbody [data-column="{name}"]').all_inner_texts()
    return found


def test_a_report_works_offline_with_any_name(browser, errors, report):
    with listening(browser, errors, offline=True) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        opened(page, report)
        assert page.inner_text("#title") == "<b>cup</b>"
        names = page.locator("#table-box button.name").all_inner_texts()
        assert HOSTILE in names
        assert "\ufffd[31mred\ufffd[0m" in names
        assert page.locator("b >> text=cup").count() == 0
        assert page.locator("img").count() == 0
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
        titles = page.locator("#sections a").all_inner_texts()
        assert titles == [
            "Table",
            "Head to head",
            "Rating over time",
            "Seats and maps",
            "Matches",
            "How it was made",
        ]


def test_the_table_is_sorted_and_searched(page, report):
    opened(page, report)
    assert column(page, "rank") == [str(rank) for rank in range(1, 21)]
    page.click('th[data-column="faults"] button')
    faults = [int(text) for text in column(page, "faults")]
    assert faults == sorted(faults, reverse=True)
    assert page.get_attribute('th[data-column="faults"]', "aria-sort") == "ascending"
    assert page.evaluate("document.activeElement.textContent") == "Faults"
    page.keyboard.press("Enter")
    assert [int(text) for text in column(page, "faults")] == faults[::-1]
    page.fill("#table input[type=search]", "bot 7")
    assert page.locator("#table-box button.name").all_inner_texts() == ["bot 7"]
    page.click("#table-box button.name")
    assert "digest" in page.inner_text("tr.detail")
    assert page.get_attribute("#table-box button.name", "aria-expanded") == "true"
    page.click("text=Its matches")
    assert page.locator("#matches-box tbody tr").count() == 25
    results = page.locator("#matches-box tbody td:nth-child(2)").all_inner_texts()
    assert all("bot 7" in result for result in results)


def test_the_heat_map_says_who_beats_whom(page, report):
    opened(page, report)
    cells = page.locator("#pairs-box tbody tr").first.locator("td")
    assert cells.count() == 20
    cells.nth(1).hover()
    said = page.inner_text("#pairs-about")
    assert " against " in said
    assert "in 2 matches" in said
    assert "10 % … 90 %" in said
    cells.nth(1).click()
    assert cells.nth(1).get_attribute("class") != ""
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#pairs-about") != said, "arrow keys move on"
    links = page.locator("#pairs-about a")
    assert links.first.get_attribute("href").startswith("replays/00/0000")
    page.click("#pairs-about button")
    assert page.locator("#matches-box tbody tr").count() == 2


def test_matches_lead_to_their_replays(page, report):
    opened(page, report)
    first = page.locator("#matches-box tbody tr").first.locator("a")
    assert [link.get_attribute("href") for link in first.all()] == [
        f"pages/{digest_of(0)}.html",
        f"replays/00/{digest_of(0)}.jsonl.gz",
    ]
    page.select_option("#matches select[aria-label=Map]", "rocky")
    assert set(page.locator("#matches-box .map").all_inner_texts()) == {"rocky"}
    page.select_option("#matches select[aria-label=Map]", "")
    page.select_option("#matches select[aria-label=Which]", "without a result")
    assert "the engine failed" in page.locator("#matches-box tbody tr").first.inner_text()
    assert page.locator("#matches-box tbody a").count() == 0


def test_curves_show_the_chosen_bots(page, report):
    opened(page, report)
    page.locator("#curves polyline").first.wait_for(state="attached")  # drawn once their box has its width
    assert page.locator("#curves-legend li").count() == 5
    page.select_option("#curves select", label="bot 16")
    assert page.locator("#curves-legend li").last.inner_text().startswith("bot 16")
    assert page.locator("#curves polyline").count() == 6
    page.click("#curves-legend li:last-child button")
    assert page.locator("#curves polyline").count() == 5
    assert "matches: " in page.get_attribute("#curves svg", "aria-label")


LEAGUES = [
    ("knockout", 2, 20, {"third_place": True}, ".tie", 20),
    ("swiss", 2, 20, {}, "#rounds-box tbody tr", 20),
    ("swiss", 4, 16, {}, "#rounds-box tbody tr", 16),
    ("knockout", 4, 24, {}, ".tie", 12),
    ("round-robin", 2, 2, {}, "#pairs-box tbody tr", 2),
    ("gauntlet", 2, 1, {}, "#table-box tbody tr", 1),
]


def test_a_phone_shows_every_format_without_scrolling_sideways(browser, errors, tmp_path):
    names = NAMES + [f"other {number}" for number in range(10)]
    with listening(browser, errors, viewport=PHONE, color_scheme="dark") as page:
        for form, seats, bots, options, part, count in LEAGUES:
            opened(page, write_report(tmp_path / "report.html", names[:bots], form, seats, **options))
            assert page.locator(part).count() == count, form
            assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"], form
        ground = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(ground) == "rgb(23, 25, 30)"
        page.click("#theme")
        assert page.evaluate(ground) == "rgb(244, 242, 236)"


def test_bots_that_left_and_bots_without_matches_are_shown_apart(page, tmp_path):
    table = made_up_table([f"bot {number}" for number in range(5)])
    first, *rest, last = table.rows
    left = replace(last, bot=first.bot, rank=None, points=None, left=True)
    unplayed = replace(rest[-1], matches=0, won=0, drawn=0, lost=0, score=None)
    first = replace(first, version=2)
    changed = replace(table, rows=[first, *rest[:-1], unplayed], left=[left])
    opened(page, write_table(tmp_path / "report.html", changed))
    names = page.locator("#table-box button.name")
    assert names.count() == 4
    assert names.first.inner_text() == f"{first.bot} v2"
    assert page.locator("#table-box tbody tr").last.inner_text().count("not rated yet") == 1
    page.click("text=1 bot that left")
    assert names.count() == 5
    assert names.last.inner_text() == f"{first.bot} v1"
    assert column(page, "rank")[-1] == "–"
    assert page.locator("#pairs-box tbody tr").count() == 4


def test_two_hundred_bots_are_folded(page, tmp_path):
    names = [f"bot {number}" for number in range(200)]
    opened(page, write_report(tmp_path / "report.html", names, max_matches=3_000))
    assert page.locator("#table-box button.name").count() == 50
    page.click("text=Show all 200 bots")
    assert page.locator("#table-box button.name").count() == 200
    assert page.locator("#pairs-box tbody tr").count() == 20
    page.locator("#pairs-box tbody tr").nth(2).locator("td").nth(3).click()
    assert page.locator("#pairs-box tbody tr").count() == 10
    page.click("#pairs-tools >> text=All bots")
    page.select_option("#pairs-tools select", "17")
    assert page.locator("#pairs-box tbody tr").count() == 1
    assert page.locator("#matches-pages").inner_text().count("page 1 of 120") == 1


def test_every_control_has_a_name(page, report):
    opened(page, report)
    unnamed = """() => [...document.querySelectorAll("button, select, input, a")]
        .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length))
        .map((e) => e.outerHTML)"""
    assert page.evaluate(unnamed) == []
    assert page.evaluate("() => [...document.querySelectorAll('table')].every((table) => table.caption)")
    reached = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.getAttribute('href') ?? document.activeElement.id"))
    assert {"#table", "#matches", "theme"} <= reached

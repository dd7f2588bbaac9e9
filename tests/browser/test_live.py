"""Live matches in the browser: many tabs, a server that dies, matches that end in place, and people who leave."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from lanista.match.pins import read_pin
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web.gallery import MAX_PLAYED, Gallery
from lanista.web.live_show import LiveShow
from lanista.web.server import ViewerServer
from lanista.web.show import ReplayShow
from tests.browser.conftest import listening, opened, settle, short_match
from tests.web.live_client import Gate, asked, wait_for

TABS = 12
LIVE = {"max_rounds": 8}


@pytest.fixture
def hall(folder) -> Iterator[tuple[Gallery, ViewerServer]]:
    """A server with a replay of Overdrive."""
    gallery = Gallery()
    gallery.add(ReplayShow(short_match(folder, "overdrive")))
    with ViewerServer(gallery) as server:
        yield gallery, server


def play(gallery: Gallery, *bots: str, gate: Gate) -> tuple[LiveShow, threading.Thread]:
    """Begin a match that waits at a gate."""
    plan = plan_match("overdrive", list(bots), MatchTerms(settings=LIVE), seed=4)
    live = LiveShow("live", plan.seats, plan.people)
    gallery.add(live)
    thread = threading.Thread(target=plan.play, args=([live, gate], None, live))
    thread.start()
    return live, thread


def test_twelve_tabs_of_one_browser_follow_a_match_and_keep_no_connection(browser, errors, hall):
    gallery, server = hall
    gate = Gate(3)
    live, thread = play(gallery, "random", "cruise", gate=gate)
    with listening(browser, errors, viewport={"width": 400, "height": 300}) as first:
        tabs = [first, *(first.context.new_page() for _ in range(TABS - 1))]
        for tab in tabs:
            tab.on("pageerror", lambda error: errors.append(str(error)))
            tab.goto(server.page_url(live), wait_until="commit")
        for tab in tabs:
            tab.wait_for_function("() => globalThis.viewer")
        wait_for(lambda: live.viewers == TABS, "all tabs look on")
        assert {tab.evaluate("viewer.film.last") for tab in tabs} == {3}
        gate.open.set()
        thread.join(20)
        for tab in tabs:
            tab.wait_for_function("() => viewer.film.data.outcome !== null && viewer.film.data.can.takeover")
        assert {tab.evaluate("viewer.film.last") for tab in tabs} == {LIVE["max_rounds"]}
        wait_for(lambda: not live._wakes, "no connection is left")
        assert {tab.evaluate("viewer.broadcast.live.socket") for tab in tabs} == {None}
        assert live.viewers == TABS, "but the server knows of its pages"


def test_a_dead_server_is_noticed_and_a_move_is_kept_until_it_is_back(browser, hall):
    gallery, server = hall
    gate = Gate(99)
    live, thread = play(gallery, "human", "cruise", gate=gate)
    asked(live, 0)
    failures: list[str] = []  # but for the browser's own lines about requests that fail
    with listening(browser, []) as page:
        page.on("pageerror", lambda error: failures.append(str(error)))
        opened(page, server.person_url(live, 0))
        page.wait_for_function("() => viewer.person.question?.turn === 1")
        server._stop()  # the matches go on
        page.wait_for_selector("#banner:not([hidden])")
        assert "The server does not answer; trying again" in page.inner_text("#banner")
        page.click("#person .tool[data-move='ACCELERATE']")
        page.wait_for_function("() => viewer.person.word.textContent.includes('is kept and sent again')")
        with ViewerServer(gallery, port=server.port):
            page.evaluate("dispatchEvent(new Event('online'))")
            page.wait_for_function("() => viewer.person.question?.turn === 2")
            page.wait_for_selector("#banner", state="hidden")
            assert page.evaluate("viewer.film.turn(1).moves[0]") == "ACCELERATE"
            live.persons.resign_all()
            thread.join(20)
            page.wait_for_function("() => viewer.film.data.outcome !== null")
    assert failures == []


def test_a_person_resigns_and_the_page_becomes_the_replay(hall, page, tmp_path):
    gallery, server = hall
    live = gallery.play(plan_match("overdrive", ["human", "cruise"], MatchTerms(settings=LIVE), seed=4))
    opened(page, server.person_url(live, 0))
    page.wait_for_function("() => viewer.person.question?.turn === 1")
    assert "Be the first to reach" in page.inner_text(".goal")
    assert page.evaluate("document.getElementById('about').textContent.includes('seed')") is False
    page.evaluate("globalThis.sameDocument = true")
    page.click("#desk >> text=resign")
    assert live.running, "it is asked first"
    page.click("#desk >> text=resign for good?")
    page.wait_for_function("() => viewer.film.data.can.takeover")
    page.wait_for_selector("#whatif button")
    settle(page)
    assert page.evaluate("sameDocument")
    assert "seed 4" in page.inner_text("#about")
    assert page.is_visible("#takeover")
    assert page.is_enabled("#view")
    gallery.pins = tmp_path
    page.click("#pinning summary")
    page.fill("#pinmove", "FIX")
    page.click("#pin")
    page.wait_for_function("() => document.getElementById('pinsaid').textContent.startsWith('Pinned in ')")
    [pin] = [read_pin(file) for file in tmp_path.iterdir()]
    assert (pin.turn, pin.seat, pin.avoid) == (LIVE["max_rounds"], 0, ["FIX"])
    assert page.evaluate("viewer.playback.turn") == LIVE["max_rounds"]
    page.click("#desk >> text=watch again")
    page.wait_for_function("() => viewer.playback.playing || viewer.playback.turn === viewer.film.last")
    page.click("#desk >> text=swap seats")
    page.wait_for_url("**/?seat=1&key=*")
    page.wait_for_function("() => globalThis.viewer?.person.question?.seat === 1")
    assert page.request.get(page.url.partition("?")[0] + "match.json?seat=1").status == 403


def test_a_match_that_nobody_watches_can_be_ended_for_another(browser, hall):
    gallery, server = hall
    running = [gallery.take_over(gallery.shows()[0], 4, 0, "human") for _ in range(MAX_PLAYED)]
    with listening(browser, []) as page:  # the browser itself reports the refusal as an error
        opened(page, server.page_url(gallery.shows()[0]) + "#turn=5")
        page.click("#take")
        page.wait_for_selector("#message .running button")
        assert "8 matches are already being played" in page.inner_text("#message")
        assert page.locator("#message .running li").count() == MAX_PLAYED
        page.locator("#message .running button").first.click()
        page.wait_for_url("**/?seat=0&key=*")
        assert not running[0].running
        page.wait_for_function("() => globalThis.viewer?.person.question?.turn === 6")

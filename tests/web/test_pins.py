"""Pins from pages: who may write them, what is refused, and what a page can save by itself."""

import pytest

from lanista.match.pins import read_pin
from lanista.match.pins.moment import bring_back, canonical
from lanista.match.pins.pin import decode_pin
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web.live_show import LiveShow

WISH = {"turn": 5, "seat": 1, "move": "fix", "avoid": True, "note": "</script>"}


def test_a_page_on_this_machine_writes_pins_into_the_folder(serve, replay_path, tmp_path):
    site = serve(replay_path)
    site.gallery.pins = tmp_path / "pins"
    written = [site.client.post("/m/match.jsonl.gz/pin", json=WISH).json() for _ in range(2)]
    assert written == [{"file": str(tmp_path / "pins" / "match-turn-5-B.pin.json")}] * 2
    pin = read_pin(written[0]["file"])
    assert (pin.turn, pin.seat, pin.avoid, pin.expect, pin.note) == (5, 1, ["FIX"], [], "</script>")
    assert bring_back(pin)


def test_without_a_folder_nothing_is_written_and_the_page_saves_the_pin(serve, replay_path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    handed = serve(replay_path).client.post("/m/match.jsonl.gz/pin", json={**WISH, "avoid": False}).json()
    assert list(tmp_path.iterdir()) == []
    assert handed["name"] == "match-turn-5-B.pin.json"
    pin = decode_pin(handed["text"], "the page")
    assert (pin.expect, pin.avoid) == (["FIX"], [])
    assert bring_back(pin)


@pytest.mark.parametrize(
    ("changes", "status", "said"),
    [
        ({"move": "FLY"}, 422, "B cannot play 'FLY': unknown command"),
        ({"turn": 0}, 422, "invalid request: Expected `int` >= 1"),
        ({"turn": 121}, 422, "the match has turns 1 to 120, got turn 121"),
        ({"seat": 2}, 422, "seats 0 to 1, got seat 2"),
        ({"folder": "/tmp"}, 422, "invalid request: Object contains unknown field `folder`"),
        ({"note": "x" * 1001}, 422, "invalid request"),
    ],
)
def test_a_wrong_wish_is_refused_and_nothing_written(serve, replay_path, tmp_path, changes, status, said):
    site = serve(replay_path)
    site.gallery.pins = tmp_path
    refused = site.client.post("/m/match.jsonl.gz/pin", json={**WISH, **changes})
    assert (refused.status_code, said in refused.json()["error"]) == (status, True), refused.text
    assert list(tmp_path.iterdir()) == []


def test_pages_of_strangers_cannot_write(serve, replay_path, tmp_path):
    site = serve(replay_path)
    site.gallery.pins = tmp_path
    for headers in ({"origin": "http://stranger.example"}, {"host": "stranger.example"}):
        assert site.client.post("/m/match.jsonl.gz/pin", json=WISH, headers=headers).status_code == 403
    assert list(tmp_path.iterdir()) == []


def test_a_match_that_is_being_played_keeps_its_secrets(serve, tmp_path):
    site = serve()
    site.gallery.pins = tmp_path
    plan = plan_match("overdrive", ["human", "cruise"], MatchTerms(settings={"max_rounds": 3}), seed=3)
    site.gallery.add(LiveShow("live", plan.seats, plan.people))
    assert site.client.post("/m/live/pin", json=WISH).status_code == 403
    assert site.client.get("/m/live/moves.json?turn=1&seat=0").status_code == 403
    assert list(tmp_path.iterdir()) == []


def test_moves_that_the_seat_could_have_played_are_offered(serve, replay_path, replay):
    site = serve(replay_path)
    moves = site.json("/m/match.jsonl.gz/moves.json?turn=5&seat=1")
    assert {"ACCELERATE", "FIX", "NOTHING"} <= set(moves)
    pin = decode_pin(site.client.post("/m/match.jsonl.gz/pin", json=WISH).json()["text"], "the page")
    moment = bring_back(pin)
    assert [canonical(moment.game, moment.first, 1, move, "here") for move in moves] == moves
    for query in ("turn=0&seat=1", "turn=121&seat=0", "turn=5&seat=2", "turn=x&seat=0", ""):
        refused = site.client.get(f"/m/match.jsonl.gz/moves.json?{query}")
        assert (refused.status_code, "expected a turn from 1 to 120" in refused.text) == (422, True)

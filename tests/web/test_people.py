"""People who play from pages: secret links, moves, resignations, take-overs and how they end."""

import threading
from typing import Any
from urllib.parse import urlencode

import pytest

from lanista.match.replay import read_replay, verify
from lanista.web.gallery import MAX_PLAYED, Gallery
from lanista.web.live_show import LiveShow
from lanista.web.server import ViewerServer
from lanista.web.show import ReplayShow
from tests.web.live_client import (
    Gate,
    LiveClient,
    answer,
    asked,
    own,
    play_in_thread,
    short,
    turns_of,
    until_end,
    wait_for,
)


def test_a_person_plays_a_whole_match(serve, tmp_path):
    site = serve()
    plan = short("human", "cruise", turns=25)
    show = LiveShow("live", plan.seats, plan.people)
    site.gallery.add(show)
    path = tmp_path / "person.gz"
    thread = threading.Thread(target=plan.play, args=([show], path, show))
    thread.start()
    asked, turns = 0, 0
    with LiveClient(site.server.port, own(show, "live")) as viewer:
        for event in viewer.messages():
            turns += event["type"] == "turn"
            if event["type"] == "ask":
                asked += 1
                assert event["left_ms"] is None
                assert event["legal"] == sorted(set(event["legal"]))
                if asked == 2:
                    refused = answer(site, show, 0, event["turn"], "FLY")
                    assert refused.status_code == 422
                    assert "unknown command 'FLY'" in refused.json()["error"]
                assert answer(site, show, 0, event["turn"], event["legal"][-1]).status_code == 200
    thread.join(10)
    assert (asked, turns) == (25, 25)
    replay = read_replay(path)
    assert verify(replay).identical
    assert {line.verdicts[0] for line in replay.turns} == {"ok"}
    assert event["outcome"]["places"]


def test_a_person_cannot_see_more_than_the_seat(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "cruise", turns=2))
    asked(live, 0)
    key = live.persons.keys[0]
    for query, said in (("", "only the person at seat 0"), (f"?seat=1&key={key}", "only the person at seat 0")):
        refused = site.client.get(f"/m/{live.id}/match.json{query}")
        assert refused.status_code == 403
        assert said in refused.json()["error"]
        with LiveClient(site.server.port, f"/m/{live.id}/live{query}") as viewer:
            assert list(viewer.messages()) == []
        assert viewer.code == 4403
        assert "people play this match" in viewer.reason
    film = site.json(own(live, "match.json"))
    assert film["can"] == {"takeover": False, "pin": False, "play": [0], "again": []}
    assert film["seed"] is None
    for turn in (1, 2):
        asked(live, 0, turn)
        assert answer(site, live, 0, turn, "NOTHING").status_code == 200
    thread.join(10)
    assert site.json(f"/m/{live.id}/match.json")["seed"] == "3"


@pytest.mark.parametrize("key", ["", "x", "é", "other seat"])
def test_a_seat_is_seen_and_played_only_with_its_own_key(serve, key):
    site = serve()
    live, thread = play_in_thread(site, short("human", "human", turns=1))
    asked(live, 0)
    assert live.persons.keys[0] != live.persons.keys[1]
    key = live.persons.keys[1] if key == "other seat" else key
    refusals = [
        site.client.get(f"/m/{live.id}/match.json", params={"seat": 0, "key": key}),
        answer(site, live, 0, 1, "NOTHING", key),
        site.client.post(f"/m/{live.id}/resign", json={"seat": 0, "key": key}),
    ]
    for refused in refusals:
        assert refused.status_code == 403
        assert "the key in this link is not theirs" in refused.json()["error"]
    with LiveClient(site.server.port, f"/m/{live.id}/live?{urlencode({'seat': 0, 'key': key})}") as viewer:
        assert list(viewer.messages()) == []
    assert viewer.code == 4403
    assert live.question(0) is not None, "nobody moved for the person"
    for seat in (0, 1):
        assert answer(site, live, seat, 1, "NOTHING").status_code == 200
    thread.join(10)
    assert site.json(f"/m/{live.id}/match.json?seat=0")["outcome"], "after the end everybody may see it"


def test_moves_that_were_not_asked_for(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "cruise", turns=2))
    asked(live, 0)
    for seat, turn, said in ((0, 2, "turn 1 is asked"), (1, 1, "seat 1 is not asked"), (7, 1, "not asked")):
        refused = answer(site, live, seat, turn, "NOTHING")
        assert refused.status_code == 409
        assert said in refused.json()["error"]
    assert answer(site, live, 0, 1, "NOTHING").status_code == 200
    asked(live, 0, 2)
    twice = answer(site, live, 0, 1, "NOTHING")
    assert twice.status_code == 409
    assert "seat 0 has already answered turn 1; the first answer counts" in twice.json()["error"]
    assert answer(site, live, 0, 2, "NOTHING").status_code == 200
    thread.join(10)
    assert "the match is over" in answer(site, live, 0, 2, "NOTHING").json()["error"]


def test_two_people_in_one_match(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "human", turns=3))
    for turn in (1, 2, 3):
        for seat in (0, 1):
            asked(live, seat, turn)
            assert answer(site, live, seat, turn, "ACCELERATE").status_code == 200
    thread.join(10)
    assert turns_of(site, live.id)[2]["moves"] == ["ACCELERATE"] * 2


def test_a_late_page_gets_the_question(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "cruise", turns=1))
    asked(live, 0)
    for _ in range(2):
        with LiveClient(site.server.port, own(live, "live")) as viewer:
            assert next(viewer.messages())["type"] == "ask"
    answer(site, live, 0, 1, "NOTHING")
    thread.join(10)


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_person_resigns_and_the_match_goes_on_without(serve, is_asked):
    site = serve()
    gate = Gate(1)
    live, thread = play_in_thread(site, short("human", "cruise", turns=20), gate)
    asked(live, 0)
    if not is_asked:  # between two turns
        answer(site, live, 0, 1, "ACCELERATE")
        wait_for(lambda: live.turns == 1, "the turn is played")
    body = {"seat": 0, "key": live.persons.keys[0]}
    assert site.client.post(f"/m/{live.id}/resign", json=body).status_code == 200
    gate.open.set()
    thread.join(10)
    film = site.json(f"/m/{live.id}/match.json")
    assert film["outcome"]["places"]
    turns = turns_of(site, live.id)
    assert [turn["moves"][0] for turn in turns[1:]] == [None] * 19
    assert {turn["verdicts"][0] for turn in turns} == {"ok"}
    assert "the match is over" in site.client.post(f"/m/{live.id}/resign", json=body).json()["error"]


def test_a_person_plays_again_and_swaps_seats(serve):
    site = serve()
    live = site.gallery.play(short("human", "cruise", turns=1))
    asked(live, 0)
    key = live.persons.keys[0]
    assert "not over" in site.client.post(f"/m/{live.id}/again", json={"key": key}).json()["error"]
    answer(site, live, 0, 1, "NOTHING")
    wait_for(lambda: not live.running, "the match is over")
    assert site.json(f"/m/{live.id}/match.json")["can"]["again"] == ["again", "swap"]
    assert site.client.post(f"/m/{live.id}/again", json={"key": "x"}).status_code == 403
    for swap, seat in ((False, 0), (True, 1)):
        made = site.client.post(f"/m/{live.id}/again", json={"key": key, "swap": swap}).json()
        assert made["seat"] == seat
        new = site.gallery.find(made["id"])
        asked(new, seat)
        assert new.people == (seat,)
        assert new.history().header.seed != live.history().header.seed
        assert new.history().header.config == live.history().header.config
        assert answer(site, new, seat, 1, "NOTHING", made["key"]).status_code == 200


# Take-overs


def test_a_bot_takes_over(serve, replay_path):
    site = serve(replay_path)
    taken = site.client.post("/m/match.jsonl.gz/takeover", json={"turn": 40, "seat": 1, "bot": "planner"})
    assert taken.status_code == 200
    match = taken.json()["id"]
    until_end(site, f"/m/{match}/live")
    old, new = site.json("/m/match.jsonl.gz/match.json"), site.json(f"/m/{match}/match.json")
    assert new["branch"] == {"of": replay_path.name, "turn": 40, "seat": 1}
    origin = site.json(f"/m/{new['branch']['of']}/match.json")
    assert origin["outcome"] == old["outcome"], "the match before is found by that name"
    assert origin["seats"] == old["seats"]
    old_turns, new_turns = turns_of(site, "match.jsonl.gz"), turns_of(site, match)
    assert [turn["moves"] for turn in new_turns[:40]] == [turn["moves"] for turn in old_turns[:40]]
    assert new_turns[40:] != old_turns[40:]
    assert new["seats"][1]["name"] == "planner"


def test_a_person_takes_over(serve, replay_path):
    site = serve(replay_path)
    made = site.client.post("/m/match.jsonl.gz/takeover", json={"turn": 40, "seat": 1, "bot": "human"}).json()
    with LiveClient(site.server.port, f"/m/{made['id']}/live?seat=1&from=40&key={made['key']}") as viewer:
        question = next(message for message in viewer.messages() if message["type"] == "ask")
    assert (question["type"], question["turn"], question["seat"]) == ("ask", 41, 1)
    live = site.gallery.find(made["id"])
    assert answer(site, live, 1, 41, question["legal"][0], made["key"]).status_code == 200
    assert site.client.post(f"/m/{live.id}/resign", json={"seat": 1, "key": made["key"]}).status_code == 200
    wait_for(lambda: not live.running, "the others play on to the end")
    again = site.client.post(f"/m/{live.id}/again", json={"key": made["key"]}).json()
    asked(site.gallery.find(again["id"]), 1, 41)


REFUSED = [
    ({"turn": 999, "seat": 1, "bot": "human"}, "expected a turn from 0"),
    ({"turn": 4, "seat": 2, "bot": "human"}, "seats 0 to 1, got seat 2"),
    ({"turn": 4, "seat": 1, "bot": "python3 -c pass"}, "expected `human` or a built-in bot"),
    ({"turn": 4, "seat": 1}, "missing required field `bot`"),
]


@pytest.mark.parametrize(("body", "said"), REFUSED)
def test_an_invalid_take_over(serve, replay_path, body, said):
    refused = serve(replay_path).client.post("/m/match.jsonl.gz/takeover", json=body)
    assert refused.status_code == 422
    assert said in refused.json()["error"]


def test_programs_that_a_replay_names_are_started_only_if_it_is_trusted(serve, tmp_path):
    bot = tmp_path / "mine.py"
    bot.write_text("def move(view):\n    return 'ACCELERATE'\n")
    path = tmp_path / "match.jsonl.gz"
    short(str(bot), "cruise", turns=12).play(replay=path)
    body = {"turn": 4, "seat": 1, "bot": "random"}
    refused = serve(path).client.post("/m/match.jsonl.gz/takeover", json=body)
    assert refused.status_code == 422
    assert "seat 0: the replay names a program of this machine" in refused.json()["error"]
    site = serve(path, trusted=True)
    match = site.client.post("/m/match.jsonl.gz/takeover", json=body).json()["id"]
    assert until_end(site, f"/m/{match}/live")[-1]["outcome"]


def test_a_live_match_cannot_be_taken_over(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "cruise", turns=1))
    asked(live, 0)
    refused = site.client.post(f"/m/{live.id}/takeover", json={"turn": 0, "seat": 0, "bot": "cruise"})
    assert "still being played" in refused.json()["error"]
    answer(site, live, 0, 1, "NOTHING")
    thread.join(10)
    again = site.client.post(f"/m/{live.id}/takeover", json={"turn": 0, "seat": 0, "bot": "cruise"})
    assert again.status_code == 200


def fill(site: Any) -> list[dict[str, str]]:
    """Start as many matches of people as can be played."""
    body = {"turn": 4, "seat": 0, "bot": "human"}
    made = [site.client.post("/m/match.jsonl.gz/takeover", json=body).json() for _ in range(MAX_PLAYED)]
    for one in made:
        asked(site.gallery.find(one["id"]), 0)
    return made


def test_a_match_that_nobody_watches_makes_room_for_another(serve, replay_path):
    site = serve(replay_path)
    made = fill(site)
    with LiveClient(site.server.port, f"/m/{made[0]['id']}/live?seat=0&key={made[0]['key']}") as viewer:
        assert next(viewer.messages())
        body = {"turn": 4, "seat": 0, "bot": "human"}
        refused = site.client.post("/m/match.jsonl.gz/takeover", json=body)
        assert refused.status_code == 409
        assert "8 matches are already being played" in refused.json()["error"]
        running = refused.json()["running"]
        assert [one["id"] for one in running] == [one["id"] for one in made]
        assert [one["watched"] for one in running] == [True] + [False] * 7
        watched = site.client.post(f"/m/{made[0]['id']}/stop", json={})
        assert watched.status_code == 403
        assert site.client.post(f"/m/{made[1]['id']}/stop", json={}).status_code == 200
        wait_for(lambda: not site.gallery.find(made[1]["id"]).running, "it ends")
        assert site.client.post("/m/match.jsonl.gz/takeover", json=body).status_code == 200
        assert site.client.post(f"/m/{made[0]['id']}/stop", json={"key": made[0]["key"]}).status_code == 200
        assert list(viewer.messages())[-1]["type"] == "end"
    assert "not started from a page" in site.client.post("/m/match.jsonl.gz/stop", json={}).json()["error"]


def test_an_abandoned_match_ends_by_itself(replay_path, monkeypatch):
    monkeypatch.setattr("lanista.web.gallery.SWEEP_SECONDS", 0.1)
    gallery = Gallery()
    gallery.add(ReplayShow(replay_path))
    point = (4, 0, "human")
    with ViewerServer(gallery) as server:
        watched, left = (gallery.take_over(gallery.shows()[0], *point) for _ in range(2))
        with LiveClient(server.port, own(watched, "live")) as viewer:
            assert next(viewer.messages())
            gallery.abandoned_seconds = 0.3
            wait_for(lambda: not left.running, "nobody looks at it")
            assert watched.running
        wait_for(lambda: not watched.running, "its viewer has left")


# How a person stands


def test_pages_are_told_how_their_seat_stands(serve, monkeypatch):
    site = serve()
    live, thread = play_in_thread(site, short("human", "human", turns=2))
    for seat in (0, 1):
        asked(live, seat)
    with LiveClient(site.server.port, own(live, "live", 0)) as first:
        said = first.messages()
        assert next(said)["type"] == "ask"
        assert answer(site, live, 0, 1, "NOTHING").status_code == 200
        assert next(said) == {"type": "seat", "state": "waiting", "answered": 1, "resigned": []}
        monkeypatch.setattr(type(live.history().game), "asked", lambda game, state, seat: seat == 1)
        live.notify()
        assert next(said) == {"type": "seat", "state": "out", "answered": 1, "resigned": []}
    live.persons.resign_all()
    thread.join(10)
    assert live.standing(0) is None


def test_the_others_are_told_of_a_resignation(serve):
    site = serve()
    live, thread = play_in_thread(site, short("human", "human", turns=2))
    for seat in (0, 1):
        asked(live, seat)
    with LiveClient(site.server.port, own(live, "live", 0)) as other:
        said = other.messages()
        assert next(said)["type"] == "ask"
        assert site.client.post(f"/m/{live.id}/resign", json={"seat": 1, "key": live.persons.keys[1]}).is_success
        assert next(said) == {"type": "seat", "state": "asked", "answered": None, "resigned": [1]}
    live.persons.resign_all()
    thread.join(10)

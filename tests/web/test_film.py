"""The film of a running match for the person at a seat: no more than the seat may see."""

import base64
import gzip
import json
from typing import Any, get_origin, get_type_hints

import pytest

from lanista.core.errors import InputError
from lanista.engine.showing import ToldLine
from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.match.replay import TurnLine, read_replay
from lanista.match.terms import MatchTerms
from lanista.web.film import PRIVATE, WATCH_ONLY, MatchHistory, SeatFilm
from tests.web.films import film_of


def test_the_members_of_a_film(replay):
    film = film_of(MatchHistory.of_replay(replay))
    assert film["format"] == 1
    assert film["game"] == "overdrive"
    assert film["seats"] == [{"name": "greedy", "letter": "A"}, {"name": "random", "letter": "B"}]
    assert film["seed"] == "7"
    assert film["outcome"]["places"] == list(replay.footer.outcome.rule_ranks)
    assert film["live"] is False
    assert film["can"] == {"takeover": False, "play": []}
    assert film["turns"][0]["moves"] == replay.turns[0].moves
    assert any(turn.get("events") for turn in film["turns"])


def test_a_seats_film_hides_what_the_others_did(tmp_path):
    bot = tmp_path / "talker.py"
    bot.write_text("def move(view):\n    print('secret log')\n    return {'move': 'FLY', 'say': 'secret words'}\n")
    path = tmp_path / "match.gz"
    plan_match("overdrive", [str(bot), "cruise"], MatchTerms(settings={"max_rounds": 6}), seed=1).play(replay=path)
    history = MatchHistory.of_replay(read_replay(path))
    own, other = (json.dumps(film_of(history, seat)) for seat in (0, 1))
    assert "secret words" in own
    assert "secret log" in own
    assert "secret" not in other
    assert "FLY" not in other
    film = json.loads(other)
    for turn in film["turns"]:
        assert turn["moves"][0] is None
        assert turn["ms"][0] is None
        assert turn["moves"][1] is not None
    assert all(row[0] is None for row in film["numbers"]["score"])


def test_all_that_belongs_to_one_seat_is_private():
    """Of what a turn has for each seat, the others see the verdicts."""
    by_seat = {name for name, kind in get_type_hints(TurnLine).items() if get_origin(kind) is list}
    assert by_seat - {"verdicts"} == set(PRIVATE)


def test_events_reach_only_the_seats_that_may_see_them(replay, monkeypatch):
    all_know, only_a = ToldLine("all know"), ToldLine("only A knows")
    only_b = ToldLine("only B knows", "hit", (0, 0))
    known = {None: [all_know, only_a, only_b], 0: [all_know, only_a], 1: [all_know, only_b]}
    monkeypatch.setattr(get_game("overdrive").pictures, "told", lambda state, played, seat: known[seat])
    history = MatchHistory.of_replay(replay)
    for seat, expected in ((None, 3), (0, 2), (1, 2)):
        events = film_of(history, seat)["turns"][0]["events"]
        assert len(events) == expected
    assert events == [{"text": "all know"}, {"text": "only B knows", "kind": "hit", "at": [0, 0]}]


def test_words_say_moves_that_count_to_those_who_may_see_them(replay_path, monkeypatch):
    replay = read_replay(replay_path)
    monkeypatch.setattr(get_game("overdrive").pictures, "words", lambda _, seat: f"what {seat} did")
    replay.turns[1].verdicts[0] = "timeout"
    replay.turns[2].moves[0] = None
    lines = {seat: film_of(MatchHistory.of_replay(replay), seat)["turns"] for seat in (None, 0)}
    assert [line.get("words") for line in lines[None][:3]] == [
        ["what 0 did", "what 1 did"],
        *[["", "what 1 did"]] * 2,
    ]
    assert [line.get("words") for line in lines[0][:3]] == [["what 0 did", ""], None, None]


def test_a_film_built_turn_by_turn_is_the_same(replay):
    whole = MatchHistory.of_replay(replay)
    slow = MatchHistory(whole.header, footer=whole.footer)
    film, events = SeatFilm(slow, 1), []
    for number, moment in enumerate(whole.moments):
        slow.add(moment.line, moment.state)
        if number:
            events.append(json.loads(film.turn_event(number)))
    assert film.encode(WATCH_ONLY) == SeatFilm(whole, 1).encode(WATCH_ONLY)
    seen = json.loads(film.encode(WATCH_ONLY))["seen"]
    assert [event["line"] for event in events] == seen["turns"]
    frames = [gzip.decompress(base64.b64decode(event["frame"])) for event in events]
    assert gzip.decompress(base64.b64decode(seen["frames"])).endswith(b"".join(frames))
    assert all(
        event["numbers"]["score"] == row for event, row in zip(events, seen["numbers"]["score"][1:], strict=True)
    )


def test_an_unknown_seat(replay):
    with pytest.raises(InputError, match="seats 0 to 1, got seat 2"):
        SeatFilm(MatchHistory.of_replay(replay), 2)


def test_a_frame_gets_the_turn_that_led_to_it(replay, monkeypatch):
    game = get_game("overdrive")
    given: list[Any] = []
    record = game.pictures.record

    def noted(*about):
        given.append(about)
        return record(*about)

    monkeypatch.setattr(game.pictures, "record", noted)
    history = MatchHistory.of_replay(replay)
    SeatFilm(history, 1).encode(WATCH_ONLY)
    assert all(about[0] is moment.state for about, moment in zip(given, history.moments, strict=True))
    assert {seat for _, seat, _ in given} == {1}
    assert given[0][2] is None
    for before, moment, (*_, played) in zip(history.moments[:-1], history.moments[1:], given[1:], strict=True):
        again = played.before.clone()
        game.step(again, played.moves)
        assert played.before is before.state
        assert again.bytes() == moment.state.bytes()

"""Films: patches restore every frame, and a seat's film shows only what the seat may see."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lanista.engine.showing import ToldLine
from lanista.errors import InputError
from lanista.game import game_names, get_game
from lanista.match import arrange
from lanista.replay import read_replay
from lanista.web.film import KEYFRAME_INTERVAL, Film, Reel
from lanista.web.patches import diff
from tests.short import SHORT
from tests.web import film_js

scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.sampled_from(["", "a", "#", "0"])
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abc#01"), inner, max_size=5),
    max_leaves=20,
)


def exactly(value: Any) -> str:
    """Compares as JSON, which distinguishes 1 from true."""
    return json.dumps(value, sort_keys=True)


def through_javascript(value: Any) -> Any:
    """A value as JavaScript has it, where 1.0 is 1."""
    if isinstance(value, dict):
        return {key: through_javascript(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [through_javascript(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


# One run of film.js takes many pairs, which are slow to draw on a busy machine.
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(values, values), min_size=10, max_size=40))
def test_patching_gives_the_new_value(pairs):
    patched = film_js.run([["patch", old, diff(old, new)] for old, new in pairs])
    for (_, new), (made, is_old_left_alone) in zip(pairs, patched, strict=True):
        assert exactly(through_javascript(made)) == exactly(through_javascript(new))
        assert is_old_left_alone


@settings(max_examples=100, deadline=None)
@given(values)
def test_no_change_is_an_empty_patch(value):
    assert diff(value, json.loads(json.dumps(value))) == {}


DIFFS = [
    (1, 2, [2]),
    (1, True, [True]),
    ([1], [True], [[True]]),
    ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": [3]}),
    ({"a": 1, "b": 2}, {"a": 1}, {"b": None}),
    ({"a": 1}, {"a": None}, {"a": [None]}),
    ([1, 2, 3, 4], [1, 2, 3, 5], {"3": [5]}),
    ([{"x": 1}, {"x": 2}], [{"x": 1}], {"#": 1}),
    ([{"x": 1}], [{"x": 1}, {"x": 2}], {"#": 2, "1": [{"x": 2}]}),
    ({"b": 1}, {"a": 2, "b": 1}, [{"a": 2, "b": 1}]),  # in the order of the new one
    ([1, 2], [3, 4], [[3, 4]]),
    ({}, [], [[]]),
]


@pytest.mark.parametrize(("old", "new", "expected"), DIFFS)
def test_patches_are_small(old, new, expected):
    assert exactly(diff(old, new)) == exactly(expected)


def frame_at(reel: Reel, number: int, seat: int | None) -> Any:
    frame = reel.game.frame(reel.moments[number].state, seat, reel.played(number))
    return json.loads(json.dumps(frame))


def test_patches_restore_every_frame_of_a_match(replay):
    reel = Reel.of_replay(replay)
    for seat in (None, 0, 1):
        film = json.loads(Film(reel, seat).encode())
        expected = [frame_at(reel, number, seat) for number in range(len(reel.moments))]
        assert film_js.frames_of(film) == expected
        assert len(film["turns"]) == len(replay.turns)
        assert all(len(rows) == len(expected) for rows in film["numbers"].values())


def test_the_page_seeks_to_any_turn_in_any_order(replay):
    reel = Reel.of_replay(replay)
    film = json.loads(Film(reel).encode())
    whole = KEYFRAME_INTERVAL
    order = [reel.turns, 0, whole, whole - 1, whole + 1, *range(reel.turns, -1, -3), 7, reel.turns + 9, -1]
    (frames,) = film_js.run([["frames", film, order]])
    assert frames == [frame_at(reel, max(0, min(reel.turns, turn)), None) for turn in order]


def test_the_page_skips_a_turn_out_of_order(replay):
    reel = Reel.of_replay(replay)
    film = Film(reel)
    start = json.loads(film.encode())
    (grown,) = film_js.run([["grow", start, [json.loads(film.turn_event(reel.turns))]]])
    assert grown == [[False, reel.turns, frame_at(reel, reel.turns, None)]]


def test_the_members_of_a_film(replay):
    film = json.loads(Film(Reel.of_replay(replay)).encode())
    assert film["format"] == 1
    assert film["game"] == "overdrive"
    assert film["seats"] == [{"name": "greedy", "letter": "A"}, {"name": "random", "letter": "B"}]
    assert film["seed"] == 7
    assert film["frames"]["every"] == KEYFRAME_INTERVAL
    assert film["outcome"]["places"] == list(replay.footer.outcome.places)
    assert film["live"] is False
    assert film["can"] == {"takeover": False, "play": []}
    assert film["turns"][0]["moves"] == replay.turns[0].moves
    assert any(turn.get("events") for turn in film["turns"])


def test_a_seats_film_hides_what_the_others_did(tmp_path):
    bot = tmp_path / "talker.py"
    bot.write_text("def move(view):\n    print('secret log')\n    return {'move': 'FLY', 'say': 'secret words'}\n")
    path = tmp_path / "match.gz"
    arrange("overdrive", [str(bot), "cruise"], seed=1, changes={"max_rounds": 6}).play(replay=path)
    reel = Reel.of_replay(read_replay(path))
    own, other = (Film(reel, seat).encode().decode() for seat in (0, 1))
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


def test_events_reach_only_the_seats_that_may_see_them(replay, monkeypatch):
    all_know, only_a = ToldLine("all know"), ToldLine("only A knows")
    only_b = ToldLine("only B knows", "hit", (0, 0))
    known = {None: [all_know, only_a, only_b], 0: [all_know, only_a], 1: [all_know, only_b]}
    monkeypatch.setattr(get_game("overdrive").pictures, "told", lambda state, played, seat: known[seat])
    reel = Reel.of_replay(replay)
    for seat, expected in ((None, 3), (0, 2), (1, 2)):
        events = json.loads(Film(reel, seat).encode())["turns"][0]["events"]
        assert len(events) == expected
    assert events == [{"text": "all know"}, {"text": "only B knows", "kind": "hit", "at": [0, 0]}]


def test_words_say_moves_that_count_to_those_who_may_see_them(replay_path, monkeypatch):
    replay = read_replay(replay_path)
    monkeypatch.setattr(get_game("overdrive").pictures, "words", lambda _, seat: f"what {seat} did")
    replay.turns[1].verdicts[0] = "timeout"
    replay.turns[2].moves[0] = None
    lines = {seat: json.loads(Film(Reel.of_replay(replay), seat).encode())["turns"] for seat in (None, 0)}
    assert [line.get("words") for line in lines[None][:3]] == [
        ["what 0 did", "what 1 did"],
        *[["", "what 1 did"]] * 2,
    ]
    assert [line.get("words") for line in lines[0][:3]] == [["what 0 did", None], None, None]


def test_a_film_built_turn_by_turn_is_the_same(replay):
    whole = Reel.of_replay(replay)
    slow = Reel(whole.header, footer=whole.footer)
    film, messages = Film(slow), []
    for number, moment in enumerate(whole.moments):
        slow.add(moment.line, moment.state)
        if number == 0:
            start = json.loads(film.encode())
        else:
            messages.append(json.loads(film.turn_event(number)))
            assert set(messages[-1]["numbers"]) == set(json.loads(film.encode())["numbers"])
    assert film.encode() == Film(whole).encode()
    (grown,) = film_js.run([["grow", start, messages]])
    assert grown == [[True, number, frame_at(whole, number, None)] for number in range(1, whole.turns + 1)]


def test_an_unknown_seat(replay):
    with pytest.raises(InputError, match="seats 0 to 1, got seat 2"):
        Film(Reel.of_replay(replay), 2)


def test_a_long_match_is_filmed_in_less_than_a_second(tmp_path):
    path = tmp_path / "long.gz"
    changes = {"max_rounds": 400}
    arrange("overdrive", ["random", "random"], seed=5, changes=changes).play(replay=path)
    replay = read_replay(path)
    assert len(replay.turns) > 300
    times = []
    for _ in range(3):
        began = time.process_time()
        Film(Reel.of_replay(replay)).encode()
        times.append(time.process_time() - began)
    assert min(times) < 1


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_filmed(name, tmp_path):
    game = get_game(name)
    path = Path(tmp_path / "m.gz")
    (turns,) = SHORT[name]  # the setting that limits them
    arrange(name, [game.bots[0]] * game.default_seats, seed=3, changes={turns: 60}).play(replay=path)
    reel = Reel.of_replay(read_replay(path))
    for seat in (None, 0):
        film = json.loads(Film(reel, seat).encode())
        assert film_js.frames_of(film)[-1] == frame_at(reel, reel.turns, seat)


def test_a_frame_gets_the_turn_that_led_to_it(replay, monkeypatch):
    game = get_game("overdrive")
    given: list[Any] = []

    def frame(*about):
        given.append(about)
        return {}

    monkeypatch.setattr(type(game), "frame", frame)
    reel = Reel.of_replay(replay)
    Film(reel, 1).encode()
    assert all(about[1] is moment.state for about, moment in zip(given, reel.moments, strict=True))
    assert {seat for _, _, seat, _ in given} == {1}
    assert given[0][3] is None
    for before, moment, (*_, played) in zip(reel.moments[:-1], reel.moments[1:], given[1:], strict=True):
        again = played.before.clone()
        game.step(again, played.moves)
        assert played.before is before.state
        assert again.bytes() == moment.state.bytes()


def test_blocks_that_a_film_lacks_are_asked_for(replay):
    """A page that joins late gets the latest block at once, and the others when it wants them."""
    reel = Reel.of_replay(replay)
    for live, there in ((True, reel.turns // KEYFRAME_INTERVAL), (False, 0)):
        reel.live = live
        film = Film(reel)
        sparse = json.loads(film.encode(seconds=-1))
        whole = json.loads(Film(reel).encode())
        assert sparse["missing"] == [n for n in range(reel.turns // KEYFRAME_INTERVAL + 1) if n != there]
        assert [turn["verdicts"] for turn in sparse["turns"]] == [turn["verdicts"] for turn in whole["turns"]]
        parts = [json.loads(film.part(number)) for number in sparse["missing"]]
        order = [0, reel.turns, 7, 60, KEYFRAME_INTERVAL, KEYFRAME_INTERVAL - 1]
        ((first, filled, key),) = film_js.run([["sparse", sparse, parts, order]])
        assert first[1 if live else 0] == frame_at(reel, reel.turns if live else 0, None)
        assert filled == [frame_at(reel, turn, None) for turn in order]
        events = [(turn["turn"], event) for turn in whole["turns"] for event in turn.get("events", ())]
        assert key == [{"turn": turn, **event} for turn, event in events if "kind" in event]


ODD = ["NaN", "-5", "1e9", "3.7", "Infinity", "-Infinity", "undefined"]


def test_any_number_leads_to_a_frame(replay):
    reel = Reel.of_replay(replay)
    film = json.loads(Film(reel).encode())
    (frames,) = film_js.run([["odd", film, ODD]])
    assert frames == [frame_at(reel, turn, None) for turn in (0, 0, reel.turns, 3, reel.turns, 0, 0)]


def test_an_unknown_block(replay):
    with pytest.raises(InputError, match="blocks 0 to 2, got block 3"):
        Film(Reel.of_replay(replay)).part(3)

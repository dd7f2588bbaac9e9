"""Pins as files: what is written is read again, and whatever is wrong with a file is said in words."""

import json
from typing import Any

import pytest

from lanista.core.errors import FileError, InputError
from lanista.game import game_names, get_game
from lanista.match.pins import read_pin, write_pin
from lanista.match.pins.moment import bring_back, play_earlier
from lanista.match.pins.pin import WIDTH, PinError, encode_pin, find_pins
from lanista.match.planning import plan_match
from lanista.match.replay import play_again, read_replay
from lanista.match.replay.seats import find_seat
from lanista.match.terms import MatchTerms
from tests.short import SHORT


@pytest.mark.parametrize("name", game_names())
def test_a_pin_brings_the_moment_back_in_every_game(name, tmp_path):
    game = get_game(name)
    path = tmp_path / "a match.jsonl.gz"
    plan_match(name, [game.bots[0]] * game.default_seats, MatchTerms(settings=SHORT[name]), seed=4).play(
        replay=path
    )
    replay = read_replay(path)
    states = [state.clone() for _, state in play_again(replay)]
    turn, seat = next(
        (turn, seat)
        for turn in (6, 5, 4)
        for seat in range(len(replay.names))
        if game.asked(states[turn - 1], seat)
    )
    move = replay.turns[turn - 1].moves[seat]
    assert move is not None
    file = write_pin(replay, turn, seat, avoid=[move], note="too slow", history=2, folder=tmp_path / "pins")
    pin = read_pin(file)
    assert file.name == f"a-match-turn-{turn}-{'ABCDEFGHIJ'[seat]}.pin.json"
    assert (pin.turn, pin.seat, pin.avoid, pin.expect, pin.note) == (turn, seat, [move], [], "too slow")
    assert [earlier.turn for earlier in pin.history] == [turn - 2, turn - 1]
    moment = bring_back(pin)
    assert moment.first == states[turn - 3]
    state = moment.first.clone()
    for earlier in pin.history:
        play_earlier(moment, state, earlier)
    assert state == states[turn - 1]
    assert pin.view == game.view(state, seat)


def test_the_start_message_is_the_one_that_bots_receive(race, tmp_path):
    start = read_pin(write_pin(race, 3, "B", expect=["nothing"], folder=tmp_path)).start
    assert (start.type, start.protocol, start.game, start.ruleset) == ("start", 1, "overdrive", "standard")
    assert (start.seat, start.seats, start.names) == (1, 2, ["greedy", "cruise"])
    assert start.config["max_rounds"] == 12
    assert set(start.limits) == {"start_ms", "turn_ms"}


def test_moves_are_kept_as_the_rules_write_them(race, tmp_path):
    pin = read_pin(write_pin(race, 3, 0, expect=[" accelerate ;"], folder=tmp_path))
    assert pin.expect == ["ACCELERATE"]
    assert pin.source.replay == "race.jsonl.gz"
    assert pin.source.played == race.turns[2].moves[0]


@pytest.mark.parametrize(
    ("turn", "seat", "wanted", "said"),
    [
        (3, 0, {"expect": ["FLY"]}, r"race.jsonl.gz, turn 3: A cannot play 'FLY': unknown command"),
        (3, 0, {"expect": ["FIX"], "avoid": ["FIX"]}, "got both"),
        (3, 0, {}, "got none"),
        (13, 0, {"avoid": ["FIX"]}, "the match has turns 1 to 12, got turn 13"),
        (3, 2, {"avoid": ["FIX"]}, "seats 0 to 1, got seat 2"),
        (3, "C", {"avoid": ["FIX"]}, r"by number, letter or bot \(0 A greedy, 1 B cruise\), got 'C'"),
        (3, 0, {"avoid": ["FIX"], "history": 101}, "up to 100 earlier turns"),
    ],
)
def test_what_cannot_be_pinned_is_refused_with_a_reason(race, tmp_path, turn, seat, wanted, said):
    with pytest.raises(InputError, match=said):
        write_pin(race, turn, seat, folder=tmp_path, **wanted)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("text", "seat"), [("1", 1), ("B", 1), ("b", 1), ("cruise", 1), ("greedy", 0), ("A", 0)])
def test_a_seat_goes_by_number_letter_or_bot(text, seat):
    assert find_seat(["greedy", "cruise"], text) == seat


def test_a_moment_pinned_in_another_way_gets_a_number(race, tmp_path):
    first = write_pin(race, 3, 0, avoid=["FIX"], folder=tmp_path)
    assert write_pin(race, 3, 0, avoid=["FIX"], folder=tmp_path) == first
    second = write_pin(race, 3, 0, expect=["FIX"], folder=tmp_path)
    assert second.name == "race-turn-3-A-2.pin.json"
    assert write_pin(race, 3, 0, avoid=["NOTHING"], folder=tmp_path, force=True) == first
    assert read_pin(first).avoid == ["NOTHING"]
    assert find_pins([tmp_path]) == [second, first]
    assert find_pins([first, tmp_path]) == [first, second]


def test_people_can_read_the_file(race, tmp_path):
    file = write_pin(race, 3, 0, avoid=["FIX"], note="a wall ahead", folder=tmp_path)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert '  "note": "a wall ahead",' in lines
    assert '  "avoid": ["FIX"],' in lines
    long = [line for line in lines if len(line) > WIDTH]
    assert all(line.startswith(('  "state"', '  "const"')) for line in long)
    assert encode_pin(read_pin(file)) == file.read_text(encoding="utf-8")


def edited(text: str, **changes: Any) -> str:
    """A pin with members changed; a path such as start__seat leads inside."""
    value = json.loads(text)
    for path, new in changes.items():
        *outer, name = path.split("__")
        inside = value
        for part in outer:
            inside = inside[part]
        inside[name] = new
    return json.dumps(value)


DAMAGED = [
    (lambda text: text[: len(text) // 2], "not a pin, or damaged"),
    (lambda text: "[1, 2]", "not a pin, or damaged"),
    (lambda text: "{}", 'expected a pin, which has a member "pin"'),
    (lambda text: edited(text, pin=2), "a pin of format 2, but this version of Lanista reads format 1"),
    (lambda text: edited(text, pim=2), "unknown field `pim`"),
    (lambda text: edited(text, turn="3"), r"Expected `int`, got `str` - at `\$.turn`"),
    (lambda text: edited(text, avoid=[]), "got none"),
    (lambda text: edited(text, start__seat=2), "expected a seat below 2"),
]
UNFIT = [
    ({"start__game": "chess"}, "its game is not installed here"),
    ({"start__game": "rampage"}, "rampage"),
    ({"behaviour": 99}, "recorded with version 99 of overdrive's rules"),
    ({"start__ruleset": "odd"}, "overdrive has no ruleset 'odd'"),
    ({"state": "AAAA"}, "its `state` cannot be unpacked"),
    ({"const": "H4sIAAAAAAACAwMAAAAAAAAAAAA="}, "its `const` has 0 bytes"),
    ({"turn": 4}, "not one in which seat 0 is asked in turn 4"),
    ({"view__currentRound": 4}, "its view is not what the rules of lanista .* show of its state"),
    ({"avoid": ["FLY"]}, "A cannot play 'FLY'"),
]


@pytest.mark.parametrize(("damage", "said"), DAMAGED)
def test_a_damaged_file_is_refused_in_words(race, tmp_path, damage, said):
    file = write_pin(race, 3, 0, avoid=["FIX"], folder=tmp_path)
    file.write_text(damage(file.read_text()))
    with pytest.raises(PinError, match=said):
        read_pin(file)


@pytest.mark.parametrize(("changes", "said"), UNFIT)
def test_a_pin_that_does_not_fit_the_rules_is_refused_in_words(race, tmp_path, changes, said):
    file = write_pin(race, 3, 0, avoid=["FIX"], folder=tmp_path)
    file.write_text(edited(file.read_text(), **changes))
    with pytest.raises(PinError, match=said):
        bring_back(read_pin(file))


def test_without_pins_it_says_how_to_write_one(tmp_path):
    with pytest.raises(FileError, match=r"no pins .* in .*; write one with `lanista pin "):
        find_pins([tmp_path])
    with pytest.raises(FileError, match="no such file or folder"):
        find_pins([tmp_path / "pins"])

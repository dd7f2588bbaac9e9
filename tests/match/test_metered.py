"""Matches of metered bots: the same again, byte for byte, whatever else the machine does."""

import gzip
import json
import multiprocessing
from pathlib import Path

import pytest

from lanista.core.errors import ReplayError
from lanista.game import get_game, installed_games
from lanista.match.metered import check_bots
from lanista.match.planning import plan_match
from lanista.match.replay import ReplayStream, verify_file
from lanista.match.terms import MatchTerms
from tests.bots.wasm.modules import PLAYS, command, reactor, saved

GAMES = [game.name for game in installed_games()[0]]

# Works by the turn's number, which is byte 22 of its message, and runs out of fuel now and then
WORKS = """
  (local.set $n (i32.mul (i32.const 20000) (i32.and (i32.const 3) (i32.load8_u offset=22 (i32.const 8192)))))
  (loop (br_if 0 (i32.gt_s (local.tee $n (i32.sub (local.get $n) (i32.const 1))) (i32.const 0))))
"""
FUEL = 200_000


def shortened(name: str) -> dict[str, int]:
    """Settings with which a game takes a dozen turns."""
    known = get_game(name).configure()
    return next({limit: 12} for limit in ("max_rounds", "max_turns", "MaxTicks") if limit in known)


def play(folder: Path, game: str, name: str, seed: int = 5) -> Path:
    """A replay of two metered bots."""
    path = folder / f"{name}.jsonl.gz"
    bots = [saved(folder, "works", reactor(WORKS)), saved(folder, "program", command(PLAYS))]
    plan_match(game, bots, MatchTerms(settings=shortened(game), turn_fuel=FUEL), seed=seed).play(replay=path)
    return path


def spin():
    while True:
        pass


@pytest.fixture
def busy():
    """Two more processes that compute all the time."""
    processes = [multiprocessing.get_context("spawn").Process(target=spin, daemon=True) for _ in range(2)]
    for process in processes:
        process.start()
    yield
    for process in processes:
        process.kill()
        process.join()


@pytest.mark.parametrize("game", GAMES)
def test_the_same_match_again_byte_for_byte_also_on_a_busy_machine(game, tmp_path, busy):
    first = play(tmp_path, game, "first").read_bytes()
    assert play(tmp_path, game, "second").read_bytes() == first
    assert check_bots(tmp_path / "first.jsonl.gz").passed
    assert verify_file(tmp_path / "first.jsonl.gz").passed


def test_replays_record_fuel_modules_and_time_by_fuel(tmp_path):
    replay = ReplayStream(play(tmp_path, "overdrive", "match"))
    turns = list(replay.turns)
    assert replay.header.fuel == {"start": 20_000_000_000, "turn": FUEL}
    assert all(seat.module == seat.digest for seat in replay.header.seats)
    assert {verdict for line in turns for verdict in line.verdicts} == {"ok", "timeout"}
    for line in turns:
        used = [(fuel or 0) / 2_000_000 for fuel in line.fuel]
        assert line.ms[0] == round(used[0], 3)
        assert line.ms[1] <= used[1]  # a program may go on after its answer: this one asks for the next message
    assert all((fuel or 0) > FUEL for line in turns for fuel, verdict in zip(line.fuel, line.verdicts, strict=True)
               if verdict == "timeout")  # fmt: skip


CHANGES = {
    "move": lambda line: line["moves"].__setitem__(0, "FIX"),
    "fuel": lambda line: line["fuel"].__setitem__(0, 1),
    "verdict": lambda line: line["verdicts"].__setitem__(0, "crashed"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_recording_that_the_bots_do_not_repeat(what, tmp_path):
    path = play(tmp_path, "overdrive", "match")
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    CHANGES[what](lines[1])
    path.write_bytes(gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in lines)))
    difference = check_bots(path).difference
    assert difference is not None
    assert (difference.turn, difference.seat, difference.what) == (1, 0, what)


def test_modules_that_are_elsewhere_or_others(tmp_path):
    path = play(tmp_path, "overdrive", "match")
    (tmp_path / "works.wasm").rename(tmp_path / "moved.wasm")
    with pytest.raises(ReplayError, match=r"seat 0 was played by .* folder with --bot"):
        check_bots(path)
    assert check_bots(path, [str(tmp_path / "moved.wasm")]).passed
    saved(tmp_path, "works", reactor())
    with pytest.raises(ReplayError, match="name the file of that module with --bot"):
        check_bots(path)


def test_a_match_without_metered_bots_has_none_to_check(tmp_path):
    path = tmp_path / "match.jsonl.gz"
    plan_match("overdrive", ["cruise", "greedy"], MatchTerms(settings={"max_rounds": 2}), seed=1).play(replay=path)
    with pytest.raises(ReplayError, match="no bot was metered in this match"):
        check_bots(path)


def test_limits_and_fuel_repeat_with_the_command(tmp_path):
    bot = saved(tmp_path, "works", reactor())
    plan = plan_match("overdrive", [bot, bot], MatchTerms(turn_fuel=FUEL, start_fuel=7), seed=1)
    assert plan.command().endswith(f"--seed 1 --start-fuel 7 --turn-fuel {FUEL}")

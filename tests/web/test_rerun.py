"""A match that a page plays again is the film that Python makes, for everyone and for every seat."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

from lanista.core.errors import ReplayError
from lanista.engine import Rules
from lanista.game import game_names, get_game
from lanista.match.branch import branch
from lanista.match.planning import plan_match
from lanista.match.replay import (
    Branch,
    Footer,
    Replay,
    TurnLine,
    play_again,
    play_on,
    read_replay,
    recorded_move,
    start_again,
)
from lanista.match.terms import MatchTerms
from lanista.sandbox.usage.starvation import Starved
from lanista.web import rerun
from lanista.web.files import STATIC
from lanista.web.film import MatchHistory
from lanista.web.rerun import ReplayTape, rerun_json, whole_json
from lanista.web.scripts import step_script
from tests.processes import SECONDS
from tests.programs import need
from tests.short import SHORT
from tests.web.films import film_of
from tests.web.showing_js import difference, in_node

# Every film of a match, or why there is none
DRIVER = """
import { readFileSync } from "node:fs";
import { Rerun } from "./film/rerun.js";
import { RerunFilm } from "./film/rerun-film.js";
import * as rules from "./rules.js";
const { matches, seats, order } = JSON.parse(readFileSync(0, "utf-8"));
const done = (film) => new Promise((finished, failed) => {
  film.prepare(() => {
    if (film.trouble) failed(new Error(film.trouble));
    else if (film.searched === film.last) finished();
  });
});
const shown = async (rerun, seat) => {
  const film = new RerunFilm(rerun, seat);
  await film.ready(film.last);
  const seen = new Map((order ?? []).map((turn) => [turn, [film.frame(turn), film.turn(turn), film.score(turn)]]));
  await done(film);
  const all = [...Array(film.last + 1).keys()];
  const frames = all.map((turn) => film.frame(turn));
  const turns = all.slice(1).map((turn) => film.turn(turn));
  const points = all.map((turn) => film.score(turn) ?? null);
  const now = (turn) => [frames[turn], turn ? turns[turn - 1] : null, points[turn] ?? undefined];
  const same = [...seen].every(([turn, what]) => JSON.stringify(what) === JSON.stringify(now(turn)));
  const keyed = ({ turn, events }) => (events ?? []).filter(({ kind }) => kind)
    .map(({ kind, text, at }) => ({ turn, kind, text, at }));
  const key = turns.flatMap(keyed);
  const isSame = same && JSON.stringify(key) === JSON.stringify(film.moments());
  return { ...film.data, frames, turns, points, same: isSame };
};
const answers = [];
for (const data of matches) {
  try {
    const rerun = await Rerun.open({ rules }, data);
    const films = [];
    for (const seat of seats) films.push(await shown(rerun, seat));
    answers.push({ films });
  } catch (error) {
    answers.push({ error: error.message });
  }
}
console.log(JSON.stringify(answers, (_, part) => (ArrayBuffer.isView(part) ? [...part] : part)));
"""


def run(rules: Rules, matches: list[Any], seats: list[int | None], order: list[int] | None = None) -> Any:
    """Packed matches of one layout, as the page rebuilds them."""
    node = need("node")
    with TemporaryDirectory() as folder:
        shutil.copytree(STATIC, folder, dirs_exist_ok=True)
        Path(folder, "package.json").write_text('{"type": "module"}')
        Path(folder, "rules.js").write_text(step_script(rules), "utf-8")
        main = Path(folder, "driver.js")
        main.write_text(DRIVER, "utf-8")
        asked = json.dumps({"matches": matches, "seats": seats, "order": order})
        command = [node, str(main)]
        done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def packed(history: MatchHistory) -> Any:
    return json.loads(whole_json(history))


def expected(history: MatchHistory, seat: int | None) -> dict[str, Any]:
    """The film of Python with whole frames, and the first of its curves."""
    film = film_of(history, seat)
    return {**film, "points": next(iter(film["numbers"].values()), [None] * len(history.moments))}


def check(history: MatchHistory, seats: list[int | None] | None = None, order: list[int] | None = None) -> None:
    """Compare the page's films of a match with those of Python, member by member."""
    chosen = [None, *range(len(history.names))] if seats is None else seats
    (answer,) = run(history.start.rules, [packed(history)], chosen, order)
    assert "error" not in answer, answer["error"]
    for seat, film in zip(chosen, answer["films"], strict=True):
        python = expected(history, seat)
        assert film.pop("same"), "a turn looks the same in whatever order turns are shown"
        assert difference(film.pop("frames"), python.pop("frames")) == "", f"frames for seat {seat}"
        assert film == python, f"the film for seat {seat}"


def faulty(replay: Replay) -> Replay:
    """The match with what can go wrong in a turn: the moves after that are played as recorded, legal or not."""
    seats = len(replay.header.seats)
    starved = Starved(waited_ms=7.5, of_ms=100.0, pressure=0.5, steal=0.25)
    for i, line in enumerate(replay.turns):
        seat = i % seats
        if i % 3 == 0:
            _answer(line, seat, "no such move", "invalid", reasons="because </script>")
        if i % 5 == 1:
            _answer(line, seat, None, "timeout", starved=starved)
        if i % 7 == 2:
            _answer(line, seat, line.moves[seat], line.verdicts[seat], say="hello", log="a\nb", cpu_ms=1.25)
            line.draw = [msgspec.Raw(b'[[1,2,"x"]]' if n == seat else b"null") for n in range(seats)]
    return cut(replay)


def _answer(line: TurnLine, seat: int, move: str | None, verdict: str, **members: Any) -> None:
    line.moves[seat], line.verdicts[seat] = move, verdict
    for name, value in members.items():
        empty = "" if name in ("reasons", "log") else None
        setattr(line, name, [value if n == seat else empty for n in range(len(line.moves))])


def cut(replay: Replay) -> Replay:
    """The match up to where it ends by the rules, without an outcome, recorded as those play it."""
    played = -1
    try:
        for line, state in play_again(replay):
            played += 1
            if line is not None:
                line.digest = state.digest()
    except ReplayError as error:
        assert "after the end of the match" in str(error)  # noqa: PT017 - any other error is a fault of the test
    replay.turns = replay.turns[:played]
    replay.footer = None
    return replay


def match(folder: Path, name: str, ruleset: str = "standard", seats: int | None = None, **changes: int) -> Replay:
    game = get_game(name)
    bots = (list(game.bots[::-1]) * 40)[: seats or game.default_seats]
    path = folder / "match.gz"
    plan_match(name, bots, MatchTerms(ruleset=ruleset, settings=changes or SHORT[name]), seed=5).play(replay=path)
    return read_replay(path)


RULESETS = [(name, ruleset) for name in game_names() for ruleset in get_game(name).rulesets]


@pytest.mark.parametrize(("name", "ruleset"), RULESETS)
def test_a_page_plays_a_match_again(name, ruleset, tmp_path):
    check(MatchHistory.of_replay(match(tmp_path, name, ruleset)))


@pytest.mark.parametrize("name", game_names())
def test_a_page_plays_faults_again(name, tmp_path):
    history = MatchHistory.of_replay(faulty(match(tmp_path, name)))
    assert {verdict for moment in history.moments if moment.line for verdict in moment.line.verdicts} >= {
        "ok",
        "invalid",
        "timeout",
    }
    check(history, [None, 0])  # a seat has faults, and must not see those of others


def test_a_page_hides_what_the_server_lists(tmp_path):
    """The list of `film.py` decides, and nothing in the page."""
    history = MatchHistory.of_replay(faulty(match(tmp_path, "overdrive", max_rounds=9)))
    whole, partly = packed(history), packed(history)
    partly["private"] = [name for name in whole["private"] if name != "log"]
    hidden, shown = (
        [turn.get("log", [None])[0] for turn in answer["films"][0]["turns"]]
        for answer in run(history.start.rules, [whole, partly], [1])
    )
    assert set(hidden) == {None}
    assert "a\nb" in shown


LARGE = [
    ("rampage", 2, {"any_size": 1, "width": 64, "height": 64, "max_turns": 25}),
    ("sproutopia", 4, {"Rows": 200, "Cols": 200, "MaxTicks": 12}),
    ("tanks", 40, {"max_turns": 8}),
]


@pytest.mark.parametrize(("name", "seats", "changes"), LARGE)
def test_a_page_plays_large_matches_again(name, seats, changes, tmp_path):
    check(MatchHistory.of_replay(match(tmp_path, name, seats=seats, **changes)), [None, 0, seats - 1])


def test_a_page_keeps_few_states_of_a_large_match(tmp_path, monkeypatch):
    """Turns are shown in any order, whichever states are kept."""
    history = MatchHistory.of_replay(faulty(match(tmp_path, "tanks")))
    monkeypatch.setattr(rerun, "KEPT_BYTES", 7 * len(history.moments[0].state.bytes()))
    assert packed(history)["rerun"]["every"] > 3
    last = history.turns
    check(history, [None, 1], [last, 3, last - 1, last - 2, 4, 0, 1, 9, 8])


def test_a_void_match(tmp_path):
    replay = match(tmp_path, "overdrive", max_rounds=9)
    failed = replay.turns[5]
    failed.verdicts, failed.digest = ["engine_error"] * len(failed.verdicts), replay.turns[4].digest
    replay.turns, replay.footer = replay.turns[:6], Footer(None, void="the rules failed in turn 6")
    history = MatchHistory.of_replay(replay)
    assert packed(history)["part"]["failed"] == [6]
    check(history)


def test_a_take_over(tmp_path):
    replay, path = match(tmp_path, "tower_defence"), tmp_path / "other.gz"
    branch(replay, Branch("match.gz", 4, 1), "random").play(replay=path)
    history = MatchHistory.of_replay(read_replay(path))
    assert packed(history)["branch"] == {"of": "match.gz", "turn": 4, "seat": 1}
    check(history)


def changed(text: str, at: int) -> str:
    """Packed bytes, with one of them changed."""
    data = bytearray(gzip.decompress(base64.b64decode(text)))
    data[at] ^= 1
    return base64.b64encode(gzip.compress(data)).decode()


def without_a_turn(data: Any) -> None:
    data["part"]["turns"].pop()


def with_another_move(data: Any) -> None:
    data["part"]["moves"] = changed(data["part"]["moves"], 4 * 2 * 12)


def with_another_start(data: Any) -> None:
    data["rerun"]["state"] = changed(data["rerun"]["state"], 0)


def with_another_end(data: Any) -> None:
    data["part"]["lastDigest"] = "0" * 16


def torn(data: Any) -> None:
    data["part"]["moves"] = data["part"]["moves"][:40]


def of_another_size(data: Any) -> None:
    data["rerun"]["state"] = base64.b64encode(gzip.compress(b"short")).decode()


TAMPERED: list[tuple[Callable[[Any], None], str]] = [
    (with_another_move, "the re-simulated state differs from the recording in turn 5"),
    (with_another_start, "the re-simulated state differs from the recording in turn 0"),
    (with_another_end, "the re-simulated state differs from the recording in turn 20"),
    (without_a_turn, "expected 456 bytes of moves for 19 turns, got 480; export the match again"),
    (torn, "data of this page are damaged"),
    (of_another_size, "expected a state of 9360 bytes, got 5"),
]


def test_a_changed_match_is_not_shown(tmp_path):
    history = MatchHistory.of_replay(match(tmp_path, "overdrive", max_rounds=20))
    matches = [packed(history) for _ in TAMPERED]
    for data, (change, _) in zip(matches, TAMPERED, strict=True):
        change(data)
    for answer, (change, said) in zip(run(history.start.rules, matches, [None]), TAMPERED, strict=True):
        assert said in answer.get("error", ""), change


def with_another_digest(replay: Replay) -> None:
    replay.turns[6].digest = "0" * 16


def with_another_first_digest(replay: Replay) -> None:
    replay.header.start = "0" * 16


def with_other_moves(replay: Replay) -> None:
    replay.turns[3].moves = ["USE_EMP"] * 2


def with_a_turn_too_many(replay: Replay) -> None:
    replay.turns.append(replay.turns[-1])


FORGED: list[tuple[Callable[[Replay], None], str]] = [
    (with_another_digest, "the re-simulated state differs from the recording in turn 7"),
    (with_another_first_digest, "the re-simulated state differs from the recording in turn 0"),
    (with_other_moves, "the re-simulated state differs from the recording in turn 4"),
    (with_a_turn_too_many, "turn 21 comes after the end of the match"),
]


@pytest.mark.parametrize(("change", "said"), FORGED)
def test_a_recording_that_its_moves_do_not_give_is_not_shown(tmp_path, change, said):
    replay = match(tmp_path, "overdrive", max_rounds=20)
    change(replay)
    history = MatchHistory.of_replay(replay)
    (answer,) = run(history.start.rules, [packed(history)], [None])
    assert said in answer.get("error", "")


@pytest.mark.parametrize("digest", ["", "x" * 16, "0" * 17, "</script>"])
def test_a_digest_that_is_none_is_refused(tmp_path, digest):
    replay = match(tmp_path, "overdrive", max_rounds=5)
    replay.turns[2].digest = digest
    with pytest.raises(ReplayError, match="turn 3: expected a digest of 16 hexadecimal digits"):
        whole_json(MatchHistory.of_replay(replay))


@pytest.mark.parametrize(("name", "ruleset"), RULESETS)
def test_recorded_moves_need_no_states(name, ruleset, tmp_path):
    """By their texts and verdicts they are those that the rules received."""
    replay = faulty(match(tmp_path, name, ruleset))
    game, state = start_again(replay)
    const = state.const
    for line, moves in play_on(replay, state):
        assert list(map(partial(recorded_move, game, const), line.moves, line.verdicts)) == moves, line.turn


DIGESTS = """
import { readFileSync } from "node:fs";
import { digestOf } from "./film/digest.js";
const bytes = (size) => Uint8Array.from({ length: size }, (_, i) => (7 * i + size) % 256);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(([a, b]) => digestOf(bytes(a), bytes(b)))));
"""


def test_digests_are_those_of_replays():
    """Of records of any size, around the ends of blocks too."""
    sizes = [(n, 3 * n % 71) for n in (*range(140), 5_000)]
    records = [[bytes((7 * i + size) % 256 for i in range(size)) for size in pair] for pair in sizes]
    expected = [hashlib.sha256(state + fixed).hexdigest()[:16] for state, fixed in records]
    assert json.loads(in_node(DIGESTS, json.dumps(sizes), {})) == expected


def test_an_unknown_seat_is_refused(tmp_path):
    history = MatchHistory.of_replay(match(tmp_path, "overdrive", max_rounds=3))
    assert run(history.start.rules, [packed(history)], [2]) == [
        {"error": "the match has seats 0 to 1, got seat 2"}
    ]


# Live matches

LIVE = """
import { readFileSync } from "node:fs";
import { Rerun } from "./film/rerun.js";
import { RerunFilm } from "./film/rerun-film.js";
import * as rules from "./rules.js";
const { data, messages } = JSON.parse(readFileSync(0, "utf-8"));
const film = new RerunFilm(await Rerun.open({ rules }, data), null);
const heard = [];
for (const message of messages) heard.push([await film.grow(message), film.last]);
await film.ready(film.last);
const last = film.frame(film.last);
const listed = (_, part) => (ArrayBuffer.isView(part) ? [...part] : part);
console.log(JSON.stringify({ heard, last, trouble: film.trouble }, listed));
"""


@pytest.mark.parametrize("name", game_names())
def test_turns_of_a_live_match_are_added(name, tmp_path):
    """A turn that came too early waits for the one before it while that is on its way; otherwise it is missing."""
    whole = MatchHistory.of_replay(match(tmp_path, name))
    history = MatchHistory(whole.header, live=True)
    for moment in whole.moments[:6]:
        history.add(moment.line, moment.state)
    tape = ReplayTape(history)
    data = json.loads(rerun_json(tape, tape.part(0, 10)))
    for moment in whole.moments[6:]:
        history.add(moment.line, moment.state)
    messages = [json.loads(tape.turn_event(turn)) for turn in (6, 8, 7, 7, 9)]
    files = {"rules.js": step_script(whole.start.rules)}
    told = json.loads(in_node(LIVE, json.dumps({"data": data, "messages": messages}), files))
    assert told["heard"] == [[True, 6], [False, 6], [True, 8], [True, 8], [True, 9]]
    assert told["trouble"] == ""
    assert difference(told["last"], film_of(whole)["frames"][9]) == ""

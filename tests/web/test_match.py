"""A match in the page: its film for a seat is the one that Python makes, and recorded matches are played on."""

from __future__ import annotations

import base64
import gzip
import hashlib
from pathlib import Path
from typing import Any

import pytest

from lanista.game import Game, game_names, get_game
from lanista.match.planning import plan_match
from lanista.match.replay import TurnLine, move_of, read_replay
from lanista.match.terms import MatchTerms
from lanista.web.film import MatchHistory
from lanista.web.rerun import ReplayTape
from tests.web.films import film_of
from tests.web.play_js import packed, run, start_of

AnyGame = Game[Any, Any, Any]

TURNS = 25

# A person at seat 0 plays one legal move after the other; bots play the other seats.
PERSON = """
const best = rules.layout.policies.at(-1);
const kinds = Array.from({ length: asked.start.seats }, (_, seat) => (seat ? best : "person"));
const match = new Match(engine, startOf(asked.start), { kinds, seed: 3, ms: 10 });
const films = [new MatchFilm(match, 0, {}), new MatchFilm(match, null, {})];
let refused = "";
const audience = {
  turn: () => films.forEach((film) => film.catchUp()),
  ask(question) {
    setTimeout(() => {
      if (match.turns >= asked.turns) return match.stop();
      try { match.answer("no such move"); } catch (error) { refused = error.message; }
      match.answer(question.legal[(7 * match.turns) % question.legal.length]);
    });
  },
  end() {},
};
await match.run(audience);
const turns = [...Array(match.turns + 1).keys()];
const shown = (film) => ({ ...film.data, frames: turns.map((turn) => film.frame(turn)) });
answer({ lines: match.lines, refused, films: films.map(shown) });
"""


def _reel(game: AnyGame, folder: Path, lines: list[dict[str, Any]]) -> MatchHistory:
    """The same moves, played in Python."""
    path = folder / "any.gz"
    bots = ["random"] * game.default_seats
    plan_match(game.name, bots, MatchTerms(settings=_short(game, 1)), seed=1).play(replay=path)
    history = MatchHistory(read_replay(path).header)
    state = start_of(game)
    history.add(None, state)
    for line in lines:
        turn = TurnLine(
            turn=line["turn"], moves=line["moves"], verdicts=line["verdicts"], ms=line["ms"], digest=""
        )
        game.step(state, [move_of(game, state, seat, turn) for seat in range(state.seats)])
        history.add(turn, state)
    return history


def _short(game: AnyGame, turns: int) -> dict[str, int]:
    (name,) = [name for name in ("max_rounds", "max_turns", "MaxTicks") if name in game.settings]
    return {name: turns}


@pytest.mark.parametrize("name", game_names())
def test_a_persons_film_holds_what_the_seat_sees(name, tmp_path):
    """Nothing hidden is in it: frames, moves, curves and events are those that Python gives the seat."""
    game = get_game(name)
    state = start_of(game)
    page = run(PERSON, game, state, start=packed(state), turns=TURNS)
    assert "no such move" in page["refused"].lower() or "expected" in page["refused"]
    history = _reel(game, tmp_path, page["lines"])
    assert len(page["lines"]) > 5
    for shown, seat in zip(page["films"], (0, None), strict=True):
        film = film_of(history, seat)
        assert shown["frames"] == film["frames"]
        assert shown["turns"] == film["turns"]
        assert shown["numbers"] == film["numbers"]
        assert shown["scene"] == film["scene"]
    if not game.nothing_hidden:
        assert page["films"][0]["frames"] != page["films"][1]["frames"], "something is hidden from seat 0"


RECORDED = """
const { kinds, from } = asked;
const recorded = asked.recorded.map((line) => ({ ...line, records: line.records.map(bytes) }));
const match = new Match(engine, startOf(asked.start), { kinds, seed: 1, ms: 10, recorded });
match.replay(recorded.slice(0, from));
const same = match.lines.every((line, i) => line.verdicts.join() === recorded[i].verdicts.join());
await match.run({ turn() {}, ask() {}, end() {} });
const states = match.states.map((state) => digest(state));
match.rewind(1);
const rewound = [match.turns, digest(match.model.state) === states[1], match.outcome];
answer({ states, same, rewound, kinds: match.kinds, outcome: match.outcome });
"""

CARELESS = """
def move(view):
    move.turns = getattr(move, "turns", 0) + 1
    if move.turns % 5 == 0:
        raise ValueError("a fault")
    return "NOTHING" if move.turns % 3 else "FLY"
"""


def recorded_lines(history: MatchHistory, turns: int) -> list[dict[str, Any]]:
    """The first turns of a match, as a page has them to play on."""
    tape = ReplayTape(history)
    moves = gzip.decompress(base64.b64decode(tape.whole().moves))
    size = len(moves) // history.turns // len(history.names)
    records = [base64.b64encode(moves[at : at + size]).decode() for at in range(0, len(moves), size)]
    seats = len(history.names)
    return [
        {"moves": line.moves, "verdicts": line.verdicts, "records": records[i * seats : (i + 1) * seats]}
        for i, line in enumerate(history.lines()[:turns])
    ]


def test_a_recorded_match_with_faults_is_played_on(tmp_path):
    """Seats that keep their moves play the recorded match to its end; turns with faults included."""
    bot, path = tmp_path / "careless.py", tmp_path / "m.gz"
    bot.write_text(CARELESS)
    plan_match("overdrive", [str(bot), "cruise"], MatchTerms(settings={"max_rounds": 20}), seed=2).play(
        replay=path
    )
    history = MatchHistory.of_replay(read_replay(path))
    lines = [moment.line for moment in history.moments if moment.line is not None]
    recorded = recorded_lines(history, history.turns)
    assert {verdict for line in lines for verdict in line.verdicts} >= {"ok", "invalid"}
    game, start = history.game, history.moments[0].state
    asked = {"start": packed(start), "recorded": recorded, "kinds": ["recorded", "recorded"], "from": 7}
    answers = run(RECORDED, game, start, **asked)
    assert answers["states"] == [hashlib.sha256(moment.state.bytes()).hexdigest() for moment in history.moments]
    assert answers["same"]
    assert answers["kinds"] == ["recorded", "recorded"]
    assert answers["rewound"] == [1, True, None]


def test_a_seat_whose_recorded_moves_end_goes_on_by_the_policy(tmp_path):
    path = tmp_path / "m.gz"
    plan_match("overdrive", ["planner", "cruise"], MatchTerms(settings={"max_rounds": 30}), seed=2).play(
        replay=path
    )
    history = MatchHistory.of_replay(read_replay(path))
    recorded = recorded_lines(history, 9)
    asked = {
        "start": packed(history.moments[0].state),
        "recorded": recorded,
        "kinds": ["recorded", "random"],
        "from": 4,
    }
    answers = run(RECORDED, history.game, history.moments[0].state, **asked)
    assert answers["kinds"] == ["planner", "random"]
    assert len(answers["states"]) == 31

"""The searcher in the page: legal moves only, in its time, the same for the same request, and worth its time."""

from __future__ import annotations

import pytest

from lanista.game import game_names, get_game
from tests.web.play_js import packed, run, start_of

SHORT = {"rampage": {"max_turns": 40}, "tower_defence": {"max_rounds": 40}}

SEARCHES = """
const model = new Model(rules), mind = new Model(rules);
const { state, const: fixed, seats } = startOf(asked.start);
model.load(state, fixed, seats);
const answers = [];
for (let turn = 1; turn <= 6 && !model.isOver(); turn += 1) {
  const moves = Array.from({ length: seats }, (_, seat) => model.policy("random", seat, 10 * turn + seat));
  const moments = [1, 2].map((seed) => model.redrawn(0, seed));
  const limit = { offset: asked.about.limit, turn, max: asked.start.maxTurns };
  const find = (more) => {
    const search = new Search(mind, { moments, seats, seat: 0, seed: turn, limit, ...more });
    const early = text(search.best().move);
    search.run();
    return { ...search.best(), early };
  };
  const [one, same] = [find({ playouts: 60 }), find({ playouts: 60 })];
  const legal = model.legal(0).map((action) => text(model.decode(0, action)));
  model.forget(); // as the searcher does, which knows this moment only
  const habit = text(model.policy(rules.layout.playouts, 0, turn));
  answers.push({
    ...one, move: text(one.move), legal: [...legal, habit],
    same: text(same.move) === text(one.move) && same.value === one.value,
  });
  moves[0] = one.move;
  model.step(moves);
}
answer(answers);
"""


@pytest.mark.parametrize("name", game_names())
def test_it_plays_legal_moves_and_repeats_itself(name):
    game = get_game(name)
    state = start_of(game)
    for found in run(SEARCHES, game, state, start=packed(state)):
        assert found["move"] in found["legal"]
        assert found["early"] in found["legal"], "an answer is there before the first playout"
        assert found["same"]
        assert found["playouts"] >= 60 or len(found["legal"]) <= 2
        assert -1 <= found["value"] <= 1


MATCHES = """
const results = [];
for (const [number, start] of asked.starts.entries()) {
  const seat = number % 2;
  const kinds = seat ? ["random", "search"] : ["search", "random"];
  const plan = { kinds, seed: number, ms: 1e9 };
  const think = async (request) => {
    const search = new Search(new Model(rules), { ...request, ms: undefined, playouts: asked.playouts });
    search.run();
    return search.best();
  };
  const match = new Match({ ...engine, think }, startOf(start), plan);
  await match.run({ turn() {}, ask() {}, end() {} });
  results.push(match.outcome.places[seat]);
}
answer(results);
"""


@pytest.mark.parametrize("name", SHORT)
def test_it_beats_random_moves(name):
    game = get_game(name)
    starts = [packed(start_of(game, seed, **SHORT[name])) for seed in range(10)]
    places = run(MATCHES, game, start_of(game, 1, **SHORT[name]), starts=starts, playouts=40)
    assert places.count(1) >= 9


TIMES = """
const { state, const: fixed, seats } = startOf(asked.start);
const model = new Model(rules);
model.load(state, fixed, seats);
const limit = { offset: asked.about.limit, turn: 1, max: 100 };
const request = (ms) => ({ moments: [model.redrawn(0, 1)], seats, seat: 0, seed: 1, limit, ms });
await thinker.think(request(50)); // compiles
const began = performance.now();
await thinker.think(request(200));
const took = performance.now() - began;
const long = thinker.think(request(60_000));
setTimeout(() => thinker.stop(), 100);
const found = await long;
answer({ took, stopped: performance.now() - began - took, playouts: found.playouts, size: found.move.length });
"""


@pytest.mark.parametrize("name", ["overdrive", "sproutopia"])
def test_it_keeps_its_time_and_answers_when_stopped(name):
    game = get_game(name)
    state = start_of(game)
    answers = run(TIMES, game, state, start=packed(state))
    assert 200 <= answers["took"] < 2_000, "this machine may be busy; alone it takes 50 ms more at most"
    assert answers["stopped"] < 10_000
    assert answers["playouts"] > 0
    assert answers["size"] == game.rules.move.dtype.itemsize

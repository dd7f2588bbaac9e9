"""Random play: the log of a round explains what changed in it, and nothing else did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from lanista.game import Played
from lanista.games.tower_defence.board import missiles_of
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.state import CELLS, OrderType
from lanista.games.tower_defence.turn_log import CURTAIN, ENEMY_BASE, Hit, TurnLog
from lanista.testing.play import RandomPlay
from tests.games.tower_defence.matches import RULESETS, Moment, begin

BUSY = {"start_energy": 400, "round_income": 40, "max_rounds": 60}
SEEDS = range(4)


def rounds(ruleset: str, seed: int) -> Iterator[tuple[Played, Moment, TurnLog]]:
    """The rounds of a random match: what was played, the state after it, and what is log."""
    state, play = begin(ruleset, BUSY), RandomPlay(TOWER_DEFENCE, seed)
    while TOWER_DEFENCE.outcome(state) is None:
        played = Played(state.clone(), play.moves(state))
        TOWER_DEFENCE.step(state, played.moves)
        yield played, state, TurnLog(played)


def hits(log: TurnLog) -> list[tuple[int, Hit]]:
    """Who shot, and what was hit."""
    missiles = [(flight.seat, flight.hit) for flight in log.flights if flight.hit]
    return missiles + [(bolt.seat, hit) for bolt in log.bolts for hit in bolt.hits]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_rules_end_in_the_same_state(ruleset: str, seed: int) -> None:
    for _, state, log in rounds(ruleset, seed):
        assert log.after.bytes() == state.bytes()


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_loss_of_health_is_explained_by_the_hits(ruleset: str, seed: int) -> None:
    for played, state, log in rounds(ruleset, seed):
        bases, cells = Counter[int](), Counter[int]()
        for seat, hit in hits(log):
            if hit.met == ENEMY_BASE:
                bases[1 - seat] += hit.lost
            elif hit.met != CURTAIN:
                cells[hit.met] += hit.lost
        pairs = enumerate(zip(played.before.record.players, state.record.players, strict=True))
        assert bases == Counter({seat: old.health - new.health for seat, (old, new) in pairs})
        assert cells == health_lost(played, state, log)


def health_lost(played: Played, state: Moment, log: TurnLog) -> Counter[int]:
    """The health that buildings lost between two states, by cell; those taken down by their owners lost none."""
    health = dict(enumerate(played.before.record.health))
    for move, deed in zip(played.moves, log.deeds, strict=True):
        if deed.building:
            taken_down = move.type is OrderType.DECONSTRUCT
            health[deed.cell] = 0 if taken_down else state.const.full_health[deed.building]
    return Counter({cell: was - state.record.health[cell] for cell, was in health.items()})


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_missile_that_comes_or_goes_was_fired_or_has_ended(ruleset: str, seed: int) -> None:
    for played, state, log in rounds(ruleset, seed):
        way = state.const.attack_speed
        old = [missile for missile in log.flights if not missile.is_fresh]
        assert [CELLS * missile.seat + missile.start for missile in old] == missiles_of(played.before.record)
        assert [missile.start for missile in log.flights if missile.is_fresh] == log.fired
        left = [flight for flight in log.flights if not flight.hit]
        assert [CELLS * one.seat + one.start + (-way if one.seat else way) for one in left] == missiles_of(
            state.record
        )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_told_of_buildings_is_what_changed(ruleset: str) -> None:
    for played, state, log in rounds(ruleset, 9):
        old, new = played.before.record, state.record
        changed = {cell for cell in range(CELLS) if old.building[cell] != new.building[cell]}
        ordered = {deed.cell for deed in log.deeds if deed.building}
        destroyed = {cell for cell, wound in log.wounds.items() if not wound.now}
        assert changed <= ordered | destroyed
        assert all(not new.building[cell] for cell in destroyed)
        assert all(new.health[cell] == wound.now for cell, wound in log.wounds.items())

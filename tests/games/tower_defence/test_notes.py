"""Random play: the notes of a round account for everything that changed in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from lanista.engine import over, zeros
from lanista.game import Played
from lanista.games.tower_defence.board import missiles_of
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.moves import NOTHING
from lanista.games.tower_defence.notes import (
    NOTES,
    Began,
    Destroyed,
    Energy,
    Finished,
    Fired,
    GotCurtain,
    Hit,
    Landed,
    LostCurtain,
    RaisedCurtain,
    Refused,
    Scored,
    Struck,
    TookDown,
)
from lanista.games.tower_defence.rules import build, curtain_is_up, owner_of
from lanista.games.tower_defence.state import (
    CELLS,
    CURTAIN,
    ENEMY_BASE,
    SEATS,
    WIDTH,
    Building,
    OrderType,
    Work,
)
from lanista.tools.conformance.play import RandomPlay
from tests.games.tower_defence.matches import RULESETS, Moment, begin
from tests.rows import every_row

BUSY = {"start_energy": 400, "round_income": 40, "max_rounds": 90}
SEEDS = range(4)


@cache
def rounds(ruleset: str, seed: int) -> list[tuple[Played, Moment]]:
    """The rounds of a random match, and the states after them."""
    state, play, found = begin(ruleset, BUSY), RandomPlay(TOWER_DEFENCE, seed), []
    while TOWER_DEFENCE.outcome(state) is None:
        played = Played(state.clone(), play.moves(state))
        TOWER_DEFENCE.step(state, played.moves)
        found.append((played, state.clone()))
    return found


class Account:
    """The numbers of a state; notes can be booked on them."""

    def __init__(self, state: Moment) -> None:
        battle, players = state.record, state.record.players
        self.owners = [owner_of(state.const, cell) for cell in range(CELLS)]
        self.building = [int(kind) for kind in battle.building]
        self.health = [int(health) for health in battle.health]
        self.unfinished = {battle.sites[i] for i in range(battle.n_sites)}
        self.bases = [player.health for player in players]
        self.hits_taken = [player.hits_taken for player in players]
        self.energy = [player.energy for player in players]
        self.score = [player.score for player in players]
        self.generators = [player.generators for player in players]
        self.curtains = [player.curtain_available for player in players]
        self.is_up = [curtain_is_up(battle, seat) for seat in range(SEATS)]

    def book(self, noted: Any) -> None:
        """Change what a note says has changed."""
        match noted:
            case Energy():
                self.energy[noted.seat] += noted.energy
            case Scored():
                self.score[noted.seat] += noted.points
            case Began():
                assert not self.building[noted.cell]
                self.building[noted.cell], self.health[noted.cell] = noted.building, noted.health
                self.unfinished.add(noted.cell)
            case Finished():
                self.unfinished.remove(noted.cell)
                self.generators[self.owners[noted.cell]] += noted.building == Building.ENERGY
            case TookDown() | Destroyed():
                self.remove(noted.cell, noted.building)
            case RaisedCurtain():
                self.curtains[noted.seat], self.is_up[noted.seat] = 0, True
            case GotCurtain():
                assert not self.curtains[noted.seat]
                self.curtains[noted.seat] = 1
            case LostCurtain():
                assert self.is_up[noted.seat]
                self.is_up[noted.seat] = False
            case Hit():
                self.hit(noted)

    def remove(self, cell: int, building: int) -> None:
        """A building goes."""
        assert self.building[cell] == building
        if building == Building.ENERGY and cell not in self.unfinished:
            self.generators[self.owners[cell]] -= 1
        self.building[cell] = self.health[cell] = 0
        self.unfinished.discard(cell)

    def hit(self, hit: Hit) -> None:
        """Something is hit."""
        if hit.met == ENEMY_BASE:
            assert self.bases[1 - hit.seat] == hit.was
            self.bases[1 - hit.seat] = hit.now
            self.hits_taken[1 - hit.seat] += 1
        elif hit.met == CURTAIN:
            assert self.is_up[1 - hit.seat]
        else:
            assert (self.owners[hit.met], self.building[hit.met]) == (1 - hit.seat, hit.building)
            assert self.health[hit.met] == hit.was
            self.health[hit.met] = hit.now


@every_row("ruleset", RULESETS)
@every_row("seed", SEEDS)
def test_notes_account_for_every_change(ruleset: str, seed: int) -> None:
    for played, state in rounds(ruleset, seed):
        assert played.lost == 0
        account = Account(played.before)
        for noted in played.notes:
            account.book(noted)
        assert vars(account) == vars(Account(state))


def test_everything_that_can_be_noted_happens() -> None:
    seen = {type(noted) for seed in SEEDS for played, _ in rounds("extended", seed) for noted in played.notes}
    assert seen == set(NOTES.values())


@every_row("ruleset", RULESETS)
@every_row("seed", SEEDS)
def test_every_missile_that_comes_or_goes_was_fired_or_has_landed(ruleset: str, seed: int) -> None:
    for played, state in rounds(ruleset, seed):
        old = missiles_of(played.before.record)
        fired = [CELLS * noted.seat + noted.cell for noted in played.notes if isinstance(noted, Fired)]
        landed = [CELLS * noted.seat + noted.cell for noted in played.notes if isinstance(noted, Landed)]
        way = state.const.attack_speed
        flown = [missile + (-way if missile >= CELLS else way) for missile in missing([*old, *fired], landed)]
        assert flown == missiles_of(state.record)
        ended = TOWER_DEFENCE.frame(state, None, played)["ended"]
        assert [CELLS * missile["seat"] + missile["cell"] for missile in ended] == landed
        fresh = [CELLS * missile["seat"] + missile["cell"] for missile in ended if missile["is_fresh"]]
        assert Counter(fresh) == Counter(landed) - Counter(old), "older ones land first"


def missing(missiles: list[int], landed: list[int]) -> list[int]:
    """The missiles without those that landed; of equal ones the older land first."""
    left = list(missiles)
    for missile in landed:
        left.remove(missile)
    return left


@every_row("ruleset", RULESETS)
@every_row("seed", SEEDS)
def test_every_hit_belongs_to_a_shot(ruleset: str, seed: int) -> None:
    for played, _ in rounds(ruleset, seed):
        found = list(shots(played.notes))
        all_hits = [noted for noted in played.notes if isinstance(noted, Hit)]
        assert [hit for _, hits in found for hit in hits] == all_hits
        assert all(hit.seat == shot.seat for shot, hits in found for hit in hits)
        assert all(len(hits) == 1 for shot, hits in found if isinstance(shot, Landed))
        assert all(hit.now <= hit.was for hit in all_hits)


def shots(notes: Sequence[Any]) -> Iterator[tuple[Struck | Landed, list[Hit]]]:
    """The shots of a round and their hits, which are noted just before them."""
    hits = []
    for noted in notes:
        if isinstance(noted, Hit):
            hits.append(noted)
        elif isinstance(noted, (Struck, Landed)):
            yield noted, hits
            hits = []


@every_row("ruleset", RULESETS)
@every_row("seed", SEEDS)
def test_buildings_without_health_are_removed_at_the_end_of_the_round(ruleset: str, seed: int) -> None:
    for played, state in rounds(ruleset, seed):
        dead = {n.met for n in played.notes if isinstance(n, Hit) and n.met >= 0 and n.now == 0 < n.was}
        assert dead == {noted.cell for noted in played.notes if isinstance(noted, Destroyed)}
        assert all(not state.record.building[cell] for cell in dead)


@every_row("ruleset", RULESETS)
@every_row("seed", SEEDS)
def test_every_order_is_carried_out_or_refused(ruleset: str, seed: int) -> None:
    for played, _ in rounds(ruleset, seed):
        orders = [n.seat for n in played.notes if isinstance(n, (Began, TookDown, RaisedCurtain, Refused))]
        assert orders == [seat for seat, move in enumerate(played.moves) if move.type is not OrderType.NOTHING]
        for refused in (noted for noted in played.notes if isinstance(noted, Refused)):
            assert (refused.type, refused.x, refused.y) == played.moves[refused.seat][:3]


# Missiles that are as many as they may be, and score wherever they fly
FLOODS = [{}, {"attack_cooldown": 0, "attack_speed": 4}, {"attack_cooldown": 1, "attack_speed": 2}]


@every_row("ruleset", RULESETS)
@every_row("changes", FLOODS)
def test_no_note_is_lost_on_a_board_full_of_turrets(ruleset: str, changes: dict[str, int]) -> None:
    state = begin(ruleset, {**changes, "d8_own_crossing_scores": 1})
    battle, config, work = state.record, state.const, over(Work, zeros(Work).view(np.uint8))
    for cell in range(CELLS):
        if cell % WIDTH < config.width and cell // WIDTH < config.height:
            build(battle, config, work, owner_of(config, cell), Building.ATTACK, cell)
            battle.health[cell] = 30_000
    for _ in range(12):
        played = Played(state.clone(), [NOTHING, NOTHING])
        assert played.lost == 0
        TOWER_DEFENCE.step(state, played.moves)
    assert battle.n_turrets == config.width * config.height


ORDER = [Began, Finished, Struck, Fired, Landed, Destroyed]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_round_is_noted_in_the_order_of_the_rules(seed: int) -> None:
    for played, _ in rounds("extended", seed):
        kinds = [type(noted) for noted in played.notes if type(noted) in ORDER]
        assert kinds == sorted(kinds, key=ORDER.index)

"""Answers requests by a model: a plain object for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanista.core.errors import InputError
from lanista.search.model import requests
from lanista.search.model.model import MAX_MS, MAX_WORK, MAX_WORLDS, Model
from lanista.search.model.moves import Moves

PROTOCOL = 1
MAX_MESSAGE = 16 * 2**20  # bytes
DIGITS = 6  # of chances and means

Fields = dict[str, Any]


class Service:
    """A model and the requests that it answers."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._methods: dict[type[requests.ModelRequest], Callable[[Any], Fields]] = {
            requests.AboutRequest: self.about,
            requests.BeginRequest: self._begin,
            requests.SeeRequest: self._see,
            requests.LoadRequest: self._load,
            requests.NewRequest: self._new,
            requests.CloneRequest: self._clone,
            requests.FreeRequest: self._free,
            requests.LegalRequest: self._legal,
            requests.ProposeRequest: self._propose,
            requests.StepRequest: self._step,
            requests.ValueRequest: self._value,
            requests.PlayoutsRequest: self._playouts,
            requests.BestRequest: self._best,
            requests.ViewRequest: self._view,
            requests.DumpRequest: self._dump,
            requests.OutcomeRequest: self._outcome,
        }

    def answer(self, request: requests.ModelRequest) -> Fields:
        """The members of the answer besides `id`; raises LanistaError."""
        return self._methods[type(request)](request)

    def about(self, _: requests.AboutRequest | None = None) -> Fields:
        """Describe the model: its game and its limits."""
        model = self.model
        game = model.game
        limits = {
            "states": model.pool.limit,
            "worlds": MAX_WORLDS,
            "turns": MAX_WORK,
            "ms": MAX_MS,
            "bytes": MAX_MESSAGE,
        }
        return {
            "protocol": PROTOCOL,
            "game": game.name,
            "behaviour": game.behaviour,
            "seats": [game.seats[0], game.seats[-1]],
            "actions": model.rules.actions,
            "policies": [policy.__name__ for policy in model.rules.policies],
            "policy": model.plan.policy,
            "turns": model.plan.turns,
            "worlds": 1 if game.nothing_hidden else model.plan.worlds,
            "limits": limits,
        }

    # States

    def _begin(self, request: requests.BeginRequest) -> Fields:
        self.model.begin(request.start)
        self.model.prepare()  # while the bot gets ready, and not in its first turn
        return self.about()

    def _see(self, request: requests.SeeRequest) -> Fields:
        self.model.see(request.view)
        return {}

    def _load(self, request: requests.LoadRequest) -> Fields:
        if (request.view is None) == (request.state is None):
            raise InputError("load: expected either `view` or `state`")
        if request.start is not None:
            self.model.begin(request.start)
        if request.view is not None:
            return {"states": self.model.load(request.view, request.count, seed=request.seed)}
        loaded = self.model.load_state(request.state)
        return {"states": [loaded, *(self.model.clone([loaded], request.count - 1) if request.count > 1 else [])]}

    def _new(self, request: requests.NewRequest) -> Fields:
        return {"states": [self.model.new(request.seed, request.seats, request.map)]}

    def _clone(self, request: requests.CloneRequest) -> Fields:
        return {"states": self.model.clone(request.states, request.count)}

    def _free(self, request: requests.FreeRequest) -> Fields:
        self.model.free(request.states)
        return {"left": len(self.model.pool)}

    def _view(self, request: requests.ViewRequest) -> Fields:
        return {"view": self.model.view(request.state, request.seat)}

    def _dump(self, request: requests.DumpRequest) -> Fields:
        return {"state": self.model.dump(request.state)}

    def _outcome(self, request: requests.OutcomeRequest) -> Fields:
        return {"outcomes": [self.model.outcome(state) for state in request.states]}

    # Moves

    def _legal(self, request: requests.LegalRequest) -> Fields:
        found = self.model.legal(request.state, request.seat)
        return {"actions": [move.action for move in found], "moves": [move.text for move in found]}

    def _propose(self, request: requests.ProposeRequest) -> Fields:
        asked = request.state, request.seat, request.count
        found = self.model.propose(*asked, policy=request.policy, seed=request.seed)
        return {"moves": [proposal.move for proposal in found], "sent": [proposal.sent for proposal in found]}

    def _step(self, request: requests.StepRequest) -> Fields:
        moves = _unpacked(request) if isinstance(request.moves, bytes) else request.moves
        stepped = self.model.step(request.states, moves, policy=request.policy, seed=request.seed)
        return {"played": stepped.played.tolist(), "over": stepped.over.tolist()}

    # Estimates

    def _value(self, request: requests.ValueRequest) -> Fields:
        return {"values": self.model.value(request.states).round(DIGITS).tolist()}

    def _playouts(self, request: requests.PlayoutsRequest) -> Fields:
        estimate = self.model.playouts(
            request.states,
            request.count,
            turns=request.turns,
            policy=request.policy,
            wild=request.wild,
            seed=request.seed,
        )
        return {"means": estimate.means.round(DIGITS).tolist(), "turns": estimate.turns}

    def _best(self, request: requests.BestRequest) -> Fields:
        thought = self.model.best(request.states, request.seat, ms=request.ms, playouts=request.playouts)
        options = [
            {"move": option.text, "visits": option.visits, "win": round(option.win, DIGITS)}
            for option in thought.options
        ]
        return {
            "move": thought.text,
            "win": round(thought.win, DIGITS),
            "options": options,
            "playouts": thought.playouts,
            "turns": thought.turns,
        }


def _unpacked(request: requests.StepRequest) -> Moves:
    """Moves from a block of 32-bit numbers, lowest byte first: of each state, in each turn, of each seat."""
    assert isinstance(request.moves, bytes)
    each = 4 * len(request.states) * request.turns
    if not each or len(request.moves) % each:
        raise InputError(
            f"moves: expected 4 bytes for each of {len(request.states)} states times {request.turns} turns times "
            f"the number of seats, got {len(request.moves)} bytes"
        )
    return np.frombuffer(request.moves, "<i4").reshape(len(request.states), request.turns, -1)

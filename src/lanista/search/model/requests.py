"""Requests to a model, as its process receives them; `docs/model.md` has them as a table.

Each has a number or text `id`, which its answer repeats, and says in `do` what is asked for.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

Id: TypeAlias = int | str | None
Moves: TypeAlias = list[list[list[int | str | None]]] | bytes
Natural: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Seed: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]


def _verb_of(name: str) -> str:
    return name.removesuffix("Request").lower()


class ModelRequest(msgspec.Struct, tag_field="do", tag=_verb_of, forbid_unknown_fields=True, kw_only=True):
    """Fields of all requests."""

    id: Id = None


class AboutRequest(ModelRequest):
    """Describe the model: its game and its limits."""


class BeginRequest(ModelRequest):
    """Follow a match."""

    start: dict[str, Any]


class SeeRequest(ModelRequest):
    """Update by a view."""

    view: dict[str, Any]


class LoadRequest(ModelRequest):
    """Imagine states from a view, or load a dumped one."""

    view: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    start: dict[str, Any] | None = None
    count: Positive = 1
    seed: Seed | None = None


class NewRequest(ModelRequest):
    """The first state of a match."""

    seed: Seed = 0
    seats: Positive | None = None
    map: str = ""


class CloneRequest(ModelRequest):
    """Copy states."""

    states: list[int]
    count: Positive = 1


class FreeRequest(ModelRequest):
    """Forget states; without `states` all."""

    states: list[int] | None = None


class LegalRequest(ModelRequest):
    """The flat actions of a seat, with their texts."""

    state: int
    seat: Natural


class ProposeRequest(ModelRequest):
    """Moves worth a try."""

    state: int
    seat: Natural
    count: Positive = 16
    policy: str = ""
    seed: Seed | None = None


class StepRequest(ModelRequest):
    """Play turns."""

    states: list[int]
    moves: Moves
    turns: Positive = 1  # of moves that are packed
    policy: str = ""
    seed: Seed | None = None


class ValueRequest(ModelRequest):
    """The result or estimate of each seat."""

    states: list[int]


class PlayoutsRequest(ModelRequest):
    """Play states on by a policy."""

    states: list[int]
    count: Positive = 1
    turns: Natural | None = None
    policy: str = ""
    wild: Natural | None = None
    seed: Seed | None = None


class BestRequest(ModelRequest):
    """Search."""

    states: list[int]
    seat: Natural | None = None
    ms: float | None = None
    playouts: Positive | None = None


class ViewRequest(ModelRequest):
    """The view of a seat."""

    state: int
    seat: Natural


class DumpRequest(ModelRequest):
    """Everything in a state."""

    state: int


class OutcomeRequest(ModelRequest):
    """How matches ended."""

    states: list[int]


States = LoadRequest | NewRequest | CloneRequest | FreeRequest | ViewRequest | DumpRequest | OutcomeRequest
Turns = LegalRequest | ProposeRequest | StepRequest | ValueRequest | PlayoutsRequest | BestRequest
AnyRequest = AboutRequest | BeginRequest | SeeRequest | States | Turns

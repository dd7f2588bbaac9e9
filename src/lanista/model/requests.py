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


class Request(msgspec.Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """What all requests have."""

    id: Id = None


class About(Request):
    """What this model is of, and its limits."""


class Begin(Request):
    """Follow a match."""

    start: dict[str, Any]


class See(Request):
    """Take in a view."""

    view: dict[str, Any]


class Load(Request):
    """Imagine states from a view, or load a dumped one."""

    view: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    start: dict[str, Any] | None = None
    count: Positive = 1
    seed: Seed | None = None


class New(Request):
    """The first state of a match."""

    seed: Seed = 0
    seats: Positive | None = None
    map: str = ""


class Clone(Request):
    """Copy states."""

    states: list[int]
    count: Positive = 1


class Free(Request):
    """Forget states; without `states` all."""

    states: list[int] | None = None


class Legal(Request):
    """The flat actions of a seat, with their texts."""

    state: int
    seat: Natural


class Propose(Request):
    """Moves worth a try."""

    state: int
    seat: Natural
    count: Positive = 16
    policy: str = ""
    seed: Seed | None = None


class Step(Request):
    """Play turns."""

    states: list[int]
    moves: Moves
    turns: Positive = 1  # of moves that are packed
    policy: str = ""
    seed: Seed | None = None


class Value(Request):
    """What each seat got or can hope for."""

    states: list[int]


class Playouts(Request):
    """Play states on by a policy."""

    states: list[int]
    count: Positive = 1
    turns: Natural | None = None
    policy: str = ""
    wild: Natural | None = None
    seed: Seed | None = None


class Best(Request):
    """Search."""

    states: list[int]
    seat: Natural | None = None
    ms: float | None = None
    playouts: Positive | None = None


class View(Request):
    """What a seat sees."""

    state: int
    seat: Natural


class Dump(Request):
    """Everything in a state."""

    state: int


class Outcome(Request):
    """How matches ended."""

    states: list[int]


States = Load | New | Clone | Free | View | Dump | Outcome
Turns = Legal | Propose | Step | Value | Playouts | Best
AnyRequest = About | Begin | See | States | Turns

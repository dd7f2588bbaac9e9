"""The JSON object that `lanista model` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class ModelLimits(Struct):
    """Upper limits of a model."""

    states: Annotated[int, Meta(description="states at a time")]
    worlds: Annotated[int, Meta(description="states that one request imagines")]
    turns: Annotated[int, Meta(description="turns that one request plays: states times playouts times turns")]
    ms: Annotated[int, Meta(description="milliseconds of one search")]
    bytes: Annotated[int, Meta(description="length of a message")]


class ModelAbout(Struct):
    """The game and settings of a model; the answer to its request `about`."""

    protocol: Annotated[int, Meta(description="the version of the requests and answers")]
    game: str
    behaviour: Annotated[int, Meta(description="the version of the rules")]
    seats: Annotated[list[int], Meta(description="the lowest and the highest number of seats")]
    actions: Annotated[int, Meta(description="number of flat actions")]
    policies: Annotated[list[str], Meta(description="the names of policies that can play on")]
    policy: Annotated[str, Meta(description="the one that is used unless another is named")]
    turns: Annotated[int, Meta(description="the length of a playout unless another is named")]
    worlds: Annotated[int, Meta(description="how many states are best imagined; 1 if nothing is hidden")]
    limits: ModelLimits


PRINTED: dict[str, tuple[type[Struct], ...]] = {"model": (ModelAbout,)}

"""The JSON objects that `lanista sandbox` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class LevelInfo(Struct):
    """A level of the sandbox."""

    name: str
    meaning: str
    available: bool
    missing: Annotated[list[str], Meta(description="what this machine lacks for it, and how to get that")]


class Limit(Struct):
    """A limit of a bot that --limit changes."""

    name: str
    default: int
    meaning: str


class DeniedCalls(Struct):
    """System calls that a bot may not make."""

    calls: list[str]
    condition: Annotated[str, Meta(description="the arguments that are refused; empty if all are")]
    action: Annotated[str, Meta(description="what the kernel does instead")]
    reason: str


class Escape(Struct):
    """An attempt to escape from the sandbox."""

    attempt: str
    title: str
    level: Annotated[str, Meta(description="at which it was made")]
    stopped_from: Annotated[str, Meta(description="the lowest level that promises to stop it")]
    got: Annotated[str, Meta(description="what it obtained; empty if nothing")]
    why: Annotated[str, Meta(description="what stopped it")]
    escaped: Annotated[bool, Meta(description="whether it succeeded although the level promises to stop it")]


class Sandbox(Struct):
    """The sandbox of this machine, and the outcomes of trying to escape."""

    best: Annotated[str, Meta(description="the best level that this machine has")]
    machine: Annotated[dict[str, str], Meta(description="what was found out about it")]
    levels: list[LevelInfo]
    limits: list[Limit]
    calls: list[DeniedCalls]
    escapes: list[Escape]
    escaped: Annotated[list[str], Meta(description="what should have been stopped and was not; exit code 1")]


class SandboxedProgram(Struct):
    """A program run in the sandbox."""

    command: list[str]
    level: str
    output: Annotated[str, Meta(description="what it wrote, on both outputs")]
    ending: Annotated[str, Meta(description="how it ended")]


class SandboxRequirement(Struct):
    """A requirement on a machine."""

    name: str
    ok: Annotated[bool, Meta(description="whether it is here")]
    found: Annotated[str, Meta(description="what there is")]
    remedy: Annotated[str, Meta(description="how to get it; empty if it is here")]


class SandboxRequirements(Struct):
    """Whether this machine meets the needs of a kind of contest."""

    require: Annotated[str, Meta(description="the kind of contest: public")]
    ok: Annotated[bool, Meta(description="whether nothing is missing; otherwise the exit code is 1")]
    requirements: list[SandboxRequirement]


PRINTED: dict[str, tuple[type[Struct], ...]] = {
    "sandbox": (
        Sandbox,
        SandboxedProgram,
        SandboxRequirements,
    )
}

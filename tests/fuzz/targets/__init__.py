"""Every fuzz target, by name; the part before the point is the module that declares it."""

from collections.abc import Iterator
from importlib import import_module

from tests.fuzz.target import Target

MODULES = (
    "moves",
    "bots",
    "hub",
    "orbis",
    "folders",
    "archives",
    "replays",
    "pins",
    "recordings",
    "states",
    "stores",
    "league_stores",
    "league_verbs",
    "checkpoints",
    "web",
    "model",
    "wasm",
)


def find_target(name: str) -> Target:
    """A target; only its module is imported."""
    return next(target for target in targets_of(name.split(".", maxsplit=1)[0]) if target.name == name)


def targets_of(module: str) -> list[Target]:
    """The targets of a module."""
    found: list[Target] = import_module(f"{__name__}.{module}").TARGETS
    return found


def all_targets() -> Iterator[Target]:
    """Every target, in the order of the modules."""
    for module in MODULES:
        yield from targets_of(module)

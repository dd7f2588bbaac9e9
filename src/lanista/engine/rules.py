"""`Rules`: everything the engine needs to step a game, interpreted or compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import Any, cast, get_args, get_origin, get_type_hints

from lanista.engine import flat
from lanista.engine.language import check_language
from lanista.engine.observation import ObservationSpec
from lanista.engine.record import Records, capacities, closest, sized
from lanista.engine.rule import check_fields, check_lengths, reachable
from lanista.errors import InputError, RecordError
from lanista.text import quoted

Rule = Callable[..., Any]


@dataclass(frozen=True)
class Rules:
    """A game's records and the rules that the engine calls.

    `state` changes, `const` does not (configuration and fixed map); `work` is scratch space for one turn.
    `seat` counts from 0.
    """

    name: str
    state: type[Any]
    const: type[Any]
    move: type[Any]
    work: type[Any]
    actions: int
    spec: ObservationSpec
    step: Rule  # (state, moves, const, work)
    is_over: Rule  # (state, const) -> 0 or 1
    reward: Rule  # (state, const, seat) -> the result of the seat when the match is over: 1000 a win, -1000 a loss
    decode: Rule  # (state, const, seat, action, move): write the move of a flat action number
    legal: Rule  # (state, const, seat, action) -> whether a flat action is legal now
    mask: Rule  # (state, const, seat, flags): write for each flat action whether it is legal, 1 or 0
    random_action: Rule  # (state, const, seat, generator) -> a legal flat action, all equally likely, by one draw
    random_move: Rule  # (state, const, seat, generator, move): write a random legal move
    observe: Rule  # (state, const, seat, row): write what the seat sees as numbers
    # (state, const, seat, generator): redraw in place whatever is hidden from the seat; None: nothing is hidden
    redraw: Rule | None = None
    # (const) -> the flat actions that can ever be legal, in Python; None: all
    possible_actions: Callable[[Any], Iterable[int]] | None = None
    # Bots that are rules: (state, const, seat, generator, move, work) write a move from what the seat sees
    policies: tuple[Rule, ...] = ()
    # Policies that play a built-in bot's own moves, for learners: they look ahead, too slowly to be interpreted
    partners: tuple[Rule, ...] = ()
    score: Rule | None = None  # (state, const, seat) -> the points that decide the match, or what comes close
    # (state, const, seat) -> what a running match promises the seat, on the scale of `reward`
    value: Rule | None = None
    # (state, const, seat, generator, moves, work) -> how many moves worth a try it wrote, the most promising first
    propose: Rule | None = None
    # (state, const, seat, work) -> a better `value` that takes longer and needs scratch space, for searchers
    outlook: Rule | None = None

    @classmethod
    def of(cls, package: str, name: str = "") -> Rules:
        """The rules in the modules of a game (`rules`, `moves`, `views`, ...); records are those of `rules.step`.

        A small game may write everything in `rules`; `flat` has defaults. `name` defaults to that of the package.
        """
        rules = import_module(f"{package}.rules")
        moves, views = (_module(f"{package}.{part}") or rules for part in ("moves", "views"))
        thinking, seen = _module(f"{package}.thinking"), _module(f"{package}.observation") or views
        state, move, const, work = _records_of(rules.step)
        return cls(
            name=name or package.rpartition(".")[2],
            state=state,
            const=const,
            move=move,
            work=work,
            spec=_spec(seen.OBSERVATION),
            step=rules.step,
            is_over=rules.is_over,
            reward=getattr(rules, "reward", None) or flat.bound(flat.reward, score=rules.score),
            observe=seen.observe,
            redraw=getattr(_module(f"{package}.hidden"), "redraw", None),
            score=getattr(rules, "score", None),
            value=getattr(thinking, "value", None) or _value_by_score(rules),
            propose=getattr(thinking, "propose", None),
            outlook=getattr(thinking, "outlook", None),
            partners=getattr(_module(f"{package}.policies"), "PARTNERS", ()),
            **_flat_actions(moves, getattr(_module(f"{package}.policies"), "POLICIES", ())),
        )

    @property
    def observation(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return self.spec.shape

    @property
    def entries(self) -> dict[str, FunctionType]:
        """The rules that the engine calls, by the names it uses for them."""
        names = (
            *("step", "is_over", "reward", "decode", "legal", "random_move", "observe", "redraw"),
            *("value", "propose", "outlook"),
        )
        found: dict[str, Any] = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        return found | {f"policy_{policy.__name__}": policy for policy in self.policies}

    @property
    def bindings(self) -> dict[str, FunctionType]:
        """The rules by the names that loops use for them; a game may leave some out."""
        flat_actions = {"ACTIONS": self.actions, "decode": self.decode, "legal": self.legal}
        value = self.value or flat.bound(flat.value, reward=self.reward)
        defaults = {
            "mask": self.mask,
            "random_action": self.random_action,
            "score": self.score or value,
            "value": value,
            "propose": flat.bound(flat.propose, **flat_actions),
            "outlook": flat.bound(flat.outlook, value=value),
        }
        return defaults | self.entries

    @property
    def opponents(self) -> tuple[Rule, ...]:
        """Whatever can play a seat in a batch."""
        return *self.policies, *self.partners

    def policy(self, name: str) -> FunctionType:
        """A policy by its name; raises InputError for another one."""
        found: Any = next((policy for policy in self.opponents if policy.__name__ == name), None)
        if found is None:
            known = ", ".join(policy.__name__ for policy in self.opponents)
            raise InputError(f"{self.name} has no policy {quoted(name)}; it has: {known}")
        return cast(FunctionType, found)

    @property
    def roots(self) -> list[FunctionType]:
        """The rules that the engine calls, and those of learners."""
        learners: list[Any] = [self.mask, self.random_action, *([self.score] if self.score else [])]
        return [*self.entries.values(), *learners]

    @property
    def records(self) -> list[type[Any]]:
        """All records that its rules use."""
        from lanista.engine.random import Generator

        return [self.state, self.const, self.move, self.work, Generator]

    def check(self) -> None:
        """Raise RuleError with file and line for what rules must not contain, or what cannot be translated."""
        from lanista.engine.translate.entries import rules_program

        rules_program(self)

    def check_source(self) -> None:
        """Raise RuleError with file and line for forbidden Python, unknown fields and capacities in rules."""
        check_language(self.roots)
        check_fields(self.roots, self.records)
        check_lengths(self.roots)

    @cache  # noqa: B019 - the rules of a game live as long as the process
    def sized(self, **lengths: int) -> Rules:
        """The same rules over records with other capacities: `RULES.sized(cells=40_000)`."""
        known = set().union(*map(capacities, self.records))
        for name in lengths.keys() - known:
            raise RecordError(f"{self.name} has no capacity {name!r}{closest(name, known)}")
        return replace(
            self,
            state=sized(self.state, lengths),
            const=sized(self.const, lengths),
            move=sized(self.move, lengths),
            work=sized(self.work, lengths),
        )

    def sources(self) -> list[str]:
        """The files in which its rules are written."""
        return sorted({function.__code__.co_filename for function in reachable(*self.roots)})


def _records_of(step: Rule) -> tuple[type[Any], type[Any], type[Any], type[Any]]:
    """The records of state, move, constants and work, from the annotations of `step`."""
    hints = get_type_hints(step)
    hints.pop("return", None)
    if len(hints) != 4 or get_origin(list(hints.values())[1]) is not Records:
        raise RecordError(
            "expected annotations of four arguments, `step(state: Race, moves: Records[Order], config: Config, "
            f"work: Work)`, got ({', '.join(hints)}) in {step.__module__}"
        )
    state, moves, const, work = hints.values()
    return state, get_args(moves)[0], const, work


def _value_by_score(rules: Any) -> Rule | None:
    """The value of a state in a game that has a rule `score`."""
    value: Rule | None = flat.bound(flat.score_value, score=rules.score) if hasattr(rules, "score") else None
    return value


def _module(name: str) -> Any:
    return import_module(name) if find_spec(name) else None


def _spec(observation: ObservationSpec | tuple[int, ...]) -> ObservationSpec:
    """The spec of an observation; a small game may give its shape only."""
    return observation if isinstance(observation, ObservationSpec) else ObservationSpec.unnamed(observation)


def _flat_actions(moves: Any, policies: tuple[Rule, ...]) -> dict[str, Any]:
    """The flat actions of a module, by default the words of its `Move`; `random` is a policy of every game."""
    actions = getattr(moves, "ACTIONS", 0) or len(get_type_hints(moves.Move)["action"])
    found: dict[str, Any] = {
        "decode": getattr(moves, "decode", flat.decode),
        "legal": getattr(moves, "legal", flat.legal),
    }
    for name, default in {
        "mask": flat.mask,
        "random_action": flat.random_action,
        "random_move": flat.random_move,
    }.items():
        found[name] = getattr(moves, name, None) or flat.bound(default, ACTIONS=actions, **found)
    policies = (flat.bound(flat.random, random_move=found["random_move"]), *policies)
    possible = getattr(moves, "possible_actions", None)
    return {"actions": actions, "policies": policies, "possible_actions": possible, **found}

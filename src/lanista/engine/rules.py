"""`Rules`: everything the engine needs to step a game, interpreted or compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pickle import PicklingError
from types import FunctionType, ModuleType
from typing import Any, get_args, get_origin, get_type_hints

from lanista.core.errors import InputError, RecordError, RuleError
from lanista.core.text import quoted
from lanista.engine import flat
from lanista.engine.language import check_language
from lanista.engine.log import Log
from lanista.engine.observation import ObservationSpec
from lanista.engine.record import Field, Records, capacities, closest, field_names, sized
from lanista.engine.rule import check_fields, check_lengths, reachable
from lanista.engine.showing import Judgement, Showing, Words

Rule = Callable[..., Any]

NEEDED_RULES = "rules need `step(state, moves, const, work)` and `is_over(state, const)`"
NEEDED_TO_OBSERVE = (
    "learners need both `OBSERVATION`, such as (2,) for two numbers, and `observe(state, const, seat, row)`, "
    "in one module: observation, views or rules"
)
NEEDED_TO_WIN = "rules need `score(state, const, seat)`, by which the highest wins, or `reward` of the same form"
NEEDED_TO_SHOW = (
    "a module `frames` needs a rule `frame(before, state, const, work, seat, frame)` with annotated arguments, "
    "the last one a record"
)
POLICY_PARAMETERS = 6  # of a policy that remembers nothing
NEEDED_MOVES = "a game needs `Move` with one field `action: Words`, an IntEnum, or `ACTIONS`, `decode` and `legal`"


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
    showing: Showing  # the rules by which a match is shown
    # (state, const, seat, generator): redraw in place all that is hidden from the seat; None: nothing is
    redraw: Rule | None = None
    # (const) -> the flat actions that can ever be legal, in Python; None: all
    possible_actions: Callable[[Any], Iterable[int]] | None = None
    # Bots that are rules: (state, const, seat, generator, move, work) write a move from what the seat sees; one
    # that remembers takes a record more, which is zeros when a match begins and its own from then on
    policies: tuple[Rule, ...] = ()
    score: Rule | None = None  # (state, const, seat) -> the points that decide the match, or what comes close
    # (state, const, seat, work) -> what a running match promises the seat, on the scale of `reward`
    value: Rule | None = None
    # (state, const, seat, generator, moves, work) -> how many moves worth a try it wrote, the most promising first
    propose: Rule | None = None
    # What the numbers of each kind of note mean: named tuples
    notes: Mapping[int, type[Any]] = field(default_factory=dict, compare=False)
    judge: Rule | None = None  # (state, const, judgement): how a match that is over has ended
    asked: Rule | None = None  # (state, const, seat) -> whether the seat is asked for a move; None: always
    spell: Rule | None = None  # (move, told): the text of a move, by the templates `texts`; None: it is one word
    texts: Mapping[int, Words] = field(default_factory=dict, compare=False)
    playouts: str = "random"  # the policy by which a search plays on
    memory: type[Any] = flat.NoMemory  # what the policy remembers that loops play by, see `playing`
    package: str = ""  # the package whose modules hold the rules: `of` finds them there again

    @classmethod
    def of(cls, package: str, name: str = "") -> Rules:
        """The rules in the modules of a game (`rules`, `moves`, `views`, ...); records are those of `rules.step`.

        A small game may write everything in `rules`; `flat` has defaults. `name` defaults to that of the package.
        """
        return _rules_of(import_module(f"{package}.rules"), package, name or package.rpartition(".")[2])

    @classmethod
    def _of(cls, rules: ModuleType, package: str, name: str) -> Rules:
        moves, views = (_module(f"{package}.{part}") or rules for part in ("moves", "views"))
        thinking, seen = _module(f"{package}.search.thinking"), _module(f"{package}.learn.observation") or views
        state, move, const, work = _records_of(_part(rules, "step", NEEDED_RULES))
        return cls(
            name=name,
            state=state,
            const=const,
            move=move,
            work=work,
            spec=_spec(_part(seen, "OBSERVATION", NEEDED_TO_OBSERVE)),
            step=rules.step,
            is_over=_part(rules, "is_over", NEEDED_RULES),
            reward=_reward(rules),
            observe=_part(seen, "observe", NEEDED_TO_OBSERVE),
            redraw=getattr(_module(f"{package}.learn.hidden"), "redraw", None),
            score=getattr(rules, "score", None),
            value=getattr(thinking, "value", None) or _value_by_score(rules),
            propose=getattr(thinking, "propose", None),
            notes=getattr(_module(f"{package}.notes"), "NOTES", {}),
            showing=_showing(package, rules, state),
            judge=getattr(_module(f"{package}.ending"), "judge", None) or _judge_by_score(rules),
            asked=getattr(rules, "asked", None),
            spell=getattr(moves, "spell", None),
            texts=getattr(moves, "TEXTS", {}),
            playouts=_playouts(thinking, _bots(package)),
            package=package,
            **_flat_actions(moves, _bots(package)),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Rules are copied and pickled by name: functions bound to a game cannot be."""
        found = _rules_by_name, (self.package, self.name, self._lengths)
        if not self.package or found[0](*found[1]) != self:
            raise PicklingError(f"the rules of {self.name} were not made by `Rules.of`: they cannot be pickled")
        return found

    @property
    def _lengths(self) -> dict[str, int]:
        """The lengths of all capacities."""
        records = self.state, self.const, self.move, self.work, self.showing.record
        return dict(pair for record in records for pair in capacities(record).items())

    @property
    def observation(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return self.spec.shape

    @property
    def entries(self) -> dict[str, FunctionType]:
        """The rules that the engine calls, by the names it uses for them."""
        names = (
            *("step", "is_over", "reward", "decode", "legal", "random_move", "observe", "redraw"),
            *("value", "propose"),
        )
        found: dict[str, Any] = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        return found | {f"policy_{policy.__name__}": self.policy(policy.__name__) for policy in self.policies}

    @cached_property
    def bindings(self) -> dict[str, FunctionType]:
        """The rules by the names that loops use for them; a game may leave some out."""
        flat_actions = {"ACTIONS": self.actions, "decode": self.decode, "legal": self.legal}
        value = self.value or flat.bind_globals(flat.value, reward=self.reward)
        defaults = {
            "mask": self.mask,
            "random_action": self.random_action,
            "score": self.score or self.reward,
            "value": value,
            "propose": flat.bind_globals(flat.propose, **flat_actions),
        }
        return defaults | self.entries

    def policy(self, name: str) -> FunctionType:
        """(state, const, seat, generator, move, work, memory) of a policy; raises InputError for another name."""
        found = self._choosing.get(name)
        if found is None:
            raise InputError(f"{self.name} has no policy {quoted(name)}; it has: {', '.join(self._choosing)}")
        return found

    @cached_property
    def _choosing(self) -> dict[str, FunctionType]:
        """All policies by name, each with a memory."""
        policies: Any = self.policies
        return {
            policy.__name__: policy if _memory_record(policy) else flat.bind_globals(flat.forgetful, choose=policy)
            for policy in policies
        }

    def memory_of(self, policy: str) -> type[Any]:
        """The record of a policy's memory of a match."""
        found = next((each for each in self.policies if each.__name__ == policy), None)
        kind = _memory_record(found) if found is not None else None
        return sized(kind, self._lengths) if kind else flat.NoMemory

    @cache  # noqa: B019 - the rules of a game live as long as the process
    def playing(self, policy: str) -> Rules:
        """The same rules for loops whose `policy` is this one."""
        return replace(self, memory=self.memory_of(policy)) if policy else self

    @property
    def page_entries(self) -> dict[str, FunctionType]:
        """The further rules by which a page shows and judges matches and writes moves."""
        found: dict[str, Any] = {name: getattr(self, name) for name in ("judge", "asked", "spell")}
        return {name: rule for name, rule in {**found, **self.showing.entries}.items() if rule is not None}

    @property
    def log_field(self) -> Field | None:
        """The field of the log in the work record, if the game notes something."""
        return next((part for part in self.work.fields if part.record is Log), None)

    @property
    def roots(self) -> list[FunctionType]:
        """The rules that the engine calls, and those of learners."""
        learners: list[Any] = [self.mask, self.random_action, *([self.score] if self.score else [])]
        return [*self.entries.values(), *learners]

    @property
    def records(self) -> list[type[Any]]:
        """All records that its rules use."""
        from lanista.engine.random import Generator

        memories = dict.fromkeys(self.memory_of(policy.__name__) for policy in self.policies)
        own = self.state, self.const, self.move, self.work, self.showing.record
        return [*own, Generator, Log, Judgement, *memories]

    @property
    def draw(self) -> Callable[..., Any] | None:
        """(state, seat, names) -> the picture for a terminal, in plain Python; None if the game has none."""
        return getattr(_module(f"{self.package}.show.picture"), "draw", None) if self.package else None

    def check(self) -> None:
        """Raise RuleError with file and line for forbidden or untranslatable constructs in rules."""
        from lanista.engine.translate.entries import rules_program

        rules_program(self)
        rules_program(self, tuple(self.page_entries))

    def check_source(self) -> None:
        """Raise RuleError with file and line for forbidden Python, unknown fields and capacities in rules."""
        roots = [*self.roots, *self.page_entries.values()]
        check_language(roots)
        check_fields(roots, self.records)
        check_lengths(roots)

    def sized(self, **lengths: int) -> Rules:
        """The same rules over records with other capacities: `RULES.sized(cells=40_000)`."""
        known = self._lengths
        for name in lengths.keys() - known.keys():
            raise RecordError(f"{self.name} has no capacity {name!r}{closest(name, set(known))}")
        others = {name: length for name, length in sorted(lengths.items()) if length != known[name]}
        return self._laid_out(**others) if others else self

    @cache  # noqa: B019 - the rules of a game live as long as the process
    def _laid_out(self, **lengths: int) -> Rules:
        return replace(
            self,
            state=sized(self.state, lengths),
            const=sized(self.const, lengths),
            move=sized(self.move, lengths),
            work=sized(self.work, lengths),
            showing=self.showing.sized(lengths),
        )

    def sources(self) -> list[str]:
        """The source files of its rules."""
        return sorted({function.__code__.co_filename for function in reachable(*self.roots)})


@cache
def _rules_of(rules: ModuleType, package: str, name: str) -> Rules:
    """The rules of a package, the same object each time."""
    return Rules._of(rules, package, name)


def _rules_by_name(package: str, name: str, lengths: dict[str, int]) -> Rules:
    """The rules that were copied or pickled."""
    return Rules.of(package, name).sized(**lengths)


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
    if "seats" not in field_names(const):
        raise RecordError(f"{const.__name__} in {step.__module__} needs a field `seats: i4`: how many there are")
    return state, get_args(moves)[0], const, work


def _part(module: ModuleType, name: str, needed: str) -> Any:
    """Get a rule that a module must define; raises RuleError if it does not."""
    found = getattr(module, name, None)
    if found is None:
        raise RuleError(f"{module.__name__} has no `{name}`; {needed}")
    return found


def _reward(rules: ModuleType) -> Rule:
    reward: Rule = getattr(rules, "reward", None) or flat.bind_globals(
        flat.reward, score=_part(rules, "score", NEEDED_TO_WIN)
    )
    return reward


def _judge_by_score(rules: Any) -> Rule | None:
    """The default `judge` of a game that has a rule `score`."""
    judge: Rule | None = flat.bind_globals(flat.judge, score=rules.score) if hasattr(rules, "score") else None
    return judge


def _value_by_score(rules: Any) -> Rule | None:
    """The default `value` of a game that has a rule `score`."""
    value: Rule | None = (
        flat.bind_globals(flat.score_value, score=rules.score) if hasattr(rules, "score") else None
    )
    return value


@cache
def _memory_record(policy: Rule) -> Any:
    """The record of a policy's memory, from the annotation of its last parameter; None if there is none."""
    hints = [kind for name, kind in get_type_hints(policy).items() if name != "return"]
    return hints[POLICY_PARAMETERS] if len(hints) > POLICY_PARAMETERS else None


def _bots(package: str) -> tuple[Rule, ...]:
    """The bots of a game, which are rules; weakest first."""
    found: tuple[Rule, ...] = getattr(_module(f"{package}.bots") or import_module(f"{package}.rules"), "BOTS", ())
    return found


def _playouts(thinking: Any, bots: tuple[Rule, ...]) -> str:
    """The policy that a game's plan for the search names, or its strongest."""
    named: str = getattr(getattr(thinking, "TUNING", None), "policy", "")
    return named or next((bot.__name__ for bot in reversed(bots)), "random")


def _module(name: str) -> Any:
    """A module of a game, in its package or in a folder of it; None if there is none."""
    try:
        return import_module(name) if find_spec(name) else None
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):  # the folder is missing
            return None
        raise


def _spec(observation: ObservationSpec | tuple[int, ...]) -> ObservationSpec:
    """The spec of an observation; a small game may give its shape only."""
    return observation if isinstance(observation, ObservationSpec) else ObservationSpec.unnamed(observation)


def _showing(package: str, rules: ModuleType, state: type[Any]) -> Showing:
    """The rules in the modules `frames` and `words`; without a rule `frame`, states are frames."""
    frames, words = (_module(f"{package}.{part}") or rules for part in ("show.frames", "show.words"))
    frame = getattr(frames, "frame", None)
    if frame is None and _module(f"{package}.learn.hidden") is not None:
        raise RuleError(f"{package} hides something from its seats: what do they see? {NEEDED_TO_SHOW}")
    titles = tuple(getattr(frames, "CURVES", ()))
    if bool(titles) != hasattr(frames, "curves"):
        raise RuleError(f"{package}.frames: `CURVES` and `curves(state, const, seat, numbers)` go together")
    return Showing(
        record=_frame_record(frame) if frame else state,
        frame=frame,
        tell=getattr(words, "tell", None),
        describe=getattr(words, "describe", None),
        curves=getattr(frames, "curves", None),
        titles=titles,
        words=getattr(words, "WORDS", {}),
    )


def _frame_record(frame: Rule) -> Any:
    """The record that a rule fills, from its annotations."""
    hints = [kind for name, kind in get_type_hints(frame).items() if name != "return"]
    if len(hints) != 6 or not hasattr(hints[-1], "dtype"):
        raise RecordError(f"{frame.__module__}.frame: {NEEDED_TO_SHOW}")
    return hints[-1]


def _words(move: Any) -> Any:
    """The enumeration of a move that is one word."""
    words = get_type_hints(move).get("action")
    if not (isinstance(words, type) and issubclass(words, IntEnum)):
        raise RuleError(f"{move.__module__}.{move.__qualname__} is no move of one word; {NEEDED_MOVES}")
    return words


def _flat_actions(moves: Any, policies: tuple[Rule, ...]) -> dict[str, Any]:
    """The flat actions of a module, by default the words of its `Move`; `random` is a policy of every game."""
    actions = getattr(moves, "ACTIONS", 0) or len(_words(_part(moves, "Move", NEEDED_MOVES)))
    found: dict[str, Any] = {
        "decode": getattr(moves, "decode", flat.decode),
        "legal": getattr(moves, "legal", flat.legal),
    }
    for name, default in {
        "mask": flat.mask,
        "random_action": flat.random_action,
        "random_move": flat.random_move,
    }.items():
        found[name] = getattr(moves, name, None) or flat.bind_globals(default, ACTIONS=actions, **found)
    policies = (flat.bind_globals(flat.random, random_move=found["random_move"]), *policies)
    possible = getattr(moves, "possible_actions", None)
    return {"actions": actions, "policies": policies, "possible_actions": possible, **found}

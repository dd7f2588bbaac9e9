"""The script of a game: scenes, frames, curves, events, moves and outcomes, from the Python that defines them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import partial
from typing import Any, get_type_hints

from lanista.engine import Rules
from lanista.game import Game, defaults, states
from lanista.verdict import Verdict
from lanista.web.transcribe import names
from lanista.web.transcribe.classes import record_text
from lanista.web.transcribe.program import Program
from lanista.web.transcribe.refusal import TranscribeError

AnyGame = Game[Any, Any, Any]


def script_for(game: AnyGame, rules: Rules | None = None, *, playing: bool = True) -> str:
    """A module that exports `game` and needs no other; `rules` give the layout of states (see `Game.layout`).

    Unless for `playing`, it has only what shows a match. Raises TranscribeError for what a page cannot run.
    """
    program = Program()
    parts = ",".join(f"{name}:{text}" for name, text in _parts(program, game, playing=playing))
    layout = _layout(program, game, rules or game.rules)
    made = f"{program.runtime('gameOf')}($layout,{{{parts}}})"
    return f"{program.text()}\nconst $layout={layout};\nexport const game={made};\n"


def _layout(program: Program, game: AnyGame, rules: Rules) -> str:
    """The records of the game, and the table of its rules."""
    records = {name: getattr(rules, name) for name in ("state", "const", "move")}
    shown = ",".join(f"{name}:{record_text(program, record)}" for name, record in records.items())
    move: Any = type(game.missing)
    kinds = ",".join(_enumeration(program, kind) for kind in get_type_hints(move).values())
    notes = ",".join(f"{int(kind)}:{program.reference(cls)}" for kind, cls in rules.notes.items())
    return f"{{{shown},Move:{program.reference(move)},kinds:[{kinds}],notes:{{{notes}}}}}"


def _enumeration(program: Program, kind: Any) -> str:
    """The words of a field of a move; null for a number."""
    return program.reference(kind) if isinstance(kind, type) and issubclass(kind, IntEnum) else "null"


def _parts(program: Program, game: AnyGame, *, playing: bool) -> Iterator[tuple[str, str]]:
    if game.rules.showing is None:
        for name in ("frame", "numbers", "events"):
            yield name, _picture(program, game, name)
        words = game.modules.find("words", "words", None)
        yield "words", program.reference(words) if words else "()=>''"
        yield "secretNumbers", program.reference(list(game.pictures.secret_numbers))
    if playing:
        yield from _playing_parts(program, game)


def _playing_parts(program: Program, game: AnyGame) -> Iterator[tuple[str, str]]:
    yield "read", program.reference(game.modules.find("moves", "read", partial(defaults.read, game)))
    yield "write", program.reference(game.modules.find("moves", "write", defaults.write))
    yield "missing", program.reference(game.missing)
    yield "outcome", _outcome(program, game)
    yield "turn", _turn(program, game)
    yield "maxTurns", _max_turns(program, game)
    yield "asked", program.reference(game.asked) if _overrides(game, "asked") else "()=>true"


def _picture(program: Program, game: AnyGame, name: str) -> str:
    function = game.modules.find("scene", name, None)
    if function is not None:
        return program.reference(function)
    if name == "frame":
        raise TranscribeError(
            f"{game.name} has no `scene.frame`: its frames are the text of its picture, which a page cannot draw; "
            "write a module `scene`"
        )
    return "()=>[]" if name == "events" else f"()=>{program.runtime('dict')}()"


def _overrides(game: AnyGame, name: str) -> bool:
    return getattr(type(game), name) is not getattr(Game, name)


def _outcome(program: Program, game: AnyGame) -> str:
    """The outcome of a state, given the verdicts of all turns as texts."""
    if not _overrides(game, "outcome"):
        is_last = f"({_turn(program, game)})(state)>({_max_turns(program, game)})(state)"
        return f"state=>{program.function(defaults.outcome, game)}(state,{is_last})"
    judged = f"verdicts.map(turn=>turn.map({program.reference(Verdict)}.of))"
    return f"(state,verdicts)=>{program.reference(game.outcome)}(state,{judged})"


def _turn(program: Program, game: AnyGame) -> str:
    if _overrides(game, "turn"):
        return program.reference(game.turn)
    return f"state=>state.record.{names.attribute(states.counter(game.rules.state))}+1"


def _max_turns(program: Program, game: AnyGame) -> str:
    if _overrides(game, "max_turns"):
        return program.reference(game.max_turns)
    return f"state=>state.const.{names.attribute(states.limit(game.rules.const))}"

"""The script of a game: scenes, frames, curves, events, moves and outcomes, from the Python that defines them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, get_type_hints

from lanista.engine import Rules
from lanista.game import Game
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

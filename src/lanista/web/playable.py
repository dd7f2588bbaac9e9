"""Pages that play a game by themselves: its rules and pictures as scripts, and starts as bytes."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import msgspec

from lanista.engine import State, over_all, zeros
from lanista.game import Game, defaults, put_moves
from lanista.web.files import MAIN, PLAY_STYLES, WHAT_IF, board_of
from lanista.web.film import PRIVATE, MatchHistory
from lanista.web.page import (
    GIF_WORKER,
    RERUN_FILM,
    bundle_modules,
    constant_of,
    data_block,
    or_worker,
    standalone_page,
)
from lanista.web.rerun import Progress, whole_json
from lanista.web.scripts import RULES, rules_script

AnyGame = Game[Any, Any, Any]

ENGINE = "web/static/film/engine.js"
WORKER = "web/static/film/worker.js"
TRY_TURNS = 5  # by which a limit is changed to find where it is kept


class PlayableFacts(msgspec.Struct, rename="camel"):
    """The facts about a game that a page needs beside its scripts."""

    name: str
    title: str
    nothing_hidden: bool
    limit: int | None  # where the constant record keeps the turn limit, which searchers shorten
    missing: str  # the move record of a seat that gave no move, as base64
    words: dict[int, str]  # of moves that are one word
    reasons: list[str]  # why matches end, by number
    private: Sequence[str]  # members of a turn with a value per seat that other seats must not see


class EncodedState(msgspec.Struct, rename="camel"):
    """A state as pages carry it: base64 of its records."""

    state: str
    const: str
    seats: int
    scene: dict[str, Any]  # what never changes
    turn: int  # the number of the first turn
    max_turns: int

    @classmethod
    def of(cls, game: AnyGame, state: State[Any, Any]) -> EncodedState:
        """Pack a state."""
        return cls(
            _text(state.bytes()),
            _text(state.fixed.tobytes()),
            state.seats,
            game.scene(state),
            game.turn(state),
            game.max_turns(state),
        )


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


# Scripts


def about(game: AnyGame, state: State[Any, Any]) -> PlayableFacts:
    """The facts for a page, given any state of the layout."""
    record = zeros(state.rules.move)
    put_moves(over_all(state.rules.move, record), [game.missing])
    return PlayableFacts(
        game.name,
        game.title,
        game.nothing_hidden,
        limit_offset(game, state),
        missing=_text(record.tobytes()),
        words={} if state.rules.spell else {int(word): word.name for word in type(game.missing[0])},
        reasons=defaults.reasons(game),
        private=PRIVATE,
    )


def limit_offset(game: AnyGame, state: State[Any, Any]) -> int | None:
    """Where the constant record keeps the turn limit: the field that changes it turn by turn, if there is one."""
    trial: State[Any, Any] = State(state.rules, state.data, state.fixed.copy())
    most = game.max_turns(trial)
    for field in trial.rules.const.fields:
        if field.filler or field.shape or field.scalar is None or field.scalar.code != "i4":
            continue
        value = getattr(trial.const, field.name)
        setattr(trial.const, field.name, value - TRY_TURNS)
        if game.max_turns(trial) == most - TRY_TURNS:
            return int(field.offset)
        setattr(trial.const, field.name, value)
    return None


def parts_text(game: AnyGame, state: State[Any, Any]) -> str:
    """The engine that a bundled page plays with."""
    return (
        f"{{ rules: {constant_of(RULES)}, "
        f"about: {msgspec.json.encode(about(game, state)).decode()}, "
        f"newWorker: {constant_of(ENGINE)}.pageAsWorker }}"
    )


def playing_bundle(game: AnyGame, state: State[Any, Any], paths: Sequence[str], start: str) -> str:
    """Modules with a game's engine as one script; where there is no document, it serves as a worker."""
    start = or_worker(start, f"{constant_of(WORKER)}.serve({constant_of(RULES)});")
    made = {RULES: rules_script(state.rules)}
    return bundle_modules([WORKER, GIF_WORKER, ENGINE, *paths], start, made)


# Pages


def playable_html(history: MatchHistory, progress: Progress | None = None) -> str:
    """A whole match as one HTML file in which any seat can be taken over at any turn."""
    start = history.start
    board, parts = board_of(history.game), parts_text(history.game, start)
    opened = f"(viewer) => {constant_of(WHAT_IF)}.offerPlaying(viewer, {parts})"
    source = f"{constant_of(RERUN_FILM)}.rerunSource({parts})"
    starting = f"{constant_of(MAIN)}.start({constant_of(board)}.board, {source}, {opened});"
    script = playing_bundle(history.game, start, [MAIN, WHAT_IF, RERUN_FILM, board], starting)
    data = data_block("rerun", whole_json(history, progress))
    return standalone_page("viewer/page.html", history.game.title, PLAY_STYLES, script, data, workers=True)

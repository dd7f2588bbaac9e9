"""Shows matches by a game's rules `frame`, `tell`, `curves` and `describe`, interpreted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from lanista.engine import EVERYBODY, UNKNOWN, Generator, Log, Rules, State, over, zeros
from lanista.engine.log import clear, restore, rows_of
from lanista.engine.showing import MAX_SEATS, ToldLine, Words, lines
from lanista.game.move_records import put_moves
from lanista.game.values import Played, log_of

Writer = Callable[[Any], str]
KEPT_TEXTS = 4096  # moves whose texts are kept


class _Slots(NamedTuple):
    """Working space of one layout."""

    moves: Any
    work: Any
    told: Log
    frame: Any
    numbers: Any


def _without_generators(state: State[Any, Any]) -> Any:
    """The record of a copy of a state that hides nothing but its random generators."""
    record = state.clone().record
    for part in record.fields:
        if part.record is Generator:
            getattr(record, part.name).position = 0
    return record


class Projector(threading.local):
    """Runs the rules that show matches; each thread and layout has its own working space."""

    def __init__(self) -> None:
        self._by_layout: dict[Any, _Slots] = {}

    def frame(self, state: State[Any, Any], seat: int | None, played: Played | None) -> Any:
        """The record of a moment, and of the turn that led to it; valid until the thread's next one."""
        showing = state.rules.showing
        if showing.frame is None:
            return _without_generators(state)
        frame = self._of(state.rules).frame
        frame.raw[:] = bytes(len(frame.raw))
        self._run(showing.frame, state, seat, played, frame)
        return frame

    def told(self, state: State[Any, Any], seat: int | None, played: Played) -> list[ToldLine]:
        """The lines about the events of a turn."""
        showing = state.rules.showing
        if showing.tell is None:
            return []
        told = self._of(state.rules).told
        clear(told)
        self._run(showing.tell, state, seat, played, told)
        return lines(showing.words, rows_of(told))

    def described(self, state: State[Any, Any], seat: int, move: Any) -> str:
        """A move in words."""
        showing = state.rules.showing
        if showing.describe is None:
            return ""
        slots = self._of(state.rules)
        clear(slots.told)
        put_moves([slots.moves], [move])
        showing.describe(state.record, state.const, seat, slots.moves, slots.told)
        return " ".join(line.text for line in lines(showing.words, rows_of(slots.told)))

    def curves(self, state: State[Any, Any], seat: int | None) -> dict[str, list[int | None]]:
        """A number by seat for each title; None if the audience may not know it."""
        showing = state.rules.showing
        if showing.curves is None:
            return {}
        numbers = self._of(state.rules).numbers
        numbers[:] = 0
        showing.curves(state.record, state.const, EVERYBODY if seat is None else seat, numbers)
        rows = numbers[:, : state.seats].tolist()
        return {
            title: [None if number == UNKNOWN else number for number in row]
            for title, row in zip(showing.titles, rows, strict=True)
        }

    def _run(
        self, rule: Callable[..., Any], state: State[Any, Any], seat: int | None, played: Played | None, made: Any
    ) -> None:
        work = self._of(state.rules).work
        log = log_of(state.rules, work)
        if log is not None:
            restore(log, played.log if played else b"")
        before = played.before if played else state
        rule(before.record, state.record, state.const, work, EVERYBODY if seat is None else seat, made)

    def _of(self, rules: Rules) -> _Slots:
        if rules not in self._by_layout:
            kinds = (rules.move, rules.work, Log, rules.showing.record)
            views: list[Any] = [over(kind, zeros(kind).view(np.uint8)) for kind in kinds]
            titles = len(rules.showing.titles)
            self._by_layout[rules] = _Slots._make([*views, np.zeros((titles, MAX_SEATS), np.int32)])
        return self._by_layout[rules]


def speller(record: type[Any], spell: Callable[[Any, Log], None], texts: Mapping[Any, Words]) -> Writer:
    """A function that writes moves as text, by a rule `spell` and its templates."""
    local = threading.local()

    @lru_cache(maxsize=KEPT_TEXTS)
    def write(move: Any) -> str:
        """The text of a move."""
        if not hasattr(local, "slots"):
            local.slots = over(record, zeros(record).view(np.uint8)), over(Log, zeros(Log).view(np.uint8))
        slot, told = local.slots
        clear(told)
        put_moves([slot], [move])
        spell(slot, told)
        return "".join(line.text for line in lines(texts, rows_of(told)))

    return write

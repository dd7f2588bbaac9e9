"""The bot `search`: imagines states from its views, searches from them, and shows its findings."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from lanista.bot.runner import Answer
from lanista.engine import State, derive
from lanista.game import BotStart, Game
from lanista.game.belief import advice_of, belief_of
from lanista.game.policy_bot import policy_move
from lanista.search.options import SearchOptions
from lanista.search.searcher import Searcher, Thought, plan_of

COMPILE_SHARE = 0.5  # of the start budget that may be spent waiting for the compiler
MAX_COMPILE_SECONDS = 30.0
BUDGET_SHARE = 0.9  # of a turn's budget, at most
SAFETY_MS = 2.0
FIRST_TAIL_MS = 3.0  # what follows a search: reading the tree, texts and marks
TAIL_FADE = 0.95  # per turn, of the longest such time
SHOWN_OPTIONS = 4
SHOWN_TURNS = 5  # of the expected line, in words


class SearchBot:
    """Plays one seat of one match; `live` is its state, for games whose views cannot be read (see `belief_of`)."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        start: BotStart,
        options: SearchOptions,
        *,
        live: State[Any, Any] | None = None,
        start_ms: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._game = game
        self._start = start
        self._options = options
        self._clock = clock
        self._seed = start.seed if options.seed is None else options.seed
        self._plan = plan_of(game)
        self._belief = belief_of(game, start, live)
        self._followed: Any = None  # the plan that was chosen last
        self._searcher = Searcher(
            game,
            start.seat,
            seats=start.seats,
            rules=game.layout(start.config) if live is None else live.rules,
            plan=self._plan,
            threads=options.threads,
            seed=self._seed,
        )
        self._worlds = 1 if game.nothing_hidden else self._plan.worlds
        self._turn = 0
        self._unsearched = 0  # turns that the policy played
        self._why = ""
        self._tail_ms = FIRST_TAIL_MS
        wait = MAX_COMPILE_SECONDS if start_ms is None else COMPILE_SHARE * start_ms / 1000
        if self._searcher.is_ready(min(MAX_COMPILE_SECONDS, wait)):
            self._searcher.prepare(self._worlds)

    def move(self, view: dict[str, Any]) -> Answer:
        """The best move of the search; the policy's while the search is being compiled."""
        with without_collection():
            return self._move(view)

    def _move(self, view: dict[str, Any]) -> Answer:
        began = self._clock()
        self._turn += 1
        self._belief.see(view)
        if not self._searcher.is_ready():
            return self._policy_move()
        worlds = [self._imagined(number) for number in range(self._worlds)]
        thought = self._think(worlds, began)
        thought_at = self._clock()
        self._followed = thought.best.plan
        answer = self._answer(thought)
        self._tail_ms = max(TAIL_FADE * self._tail_ms, 1000 * (self._clock() - thought_at) + thought.tail_ms)
        return answer

    def _think(self, worlds: list[State[Any, Any]], began: float) -> Thought:
        first = advice_of(self._belief, self._followed)
        if self._options.playouts is not None:
            return self._searcher.think(worlds, playouts=self._options.playouts, first=first)
        ms = float(self._options.ms)
        if self._start.turn_ms is not None:
            ms = min(ms, BUDGET_SHARE * self._start.turn_ms - SAFETY_MS)
        return self._searcher.think(worlds, ms=ms - self._tail_ms, clock=self._clock, since=began, first=first)

    def _imagined(self, number: int) -> State[Any, Any]:
        return self._belief.imagine(derive(self._seed, "imagine", self._turn, number))

    def _policy_move(self) -> Answer:
        """The policy's move, by the interpreted rules."""
        seed = derive(self._seed, "policy", self._turn)
        played = policy_move(self._game, self._imagined(0), self._start.seat, self._plan.policy, seed)
        self._unsearched += 1
        self._why = self._searcher.problem or "the search is being compiled"
        return {"move": played, "say": f"{self._plan.policy}: {self._why}"}

    def remarks(self) -> list[str]:
        """The number of turns without a search, and why, if there are any."""
        if not self._unsearched:
            return []
        why = f"{self._why}; the policy {self._plan.policy} played instead"
        return [f"did not search in {self._unsearched} of {self._turn} turns: {why}"]

    def _answer(self, thought: Thought) -> Answer:
        draw = self._game.modules.find("search.thinking", "marks", lambda line, seat: [])
        marks: list[Any] = draw(thought.line, self._start.seat)
        return {"move": thought.text, "say": self._said(thought), "draw": marks}

    def _said(self, thought: Thought) -> str:
        """The chance to win, how often each move was tried, and the line that is expected."""
        tried = ", ".join(f"{option.text} {option.visits:,}" for option in thought.options[:SHOWN_OPTIONS])
        line = [self._game.write(played.moves[self._start.seat]) for played in thought.line[:SHOWN_TURNS]]
        expected = f"; then {', '.join(line[1:])}" if len(line) > 1 else ""
        return f"win {thought.win:.0%}; {thought.playouts:,} playouts: {tried}{expected}"


@contextmanager
def without_collection() -> Iterator[None]:
    """Suspend garbage collection: a full collection can take longer than the search."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()

"""Log folders with a folder per round, and what should be in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lanista.game import get_game
from lanista.match.classic_logs import RoundFolders, classic_logs
from lanista.match.planning import plan_match
from lanista.match.terms import STANDARD, MatchTerms

SEEN = {"JsonMap.json", "TextMap.txt", "PlayerCommand.txt", "Console/Console.txt"}


def played(folder: Path, game: str, *bots: str, terms: MatchTerms = STANDARD) -> RoundFolders:
    plan = plan_match(game, bots, terms, seed=3)
    logs = classic_logs(get_game(game), folder, [bot.name for bot in plan.bots])
    assert isinstance(logs, RoundFolders)
    plan.observers.append(logs)
    plan.play()
    return logs


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def expected(rounds: range, names: Sequence[str], each: set[str]) -> set[str]:
    return {f"Round {number:03}/{name}/{file}" for number in rounds for name in names for file in each}

"""The report card of an uploaded bot, in the shape that `lanista doctor --json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanista.serve.site import Site
from lanista.serve.work.arena import ContestArena
from lanista.serve.work.plain import without_paths
from lanista.tools.doctor import CheckResult, CheckStatus, Finding

TRIAL = "trial"
QUESTION = "Does it play here?"
MAX_LOG = 40  # lines


def trial_result(finding: Finding, seconds: float) -> CheckResult:
    """The first line of the card: whether the bot could be built, started and asked for moves here."""
    return CheckResult(TRIAL, QUESTION, finding, seconds)


def card_of(
    arena: ContestArena, name: str, results: Sequence[CheckResult], *, stopped: bool = False
) -> dict[str, Any]:
    """The card as a JSON object. It names no command and no folder: both are of this machine."""
    statuses = [result.finding.status for result in results]
    return {
        "game": arena.game.name,
        "ruleset": arena.conditions.matches.ruleset,
        "bot": name,
        "name": name,
        "well": CheckStatus.FAILED not in statuses and not stopped,
        "counts": {status.value: statuses.count(status) for status in CheckStatus},
        "checks": [_check(arena.site, result) for result in results],
        "stopped": stopped,
        "command": "",
    }


def _check(site: Site, result: CheckResult) -> dict[str, Any]:
    finding = result.finding
    return {
        "name": result.check,
        "question": result.question,
        "result": finding.status.value,
        "found": without_paths(finding.found, site),
        "why": finding.why,
        "advice": without_paths(finding.advice, site),
        "command": "",
        "reproduced": finding.reproduced,
        "log": [without_paths(line, site) for line in finding.log[-MAX_LOG:]],
        "seconds": round(result.seconds, 3),
    }

"""Explains in plain words why a fault matters, and what its author can do."""

from __future__ import annotations

from lanista.core.verdict import Verdict
from lanista.sandbox import Level

ENDED = "A bot that has ended takes no further part: it loses all its remaining turns."
REASONS = {
    Verdict.CRASHED: ENDED,
    Verdict.KILLED: ENDED,
    Verdict.OUT_OF_MEMORY: f"{ENDED} Contests limit memory.",
    Verdict.DENIED: f"{ENDED} The sandbox ends a bot that does what only an attack needs.",
    Verdict.INVALID: "A move that the rules refuse counts as no move.",
    Verdict.TIMEOUT: "A late answer does not count, and a bot that is late ten times in a row is stopped.",
    Verdict.PROTOCOL_ERROR: "Each turn takes one answer, in the form that the protocol asks for.",
    Verdict.OUTPUT_LIMIT: "A bot that writes too much is stopped.",
}
ADVICE = {
    Verdict.CRASHED: "Run the command below: it sends the bot the same input, and prints its log.",
    Verdict.KILLED: "Find out what ended it: memory, a signal that it sent itself, or a limit of the system.",
    Verdict.OUT_OF_MEMORY: "Use less memory; `--limit memory_mb=N` sets the limit of a contest.",
    Verdict.DENIED: "Do without this call; a bot needs neither the network nor other processes' memory.",
    Verdict.INVALID: "Compare the move with the view that the command prints.",
    Verdict.TIMEOUT: "Stop thinking earlier, by the clock; the budgets are in the start message.",
    Verdict.PROTOCOL_ERROR: "Look for a print that was left in, and log to standard error.",
    Verdict.OUTPUT_LIMIT: "Look for a loop that prints.",
}
NOT_AGAIN = "Asked again it did not happen: it depends on chance, on timing, or on its opponent's process."


ABSENT = "A match begins without a bot that is not ready, and does not wait for it later."
GET_READY = "Run the command below to see its log; a bot that loads much must do so faster, or after the start."


CONFINED = "In the sandbox it sees only its own files and no network; --sandbox none shows whether that is why."


def ready_advice(again: bool, level: Level) -> str:
    """Advice on a bot that does not get ready at a level of the sandbox."""
    advice = f"{GET_READY} {CONFINED}" if level >= Level.NAMESPACES else GET_READY
    return advice if again else f"{NOT_AGAIN} {advice}"


def why(verdict: Verdict) -> str:
    """Why a verdict matters."""
    return REASONS.get(verdict, ENDED)


def advice_on(verdict: Verdict, again: bool) -> str:
    """Advice on a verdict; `again` says whether it happened a second time."""
    advice = ADVICE.get(verdict, "Run the command below: it sends the bot the same input, and prints its log.")
    return advice if again else f"{NOT_AGAIN} {advice}"

"""Shows a comparison: score, Elo with interval, the likelihood ratio between its bounds, faults."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lanista.core.text import inert

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from lanista.series.compare import ComparisonStanding, Side
    from lanista.series.stats import EloEstimate, ScoreSample, Sprt, SprtDecision

MAX_WIDTH = 100  # columns
BAR_WIDTH, MIN_BAR = 44, 10
BESIDE_BAR = 40  # columns for the frame, the label and the numbers beside the bar
LEVELS = "▁▂▃▄▅▆▇█"
PAIR = 2  # matches
PAIRS = ("LL", "LD", "DD", "WD", "WW")  # both lost, lost and drawn, even, won and drawn, both won
SHARES = ("0", "¼", "½", "¾", "1")
PRECISE = 10  # Elo; a narrower interval gets a decimal
MAX_FAULT = 300  # characters


def decision_style(decision: SprtDecision) -> str:
    """The colour of a decision: green, red or grey."""
    return {"accepted": "green", "rejected": "red", "undecided": "bright_black"}[decision.value]


def standing_lines(standing: ComparisonStanding, width: int = MAX_WIDTH) -> Table:
    """Everything about a standing, a label and a value per line; `width` is that of the screen."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value in labelled(standing, fitting_bar_width(width)):
        grid.add_row(label, value)
    return grid


def labelled(standing: ComparisonStanding, bar_width: int = BAR_WIDTH) -> list[tuple[str, Text]]:
    """The lines of a standing with their labels."""
    from rich.text import Text

    lines = [
        ("score", Text(score_text(standing))),
        ("pairs", histogram(standing)),
        (elo_word(standing), Text(", ".join(filter(None, (elo_text(standing), superiority_text(standing)))))),
        ("ratio", ratio_bar(standing, bar_width)),
        *fault_lines(standing),
    ]
    if standing.all_alike:
        lines.append(("note", Text(deterministic_text(standing), "yellow")))
    if standing.matches_per_second:
        lines.append(("speed", Text(speed_text(standing))))
    return lines


def fitting_bar_width(width: int) -> int:
    """The columns of the bar on a screen of this width."""
    return max(MIN_BAR, min(BAR_WIDTH, width - BESIDE_BAR))


def ratio_bar(standing: ComparisonStanding, width: int = BAR_WIDTH) -> Text:
    """The log-likelihood ratio of a standing as a bar."""
    return bar_between(standing.test, standing.status.llr, width)


def bar_between(test: Sprt, llr: float, width: int = BAR_WIDTH) -> Text:
    """A log-likelihood ratio as a bar from 0, between the bounds of its test."""
    from rich.text import Text

    zero, end = (_column(value, test.lower, test.upper, width) for value in (0.0, llr))
    filled = range(min(zero + 1, end), max(zero, end + 1))
    bar = Text(f"{test.lower:+.2f} ")
    for column in range(width):
        mark = "┃" if column == zero else "█" if column in filled else "─"
        bar.append(mark, _bar_style(llr) if mark == "█" else "dim")
    return bar.append(f" {test.upper:+.2f}").append(f"  now {round(llr, 2) + 0.0:+.2f}", "bold")


def _column(value: float, lower: float, upper: float, width: int) -> int:
    share = (min(upper, max(lower, value)) - lower) / (upper - lower)
    return min(width - 1, int(share * width))


def _bar_style(llr: float) -> str:
    return "green" if llr > 0 else "red"


def histogram(standing: ComparisonStanding) -> Text:
    """The number of pairs by score, in five classes."""
    classes = PAIRS if standing.sample.matches == PAIR and not standing.opponents else SHARES
    return counts_bars(five_counts(standing.sample), classes)


def counts_bars(counts: Sequence[int], classes: Sequence[str]) -> Text:
    """The sum of counts, then each with its class and a little bar."""
    from rich.text import Text

    most = max(counts) or 1
    line = Text(f"{sum(counts)}  ")
    for label, count in zip(classes, counts, strict=True):
        level = LEVELS[math.ceil(count / most * (len(LEVELS) - 1))]
        line.append(f"  {label}: ", "dim").append(f"{count} ").append(level, "cyan")
    return line


def five_counts(sample: ScoreSample) -> list[int]:
    """Units by their score, in five classes from lost to won; of pairs, exactly the pentanomial counts."""
    counts = [0] * 5
    for score, count in sample.counts.items():
        counts[math.floor(score * 4 + 0.5)] += count
    return counts


def pairs_text(standing: ComparisonStanding) -> str:
    """The number of pairs in words; units of more matches are called pairs, too."""
    return "1 pair" if standing.units == 1 else f"{standing.units} pairs"


def elo_word(standing: ComparisonStanding) -> str:
    """The name of the estimate; against a panel it is the difference of two bots that never met."""
    return "difference" if standing.opponents else "Elo"


def deterministic_text(standing: ComparisonStanding) -> str:
    """Explains identical pairs, and says what to do."""
    return (
        f"deterministic: only {standing.different} different matches exist here, since neither bots nor game use "
        "chance, so there is no Elo to measure; try other maps (--map MAP...) or opponents (--against BOT...)"
    )


def score_text(standing: ComparisonStanding) -> str:
    """NEW's score with its interval, and its wins, draws and losses."""
    if standing.strength is None:
        return "no results yet"
    score, record = standing.strength.score, record_text(standing.new, standing.seats)
    if standing.all_alike and not standing.opponents:
        return f"{score.value:.1%}, {record}"
    if not standing.opponents:
        return f"{score.value:.1%} ({score.low:.1%} to {score.high:.1%}), {record}"
    lead = (f"{2 * share - 1:+.1%}" for share in (score.value, score.low, score.high))
    gained = "{} against the panel ({} to {})".format(*lead)
    return f"{gained}, new {record}, old {record_text(standing.old, standing.seats)}"


def record_text(side: Side, seats: int) -> str:
    """Wins, draws and losses in words."""
    if seats > 2:
        shared = f", shared it in {side.drawn}" if side.drawn else ""
        return f"first in {side.won} of {side.played} matches{shared}"
    drawn = f"{side.drawn} drawn, " if side.drawn else ""
    return f"{side.won} won, {drawn}{side.lost} lost"


def elo_text(standing: ComparisonStanding) -> str:
    """The difference in the test's model, with its interval."""
    elo = standing.elo
    if standing.all_alike:
        return "none: deterministic"
    return "-" if elo is None else f"{estimate_text(elo)} ({_scale(standing)})"


def _scale(standing: ComparisonStanding) -> str:
    return f"{standing.test.model.value} Elo" if standing.opponents else standing.test.model.value


def estimate_text(elo: EloEstimate) -> str:
    """An estimate with its interval; one-sided if all matches ended alike."""
    if elo.value == -math.inf:
        return f"below {elo.high:+.0f}"
    if elo.value == math.inf:
        return f"above {elo.low:+.0f}"
    digits = 0 if elo.high - elo.low > PRECISE else 1
    if math.isclose(elo.high - elo.value, elo.value - elo.low, rel_tol=0.02):
        return f"{elo.value:+.{digits}f} ± {(elo.high - elo.low) / 2:.{digits}f}"
    return f"{elo.value:+.{digits}f} ({elo.low:+.{digits}f} to {elo.high:+.{digits}f})"


def superiority_text(standing: ComparisonStanding) -> str:
    """The likelihood that NEW is the better one."""
    strength = standing.strength
    return "" if strength is None or standing.all_alike else f"better with {strength.superiority:.1%} likelihood"


def fault_lines(standing: ComparisonStanding) -> list[tuple[str, Text]]:
    """Faults of both sides, with the first one and the command that repeats its match."""
    from rich.text import Text

    lines: list[tuple[str, Text]] = []
    for side in (standing.new, standing.old):
        if side.faults:
            lines.append(("" if lines else "faults", Text(fault_text(side), "red")))
            lines.append(("", Text(f"repeat it: {side.first_fault_command}", "dim")))
    lines = lines or [("faults", Text("none"))]
    if standing.voided:
        lines.append(("doubtful", Text(voided_text(standing.voided), "yellow")))
    if standing.errors or standing.first_error:
        many = f"{standing.errors} matches without a result: " if standing.errors else ""
        lines.append(("trouble", Text(f"{many}{inert(standing.first_error, MAX_FAULT)}", "yellow")))
    return lines


def voided_text(count: int) -> str:
    """The number of matches repeated because of doubtful timeouts."""
    many = "1 match was" if count == 1 else f"{count} matches were"
    return f"{many} played again after a doubtful timeout"


def fault_text(side: Side) -> str:
    """A side's faults in words."""
    matches = f"{side.faulted} match{'es' if side.faulted != 1 else ''}"
    turns = f"{side.faults} turn{'s' if side.faults != 1 else ''}"
    return f"{inert(side.name, 24)}: {turns} in {matches}, the first: {inert(side.first_fault, MAX_FAULT)}"


def speed_text(standing: ComparisonStanding) -> str:
    """Matches per second, and the estimated remaining time."""
    matches = "1 match" if standing.matches == 1 else f"{standing.matches} matches"
    speed = f"{matches}, {standing.matches_per_second:.3g} per second"
    if standing.is_over or standing.seconds_left is None:
        return speed
    return f"{speed}, about {duration_text(standing.seconds_left)} left"


def duration_text(seconds: float) -> str:
    """A duration in the largest fitting unit."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"


def plain_line(standing: ComparisonStanding) -> str:
    """A standing in one line, for a log."""
    test, faults = standing.test, f"faults {standing.new.faults} and {standing.old.faults}"
    if standing.strength is None:
        return f"no pair is complete yet, {faults}, {speed_text(standing)}"
    words = [
        pairs_text(standing),
        f"score {score_text(standing).split()[0].rstrip(',')}",
        f"{elo_word(standing)} {elo_text(standing)}",
        f"ratio {standing.status.llr:+.2f} ({test.lower:+.2f} to {test.upper:+.2f})",
        faults,
        speed_text(standing),
    ]
    return ", ".join(words)


def verdict_text(standing: ComparisonStanding) -> str:
    """The verdict of the comparison in a sentence."""
    new, old = (inert(side.name, 24) for side in (standing.new, standing.old))
    elo, test = standing.elo, standing.test
    likely = f"most likely {estimate_text(elo)}" if elo else _without_elo(standing)
    decision = standing.decision.value
    what = "a difference of " if standing.opponents else ""
    why = f"the test {decision} {what}{test.elo1:+g} Elo: {likely}"
    if standing.status.decision is not standing.decision:
        why = f"all {pairs_text(standing)} went the same way, so that more would say nothing new"
    match decision:
        case "accepted":
            return f"{new} is better than {old} ({why})"
        case "rejected":
            return f"{new} is not better than {old} ({why})"
    return f"undecided after {pairs_text(standing)} whether {new} is better than {old} ({likely})"


def _without_elo(standing: ComparisonStanding) -> str:
    return "no pair was played" if standing.strength is None else "all pairs on a map were the same"

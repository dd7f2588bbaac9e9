"""`lanista sprt`: tests two bots by counts of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lanista.cli.shared.again import again
from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.groups import SprtOptions
from lanista.cli.shared.options import takes
from lanista.core.errors import InputError
from lanista.core.text import inert

if TYPE_CHECKING:
    from rich.text import Text

    from lanista.cli.sprt.shapes import SprtResult
    from lanista.series.stats import ScoreSample, Sprt, Strength

MAX_PAIRS = 10**12


@verb
@click.option(
    "--pairs",
    metavar="LL,LD,DD,WD,WW",
    required=True,
    help="How many pairs were both lost, lost and drawn, even, won and drawn, both won.",
)
@takes(SprtOptions)
def command(pairs: str, options: SprtOptions, as_json: bool) -> None:
    """Test whether a bot is better, by the results of pairs that were already played.

    A pair is two matches with the same seed, one from either seat. `lanista compare` plays them and applies the
    same test. Exits with 0 whatever the decision is.
    """
    from lanista.series.stats import ScoreSample

    test, sample = options.test(), ScoreSample.of_pairs(_counts(pairs))
    if as_json:
        print_json(_as_json(test, sample))
        return
    _print(test, sample)


def _counts(text: str) -> list[int]:
    """Five counts from a text."""
    words = text.split(",")
    fits = len(words) == 5 and all(word.strip().isdecimal() and len(word.strip()) < 20 for word in words)
    if not fits or max(counts := [int(word) for word in words]) > MAX_PAIRS:
        expected = "--pairs expects five counts from 0 on, LL,LD,DD,WD,WW, such as 10,20,40,25,12"
        raise InputError(f"{expected}; got {inert(text, 100)!r}")
    return counts


def _print(test: Sprt, sample: ScoreSample) -> None:
    from rich.table import Table

    from lanista.cli.shared.strength import fitting_bar_width

    out = console()
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value in _lines(test, sample, fitting_bar_width(out.width)):
        grid.add_row(label, value)
    out.print(grid)


def _lines(test: Sprt, sample: ScoreSample, bar_width: int) -> list[tuple[str, Text]]:
    """The result, a label and a value per line."""
    from rich.text import Text

    from lanista.cli.shared.strength import PAIRS, bar_between, counts_bars, decision_style
    from lanista.series.stats import strength

    status = test.status(sample)
    bounds = f"{test.elo1:g} against {test.elo0:g} {test.model.value} Elo, errors {test.alpha:g} and {test.beta:g}"
    return [
        ("pairs", counts_bars(sample.pentanomial or (), PAIRS)),
        *_strength_lines(strength(sample)),
        ("test", Text(bounds)),
        ("ratio", bar_between(test, status.llr, bar_width)),
        ("decision", Text(_decision_text(test, sample), f"bold {decision_style(status.decision)}")),
    ]


def _strength_lines(found: Strength | None) -> list[tuple[str, Text]]:
    from rich.text import Text

    from lanista.cli.shared.strength import estimate_text

    if found is None:
        return [("score", Text("no results yet"))]
    score, elo, normalized = found.score, estimate_text(found.elo), estimate_text(found.normalized_elo)
    return [
        ("score", Text(f"{score.value:.1%} ({score.low:.1%} to {score.high:.1%})")),
        ("Elo", Text(f"{elo} (logistic), {normalized} (normalized), 95 % intervals")),
        ("better", Text(f"with {found.superiority:.1%} likelihood")),
    ]


def _decision_text(test: Sprt, sample: ScoreSample) -> str:
    status = test.status(sample)
    match status.decision.value:
        case "accepted":
            return f"accepted: better by {test.elo1:g} Elo rather than by {test.elo0:g}"
        case "rejected":
            return f"rejected: better by {test.elo0:g} Elo at most, rather than by {test.elo1:g}"
    left = status.units_left
    return "undecided" + ("" if left is None else f": about {max(1, round(left)):,} more pairs are expected")


def _as_json(test: Sprt, sample: ScoreSample) -> SprtResult:
    """The object that --json prints."""
    from lanista.cli.compare.as_json import estimated
    from lanista.cli.shared.shapes import EstimateInfo
    from lanista.cli.sprt.shapes import SprtResult
    from lanista.series.stats import strength

    status, found = test.status(sample), strength(sample)
    elo = estimated(found.elo) if found else EstimateInfo(None, None, None)
    return SprtResult(
        llr=status.llr,
        lower=test.lower,
        upper=test.upper,
        decision=status.decision.value,
        elo=elo.value,
        elo_low=elo.low,
        elo_high=elo.high,
        normalized_elo=estimated(found.normalized_elo) if found else None,
        score=estimated(found.score) if found else None,
        superiority=found.superiority if found else None,
        pairs=list(sample.pentanomial or ()),
        pairs_left=status.units_left,
        elo0=test.elo0,
        elo1=test.elo1,
        alpha=test.alpha,
        beta=test.beta,
        model=test.model.value,
        command=again(),
    )

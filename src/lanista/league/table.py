"""The table of a league, made from its history; independent of the order in which results arrived."""

from __future__ import annotations

from lanista.core.text import inert
from lanista.league.biases import head_to_head, seat_biases
from lanista.league.curves import make_curves
from lanista.league.format import Format, has_ended
from lanista.league.history import LeagueHistory
from lanista.league.match_log import MatchLog
from lanista.league.rows import make_rows
from lanista.league.store.records import LeagueMatch, StoredResult
from lanista.league.values import LeagueOverview, LeagueProgress, MatchSummary, Row
from lanista.series.stats.bootstrap import intervals
from lanista.series.stats.plackett_luce import fit_rankings
from lanista.series.stats.threads import one_thread


@one_thread
def make_table(
    history: LeagueHistory, rules: Format, *, curves: bool = True, matches: bool = True
) -> LeagueOverview:
    """The current table; leave out `curves` and `matches` where they are not shown."""
    log = MatchLog.of(history)
    fit = fit_rankings(log.rankings())
    zero = [player for player in log.seen() if history.entries[log.entries[player]].left is None]
    rated = intervals(fit, zero)
    rows = make_rows(history, log, rated, rules.standings(history))
    seats, maps = seat_biases(log, fit.x)
    return LeagueOverview(
        rows=sorted((row for row in rows if not row.left), key=_by_rank),
        left=sorted((row for row in rows if row.left), key=_by_rating),
        seats=seats,
        maps=maps,
        pairs=head_to_head(log),
        curves=make_curves(log, fit, rated, zero, len(history.matches)) if curves and len(log.numbers) else [],
        matches=_played(history) if matches else [],
        progress=_progress(history, rules),
    )


def _by_rank(row: Row) -> tuple[float, float, int]:
    return row.rank or float("inf"), -row.rating.value, row.entry


def _by_rating(row: Row) -> tuple[float, int]:
    return -row.rating.value, row.entry


def _played(history: LeagueHistory) -> list[MatchSummary]:
    """The matches with a result; texts repeat, so each is made inert only once."""
    shown: dict[str, str] = {}
    found = []
    for match in history.matches:
        result = history.results.get(match.number)
        if result is not None:
            for text in (match.label, match.map, result.void):
                if text not in shown:
                    shown[text] = inert(text)
            found.append(_played_match(match, result, shown))
    return found


def _played_match(match: LeagueMatch, result: StoredResult, shown: dict[str, str]) -> MatchSummary:
    return MatchSummary(
        number=match.number,
        unit=match.unit,
        round=match.round,
        label=shown[match.label],
        map=shown[match.map],
        entries=match.entries,
        places=result.ranks,
        scores=result.scores,
        faults=result.faults,
        void=shown[result.void],
        replay=result.replay,
    )


def _progress(history: LeagueHistory, rules: Format) -> LeagueProgress:
    outlook = rules.outlook(history)
    known = [result for number, result in history.results.items() if number < len(history.matches)]
    uncounted = [result for result in known if not result.ranks]
    cancelled = sum(result.is_cancelled for result in uncounted)
    return LeagueProgress(
        scheduled=len(history.matches),
        counted=len(known) - len(uncounted),
        void=len(uncounted) - cancelled,
        cancelled=cancelled,
        expected=outlook.matches,
        remaining=outlook.remaining,
        sentence=outlook.sentence,
        is_over=has_ended(rules, history),
    )

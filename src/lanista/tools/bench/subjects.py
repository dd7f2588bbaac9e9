"""The subjects of `lanista bench` besides single games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lanista.tools.bench.measure import Measure

Report = Callable[[str], None]


class BenchSubject(NamedTuple):
    """Something to measure; `run` gets a function that is called with what is being measured."""

    title: str
    run: Callable[[Report], Iterator[Measure]]


def _compare(report: Report) -> Iterator[Measure]:
    from lanista.tools.bench import bulk

    return bulk.run(report)


def _stats(report: Report) -> Iterator[Measure]:
    from lanista.tools.bench import statistics

    return statistics.run(report)


def _sandbox(report: Report) -> Iterator[Measure]:
    from lanista.tools.bench import confinement

    return confinement.run(report)


def _league(report: Report) -> Iterator[Measure]:
    from lanista.tools.bench import league

    return league.run(report)


def _model(report: Report) -> Iterator[Measure]:
    from lanista.tools.bench import model

    return model.run(report)


def _peers(report: Report) -> Iterator[Measure]:
    from lanista.tools.bench import peers

    return peers.run(report)


def _targets(report: Report) -> Iterator[Measure]:
    from lanista.tools.bench import targets

    return targets.run(report)


def _search(report: Report) -> Iterator[Measure]:
    from lanista.tools.bench import search

    return search.run(report)


SUBJECTS = {
    "sandbox": BenchSubject("The sandbox", _sandbox),
    "compare": BenchSubject("Matches in bulk", _compare),
    "league": BenchSubject("Leagues", _league),
    "model": BenchSubject("The forward model", _model),
    "peers": BenchSubject("Environments of other libraries", _peers),
    "search": BenchSubject("The search in every game", _search),
    "stats": BenchSubject("Sequential tests", _stats),
    "targets": BenchSubject("Rules in every language", _targets),
}

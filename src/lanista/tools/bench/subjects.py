"""The subjects of `lanista bench` besides single games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lanista.tools.bench.measure import Measure

Report = Callable[[str], None]


class Subject(NamedTuple):
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
    "sandbox": Subject("The sandbox", _sandbox),
    "compare": Subject("Matches in bulk", _compare),
    "league": Subject("Leagues", _league),
    "model": Subject("The forward model", _model),
    "peers": Subject("Environments of other libraries", _peers),
    "search": Subject("The search in every game", _search),
    "stats": Subject("Sequential tests", _stats),
    "targets": Subject("Rules in every language", _targets),
}

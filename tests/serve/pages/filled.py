"""A contest with results, made without playing its matches; one of them has a replay, with logs of both bots."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lanista.league.store import LeagueStore
from lanista.league.store.records import LeagueEntry, LeagueMatch, StoredResult
from lanista.match.planning import plan_match
from lanista.match.replay import Replay, read_replay
from lanista.match.replay.writer import ReplayWriter
from lanista.match.terms import MatchTerms
from lanista.serve.contests import Contest
from lanista.serve.site import Site
from lanista.serve.work.lanes import Lanes
from lanista.serve.work.snapshots import Snapshots
from tests.serve.sites import new_contest, new_team

GAME = "overdrive"
TERMS = MatchTerms(settings={"max_rounds": 12})
BOTS = ("Alpha", "Beta", "Gamma", "Delta")
SECRET = "PRIVATE-LOG-OF-SEAT"
FAULT = "PRIVATE-FAULT-OF-SEAT"
STRENGTH = {"Alpha": 0.8, "Beta": 0.6, "Gamma": 0.4, "Delta": 0.2}


@dataclass
class FilledContest:
    """A contest with results."""

    site: Site
    contest: Contest
    entries: dict[str, LeagueEntry]
    replay: str  # the digest of the replay of match 0


def fill(
    site: Site, folder: Path, *, units: int = 60, bots: tuple[str, ...] = BOTS, **settings: Any
) -> FilledContest:
    """Make a contest with four teams and their matches; the last two of them are still to be played."""
    settings = dict[str, Any](title="Autumn Cup", game=GAME, matches=TERMS) | settings
    contest = new_contest(site, **settings)
    for bot in bots:
        new_team(site, contest, bot, f"{bot} one")
    league, store = contest.league.id, site.store
    entries = {bot: store.add_entry(league, bot, "0" * 64, "greedy") for bot in bots}
    draw = random.Random(1)
    names = [draw.sample(bots, 2) for _ in range(units)]
    matches = [
        LeagueMatch(number, number, 0, (entries[first].id, entries[second].id), number, "", "")
        for number, (first, second) in enumerate(names)
    ]
    cursor = store.changes(league).cursor
    assert store.extend(league, cursor, matches), "nobody else plays"
    digest = store.replays.put(recorded(folder / "one.jsonl.gz", names[0]))
    record(
        store,
        league,
        [result(match, pair, draw, digest) for match, pair in zip(matches[:-2], names, strict=False)],
    )
    assert Snapshots(site).refresh() == contest.id
    return FilledContest(site, contest, entries, digest)


def record(store: LeagueStore, league: int, results: list[StoredResult]) -> None:
    """Write results as a runner does."""
    runner = store.begin_runner("a test")
    claims = store.claim(league, runner, len(results))
    assert [claim.match.number for claim in claims] == [each.number for each in results]
    store.record(league, runner, results)
    store.end_runner(runner)


def result(match: LeagueMatch, names: list[str], draw: random.Random, digest: str) -> StoredResult:
    """A result by chance; in every tenth match, both bots are at fault."""
    first = draw.random() < STRENGTH.get(names[0], 0.5) / (
        STRENGTH.get(names[0], 0.5) + STRENGTH.get(names[1], 0.5)
    )
    number = match.number
    faulty = number % 10 == 0
    return StoredResult(
        number,
        (1, 2) if first else (2, 1),
        (100, 50),
        "the finish was reached",
        faults=(1, 2) if faulty else (0, 0),
        first_faults=(f"{FAULT}-0", f"{FAULT}-1") if faulty else ("", ""),
        failures=("", ""),
        turns=10,
        seconds=0.5,
        replay=digest if number == 0 else "",
        ended=1_794_990_000.0 + number,
    )


def recorded(path: Path, names: list[str]) -> Path:
    """A replay in which both bots log."""
    played = path.with_name(f"played-{path.name}")
    plan_match(GAME, ["greedy", "random"], TERMS, seed=7).play(replay=played)
    replay = read_replay(played)
    write(path, replay, names)
    return path


def write(path: Path, replay: Replay, names: list[str], turns: int | None = None) -> ReplayWriter:
    """Write a replay again, with other names and with logs; without an end if only some `turns` are wanted."""
    writer = ReplayWriter(path, force=True)
    seats = [replace(seat, name=name) for seat, name in zip(replay.header.seats, names, strict=True)]
    writer.write(replace(replay.header, seats=seats))
    for line in replay.turns[:turns]:
        logs = [f"{SECRET}-{seat}" for seat in range(len(seats))]
        writer.write(replace(line, log=logs, reasons=logs, say=["hello there", None]))
    if turns is None:
        assert replay.footer is not None, "it has ended"
        writer.write(replay.footer)
        writer.finish()
    return writer


def say(site: Site, contest: Contest, says: str, runner: int = 1) -> None:
    """Let a runner say what it does."""
    Lanes(site).say(runner, f"ladder {contest.id}", contest.id, says)

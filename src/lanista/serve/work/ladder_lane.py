"""The ladder lane of a runner: plays the leagues of all contests that are running, in turn if there are several.

It is a separate process. Matches that are in progress when it must end are finished, or given back.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, select

from lanista.core.errors import LanistaError
from lanista.league.league import League
from lanista.league.progress import RunProgress
from lanista.league.runner import LeagueRunner
from lanista.league.store.tables import entries
from lanista.serve.bots.terms import fewest_seats
from lanista.serve.contests import Contest
from lanista.serve.full_disk import is_full
from lanista.serve.settings import Phase, phase
from lanista.serve.site import Site
from lanista.serve.work.lane_task import LaneTask, run_lane
from lanista.serve.work.lanes import Voice
from lanista.serve.work.plain import moment, without_paths
from lanista.serve.work.results import plural
from lanista.serve.work.room import FULL, has_room
from lanista.serve.work.stopping import DRAIN_SECONDS, Stopping

LANE = "ladder"
SLICE_SECONDS = 60.0  # of a contest, if others play too
IDLE_SECONDS = 1.0  # between two looks at contests that do not play
LOOK_SECONDS = 1.0  # between two looks at the settings of the contest that plays
FIRST_PAUSE, MAX_PAUSE = 2.0, 60.0  # after trouble, doubled each time
MAX_LEAGUES = 4  # whose histories stay in memory


@dataclass(frozen=True)
class Pause:
    """Why a contest is not played until a time."""

    until: float
    seconds: float
    why: str


class LadderLane:
    """One run of a ladder lane."""

    def __init__(
        self,
        site: Site,
        task: LaneTask,
        voice: Voice,
        stop: Stopping,
        *,
        slice_seconds: float = SLICE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._site = site
        self._slice_seconds = slice_seconds
        self._task = task
        self._voice = voice
        self._stop = stop
        self._clock = clock
        self._leagues: dict[int, League] = {}  # by contest
        self._pauses: dict[int, Pause] = {}  # by contest

    def run(self) -> None:
        """Play until it is asked to end."""
        while not self._stop.asked:
            try:
                self._round()
            except (LanistaError, OSError) as error:  # of the store
                self._voice.say(LANE, 0, self._trouble(error))
                self._stop.pause(FIRST_PAUSE)

    def _round(self) -> None:
        """Give every contest that can play its slice; wait if none can."""
        contests = self._site.contests.all()
        self._forget({contest.id for contest in contests})
        why_not = {contest.id: self.why_not(contest) for contest in contests}
        for contest in contests:
            self._say(contest, why_not[contest.id] or "its turn comes after that of another contest")
            self._site.uploads.reconcile(contest)
        playing = [contest for contest in contests if not why_not[contest.id]]
        for contest in playing:
            if not self._stop.asked:
                self._play(contest, alone=len(playing) == 1)
        if not contests:
            self._voice.say(LANE, 0, "there is no contest yet")
        if not playing:
            self._stop.pause(IDLE_SECONDS)

    def _forget(self, known: set[int]) -> None:
        """Remove what is said and kept about contests that do not exist; each has its own lane."""
        names = {_name(contest_id) for contest_id in known} | (set() if known else {LANE})
        for name in self._voice.names:
            if name.startswith(LANE) and name not in names:
                self._voice.silence(name)

    def _say(self, contest: Contest, says: str) -> None:
        self._voice.say(_name(contest.id), contest.id, says)

    # Why a contest does not play

    def why_not(self, contest: Contest) -> str:
        """Why a contest cannot play now; empty if it can."""
        if not has_room(self._site):
            return FULL.format(work="matches")
        return self.why_closed(contest) or self._why_paused(contest) or self._why_waiting(contest)

    def why_closed(self, contest: Contest) -> str:
        """Why no match is played at this time; empty if matches are played."""
        now = self._site.now()
        found = phase(contest.settings, now)
        return {
            Phase.BEFORE: f"the contest begins {_day(contest.settings.starts)}",
            Phase.OVER: "the contest is over",
            Phase.RUNNING: "",
        }.get(found, "the organiser has paused the contest")

    def _why_paused(self, contest: Contest) -> str:
        pause = self._pauses.get(contest.id)
        return pause.why if pause is not None and self._clock() < pause.until else ""

    def _why_waiting(self, contest: Contest) -> str:
        """Too few bots, or a limit that is used up."""
        bots, needed = self._bots(contest), fewest_seats(contest)
        if bots < needed:
            return f"it waits for bots: {bots} of {needed}"
        quota = self._site.store.quota(contest.league.id, contest.settings.matches_per_day)
        if quota.left or quota.claimed:
            return ""
        played = plural(quota.per_day, "match", "matches")
        verb = "is" if quota.per_day == 1 else "are"
        return f"today's {played} {verb} played; the next {moment(quota.opens, self._site.now())}"

    def _bots(self, contest: Contest) -> int:
        here = (entries.c.league_id == contest.league.id) & entries.c.left.is_(None)
        wanted = select(func.count()).where(here)
        return int(self._site.read(lambda connection: connection.execute(wanted).scalar_one()))

    # Playing

    def _play(self, contest: Contest, *, alone: bool) -> None:
        """Play a contest until its slice is over, or something changes."""
        try:
            league = self._league(contest)
            turn = Turn(self, contest, league, None if alone else self._clock() + self._slice_seconds)
            progress = turn.run()
        except (LanistaError, OSError) as error:
            self._leagues.pop(contest.id, None)
            self._pause(contest, self._trouble(error))
            return
        self._pauses.pop(contest.id, None)
        self._site.uploads.reconcile(contest)
        if not progress.recorded:
            self._stop.pause(IDLE_SECONDS)

    def _league(self, contest: Contest) -> League:
        """The league of a contest with its history, of which only the last few are kept."""
        league = self._leagues.pop(contest.id, None) or self._site.contests.open_league(contest)
        league.refresh()
        self._leagues[contest.id] = league
        while len(self._leagues) > MAX_LEAGUES:
            del self._leagues[next(iter(self._leagues))]
        return league

    def _pause(self, contest: Contest, why: str) -> None:
        """Leave a contest alone for a while, longer each time."""
        former = self._pauses.get(contest.id)
        seconds = FIRST_PAUSE if former is None else min(MAX_PAUSE, 2 * former.seconds)
        self._pauses[contest.id] = Pause(self._clock() + seconds, seconds, why)
        self._say(contest, why)

    def _trouble(self, error: Exception) -> str:
        if is_full(error):
            return FULL.format(work="matches")
        return f"matches wait, because of trouble on this machine: {without_paths(str(error), self._site)}"

    # For turns

    def runner(self, contest: Contest, league: League, watch: Callable[[RunProgress], None]) -> LeagueRunner:
        """A runner of a league, which ends when this lane is asked to."""
        runner = league.runner(
            on=self._task.on,
            jobs=self._task.jobs,
            per_day=contest.settings.matches_per_day,
            watch=watch,
            label=f"{self._task.label}, ladder",
        )
        self._stop.drain = lambda: runner.drain(DRAIN_SECONDS)
        if self._stop.asked:  # meanwhile
            runner.drain(0)
        return runner

    def look(self, contest: Contest, league: League) -> Contest:
        """The contest as it is now, after its versions were brought into line with the league."""
        if league.history.quarantined():
            self._site.uploads.reconcile(contest)
        return self._site.contests.by_id(contest.id)

    def has_used_up(self, contest: Contest) -> bool:
        """Whether no match may be claimed now."""
        return not self._site.store.quota(contest.league.id, contest.settings.matches_per_day).left

    def tell(self, contest: Contest, progress: RunProgress) -> None:
        """Say what is played."""
        rate = 60 * progress.matches_per_second
        speed = f", {rate:.3g} a minute" if progress.recorded > 1 else ""
        playing = f"plays {plural(progress.playing, 'match', 'matches')}"
        what = "waits for matches that other runners play" if progress.is_waiting else playing
        self._say(contest, f"{what}; {plural(progress.recorded, 'match', 'matches')} in this run{speed}")

    @property
    def now(self) -> float:
        """The time of this lane's clock."""
        return self._clock()


class Turn:
    """A contest's turn: one run of its league, which drains when something else has to happen."""

    def __init__(self, lane: LadderLane, contest: Contest, league: League, until: float | None) -> None:
        self._lane = lane
        self._contest = contest
        self._league = league
        self._until = until
        self._next_look = 0.0
        self._runner = lane.runner(contest, league, self._watch)

    def run(self) -> RunProgress:
        """Play until it drains."""
        return self._runner.run()

    def _watch(self, progress: RunProgress) -> None:
        """Look after the contest now and then."""
        now = self._lane.now
        if now < self._next_look or self._runner.is_draining:
            return
        self._next_look = now + LOOK_SECONDS
        self._lane.tell(self._contest, progress)
        if self._must_end(progress, now):
            self._runner.drain(DRAIN_SECONDS)

    def _must_end(self, progress: RunProgress, now: float) -> bool:
        changed = self._lane.look(self._contest, self._league)
        if changed.settings != self._contest.settings or self._lane.why_closed(changed):
            return True
        if self._until is not None and (now >= self._until or progress.is_waiting):
            return True
        return progress.is_waiting and self._lane.has_used_up(changed)


def _name(contest_id: int) -> str:
    return f"{LANE} {contest_id}"


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%d %b %Y, %H:%M UTC")


def main() -> None:
    """Run a ladder lane as the process of a runner."""
    run_lane(lambda site, task, voice, stop: LadderLane(site, task, voice, stop).run())


if __name__ == "__main__":
    main()

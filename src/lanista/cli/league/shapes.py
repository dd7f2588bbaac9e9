"""The JSON objects that the verbs of `lanista league` print with --json."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from lanista.league.checked import CheckedStore
from lanista.league.values import Estimated, LeagueOverview, LeagueProgress, Row


class LeagueInfo(Struct):
    """A league."""

    name: str
    game: str
    format: Annotated[str, Meta(description="round-robin, gauntlet, swiss, knockout or ladder")]
    seed: Annotated[int, Meta(description="the seed from which the seeds of all matches are derived")]
    options: Annotated[dict[str, Any], Meta(description="of the format and of the matches")]
    created: Annotated[float, Meta(description="seconds since 1970")]


class LeagueNew(Struct):
    """A league that was made."""

    league: LeagueInfo
    store: Annotated[str, Meta(description="where it is kept")]
    next: Annotated[str, Meta(description="the command line that comes next")]


class AddedBot(Struct):
    """A bot that was added."""

    bot: str
    version: Annotated[int, Meta(description="from 1 on")]
    digest: Annotated[str, Meta(description="of its archive; of a built-in bot, of the sources")]
    builtin: Annotated[str, Meta(description="the name of a built-in bot; otherwise empty")]
    joined: Annotated[
        str, Meta(description="`new`, `version` of a known bot, `unchanged`, or `quarantined`: it was not added")
    ]


class RefusedBot(Struct):
    """A bot that was not added to a league."""

    bot: Annotated[str, Meta(description="as it was named")]
    error: Annotated[str, Meta(description="why it was not added")]


class LeagueAdd(Struct):
    """Bots that were added to a league."""

    league: LeagueInfo
    added: list[AddedBot]
    refused: Annotated[
        list[RefusedBot], Meta(description="those that do not work; the exit status is 1 if there are any")
    ]
    bots: Annotated[int, Meta(description="bots in the league now")]
    next: Annotated[str, Meta(description="the command line that comes next")]


class RemovedBot(Struct):
    """A bot that has left."""

    bot: str
    version: int
    digest: str


class LeagueRemove(Struct):
    """Bots that were taken out of a league."""

    league: LeagueInfo
    removed: list[RemovedBot]
    cancelled: Annotated[int, Meta(description="matches without a result that were cancelled")]
    bots: Annotated[int, Meta(description="bots in the league now")]


class QuarantinedBot(Struct):
    """A bot that failed too often and plays no more until it is released, or a new version is added."""

    bot: str
    version: int
    why: str


class LeagueRelease(Struct):
    """Bots that play again after they were quarantined."""

    league: LeagueInfo
    released: Annotated[list[AddedBot], Meta(description="each as a new version that is the same")]
    bots: Annotated[int, Meta(description="bots in the league now")]
    next: Annotated[str, Meta(description="the command line that comes next")]


class ListedLeague(Struct):
    """A league of a store, in short."""

    league: LeagueInfo
    bots: Annotated[int, Meta(description="bots that have not left")]
    matches: Annotated[int, Meta(description="matches that are scheduled")]
    judged: Annotated[int, Meta(description="matches with a result that counts")]
    void: Annotated[int, Meta(description="matches without one: void or cancelled")]


class LeagueList(Struct):
    """The leagues of a store."""

    store: str
    leagues: list[ListedLeague]


class RunnerInfo(Struct):
    """A process that has claimed matches of a league."""

    label: str
    state: Annotated[str, Meta(description="`alive`, `gone`, or `elsewhere` on another machine")]
    beat: Annotated[int, Meta(description="grows while it is alive")]


class LeagueStatus(Struct):
    """The progress of a league."""

    league: LeagueInfo
    store: str
    bots: Annotated[int, Meta(description="bots that have not left")]
    left: Annotated[int, Meta(description="bots and versions that have left")]
    quarantined: Annotated[list[QuarantinedBot], Meta(description="bots that failed too often; they have left")]
    matches: Annotated[int, Meta(description="matches that are scheduled")]
    judged: Annotated[int, Meta(description="matches with a result that counts")]
    void: Annotated[int, Meta(description="matches that could not be judged")]
    cancelled: Annotated[int, Meta(description="matches of bots that left before they were played")]
    claimed: Annotated[int, Meta(description="matches that a runner has taken")]
    over: Annotated[bool, Meta(description="whether no matches are left to play")]
    outlook: Annotated[str, Meta(description="what the format says about the end")]
    total: Annotated[int | None, Meta(description="matches in all, as far as known")]
    remaining: Annotated[int | None, Meta(description="matches until the end, estimated where it is not known")]
    runners: list[RunnerInfo]
    voids: Annotated[list[str], Meta(description="the first reasons why matches could not be judged")]
    store_bytes: Annotated[int | None, Meta(description="size of the database; null on a server")]
    replays: Annotated[str, Meta(description="the folder of the replays")]
    replay_files: int
    replay_bytes: int


class ScoredAgainst(Struct):
    """Results against an opponent, from a seat or on a map."""

    name: Annotated[str, Meta(description="the opponent, the seat from 0 on, or the map")]
    score: Annotated[Estimated, Meta(description="per match, from 0 to 1: the share of opponents beaten")]
    matches: int
    won: Annotated[int, Meta(description="matches with a score of 1")]
    drawn: Annotated[int, Meta(description="matches with a score between 0 and 1")]
    lost: Annotated[int, Meta(description="matches with a score of 0")]


class BotMatch(Struct):
    """A match of a bot, from its side."""

    number: Annotated[int, Meta(description="in the league, from 0 on")]
    version: Annotated[int, Meta(description="the version of the bot that played")]
    label: Annotated[str, Meta(description="the match in words, such as a round; may be empty")]
    seat: int
    map: str
    opponents: list[str]
    place: Annotated[int | None, Meta(description="its rank; null if the match does not count")]
    score: Annotated[int | None, Meta(description="the game's points")]
    reason: Annotated[str, Meta(description="how the match ended")]
    void: Annotated[str, Meta(description="why it does not count; otherwise empty")]
    turns: int
    faults: Annotated[int, Meta(description="turns at fault")]
    failure: Annotated[str, Meta(description="why it failed the match: forfeited or crashed; otherwise empty")]
    replay: Annotated[str | None, Meta(description="the file; null if there is none")]


class BotFault(Struct):
    """A match in which a bot was at fault."""

    number: Annotated[int, Meta(description="of the match")]
    turns: Annotated[int, Meta(description="turns at fault")]
    fault: Annotated[str, Meta(description="the first one in words")]
    replay: Annotated[str | None, Meta(description="the file; null if there is none")]


class LeagueBot(Struct):
    """Everything about one bot of a league."""

    league: LeagueInfo
    bot: str
    versions: Annotated[list[Row], Meta(description="the newest first")]
    version: Annotated[int, Meta(description="the version that the results below are of")]
    opponents: list[ScoredAgainst]
    seats: list[ScoredAgainst]
    maps: Annotated[list[ScoredAgainst], Meta(description="empty if the league names no maps")]
    matches: Annotated[list[BotMatch], Meta(description="the last ones of all versions, newest first")]
    faults: Annotated[list[BotFault], Meta(description="the first ones of this version")]


class LeagueTable(Struct):
    """The table of a league."""

    league: LeagueInfo
    table: LeagueOverview


class ContestTable(Struct):
    """The table of a contest on a server."""

    contest: Annotated[str, Meta(description="its address")]
    title: str
    game: str
    phase: Annotated[str, Meta(description="before, running, paused or over")]
    rows: Annotated[
        list[Row], Meta(description="best first; without digests, seats and points, which are not sent")
    ]
    left: Annotated[list[Row], Meta(description="versions that play no more")]
    progress: LeagueProgress


class LeagueRun(Struct):
    """A run of a league."""

    league: LeagueInfo
    played: Annotated[int, Meta(description="matches of this run with a result that counts")]
    voided: Annotated[int, Meta(description="attempts of this run that were void")]
    faults: Annotated[int, Meta(description="turns at fault in matches of this run")]
    matches_per_second: float
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended it")]
    over: Annotated[bool, Meta(description="whether no matches are left to play")]
    table: Annotated[LeagueOverview, Meta(description="without curves and the list of matches")]
    next: Annotated[str, Meta(description="the command line that comes next")]


class LeagueExported(Struct):
    """A report, or the table as a file."""

    league: LeagueInfo
    file: str
    bytes: int
    matches: Annotated[int, Meta(description="matches in it")]
    missing: Annotated[int, Meta(description="replays that are not in the store's folder, and have no link")]
    pages: Annotated[int, Meta(description="pages that show a match, in the folder beside it")]
    failed: Annotated[list[str], Meta(description="why replays have no page")]
    seconds: float


# The JSON objects of each verb of `lanista league`
PRINTED: dict[str, tuple[type[Struct], ...]] = {
    "league new": (LeagueNew,),
    "league add": (LeagueAdd,),
    "league remove": (LeagueRemove,),
    "league release": (LeagueRelease,),
    "league run": (LeagueRun,),
    "league table": (LeagueTable, ContestTable),
    "league show": (LeagueBot,),
    "league status": (LeagueStatus,),
    "league list": (LeagueList,),
    "league export": (LeagueExported,),
    "league check": (CheckedStore,),
}

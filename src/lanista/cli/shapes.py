"""The JSON object that every verb prints with --json: its members, their types and what they mean."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from lanista.bench.measure import Measure
from lanista.bots.player import Evidence
from lanista.game import Outcome
from lanista.match import Fault
from lanista.match.feed import Difference
from lanista.replay import Footer, Header, TurnLine, Verification

Command = Annotated[str, Meta(description="the command line that does the same again")]
Seed = Annotated[int, Meta(description="up to 64 bits")]
Milliseconds = Annotated[float, Meta(description="milliseconds")]


class ErrorInfo(Struct):
    """What was wrong: `kind` is an error's class, `message` what a person would have read."""

    kind: str
    message: str


class Error(Struct):
    """Printed by every verb that was asked wrongly; the exit code is then 2."""

    error: ErrorInfo


class Times(Struct):
    """Milliseconds that a seat used per turn."""

    median: float
    p99: float
    max: float


class Seat(Struct):
    """One seat's part in a match."""

    name: Annotated[str, Meta(description="as it is shown; unique in the match")]
    place: Annotated[int | None, Meta(description="1 is best, equal ones are a draw; null without an outcome")]
    score: Annotated[int | None, Meta(description="the game's own points")]
    verdicts: Annotated[dict[str, int], Meta(description="how many turns got which verdict")]
    ms: Times
    fault: Annotated[Fault | None, Meta(description="the first fault, null if there was none")]


class Match(Struct):
    """A match that was played."""

    game: str
    ruleset: Annotated[str, Meta(description="which rules; see `lanista games`")]
    seed: Seed
    turns: Annotated[int, Meta(description="how many were played")]
    outcome: Annotated[Outcome | None, Meta(description="null if the match was stopped")]
    void: Annotated[str, Meta(description="why the match does not count, if that was our own fault; else empty")]
    one_at_a_time: Annotated[bool, Meta(description="whether seats were asked one after the other")]
    seats: list[Seat]
    command: Command
    replay: Annotated[str | None, Meta(description="the file, null if none was kept")]
    stopped: Annotated[str, Meta(description="what ended the match early; else empty")]
    incomplete: Annotated[list[str], Meta(description="what of it could not be kept on file, and why")]


class Takeover(Match):
    """A match that went on from another one."""

    marks: Annotated[list[str], Meta(description="remarks on how the match came about")]
    compare: Annotated[str, Meta(description="the command line that shows both futures")]


class Interval(Struct):
    """A plain 95 % interval."""

    low: float
    high: float


class StandingInfo(Struct):
    """One entrant's matches, whatever seat it had."""

    name: Annotated[str, Meta(description="the bot; unique in the series")]
    played: Annotated[int, Meta(description="matches with a result that counts")]
    won: int
    drawn: int
    lost: int
    score: Annotated[float | None, Meta(description="per match: a win is 1, a draw 1/2; null if none was played")]
    interval: Annotated[Interval | None, Meta(description="of the score")]
    points: Annotated[float | None, Meta(description="the game's own points per match")]
    faults: Annotated[int, Meta(description="turns at fault")]


class SeriesMatch(Struct):
    """One match of a series."""

    number: int
    seed: Seed
    entrants: Annotated[tuple[int, ...], Meta(description="which entrant sat at each seat; 0 is named first")]
    turns: Annotated[int, Meta(description="how many were played")]
    outcome: Annotated[Outcome | None, Meta(description="null if it has none")]
    void: Annotated[str, Meta(description="why it does not count, if that was our own fault; else empty")]
    error: Annotated[str, Meta(description="why it could not be played; else empty")]
    faults: Annotated[list[int], Meta(description="turns at fault, by seat")]
    seconds: Annotated[float, Meta(description="how long it took")]
    command: Command
    replay: Annotated[str | None, Meta(description="the file, null if none was kept")]


class Series(Struct):
    """Many matches of the same bots (`--games`)."""

    game: str
    ruleset: Annotated[str, Meta(description="which rules; see `lanista games`")]
    seed: Annotated[int, Meta(description="the seed that the matches' own follow from")]
    games: Annotated[
        int, Meta(description="how many matches were asked for, rounded up to whole rotations with --swap")
    ]
    swap: Annotated[bool, Meta(description="whether each seed was played from every seat")]
    jobs: Annotated[int, Meta(description="how many matches at once")]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C ended it early")]
    standings: Annotated[list[StandingInfo], Meta(description="in the order in which the bots were named")]
    matches: Annotated[list[SeriesMatch], Meta(description="those that were played")]
    command: Command
    replays: Annotated[str | None, Meta(description="the folder, null if none were kept")]


class Demo(Struct):
    """The first match of every game."""

    matches: list[Match]


class Maps(Struct):
    """A game's maps."""

    game: str
    maps: Annotated[list[str], Meta(description="the names of the built-in maps")]
    drawn: Annotated[dict[str, Any], Meta(description="the first state on each map; '' is the seed's")]


class New(Struct):
    """A bot that was begun."""

    folder: str
    files: list[str]
    play: Annotated[str, Meta(description="the command line of its first match")]


class WholeReplay(Struct):
    """A replay file as one object; see docs/replays.md."""

    header: Header
    turns: list[TurnLine]
    end: Footer | None


class TurnAnswer(Struct):
    """What one seat answered in a turn."""

    seat: int
    name: str
    move: Annotated[str | None, Meta(description="as sent; null where none counted")]
    verdict: str
    reason: Annotated[str, Meta(description="why the move did not count; else empty")]
    ms: Milliseconds
    say: str | None
    log: str


class Moment(Struct):
    """One turn of a replay (`--turn`): everything, or what one seat sees (`--seat`)."""

    game: str
    turn: Annotated[int, Meta(description="0 is the start")]
    last: Annotated[int, Meta(description="the match's last turn")]
    seat: Annotated[int | None, Meta(description="whose view it is, null for everything")]
    answers: Annotated[list[TurnAnswer], Meta(description="of the turn that led here; of --seat alone")]
    picture: Annotated[str, Meta(description="as the terminal shows it")]
    view: Annotated[Any, Meta(description="what the seat's bot gets next; null without --seat")]
    state: Annotated[Any, Meta(description="the whole state by name; null with --seat")]


class View(Struct):
    """Where the pages are; printed first, then the server goes on."""

    url: str


class Export(Struct):
    """A file that was written."""

    file: str
    bytes: Annotated[int, Meta(description="the file's size")]
    turns: Annotated[int, Meta(description="of the match")]
    seconds: float


class RecordedAnswer(Struct):
    """What the replay says."""

    move: str | None
    verdict: str


class FedAnswer(Struct):
    """What the bot says to the same view."""

    move: str | None
    verdict: str
    reason: str
    ms: Milliseconds
    say: str | None
    draw: list[Any] | None
    log: str


class Feed(Struct):
    """A recorded turn that was put to a bot."""

    turn: Annotated[int, Meta(description="the recorded turn")]
    seat: int
    bot: Annotated[str, Meta(description="its name")]
    view: Annotated[Any, Meta(description="what it was sent")]
    recorded: RecordedAnswer
    answer: FedAnswer
    same: Annotated[bool, Meta(description="whether the answer is the recorded one")]
    evidence: Evidence
    asked_before: Annotated[int, Meta(description="how many turns before it were put to the bot")]
    differences: Annotated[list[Difference], Meta(description="among those")]
    game: str
    command: Command


class VerifiedReplay(Struct):
    """One replay that was played again."""

    file: str
    complete: Annotated[bool, Meta(description="false if the match was stopped, is void, or the file breaks off")]
    passed: Annotated[bool, Meta(description="whether the match is complete and nothing at all is wrong")]
    error: Annotated[str, Meta(description="why the file is no replay; else empty")]
    check: Verification | None


class Verify(Struct):
    """Replays that were played again."""

    replays: list[VerifiedReplay]


class Key(Struct):
    """A pair of keys that was made."""

    private: str
    public: str
    fingerprint: str


class FieldDifference(Struct):
    """The first place where a recording and our rules part."""

    file: str
    ruleset: str
    turn: int
    field: str
    expected: Any
    got: Any
    unit: Annotated[str, Meta(description="the game's own word for a turn")]


class Compared(Struct):
    """What was compared under one ruleset."""

    ruleset: str
    unit: Annotated[str, Meta(description="the game's own word for a turn")]
    file: Annotated[str, Meta(description="the last file")]
    matches: int
    turns: int
    fields: int
    differences: Annotated[list[FieldDifference], Meta(description="the first one of each file")]


class Conform(Struct):
    """Recorded matches of the original engine beside ours."""

    game: str
    comparisons: Annotated[list[Compared], Meta(description="one for each ruleset")]


class Machine(Struct):
    """Where it was measured."""

    python: str
    machine: str
    cores: int | None


class Bench(Struct):
    """Speeds, as ratios taken in one run."""

    game: str
    machine: Machine
    measures: list[Measure]


class Completion(Struct):
    """The script that makes a shell complete words."""

    shell: str
    script: str


class GameInfo(Struct):
    """A game that can be played."""

    name: str
    title: str
    seats: Annotated[list[int], Meta(description="how many may play")]
    rulesets: Annotated[dict[str, dict[str, int]], Meta(description="each ruleset's settings")]
    bots: Annotated[list[str], Meta(description="built-in bots, weakest first")]
    maps: Annotated[list[str], Meta(description="the names of the built-in maps")]
    actions: Annotated[int, Meta(description="how many flat actions there are, for learners")]
    observation: Annotated[list[int], Meta(description="the shape of an observation")]
    behaviour: Annotated[int, Meta(description="the version of the rules")]
    start_ms: Annotated[int, Meta(description="milliseconds to get ready")]
    turn_ms: Annotated[dict[str, int], Meta(description="milliseconds per turn, by ruleset")]


class Games(Struct):
    """The games that are installed."""

    games: list[GameInfo]
    broken: Annotated[list[str], Meta(description="one sentence for each installed game that cannot be loaded")]


# What each verb prints; of several, which one depends on its options. `schema` prints a JSON Schema.
SHAPES: dict[str, tuple[type[Struct], ...]] = {
    "demo": (Demo,),
    "games": (Games,),
    "maps": (Maps,),
    "new": (New,),
    "play": (Match, Series),
    "watch": (WholeReplay, Moment),
    "view": (View,),
    "export": (Export,),
    "takeover": (Takeover,),
    "feed": (Feed,),
    "verify": (Verify,),
    "key": (Key,),
    "conform": (Conform,),
    "bench": (Bench,),
    "completion": (Completion,),
}

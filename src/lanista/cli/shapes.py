"""The JSON objects that verbs print with --json: members, types and meanings."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from lanista.bench.measure import Measure
from lanista.bots.player import Evidence
from lanista.cli.analysis_shapes import ANALYSIS_SHAPES
from lanista.cli.league_shapes import LEAGUE_SHAPES
from lanista.cli.model_shapes import MODEL_SHAPES
from lanista.cli.pin_shapes import PIN_SHAPES
from lanista.cli.training_shapes import TRAINING_SHAPES
from lanista.game import Outcome
from lanista.league.values import Table
from lanista.match import Fault
from lanista.match.feed import Difference
from lanista.replay import Footer, Header, TurnLine, Verification

FIRST_FAULT = "the first one as text, with the last line of the bot's log; otherwise empty"
Command = Annotated[str, Meta(description="the command line that repeats this")]
Seed = Annotated[int, Meta(description="up to 64 bits")]
Milliseconds = Annotated[float, Meta(description="milliseconds")]


class ErrorInfo(Struct):
    """An error: `kind` is its class, `message` the text that is printed without --json."""

    kind: str
    message: str


class Error(Struct):
    """Printed by any verb if the request is invalid or cannot be carried out; the exit code is then 2."""

    error: ErrorInfo


class Times(Struct):
    """Milliseconds per turn that a seat used."""

    median: float
    p99: float
    max: float


class Seat(Struct):
    """The result of one seat."""

    name: Annotated[str, Meta(description="the display name; unique in the match")]
    place: Annotated[
        int | None, Meta(description="rank: 1 is best, equal ranks are a draw; null without an outcome")
    ]
    score: Annotated[int | None, Meta(description="the game's points")]
    verdicts: Annotated[dict[str, int], Meta(description="number of turns by verdict")]
    ms: Times
    cpu_ms: Annotated[Times | None, Meta(description="processor time; null where it is not measured")]
    fault: Annotated[Fault | None, Meta(description="the first fault; null if there was none")]


class Match(Struct):
    """A match that was played."""

    game: str
    ruleset: Annotated[str, Meta(description="the ruleset; see `lanista games`")]
    seed: Seed
    turns: Annotated[int, Meta(description="number of turns played")]
    outcome: Annotated[Outcome | None, Meta(description="null if the match was stopped")]
    void: Annotated[str, Meta(description="the internal error that makes the match void; otherwise empty")]
    doubtful: Annotated[
        str, Meta(description="the first timeout of a bot that the machine had starved; otherwise empty")
    ]
    one_at_a_time: Annotated[bool, Meta(description="whether seats were asked one after the other")]
    sandbox: Annotated[str, Meta(description="how well the bots were kept in")]
    seats: list[Seat]
    command: Command
    replay: Annotated[str | None, Meta(description="the file; null if none was saved")]
    stopped: Annotated[str, Meta(description="what ended the match early; otherwise empty")]
    incomplete: Annotated[list[str], Meta(description="what could not be saved, and why")]
    marks: Annotated[list[str], Meta(description="remarks on how the match came about")]


class Takeover(Match):
    """A match that resumes another one."""

    compare: Annotated[str, Meta(description="the command line that shows both matches side by side")]


class Interval(Struct):
    """A 95 % confidence interval."""

    low: float
    high: float


class StandingInfo(Struct):
    """One entrant's results over all its matches, in any seat."""

    name: Annotated[str, Meta(description="the bot; unique in the series")]
    played: Annotated[int, Meta(description="matches with a result that counts")]
    won: int
    drawn: int
    lost: int
    score: Annotated[
        float | None, Meta(description="per match: a win is 1, a draw 1/2; null if no match was played")
    ]
    interval: Annotated[Interval | None, Meta(description="of the score")]
    points: Annotated[float | None, Meta(description="the game's points per match")]
    faults: Annotated[int, Meta(description="turns at fault")]
    first_fault: Annotated[str, Meta(description=FIRST_FAULT)]


class SeriesMatch(Struct):
    """One match of a series."""

    number: int
    seed: Seed
    entrants: Annotated[
        tuple[int, ...],
        Meta(description="the entrant at each seat; entrants are numbered from 0 as named on the command line"),
    ]
    turns: Annotated[int, Meta(description="number of turns played")]
    outcome: Annotated[Outcome | None, Meta(description="null if it has none")]
    void: Annotated[str, Meta(description="the internal error that makes the match void; otherwise empty")]
    doubtful: Annotated[
        str, Meta(description="a timeout of a bot that the machine had starved, if it was not played again")
    ]
    voided: Annotated[list[str], Meta(description="the doubtful timeouts for which it was played again")]
    error: Annotated[str, Meta(description="why it could not be played; otherwise empty")]
    faults: Annotated[list[int], Meta(description="turns at fault, by seat")]
    first_faults: Annotated[list[str], Meta(description=f"by seat: {FIRST_FAULT}")]
    seconds: Annotated[float, Meta(description="how long it took")]
    command: Command
    replay: Annotated[str | None, Meta(description="the file; null if none was saved")]
    marks: Annotated[list[str], Meta(description="remarks on how the match came about")]


class Series(Struct):
    """Many matches of the same bots (`--games`)."""

    game: str
    ruleset: Annotated[str, Meta(description="the ruleset; see `lanista games`")]
    seed: Annotated[int, Meta(description="the seed from which the matches' seeds are derived")]
    games: Annotated[
        int, Meta(description="number of matches requested, rounded up to whole rotations with --swap")
    ]
    swap: Annotated[bool, Meta(description="whether each seed was played from every seat")]
    jobs: Annotated[int, Meta(description="number of matches played at once")]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended the series early")]
    standings: Annotated[list[StandingInfo], Meta(description="in the order of the bots on the command line")]
    matches: Annotated[list[SeriesMatch], Meta(description="the matches that were played")]
    command: Command
    replays: Annotated[str | None, Meta(description="the folder; null if none were saved")]


class EstimateInfo(Struct):
    """An estimate with its 95 % interval; null where it is unbounded."""

    value: float | None
    low: float | None
    high: float | None


class ComparedBot(Struct):
    """One of the two bots that were compared."""

    name: Annotated[str, Meta(description="the display name; unique in the comparison")]
    bot: Annotated[str, Meta(description="as named on the command line")]
    won: Annotated[int, Meta(description="matches; with more than two seats, those in which it alone came first")]
    drawn: int
    lost: int
    faults: Annotated[int, Meta(description="turns at fault")]
    faulted: Annotated[int, Meta(description="matches with a turn at fault")]
    first_fault: Annotated[str, Meta(description=FIRST_FAULT)]
    first_fault_command: Annotated[str, Meta(description="the command line that repeats its match")]


class PanelResult(Struct):
    """The results against one opponent of a panel (`--against`)."""

    name: str
    new: Annotated[float, Meta(description="the score of the new bot per match, from 0 to 1")]
    old: Annotated[float, Meta(description="the score of the old bot")]
    difference: Annotated[EstimateInfo, Meta(description="of the two")]


class TellingMatch(Struct):
    """A match that is worth watching."""

    why: str
    file: Annotated[str, Meta(description="the replay")]
    command: Annotated[str, Meta(description="the command line that plays it again")]


class Comparison(Struct):
    """Whether a bot is better than another one."""

    game: str
    ruleset: Annotated[str, Meta(description="the ruleset; see `lanista games`")]
    seed: Annotated[int, Meta(description="the seed from which the matches' seeds are derived")]
    seats: int
    maps: Annotated[list[str], Meta(description="pairs go through them in turn; '' is made from the seed")]
    new: ComparedBot
    old: ComparedBot
    decision: Annotated[str, Meta(description="accepted: new is better; rejected: it is not; or undecided")]
    llr: Annotated[float, Meta(description="the log-likelihood ratio of elo1 to elo0")]
    lower: Annotated[float, Meta(description="the ratio at which elo1 is rejected")]
    upper: Annotated[float, Meta(description="the ratio at which elo1 is accepted")]
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Annotated[str, Meta(description="of elo0 and elo1: normalized or logistic")]
    score: Annotated[
        EstimateInfo | None,
        Meta(description="per pair, from 0 to 1; of a panel, 1/2 plus half of the difference; null without pairs"),
    ]
    logistic_elo: Annotated[EstimateInfo | None, Meta(description="null also if all pairs on a map are the same")]
    normalized_elo: Annotated[EstimateInfo | None, Meta(description="likewise")]
    superiority: Annotated[float | None, Meta(description="the likelihood that new is better; null likewise")]
    pairs: Annotated[int, Meta(description="seeds that count, each played with all rotations of the seats")]
    max_pairs: int
    counts: Annotated[
        list[int], Meta(description="pairs by score in five classes; with two seats LL, LD, DD or WL, WD, WW")
    ]
    draws: Annotated[int, Meta(description="matches")]
    matches: Annotated[int, Meta(description="all that were played, also in earlier runs")]
    stored: Annotated[int, Meta(description="those of earlier runs")]
    errors: Annotated[int, Meta(description="matches that could not be played or are void")]
    voided: Annotated[int, Meta(description="matches that were played again because a timeout was doubtful")]
    first_error: Annotated[str, Meta(description="why; otherwise empty")]
    matches_per_second: Annotated[float, Meta(description="in this run")]
    seconds_left: Annotated[float | None, Meta(description="expected until the decision")]
    jobs: Annotated[int, Meta(description="number of matches played at once")]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended the comparison early")]
    same_bot: Annotated[bool, Meta(description="whether both are the same program")]
    remarks: Annotated[list[str], Meta(description="what to keep in mind about the result")]
    opponents: Annotated[list[PanelResult], Meta(description="empty without --against")]
    replays: Annotated[str | None, Meta(description="the folder; null if none were kept")]
    telling: Annotated[list[TellingMatch], Meta(description="the matches worth watching first, at most three")]
    results: Annotated[str, Meta(description="the file with the result of every match")]
    command: Command


class SprtResult(Struct):
    """What counts of pairs say about two bots."""

    llr: Annotated[float, Meta(description="the log-likelihood ratio of elo1 to elo0")]
    lower: Annotated[float, Meta(description="the ratio at which elo1 is rejected")]
    upper: Annotated[float, Meta(description="the ratio at which elo1 is accepted")]
    decision: Annotated[str, Meta(description="accepted, rejected or undecided")]
    elo: Annotated[float | None, Meta(description="logistic Elo; null if infinite, or without pairs")]
    elo_low: Annotated[float | None, Meta(description="the lower end of its 95 % interval; null if infinite")]
    elo_high: Annotated[float | None, Meta(description="the upper end; null if infinite")]
    normalized_elo: Annotated[EstimateInfo | None, Meta(description="null without pairs")]
    score: Annotated[EstimateInfo | None, Meta(description="per match, from 0 to 1; null without pairs")]
    superiority: Annotated[
        float | None, Meta(description="the likelihood that the first bot is better; null without pairs")
    ]
    pairs: Annotated[list[int], Meta(description="LL, LD, DD or WL, WD, WW")]
    pairs_left: Annotated[
        float | None, Meta(description="expected until a decision, 0 after it; null if that cannot be said")
    ]
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Annotated[str, Meta(description="of elo0 and elo1: normalized or logistic")]
    command: Command


class DevelopmentMatch(Struct):
    """The first match of a version."""

    opponent: Annotated[str, Meta(description="`accepted` for the accepted version, or a built-in bot")]
    result: Annotated[str, Meta(description="won, drawn, lost or `rank 2 of 4`; empty if it was stopped")]
    turns: Annotated[int, Meta(description="number of turns played; it stops at the version's first fault")]
    void: Annotated[str, Meta(description="the internal error that makes the match void; otherwise empty")]
    fault: Annotated[Fault | None, Meta(description="the version's first fault; null if there was none")]
    command: Command
    replay: Annotated[str | None, Meta(description="the file; null if none was saved")]
    feed: Annotated[str, Meta(description="the command line that asks for the faulty turn again; otherwise empty")]


class DevelopmentStanding(Struct):
    """Where the comparison of a version with the accepted one stands."""

    decision: Annotated[str, Meta(description="accepted: it is better; rejected: it is not; or undecided")]
    llr: Annotated[float, Meta(description="the log-likelihood ratio of elo1 to elo0")]
    lower: Annotated[float, Meta(description="the ratio at which elo1 is rejected")]
    upper: Annotated[float, Meta(description="the ratio at which elo1 is accepted")]
    model: Annotated[str, Meta(description="of the Elo: normalized or logistic")]
    score: Annotated[EstimateInfo | None, Meta(description="per pair, from 0 to 1; null without pairs")]
    elo: Annotated[
        EstimateInfo | None,
        Meta(description="null without pairs, or if all on a map are the same"),
    ]
    pairs: Annotated[int, Meta(description="seeds that count, each played with all rotations of the seats")]
    counts: Annotated[
        list[int], Meta(description="pairs by score in five classes; with two seats LL, LD, DD or WL, WD, WW")
    ]
    matches: Annotated[int, Meta(description="all that were played, also in earlier runs")]
    faults: Annotated[int, Meta(description="turns in which the version was at fault")]
    first_fault: Annotated[str, Meta(description=FIRST_FAULT)]
    base_faults: Annotated[int, Meta(description="turns in which the accepted version was at fault")]
    errors: Annotated[int, Meta(description="matches that could not be played or are void")]
    seconds_left: Annotated[float | None, Meta(description="expected until the decision")]


class WatchableMatch(Struct):
    """A match of the comparison that is worth watching."""

    why: str
    file: Annotated[str, Meta(description="the replay")]


class Development(Struct):
    """A saved version of a bot; without --once, one object is printed per event."""

    event: Annotated[
        str, Meta(description="saved, built, broken, played, compared, accepted, failed or, with --once, ended")
    ]
    time: Annotated[str, Meta(description="when the version was saved, in local time")]
    game: str
    bot: Annotated[str, Meta(description="as named on the command line")]
    version: Annotated[str, Meta(description="the beginning of the digest of its files; empty before it is built")]
    base: Annotated[str, Meta(description="the accepted version; empty if there is none yet")]
    result: Annotated[
        str,
        Meta(description="better, not better, undecided, fault, not built, first version, unchanged or stopped"),
    ]
    light: Annotated[str, Meta(description="green, red or grey")]
    accepted: Annotated[bool, Meta(description="whether the version became the accepted one")]
    reason: Annotated[str, Meta(description="why it was not built or not played; otherwise empty")]
    output: Annotated[list[str], Meta(description="the last lines of a build that failed")]
    build_seconds: float
    first_match: Annotated[DevelopmentMatch | None, Meta(description="null before it is over")]
    comparison: Annotated[DevelopmentStanding | None, Meta(description="null if there is none")]
    watch: list[WatchableMatch]


class BisectedCommit(Struct):
    """A commit of a bisection."""

    sha: str
    subject: str
    author: str
    date: str
    mark: Annotated[
        str,
        Meta(
            description="good, lost or skipped; in brackets if it follows from others; `same` if the bot's folder "
            "did not change; empty if untested"
        ),
    ]
    reason: Annotated[str, Meta(description="why it was skipped; otherwise empty")]
    elo: Annotated[EstimateInfo | None, Meta(description="against GOOD; null if it was not played")]
    pairs: Annotated[int, Meta(description="seeds that count, each played with all rotations of the seats")]


class Bisection(Struct):
    """Which commit made a bot weaker."""

    game: str
    bot: Annotated[str, Meta(description="its path in the repository")]
    good: Annotated[str, Meta(description="the id of GOOD")]
    bad: Annotated[str, Meta(description="the id of BAD")]
    outcome: Annotated[str, Meta(description="found, unconfirmed, no loss, undecided or stopped")]
    suspects: Annotated[
        list[str],
        Meta(description="the commit that made it weaker; several if some between them cannot be tested"),
    ]
    before: Annotated[str | None, Meta(description="the last good commit; null if none was found")]
    elo: Annotated[
        EstimateInfo | None,
        Meta(description="of the last suspect against the last good commit; negative is a loss"),
    ]
    pairs: Annotated[int, Meta(description="the pairs in which that was measured")]
    model: Annotated[str, Meta(description="the scale of Elo: normalized or logistic")]
    commits: Annotated[list[BisectedCommit], Meta(description="from GOOD to BAD")]
    changes: Annotated[list[str], Meta(description="what the commit changed in the bot, as `git diff --stat`")]
    measure: Annotated[str, Meta(description="the command line that measures the loss again; otherwise empty")]
    command: Command


class AuditSeat(Struct):
    """The advantage of a seat: its score above 1/2 per match."""

    seat: int
    advantage: Annotated[EstimateInfo, Meta(description="all intervals of an audit hold at once with 95 %")]
    verdict: Annotated[str, Meta(description="fair or biased if the interval decides, otherwise undecided")]


class AuditGroup(Struct):
    """Matches that belong together."""

    kind: Annotated[str, Meta(description="all, bot or map")]
    name: Annotated[str, Meta(description="of the bot or map; empty for all")]
    matches: int
    different: Annotated[int, Meta(description="a match that repeats itself with every seed counts once")]
    seats: list[AuditSeat]
    drawn: Annotated[float, Meta(description="share of matches in which all seats share the first rank")]
    decided: Annotated[float, Meta(description="share of matches with a single winner")]
    margin: Annotated[
        float | None,
        Meta(
            description="median difference in points of the first two, as a share of the larger; null if none won"
        ),
    ]
    min_turns: int
    median_turns: float
    max_turns: int


class DeadPart(Struct):
    """A rule or command that did nothing."""

    name: str
    why: str
    about: Annotated[str, Meta(description="what a rule is for; empty for commands")]


class Audit(Struct):
    """Whether the seats and maps of a game are fair, and what of it never acts."""

    game: str
    ruleset: Annotated[str, Meta(description="the ruleset; see `lanista games`")]
    seed: Annotated[int, Meta(description="the seed from which the matches' seeds are derived")]
    seats: int
    bots: Annotated[list[str], Meta(description="each plays against itself")]
    maps: Annotated[list[str], Meta(description="'' is made from the seed")]
    bias: Annotated[float, Meta(description="the advantage that is still fair")]
    verdict: Annotated[str, Meta(description="fair, biased or undecided")]
    matches_needed: Annotated[
        int | None, Meta(description="about how many would decide; 0 if decided, null if that cannot be said")
    ]
    matches: Annotated[int, Meta(description="number of matches played")]
    failed: Annotated[int, Meta(description="those without a result that counts")]
    first_faults: Annotated[dict[str, str], Meta(description="the first fault of each bot that had one, as text")]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended the audit early")]
    groups: list[AuditGroup]
    endings: Annotated[
        dict[str, int], Meta(description="matches by the reason of their end, also those never seen")
    ]
    commands: Annotated[dict[str, int], Meta(description="how often each was played in the recorded matches")]
    turns_looked_into: Annotated[int, Meta(description="turns whose rules were looked into")]
    rules: Annotated[int, Meta(description="number of rules that a turn can call")]
    dead_rules: list[DeadPart]
    dead_commands: list[DeadPart]
    command: Command


class Demo(Struct):
    """The first match of every game, and a tiny league."""

    matches: list[Match]
    league: Annotated[Table | None, Meta(description="the table of the league; null if games were named")]


class Maps(Struct):
    """A game's maps."""

    game: str
    maps: Annotated[list[str], Meta(description="the names of the built-in maps")]
    drawn: Annotated[
        dict[str, Any], Meta(description="the first state on each map; '' is the map generated from the seed")
    ]


class New(Struct):
    """A bot that was created."""

    folder: str
    files: list[str]
    play: Annotated[str, Meta(description="the command line of its first match")]


class RulesFile(Struct):
    """A file of a kit."""

    name: str
    bytes: Annotated[int, Meta(description="the file's size")]


class RulesKit(Struct):
    """The rules of a game for programs in another language."""

    game: str
    target: Annotated[str, Meta(description="c, js or wasm")]
    folder: str
    files: list[RulesFile]
    digest: Annotated[str, Meta(description="of the translated rules: equal digests, equal rules")]
    interface: Annotated[int, Meta(description="grows when programs written for a kit would have to change")]
    command: Command
    seconds: float


class WholeReplay(Struct):
    """A replay file as one object; see docs/replays.md."""

    header: Header
    turns: list[TurnLine]
    end: Footer | None


class TurnAnswer(Struct):
    """What one seat answered in a turn."""

    seat: int
    name: str
    move: Annotated[str | None, Meta(description="as sent; null if no move counted")]
    words: Annotated[str, Meta(description="the move in plain words; empty if it did not count")]
    verdict: str
    reason: Annotated[str, Meta(description="why the move did not count; otherwise empty")]
    ms: Milliseconds
    say: str | None
    log: str


class Moment(Struct):
    """One turn of a replay (`--turn`): everything, or what one seat sees (`--seat`)."""

    game: str
    turn: Annotated[int, Meta(description="0 is the start")]
    last: Annotated[int, Meta(description="the match's last turn")]
    seat: Annotated[int | None, Meta(description="whose view it is; null for everything")]
    answers: Annotated[
        list[TurnAnswer], Meta(description="the answers in this turn; with --seat, only that seat's")
    ]
    picture: Annotated[str, Meta(description="the board as text")]
    view: Annotated[Any, Meta(description="the view that the seat's bot gets next; null without --seat")]
    state: Annotated[Any, Meta(description="the whole state, by field name; null with --seat")]


class View(Struct):
    """The URL of the pages; printed before the server starts serving."""

    url: str


class Export(Struct):
    """A file that was written."""

    file: str
    bytes: Annotated[int, Meta(description="the file's size")]
    turns: Annotated[int, Meta(description="of the match")]
    seconds: float


class SitePage(Struct):
    """A page of a site."""

    file: Annotated[str, Meta(description="relative to the folder")]
    bytes: Annotated[int, Meta(description="the file's size")]


class Site(Struct):
    """A folder of pages that was written."""

    folder: str
    pages: list[SitePage]
    games: Annotated[list[str], Meta(description="the games that can be played there")]
    left_out: Annotated[list[str], Meta(description="one sentence for each game that cannot be loaded")]
    seconds: float


class RecordedAnswer(Struct):
    """The answer in the replay."""

    move: str | None
    verdict: str


class FedAnswer(Struct):
    """The bot's answer to the same view."""

    move: str | None
    verdict: str
    reason: str
    ms: Milliseconds
    say: str | None
    draw: list[Any] | None
    log: str


class Feed(Struct):
    """A bot's answer to a recorded turn."""

    turn: Annotated[int, Meta(description="the recorded turn")]
    seat: int
    bot: Annotated[str, Meta(description="its name")]
    view: Annotated[Any, Meta(description="the view that it was sent")]
    recorded: RecordedAnswer
    answer: FedAnswer
    same: Annotated[bool, Meta(description="whether the answer equals the recorded one")]
    evidence: Evidence
    asked_before: Annotated[int, Meta(description="number of earlier turns that the bot was asked for")]
    differences: Annotated[
        list[Difference], Meta(description="earlier turns whose answer differs from the replay")
    ]
    memory_mb: Annotated[
        list[float] | None,
        Meta(description="of its processes before its first turn and after the last; null if unknown"),
    ]
    game: str
    command: Command


class DoctorCheck(Struct):
    """One line of a bot's report card."""

    name: Annotated[str, Meta(description="as --checks takes it")]
    question: str
    result: Annotated[str, Meta(description="ok, warning, failed or skipped")]
    found: Annotated[str, Meta(description="what was found, or why it was skipped")]
    why: Annotated[str, Meta(description="why it matters; empty if all is well")]
    advice: Annotated[str, Meta(description="what to do; empty if all is well")]
    command: Annotated[str, Meta(description="the `lanista feed` command line that shows it; otherwise empty")]
    reproduced: Annotated[
        bool | None, Meta(description="whether it happened a second time; null if that was not tried")
    ]
    log: Annotated[list[str], Meta(description="the last lines that the bot logged before it")]
    seconds: Annotated[float, Meta(description="how long the check took")]


class Doctor(Struct):
    """A bot's report card."""

    game: str
    ruleset: Annotated[str, Meta(description="the ruleset; see `lanista games`")]
    bot: Annotated[str, Meta(description="as named on the command line")]
    name: Annotated[str, Meta(description="the display name")]
    well: Annotated[bool, Meta(description="whether all checks were run and none failed")]
    counts: Annotated[dict[str, int], Meta(description="number of checks by result")]
    checks: list[DoctorCheck]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended it early")]
    command: Command


class VerifiedReplay(Struct):
    """One replay that was verified."""

    file: str
    complete: Annotated[
        bool, Meta(description="false if the match was stopped or is void, or the file is truncated")
    ]
    passed: Annotated[bool, Meta(description="whether the match is complete and nothing is wrong")]
    error: Annotated[str, Meta(description="why the file is not a replay; otherwise empty")]
    check: Verification | None


class Verify(Struct):
    """Replays that were verified."""

    replays: list[VerifiedReplay]


class Key(Struct):
    """A key pair that was made."""

    private: str
    public: str
    fingerprint: str


class FieldDifference(Struct):
    """The first difference between a recording and our rules."""

    file: str
    ruleset: str
    turn: int
    field: str
    expected: Any
    got: Any
    unit: Annotated[str, Meta(description="the game's word for a turn")]


class Compared(Struct):
    """What was compared under one ruleset."""

    ruleset: str
    unit: Annotated[str, Meta(description="the game's word for a turn")]
    file: Annotated[str, Meta(description="the last file")]
    matches: int
    turns: int
    fields: int
    differences: Annotated[list[FieldDifference], Meta(description="the first difference in each file")]


class Conform(Struct):
    """Recordings of the original engine compared with our rules."""

    game: str
    comparisons: Annotated[list[Compared], Meta(description="one for each ruleset")]


class Machine(Struct):
    """The machine that was measured."""

    python: str
    machine: str
    cores: int | None


class Bench(Struct):
    """Speeds, as ratios within one run; `game` is `compare` for matches in bulk, `stats` for sequential tests."""

    game: str
    machine: Machine
    measures: list[Measure]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended it early")]


class LevelInfo(Struct):
    """A level of the sandbox."""

    name: str
    meaning: str
    available: bool
    missing: Annotated[list[str], Meta(description="what this machine lacks for it, and how to get that")]


class Limit(Struct):
    """A limit of a bot that --limit changes."""

    name: str
    default: int
    meaning: str


class DeniedCalls(Struct):
    """System calls that a bot may not make."""

    calls: list[str]
    condition: Annotated[str, Meta(description="the arguments that are refused; empty if all are")]
    action: Annotated[str, Meta(description="what the kernel does instead")]
    reason: str


class Escape(Struct):
    """An attempt to get out of the sandbox."""

    attempt: str
    title: str
    level: Annotated[str, Meta(description="at which it was made")]
    stopped_from: Annotated[str, Meta(description="the lowest level that promises to stop it")]
    got: Annotated[str, Meta(description="what it obtained; empty if nothing")]
    why: Annotated[str, Meta(description="what stopped it")]
    escaped: Annotated[bool, Meta(description="whether it succeeded although the level promises to stop it")]


class Sandbox(Struct):
    """How bots are kept in on this machine, and what came of trying to get out."""

    best: Annotated[str, Meta(description="the best level that this machine has")]
    machine: Annotated[dict[str, str], Meta(description="what was found out about it")]
    levels: list[LevelInfo]
    limits: list[Limit]
    calls: list[DeniedCalls]
    escapes: list[Escape]
    escaped: Annotated[list[str], Meta(description="what should have been stopped and was not; exit code 1")]


class SandboxedProgram(Struct):
    """A program that was run in the sandbox."""

    command: list[str]
    level: str
    output: Annotated[str, Meta(description="what it wrote, on both outputs")]
    ending: Annotated[str, Meta(description="how it ended")]


class Help(Struct):
    """The help text of a verb."""

    verb: Annotated[str, Meta(description="such as `play` or `league run`; empty for the list of verbs")]
    help: str


class SandboxRequirement(Struct):
    """Something that a machine needs."""

    name: str
    ok: Annotated[bool, Meta(description="whether it is here")]
    found: Annotated[str, Meta(description="what there is")]
    remedy: Annotated[str, Meta(description="how to get it; empty if it is here")]


class SandboxRequirements(Struct):
    """Whether this machine has what a kind of contest needs."""

    require: Annotated[str, Meta(description="the kind of contest: public")]
    ok: Annotated[bool, Meta(description="whether nothing is missing; otherwise the exit code is 1")]
    requirements: list[SandboxRequirement]


class Completion(Struct):
    """A shell completion script."""

    shell: str
    script: str


class ObservationPart(Struct):
    """A grid of numbers in an observation, or a single number, whose shape is empty."""

    name: str
    first: Annotated[int, Meta(description="where its first number stands in the row, from 0")]
    size: int
    shape: list[int]
    low: int
    high: int
    scale: Annotated[int, Meta(description="what it is divided by if floats are wanted")]
    about: str
    codes: Annotated[dict[str, str], Meta(description="what a value stands for")]
    bits: Annotated[list[str], Meta(description="what 1, 2, 4, ... stand for if a value is their sum")]


class GameInfo(Struct):
    """A game that can be played."""

    name: str
    title: str
    seats: Annotated[list[int], Meta(description="the possible numbers of seats")]
    rulesets: Annotated[dict[str, dict[str, int]], Meta(description="each ruleset's settings")]
    bots: Annotated[
        list[str],
        Meta(description="built-in bots, weakest first; then policies that can be named as bots, and `search`"),
    ]
    maps: Annotated[list[str], Meta(description="the names of the built-in maps")]
    actions: Annotated[int, Meta(description="number of flat actions, for learners")]
    observation: Annotated[list[int], Meta(description="the shape of an observation")]
    observation_parts: Annotated[list[ObservationPart], Meta(description="what the numbers of an observation are")]
    behaviour: Annotated[int, Meta(description="the version of the rules")]
    start_ms: Annotated[int, Meta(description="milliseconds to get ready")]
    turn_ms: Annotated[dict[str, int], Meta(description="milliseconds per turn, by ruleset")]


class Games(Struct):
    """The games that are installed."""

    games: list[GameInfo]
    broken: Annotated[list[str], Meta(description="one sentence for each installed game that cannot be loaded")]


# What each verb prints; which of several depends on its options. `schema` prints a JSON Schema.
SHAPES: dict[str, tuple[type[Struct], ...]] = {
    "demo": (Demo,),
    "games": (Games,),
    "maps": (Maps,),
    "new": (New,),
    "play": (Match, Series),
    "compare": (Comparison,),
    **LEAGUE_SHAPES,
    "sprt": (SprtResult,),
    "audit": (Audit,),
    "dev": (Development,),
    "bisect": (Bisection,),
    "watch": (WholeReplay, Moment),
    "view": (View,),
    "export": (Export,),
    "rules": (RulesKit,),
    **MODEL_SHAPES,
    "site": (Site,),
    "takeover": (Takeover,),
    **ANALYSIS_SHAPES,
    "feed": (Feed,),
    **PIN_SHAPES,
    "doctor": (Doctor,),
    "verify": (Verify,),
    "key": (Key,),
    "conform": (Conform,),
    **TRAINING_SHAPES,
    "sandbox": (Sandbox, SandboxedProgram, SandboxRequirements),
    "bench": (Bench,),
    "completion": (Completion,),
    "help": (Help,),
}

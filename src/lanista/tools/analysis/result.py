"""`Analysis`: the results of analysing a match, and their file beside its replay.

The file is sealed to the replay by a digest, so that a changed replay is noticed. Like a replay it is untrusted:
its readers check every value, and show its texts as text only.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import msgspec

from lanista.core.errors import FileError, InputError
from lanista.core.files import file_errors, write_whole
from lanista.core.text import inert

FORMAT = 1
SUFFIX = ".analysis.json"
MAX_BYTES = 16 * 2**20
MAX_POINTS = 100_001
MAX_TURNING_POINTS = 100
MAX_TEXT = 400
MAX_MOVE = 4000  # characters of a move
MIN_SWING = 0.05  # that a turning point moves a chance by, at least

Part = Annotated[float, msgspec.Meta(ge=-1, le=1)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Text = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
MoveText = Annotated[str, msgspec.Meta(max_length=MAX_MOVE)]


class Point(msgspec.Struct, frozen=True):
    """The chances of all seats after a turn, and within which they lie (95 %) as far as playouts can tell."""

    turn: Number
    chances: list[Part]
    low: list[Part]
    high: list[Part]
    playouts: Number


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn in which the chance of a seat moved most, and why.

    `best` is the best other move of that seat, and `gain` what it would have added to the chance, give or take
    `error`; all are empty if none was better. The alternative to a `blunder` gains clearly more than the error.
    """

    turn: Number
    seat: Number
    before: Part
    after: Part
    move: MoveText
    words: Text
    reason: Text
    best: MoveText = ""
    best_words: Text = ""
    gain: Part = 0.0
    error: Part = 0.0
    blunder: bool = False


class Analysis(msgspec.Struct, frozen=True):
    """The chances along a match, and its turning points; `complete` is false if the analysis was stopped early."""

    format: int
    replay: str  # the digest of the replay's file
    game: Text
    seats: Number
    turns: Number
    policy: Text  # by which playouts went on
    playouts: Number
    seconds: float
    complete: bool
    points: Annotated[list[Point], msgspec.Meta(max_length=MAX_POINTS)]
    turning_points: Annotated[list[TurningPoint], msgspec.Meta(max_length=MAX_TURNING_POINTS)]


class Stale(InputError):  # noqa: N818 - says what the analysis is
    """An analysis of another replay than the one beside it."""


def path_beside(replay: Path) -> Path:
    """The path of a replay's analysis."""
    return replay.with_name(replay.name.removesuffix(".gz").removesuffix(".jsonl") + SUFFIX)


def digest_of(replay: Path) -> str:
    """The digest of a replay's file."""
    with file_errors(replay, "read"):
        return hashlib.sha256(replay.read_bytes()).hexdigest()


def write_analysis(path: Path, analysis: Analysis) -> None:
    """Write an analysis; an older one is replaced."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(analysis), indent=0) + b"\n", force=True)


def read_analysis(path: Path) -> Analysis:
    """Read an analysis; raises FileError or InputError for anything else."""
    with file_errors(path, "read"), path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"{path}: expected an analysis of at most {MAX_BYTES:,} bytes; is it another file?")
    try:
        analysis = msgspec.json.decode(data, type=Analysis)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = inert(str(error), 200)
        raise InputError(f"{path}: not an analysis: {why}; run `lanista analyse` again") from None
    _check(path, analysis)
    return analysis


def _check(path: Path, analysis: Analysis) -> None:
    """Reject parts that do not fit together."""
    rows = [row for point in analysis.points for row in (point.chances, point.low, point.high)]
    turns = [point.turn for point in analysis.points]
    moments = analysis.turning_points
    if (
        analysis.format != FORMAT
        or any(len(row) != analysis.seats for row in rows)
        or turns != sorted(set(turns))
        or any(turn > analysis.turns for turn in turns)
        or any(not 1 <= moment.turn <= analysis.turns or moment.seat >= analysis.seats for moment in moments)
    ):
        raise InputError(f"{path}: its parts do not fit together; run `lanista analyse` again")


def analysis_beside(replay: Path) -> Analysis | None:
    """The analysis that is kept beside a replay, if there is one; raises Stale if it is of another replay."""
    path = path_beside(replay)
    if not path.is_file():
        return None
    analysis = read_analysis(path)
    if analysis.replay != digest_of(replay):
        raise Stale(f"{path} is of another replay than {replay}; run `lanista analyse` again")
    return analysis


def shown_beside(replay: Path) -> Analysis | None:
    """The same for viewers: None for an analysis that cannot be shown."""
    try:
        return analysis_beside(replay)
    except (FileError, InputError):
        return None

"""The view on which a version failed, for the eyes of its team."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy import select

from lanista.core.errors import LanistaError
from lanista.core.text import inert, inert_text
from lanista.core.verdict import Verdict
from lanista.league.store.rows import ints
from lanista.league.store.tables import matches, results
from lanista.match.replay import Replay, TurnLine, game_of, play_again, read_replay

if TYPE_CHECKING:
    from lanista.serve.contests import Contest
    from lanista.serve.records import Upload
    from lanista.serve.site import Site

MAX_FAILURES = 500  # matches of the league with failures that are looked through
MAX_VIEW = 512 * 1024  # bytes that are shown
MAX_LINES = 40  # of its log


class FailedTurn(msgspec.Struct, frozen=True):
    """A turn in which a version failed, and what it was asked there."""

    match: int  # in the league
    seat: int
    why: str  # why it failed the match
    turn: int = 0  # 0: at the start, before it was asked anything
    verdict: str = ""
    reason: str = ""
    view: str = ""  # as it was sent to the bot; empty if the replay is gone
    log: tuple[str, ...] = ()  # its last lines


class FailedMatch(NamedTuple):
    """A match that a version failed."""

    number: int
    seat: int
    why: str
    replay: str


def failed_turn(site: Site, contest: Contest, upload: Upload) -> FailedTurn | None:
    """The turn of the last failed match of a version in which it failed first; None if it has failed none."""
    found = _last_failure(site, contest, upload.entry)
    if found is None:
        return None
    plain = FailedTurn(found.number, found.seat, inert(found.why))
    if not found.replay or not site.store.replays.exists(found.replay):
        return plain
    try:
        replay = read_replay(site.store.replays.path(found.replay))
        return _looked_up(plain, replay)
    except LanistaError:  # of other rules, or damaged: then there is only the reason
        return plain


def _last_failure(site: Site, contest: Contest, entry: int) -> FailedMatch | None:
    if entry < 0:
        return None
    wanted = (
        select(results.c.number, results.c.failures, results.c.replay, matches.c.entries)
        .join(matches, (matches.c.league_id == results.c.league_id) & (matches.c.number == results.c.number))
        .where(results.c.league_id == contest.league.id, results.c.failures != "[]")
        .where(matches.c.entries.like(f"%{int(entry)}%"))
        .order_by(results.c.number.desc())
        .limit(MAX_FAILURES)
    )
    for row in site.read(lambda connection: connection.execute(wanted).all()):
        seats, whys = ints(row.entries), msgspec.json.decode(row.failures, type=list[str])
        if entry in seats and whys[seats.index(entry)]:
            return FailedMatch(row.number, seats.index(entry), whys[seats.index(entry)], row.replay)
    return None


def _looked_up(failure: FailedTurn, replay: Replay) -> FailedTurn:
    """The failure with the view of the first turn at fault."""
    seat = failure.seat
    game, log = game_of(replay), list[str]()
    moments = play_again(replay)
    _, state = next(moments)  # stepped in place, so it is the state before the turn of the next line
    for line in replay.turns:
        log += _log(line, seat)
        if Verdict(line.verdicts[seat]) not in (Verdict.OK, Verdict.INVALID):
            view = game.view_json(state, seat)[:MAX_VIEW] if game.asked(state, seat) else b""
            reason = line.reasons[seat] if line.reasons else ""
            return msgspec.structs.replace(
                failure,
                turn=line.turn,
                verdict=line.verdicts[seat],
                reason=inert(reason),
                view=inert_text(view.decode(errors="replace")),
                log=tuple(log[-MAX_LINES:]),
            )
        next(moments)
    return failure


def _log(line: TurnLine, seat: int) -> list[str]:
    text = line.log[seat] if line.log else ""
    return [inert(each) for each in text.splitlines()]

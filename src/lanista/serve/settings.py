"""The settings of a contest: ten that its organiser is asked for, the others by default. All can be changed later.

What its matches are like (game, ruleset, maps, budgets) is stored with its league, and stays.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from lanista.core.errors import InputError
from lanista.core.text import quoted

SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
MAX_TITLE, MAX_TEXT = 80, 20_000


class Joining(StrEnum):
    """Who may join a contest."""

    ANYONE = "anyone"  # with an account
    INVITED = "invited"  # with a link or a class code


class ContestSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a contest."""

    title: str
    joining: Joining = Joining.INVITED
    team_size: int = 1
    starts: float = 0.0  # when matches begin; 0: at once
    ends: float = 0.0  # 0: never
    matches_per_day: int = 2000  # of the whole ladder
    # Beyond the ten
    paused: bool = False  # no matches are played
    public: bool = True  # people without an account can see it
    accounts: bool = True  # people without an account can make one in order to join
    text: str = ""  # by the organiser, in Markdown
    uploads_per_hour: int = 20  # of a team
    practice_per_hour: int = 10  # of a team
    check_seconds: int = 25  # that the doctor takes for a version
    keep_replays: int = 30  # days, of matches of versions that play no more; 0: for ever
    gate_matches: int = 400  # at most, to decide whether a version is worse


LIMITS: dict[str, tuple[int, int]] = {
    "team_size": (1, 50),
    "matches_per_day": (1, 1_000_000),
    "uploads_per_hour": (1, 1000),
    "practice_per_hour": (0, 1000),
    "check_seconds": (5, 600),
    "keep_replays": (0, 3650),
    "gate_matches": (8, 5000),
}


def read_settings(options: Mapping[str, Any]) -> ContestSettings:
    """Decode and check settings; raises InputError."""
    try:
        settings = msgspec.convert(dict(options), ContestSettings)
    except msgspec.ValidationError as error:
        raise InputError(f"the settings of a contest: {error}") from None
    check_settings(settings)
    return settings


def check_settings(settings: ContestSettings) -> None:
    """Refuse values out of range."""
    if not settings.title.strip() or len(settings.title) > MAX_TITLE:
        raise InputError(f"expected a name for the contest of 1 to {MAX_TITLE} characters")
    if len(settings.text) > MAX_TEXT:
        raise InputError(f"expected a text of at most {MAX_TEXT:,} characters, got {len(settings.text):,}")
    for name, (low, high) in LIMITS.items():
        value = getattr(settings, name)
        if not low <= value <= high:
            raise InputError(f"{name.replace('_', ' ')}: expected {low} to {high}, got {value}")
    for name in ("starts", "ends"):
        if not 0 <= getattr(settings, name) < 2**36:
            raise InputError(f"{name}: expected a time, got {getattr(settings, name)}")
    if settings.ends and settings.ends <= settings.starts:
        raise InputError("the contest must end after it has begun")


def check_slug(slug: str) -> str:
    """A contest's name in addresses; raises InputError."""
    if not SLUG.fullmatch(slug):
        raise InputError(
            "expected 1 to 40 lower-case letters, digits and hyphens for the contest's address, "
            f"got {quoted(slug)}"
        )
    return slug


def slug_of(title: str) -> str:
    """An address for a title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40].strip("-") or "contest"


class Phase(StrEnum):
    """Where a contest stands in time."""

    BEFORE = "before"
    RUNNING = "running"
    PAUSED = "paused"  # by an organiser
    OVER = "over"


def phase(settings: ContestSettings, now: float | None = None) -> Phase:
    """Whether matches are played now."""
    now = time.time() if now is None else now
    if now < settings.starts:
        return Phase.BEFORE
    if settings.ends and now >= settings.ends:
        return Phase.OVER
    return Phase.PAUSED if settings.paused else Phase.RUNNING

"""Times and durations in words."""

from __future__ import annotations

import datetime
import time

UNITS = ((86400.0, "day"), (3600.0, "hour"), (60.0, "minute"), (1.0, "second"))


def moment_text(seconds: float) -> str:
    """A time for people, in UTC; empty for none."""
    if not seconds:
        return ""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%d %b %Y, %H:%M UTC")


def machine_time(seconds: float) -> str:
    """A time as `datetime` attributes want it."""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="seconds")


def span_text(seconds: float) -> str:
    """A duration in its largest unit."""
    for size, name in UNITS:
        if seconds >= size:
            count = int(seconds / size)
            return f"{count} {name}{'' if count == 1 else 's'}"
    return "a moment"


def ago_text(seconds: float) -> str:
    """How long ago a time is, or how far ahead."""
    if not seconds:
        return "never"
    past = time.time() - seconds
    return f"{span_text(past)} ago" if past >= 0 else f"in {span_text(-past)}"

"""Texts about strangers' bots for strangers' eyes: without the folders of this machine."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from pathlib import Path

from lanista.core.text import inert_text
from lanista.engine.folders import cache_root
from lanista.serve.site import Site

HIDDEN = "…"


def without_paths(text: str, site: Site) -> str:
    """A text in which no folder of this machine is named; the last part of a path stays."""
    text = inert_text(text)
    for folder in _folders(site):
        inside = re.escape(folder) + r"(?:/[^\s:'\"`,;()]*)?"
        text = re.sub(inside, lambda found: _shortened(found[0]), text)
    return text


def _shortened(path: str) -> str:
    return f"{HIDDEN}/{path.rstrip('/').rpartition('/')[2]}"


def _folders(site: Site) -> list[str]:
    """The folders that are hidden, the longest first."""
    known = [site.data, site.store.replays.folder, cache_root().parent, Path.cwd(), Path(sys.prefix)]
    known += [Path(sys.base_prefix), Path(tempfile.gettempdir()) / "lanista-", Path(__file__).parents[2]]
    if "HOME" in os.environ:
        known.append(Path.home())
    found = {str(path) for path in (*known, *(path.resolve() for path in known))}
    return sorted(
        (path for path in found if len(path) > 1 and path not in ("/usr", "/tmp")), key=len, reverse=True
    )


def moment(at: float, now: float) -> str:
    """A time of day for people, with the day if that is another one."""
    then = time.gmtime(at)
    is_today = time.strftime("%F", then) == time.strftime("%F", time.gmtime(now))
    return time.strftime("%H:%M UTC" if is_today else "%d %b, %H:%M UTC", then)

"""Flags of `os.open` that not every system has; 0 where there is nothing to ask for."""

from __future__ import annotations

import os

BINARY: int = getattr(os, "O_BINARY", 0)  # Windows would otherwise write \r\n for every \n
NO_FOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
NON_BLOCKING: int = getattr(os, "O_NONBLOCK", 0)
FOLDER: int = os.O_RDONLY | NO_FOLLOW | getattr(os, "O_DIRECTORY", 0)

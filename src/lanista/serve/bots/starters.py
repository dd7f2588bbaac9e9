"""Starters as archives: a working bot for the game of a contest, ready to change and to upload."""

from __future__ import annotations

import io
import stat
import zipfile
from typing import TYPE_CHECKING

from lanista.bots.source.archive import UNIX
from lanista.core.errors import InputError
from lanista.core.text import join_words, quoted
from lanista.league.packing import FIRST_TIME
from lanista.serve.bots.terms import game_of
from lanista.tools.starters import LANGUAGES, game_strategies, starter_files

if TYPE_CHECKING:
    from lanista.serve.contests import Contest

NAME = "my-bot"


def starter_languages(contest: Contest) -> list[str]:
    """The languages in which there is a starter for the game of a contest."""
    there = game_strategies(game_of(contest))
    return [language for language in LANGUAGES if language in there]


def starter_archive(contest: Contest, language: str) -> bytes:
    """A starter as a zip archive with one folder; raises InputError if there is none in that language."""
    languages = starter_languages(contest)
    if language not in languages:
        there = f"there are {join_words(languages)}" if languages else "there are none for this game"
        raise InputError(f"expected the language of a starter, got {quoted(language)}; {there}")
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in sorted(starter_files(language, game_of(contest), NAME).items()):
            info = zipfile.ZipInfo(f"{NAME}/{path}", FIRST_TIME)
            info.create_system = UNIX
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (stat.S_IFREG | (0o755 if text.startswith("#!") else 0o644)) << 16
            archive.writestr(info, text.encode())
    return whole.getvalue()

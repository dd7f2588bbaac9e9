"""The watcher notices what an editor does, with the system's own notifications."""

import queue
from pathlib import Path
from typing import TypeAlias

import pytest

from lanista.tools.dev.sources import BotSource
from lanista.tools.dev.watching import FilesSaved, FileWatcher, NotWatched
from tests.processes import SECONDS

Reports: TypeAlias = "queue.SimpleQueue[FilesSaved | NotWatched]"


@pytest.fixture
def watched(tmp_path):
    """A watcher of a folder, and the queue of what it reports."""
    (tmp_path / "lanista.toml").write_text('command = "./bot"\n')
    reports: Reports = queue.SimpleQueue()
    watcher = FileWatcher(BotSource("overdrive", str(tmp_path)), reports.put)
    assert reports.get(timeout=SECONDS) == FilesSaved()  # once it watches
    yield tmp_path, reports
    watcher.stop()


def saved(reports: Reports, name: str) -> None:
    """Wait until a file is reported."""
    while True:
        event = reports.get(timeout=SECONDS)
        if isinstance(event, FilesSaved) and name in event.files:
            return


def save_as_editors_do(path: Path, text: str) -> None:
    """Write another file, then rename it."""
    draft = path.with_name(f".{path.name}.swp")
    draft.write_text(text)
    draft.replace(path)


def test_saves_of_every_kind_are_noticed(watched):
    folder, reports = watched
    (folder / "bot.c").write_text("one")
    saved(reports, "bot.c")
    save_as_editors_do(folder / "bot.c", "two")
    saved(reports, "bot.c")
    (folder / "bot.c").unlink()
    saved(reports, "bot.c")


def test_new_folders_are_watched_too(watched):
    folder, reports = watched
    (folder / "src").mkdir()
    saved(reports, "src")
    assert reports.get(timeout=SECONDS) == FilesSaved()  # the new watch has begun
    (folder / "src" / "deep.c").write_text("")
    saved(reports, "deep.c")


def test_a_watcher_stops_and_ignores_output(tmp_path):
    (tmp_path / "bot.py").write_text("")
    reports: Reports = queue.SimpleQueue()
    watcher = FileWatcher(BotSource("overdrive", str(tmp_path / "bot.py")), reports.put)
    assert reports.get(timeout=SECONDS) == FilesSaved()
    for name in ("bot.pyc", ".bot.py.swp", "bot.py~", "bot.py"):
        (tmp_path / name).write_text("x")
    assert reports.get(timeout=SECONDS) == FilesSaved(("bot.py",))
    watcher.stop()
    assert not watcher._thread.is_alive()


def test_a_folder_that_is_gone_for_a_while(tmp_path):
    folder = tmp_path / "bot"
    reports: Reports = queue.SimpleQueue()
    watcher = FileWatcher(BotSource("overdrive", str(folder)), reports.put)
    assert isinstance(reports.get(timeout=SECONDS), NotWatched)
    folder.mkdir()
    while reports.get(timeout=SECONDS) != FilesSaved():
        pass
    watcher.stop()

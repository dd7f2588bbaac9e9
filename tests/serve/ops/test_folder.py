"""The data folder: private, marked, and used by one server at a time."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp

import pytest

from lanista.core.errors import InputError
from lanista.serve.ops.folder import MARKER, ServerNote, is_new, locked, note_server, prepare, running_server
from tests.rows import every_row

POSTGRES = "postgresql://somebody@localhost/contest"


def test_a_new_folder_is_for_its_owner_only(tmp_path):
    folder = tmp_path / "a" / "b"
    prepare(folder, "")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / MARKER).stat().st_mode & 0o777 == 0o600
    prepare(folder, "")  # the next start
    assert not is_new(folder)


def test_an_empty_folder_is_taken_over_and_made_private(tmp_path):
    folder = tmp_path / "a"
    folder.mkdir(mode=0o755)
    prepare(folder, "")
    assert folder.stat().st_mode & 0o777 == 0o700


def _foreign(folder: Path) -> None:
    (folder / "thesis.tex").write_text("words")


def _foreign_to_all(folder: Path) -> None:
    _foreign(folder)
    folder.chmod(0o755)


def _readable(folder):
    prepare(folder, "")
    folder.chmod(0o755)


def _in_postgres(folder):
    prepare(folder, POSTGRES)


def _damaged(folder):
    prepare(folder, "")
    (folder / MARKER).write_text("{")


REFUSED = [
    (_foreign, "", "holds files of something else"),
    (_foreign_to_all, "", "holds files of something else"),
    (_readable, "", "chmod 700"),
    (_in_postgres, "", "name it with --db"),
    (lambda folder: prepare(folder, ""), POSTGRES, "start it without --db"),
    (_damaged, "", "cannot be read"),
]


@every_row(
    ("make", "address", "says"),
    REFUSED,
    ids=["foreign", "foreign and readable", "readable", "in postgres", "in sqlite", "damaged"],
)
def test_folders_that_are_refused(tmp_path, make, address, says):
    folder = Path(mkdtemp(dir=tmp_path))
    make(folder)
    with pytest.raises(InputError, match=says):
        prepare(folder, address)


def test_a_file_is_refused(tmp_path):
    (tmp_path / "data").write_text("")
    with pytest.raises(InputError, match="expects a folder"):
        prepare(tmp_path / "data", "")


def test_other_verbs_make_no_folder(tmp_path):
    with pytest.raises(InputError, match="there is no server"):
        prepare(tmp_path / "data", "", create=False)
    assert not (tmp_path / "data").exists()


HOLD = """
import sys
from pathlib import Path
from lanista.serve.ops.folder import locked, note_server
with locked(Path(sys.argv[1])) as lock:
    note_server(lock, "http://127.0.0.1:1")
    print("held", flush=True)
    sys.stdin.read()
"""


def test_two_servers_cannot_use_one_folder_and_a_killed_one_leaves_it(tmp_path):
    folder = tmp_path / "data"
    prepare(folder, "")
    assert running_server(folder) is None
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InputError, match=f"process {other.pid} at http://127.0.0.1:1; stop"), locked(folder):
            pass
        assert running_server(folder) == ServerNote(other.pid, "http://127.0.0.1:1")
        other.kill()
    with locked(folder) as lock:
        note_server(lock, "http://here")
    assert os.access(folder, os.W_OK)

"""Which files belong to a bot under development, and which bots can be developed."""

from pathlib import Path

import pytest

from lanista.core.errors import LanistaError
from lanista.game import get_game
from lanista.tools.dev.sources import BotSource, find_source, is_output

GAME = get_game("overdrive")
TOML = 'command = "./bot.sh"\n'


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("greedy", "greedy is a built-in bot of overdrive and has no files to watch; name a .py file or a folder"),
        ("node bot.js", "expected a bot whose files can be watched; name a .py file or a folder"),
        ("mebot.py", "mebot.py: no such file"),
        ("human", "expected a bot whose files can be watched"),
        ("join", "expected a bot whose files can be watched"),
        ("a b.py", "expected a bot whose files can be watched"),
    ],
)
def test_a_bot_without_files_is_refused(tmp_path, monkeypatch, spec, why):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, mybot_py="")
    with pytest.raises(LanistaError, match=why.replace("(", "\\(")):
        find_source(GAME, spec)


def test_what_the_digest_covers(tmp_path):
    write(tmp_path, bot_sh="", lanista_toml=TOML, notes_md="", target__bot="", replays__a_gz="")
    folder = BotSource("overdrive", str(tmp_path))
    assert set(folder.digests()) == {"bot.sh", "lanista.toml", "notes.md"}
    write(tmp_path, lanista_toml=TOML + 'files = ["*.sh"]\n')
    assert set(folder.digests()) == {"bot.sh", "lanista.toml"}
    write(tmp_path, lanista_toml="not TOML at all")
    assert set(folder.digests()) == {"bot.sh", "lanista.toml", "notes.md"}


def test_a_described_bot_has_all_its_files(tmp_path):
    write(tmp_path, bot_json="{}", target__bot_jar="", _lanista__x="")
    assert set(BotSource("overdrive", str(tmp_path)).digests()) == {"bot.json", "target/bot.jar"}


def test_a_python_file_has_what_it_imports(tmp_path):
    write(tmp_path, bot_py="import helper", helper_py="", other_py="")
    source = BotSource("overdrive", str(tmp_path / "bot.py"))
    assert set(source.digests()) == {"bot.py", "helper.py"}
    before = source.digest()
    write(tmp_path, other_py="changed")
    assert source.digest() == before
    write(tmp_path, helper_py="changed = 1")
    assert source.digest() != before


def test_files_that_cannot_be_read_have_no_digest(tmp_path):
    write(tmp_path, lanista_toml=TOML + 'files = ["*.none"]\n')
    folder = BotSource("overdrive", str(tmp_path))
    assert folder.digest() == ""
    assert folder.folders() == {tmp_path}


def test_watched_folders_are_those_of_sources(tmp_path):
    write(tmp_path, lanista_toml=TOML, src__a_c="", src__deep__b_c="", target__x="", _git__x="", empty__x_o="")
    assert BotSource("overdrive", str(tmp_path)).folders() == {
        tmp_path,
        tmp_path / "src",
        tmp_path / "src" / "deep",
        tmp_path / "empty",
    }


@pytest.mark.parametrize("name", [".bot.py.swp", "bot.py~", "#bot.py#", ".#bot.py", "bot.pyc", "target", ".git"])
def test_output_of_builds_and_editors(name):
    assert is_output(name)
    assert not is_output("bot.py")

"""`bot.json`: found, read, and turned into the command of its year; errors in it are reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lanista.bots.resolve import find_bot
from lanista.bots.source import bot_json
from lanista.core.errors import BotError
from lanista.game import get_game

GOOD = {"nickName": "Nick", "botLocation": "/", "botFileName": "bot.x", "botLanguage": "java"}


@pytest.fixture
def everything_installed(monkeypatch):
    monkeypatch.setattr("lanista.bots.build.runtimes.shutil.which", lambda program: f"/bin/{program}")


def write(folder: Path, **members: object) -> Path:
    """A folder with a bot.json and the file that it names."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.json").write_text(json.dumps(GOOD | members))
    file = folder / "bot.x"
    file.touch()
    file.chmod(0o755)
    return folder


COMMANDS = [
    ("tower_defence", "java", ["/bin/java", "-jar", "bot.x"]),
    ("tower_defence", "kotlin", ["/bin/java", "-jar", "bot.x"]),
    ("tower_defence", "scala", ["/bin/java", "-jar", "bot.x"]),
    ("tower_defence", "c#core", ["/bin/dotnet", "bot.x"]),
    ("tower_defence", "javascript", ["/bin/node", "bot.x"]),
    ("tower_defence", "python2", ["/bin/python2", "bot.x"]),
    ("tower_defence", "python3", ["/bin/python3", "bot.x"]),
    ("tower_defence", "php", ["/bin/php", "bot.x"]),
    ("tower_defence", "rust", ["./bot.x"]),
    ("tower_defence", "c++", ["./bot.x"]),
    ("tower_defence", "lisp", ["./bot.x"]),
    ("tower_defence", "haskell", ["./bot.x"]),
    ("tower_defence", "golang", ["/bin/go", "run", "bot.x"]),
    ("overdrive", "java", ["/bin/java", "-jar", "bot.x"]),
    ("overdrive", "scala", ["/bin/java", "-jar", "bot.x"]),
    ("overdrive", "javascript", ["/bin/node", "bot.x"]),
    ("overdrive", "python3", ["/bin/python3", "bot.x"]),
    ("overdrive", "python3-ml", ["/bin/python3", "bot.x"]),
    ("overdrive", "dotnetcore", ["/bin/dotnet", "bot.x"]),
    ("overdrive", "cplusplus", ["./bot.x"]),
    ("overdrive", "rust", ["./bot.x"]),
    ("overdrive", "LISP", ["./bot.x"]),
    ("overdrive", "golang", ["./bot.x"]),
    ("overdrive", "haskell", ["./bot.x"]),
]


@pytest.mark.usefixtures("everything_installed")
@pytest.mark.parametrize(("game", "language", "command"), COMMANDS)
def test_the_command_of_every_language(tmp_path, game, language, command):
    folder = write(tmp_path, botLanguage=language)
    bot = bot_json.describe(get_game(game), folder, folder / "bot.json")
    assert bot.command == tuple(command)
    assert bot.protocol.id == {"tower_defence": "entelect-2018", "overdrive": "entelect-2020"}[game]


def test_haskell_takes_a_number_of_cores(tmp_path):
    folder = write(tmp_path, botLanguage="haskell", arguments={"coreCount": 2})
    command = ("./bot.x", "+RTS", "-N2", "-RTS")
    assert bot_json.describe(get_game("overdrive"), folder, folder / "bot.json").command == command


@pytest.mark.parametrize(
    ("game", "language", "said"),
    [
        (
            "tower_defence",
            "java",
            "needs java, not found on the PATH; install the Debian package default-jre-headless",
        ),
        (
            "overdrive",
            "javascript",
            "needs node or nodejs, not found on the PATH; install the Debian package nodejs",
        ),
        ("overdrive", "python3", "install the Debian package python3"),
        ("tower_defence", "php", "install the Debian package php-cli"),
        ("tower_defence", "golang", "install the Debian package golang-go"),
        ("overdrive", "dotnetcore", "install Microsoft's .NET runtime"),
        ("tower_defence", "python2", "Debian 11 is the last to have it"),
    ],
)
def test_what_is_not_installed_is_named(tmp_path, monkeypatch, game, language, said):
    monkeypatch.setattr("lanista.bots.build.runtimes.shutil.which", lambda program: None)
    folder = write(tmp_path, botLanguage=language)
    with pytest.raises(BotError) as error:
        bot_json.describe(get_game(game), folder, folder / "bot.json")
    assert said in str(error.value)
    assert str(folder / "bot.json") in str(error.value)


BROKEN = [
    ("{", "expected an object such as"),
    ("[]", "Expected `object`, got `array`"),
    ("{}", "Object missing required field `botFileName`"),
    ('{"botFileName": 3, "botLanguage": "java"}', "Expected `str`, got `int` - at `$.botFileName`"),
    ('{"botFileName": "bot.x", "botLanguage": "jave"}', "has no botLanguage 'jave'; did you mean 'java'?"),
    ('{"botFileName": "bot.x", "botLanguage": "cobol"}', "it knows java, scala, javascript"),
    ('{"botFileName": "other.jar", "botLanguage": "java"}', "other.jar, which is not there; build the bot first"),
    ('{"botFileName": "bot.x", "botLanguage": "java", "botLocation": "/target"}', "target, which is no folder"),
    ('{"botFileName": "bot.x", "botLanguage": "java", "botLocation": "/../"}', "expected botLocation within"),
    ('{"botFileName": "bot.json", "botLanguage": "rust"}', "is not executable; run `chmod +x"),
    ("[" * 50_000, "expected an object such as"),
    (" " * 70_000, "expected at most 65536 bytes"),
    (
        '{"botFileName": "bot.x", "botLanguage": "typescript"}',
        "has no botLanguage 'typescript'; it knows java, scala",
    ),
    ('{"botFileName": "bot.x", "botLanguage": "jave"}', "did you mean 'java'?; it knows java, scala, javascript"),
    ('{"botFileName": "%s", "botLanguage": "java"}' % ("x" * 5000), "which is not there; build the bot first"),
    ('{"botFileName": "bot.x", "botLanguage": "java", "botLocation": "%s"}' % ("x" * 5000), "which is no folder"),
    ('{"botFileName": "bot.x", "botLanguage": "%s"}' % ("x" * 5000), "it knows java"),
    ('{"botFileName": "bot.x", "botLanguage": "haskell", "arguments": {"coreCount": 1e99}}', "at `$.arguments"),
]


@pytest.mark.usefixtures("everything_installed")
@pytest.mark.parametrize(("text", "said"), BROKEN, ids=range(len(BROKEN)))
def test_errors_are_reported(tmp_path, text, said):
    folder = write(tmp_path / "bot")
    (folder / "bot.json").write_text(text)
    with pytest.raises(BotError) as error:
        find_bot(get_game("overdrive"), str(folder))
    assert said in str(error.value)
    assert str(folder) in str(error.value)
    assert len(str(error.value)) < 1_000


@pytest.mark.usefixtures("everything_installed")
def test_text_that_is_not_utf8_is_reported(tmp_path):
    folder = write(tmp_path / "bot")
    (folder / "bot.json").write_bytes(b'{"botFileName": "bot.x", "botLanguage": "java", "nickName": "\xff"}')
    with pytest.raises(BotError, match=r"expected an object such as .*utf-8"):
        find_bot(get_game("overdrive"), str(folder))


@pytest.mark.usefixtures("everything_installed")
class TestPlaces:
    """Where a bot runs."""

    def test_the_first_bot_json_is_found_downwards(self, tmp_path):
        write(tmp_path / "z" / "deep", nickName="deep")
        write(tmp_path / "b", nickName="near b")
        write(tmp_path / "a" / "node_modules" / "x", nickName="a library's")
        write(tmp_path / ".hidden", nickName="hidden")
        assert bot_json.find_bot_json(tmp_path) == tmp_path / "b" / "bot.json"

    def test_links_are_not_followed(self, tmp_path):
        write(tmp_path / "elsewhere")
        (tmp_path / "bot").mkdir()
        (tmp_path / "bot" / "link").symlink_to(tmp_path / "elsewhere")
        assert bot_json.find_bot_json(tmp_path / "bot") is None

    @pytest.mark.parametrize("location", ["/target", "target/", "\\target", "/target/"])
    def test_bot_location_is_below_the_folder(self, tmp_path, location):
        write(tmp_path / "target")
        write(tmp_path, botLocation=location)
        bot = bot_json.describe(get_game("overdrive"), tmp_path, tmp_path / "bot.json")
        assert bot.cwd == "target"

    def test_bot_location_counts_from_bot_json_if_the_file_is_there(self, tmp_path):
        inner = write(tmp_path / "unpacked", botLocation="/build")
        write(inner / "build")
        assert bot_json.describe(get_game("overdrive"), tmp_path, inner / "bot.json").cwd == "unpacked/build"

    def test_a_byte_order_mark_is_no_matter(self, tmp_path):
        folder = write(tmp_path)
        (folder / "bot.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
        assert bot_json.describe(get_game("overdrive"), folder, folder / "bot.json").name == "Nick"

    def test_a_name_is_made_harmless(self, tmp_path):
        folder = write(tmp_path / "mine", nickName="\x1b[31m red\n\n" + "x" * 500)
        name = bot_json.describe(get_game("overdrive"), folder, folder / "bot.json").name
        assert name.startswith("�[31m red xxx")
        assert len(name) == 60
        write(tmp_path / "mine", nickName="  ")
        assert bot_json.describe(get_game("overdrive"), folder, folder / "bot.json").name == "mine"

    def test_the_game_decides_the_protocol(self, tmp_path):
        folder = write(tmp_path / "bot")
        assert find_bot(get_game("overdrive"), str(folder)).protocol.id == "entelect-2020"
        assert find_bot(get_game("tower_defence"), str(folder)).protocol.id == "entelect-2018"
        with pytest.raises(
            BotError, match="describes a bot for tower_defence and overdrive; it cannot play rampage"
        ):
            find_bot(get_game("rampage"), str(folder))

    def test_the_digest_follows_every_file(self, tmp_path):
        folder = write(tmp_path / "bot")
        first = find_bot(get_game("overdrive"), str(folder)).digest
        assert find_bot(get_game("overdrive"), str(folder)).digest == first
        (folder / "weights.bin").write_bytes(b"\0")
        assert find_bot(get_game("overdrive"), str(folder)).digest != first

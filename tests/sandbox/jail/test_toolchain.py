"""The programs of the machine that a bot may see, whatever its own files name."""

import os
import sys
from pathlib import Path

import pytest

from lanista.sandbox.jail import installed
from lanista.sandbox.jail.toolchain import Toolchain

NOBODY = 65534


def make_program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A folder that nothing but a bot's file names."""
    return make_program(tmp_path / "secret" / "bin" / "python").parent.parent


def make_python(prefix: Path) -> None:
    make_program(prefix / "bin" / "python3")
    (prefix / "lib" / "python3.11").mkdir(parents=True)
    (prefix / "lib" / "python3.11" / "os.py").touch()


def below(folder: Path, paths: list[str]) -> list[str]:
    return sorted(path for path in paths if Path(path).is_relative_to(folder))


def shown_to(bot: Path, program: Path, *, named_by_bot: bool = False, path: str = "/usr/bin:/bin") -> list[str]:
    tools = Toolchain()
    tools.add_own(str(bot))
    tools.add_program(str(program), path, named_by_bot=named_by_bot)
    return [*tools.plan().own, *tools.plan().read]


def test_the_first_line_of_a_bots_script_shows_it_no_folder(tmp_path, secret):
    script = make_program(tmp_path / "bot" / "bot.sh", f"#!{secret}/bin/python\n")
    assert str(secret) not in shown_to(tmp_path / "bot", script)


def test_the_command_in_a_bots_folder_shows_it_no_folder(tmp_path, secret):
    """Neither a program elsewhere, nor a link to it."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "link").symlink_to(secret / "bin" / "python")
    for program in (secret / "bin" / "python", tmp_path / "bot" / "link"):
        assert not below(secret, shown_to(tmp_path / "bot", program, named_by_bot=True))


def test_a_person_who_names_a_program_shows_it_alone(tmp_path, secret):
    """Beside it may lie anything, another bot of the match included."""
    (tmp_path / "bot").mkdir()
    program = make_program(tmp_path / "bots" / "bin" / "alice")
    assert below(tmp_path / "bots", shown_to(tmp_path / "bot", program)) == [str(program)]


def test_the_virtual_environment_of_a_bot_shows_it_no_folder(tmp_path, secret):
    program = make_program(tmp_path / "bot" / ".venv" / "bin" / "python")
    (tmp_path / "bot" / ".venv" / "pyvenv.cfg").write_text(f"home = {secret}/bin\n")
    assert str(secret) not in shown_to(tmp_path / "bot", program)


def test_a_virtual_environment_outside_of_the_bot_shows_its_python(tmp_path, secret):
    """It belongs to the person who started the match; private files beside it are not part of it."""
    program = make_program(tmp_path / "venv" / "bin" / "python")
    (tmp_path / "venv" / "pyvenv.cfg").write_text(f"home = {secret}/bin\n")
    make_python(secret)
    (tmp_path / "bot").mkdir()
    shown = shown_to(tmp_path / "bot", program)
    assert below(tmp_path / "venv", shown) == [str(tmp_path / "venv" / name) for name in ("bin", "pyvenv.cfg")]
    assert below(secret, shown) == [str(secret / "bin"), str(secret / "lib")]


@pytest.mark.parametrize("home", ["{venv}/bin", ".", "", "\0", "/" + "x" * 20_000])
def test_odd_virtual_environments(tmp_path, home):
    program = make_program(tmp_path / "venv" / "bin" / "python")
    (tmp_path / "venv" / "pyvenv.cfg").write_text(f"home = {home.format(venv=tmp_path / 'venv')}\n")
    (tmp_path / "bot").mkdir()
    assert str(tmp_path / "venv" / "bin") in shown_to(tmp_path / "bot", program)


@pytest.mark.parametrize("how", ["command", "link", "first line", "virtual environment"])
@pytest.mark.parametrize("name", ["opt", ".cargo", ".pyenv", "miniconda3", "anything"])
def test_the_name_of_a_folder_makes_no_toolchain(tmp_path, name, how):
    """Whatever a bot's files call a program."""
    tool = make_program(tmp_path / name / "tool" / "bin" / "python")
    (tmp_path / name / "tool" / "secret.txt").write_text("secret")
    program, bot = tool, tmp_path / "bot"
    bot.mkdir()
    if how == "link":
        (program := bot / "link").symlink_to(tool)
    elif how == "first line":
        program = make_program(bot / "run", f"#!{tool}\n")
    elif how == "virtual environment":
        program = make_program(bot / ".venv" / "bin" / "python")
        (bot / ".venv" / "pyvenv.cfg").write_text(f"home = {tool.parent}\n")
    assert not below(tmp_path / name, shown_to(bot, program, named_by_bot=True))
    assert not below(tmp_path / name, shown_to(bot, program, named_by_bot=True, path=str(tool.parent)))


def test_what_the_machine_installed_is_shown(opt, tmp_path):
    program = make_program(opt / "jdk" / "bin" / "java")
    assert shown_to(tmp_path, program, named_by_bot=True)[-1:] == [str(opt / "jdk")]
    (opt / "current").symlink_to(opt / "jdk")
    tools = Toolchain()
    tools.add_program(str(opt / "current" / "bin" / "java"), named_by_bot=True)
    assert tools.plan().read == [str(opt / "jdk")]
    assert tools.plan().links == {str(opt / "current"): str(opt / "jdk")}


@pytest.mark.parametrize("which", ["jdk", ".", "jdk/bin"])
@pytest.mark.parametrize("how", ["owner", "group", "everybody"])
def test_what_others_can_change_was_not_installed_by_the_machine(opt, tmp_path, which, how):
    """In any folder around the program: who can write there could put anything into it."""
    program = make_program(opt / "jdk" / "bin" / "java")
    if how == "owner":
        os.chown(opt / which, NOBODY, -1)
    else:
        (opt / which).chmod(0o775 if how == "group" else 0o757)
    shown = below(opt / "jdk", shown_to(tmp_path, program, named_by_bot=True))
    assert shown == ([str(opt / "jdk")] if which == "jdk/bin" else []), "the folder itself is then hidden"


def test_private_entries_of_a_toolchain_are_hidden(opt, tmp_path):
    """Files that not everybody may read, that others own or can change, and things that are no files."""
    tree = opt / "jdk"
    make_program(tree / "bin" / "java")
    for name in ("public", "private", "group", "others", "folder/in", "changed"):
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text("")
    for name, mode in {"private": 0o600, "group": 0o640, "folder": 0o711, "changed": 0o666}.items():
        (tree / name).chmod(mode)
    os.chown(tree / "others", NOBODY, -1)
    os.mkfifo(tree / "pipe")
    (tree / "link").symlink_to("/root")
    tools = Toolchain(own_user=True)
    tools.add_program(str(tree / "bin" / "java"), named_by_bot=True)
    hidden = [os.path.relpath(path, tree) for path in tools.plan().hidden]
    assert hidden == ["changed", "folder", "group", "others", "pipe", "private"]


def test_a_toolchain_with_too_much_to_hide_is_not_shown(opt, tmp_path, monkeypatch):
    monkeypatch.setattr(installed, "MAX_HIDDEN", 3)
    program = make_program(opt / "jdk" / "bin" / "java")
    for number in range(4):
        (opt / "jdk" / f"{number}").touch(0o600)
    assert below(opt, shown_to(tmp_path, program, named_by_bot=True)) == []


def test_a_version_manager_on_the_path_shows_its_programs(tmp_path):
    """And neither keys nor settings beside them."""
    for name in (
        ".cargo/bin",
        ".cargo/registry",
        ".rustup/toolchains",
        ".rustup/tmp",
        ".dotnet/sdk",
        ".dotnet/corefx",
    ):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / ".cargo" / "credentials.toml").touch()
    tools = Toolchain()
    tools.add_environment({"PATH": f"{tmp_path}/.cargo/bin:{tmp_path}/.dotnet"})
    shown = [os.path.relpath(path, tmp_path) for path in tools.plan().read]
    assert shown == [".cargo/bin", ".dotnet/sdk", ".rustup/toolchains"]


def test_a_folder_that_a_variable_names_is_shown_without_what_is_private(tmp_path):
    (tmp_path / "lib" / "keys").mkdir(parents=True)
    (tmp_path / "lib" / "keys").chmod(0o700)
    tools = Toolchain()
    tools.add_environment({"PYTHONPATH": str(tmp_path / "lib")})
    assert tools.plan().read == [str(tmp_path / "lib")]
    assert tools.plan().hidden == [str(tmp_path / "lib" / "keys")]
    tools.add_own(str(tmp_path / "lib" / "keys"))
    assert tools.plan().hidden == [], "a bot's own folder"
    tools.own.clear()
    tools.add_own(str(tmp_path / "lib" / "keys" / "bot"))
    assert tools.plan().read == [], "hiding what is around a bot would hide it"


def test_our_python_is_shown_wherever_it_is(tmp_path, monkeypatch):
    """Of a folder that holds other things too, only what is named after Python."""
    prefix = tmp_path / "prefix"
    make_python(prefix)
    (prefix / "notes.txt").touch()
    (prefix / "lib" / "secret").mkdir()
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.setattr(sys, "base_prefix", str(prefix))
    for home, parts in ((tmp_path / "home", ["bin", "lib"]), (prefix, ["bin/python3", "lib/python3.11"])):
        monkeypatch.setenv("HOME", str(home))
        shown = shown_to(tmp_path / "bot", prefix / "bin" / "python3", named_by_bot=True)
        assert below(prefix, shown) == [str(prefix / part) for part in parts]

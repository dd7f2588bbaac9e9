"""What a bot is shown of the machine's programs, whatever its own files name."""

from pathlib import Path

import pytest

from lanista.sandbox.toolchain import Toolchain


def make_program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A folder that nothing but a bot's file names."""
    return make_program(tmp_path / "secret" / "bin" / "python").parent.parent


def shown_to(bot: Path, program: Path, *, named_by_bot: bool = False) -> list[str]:
    tools = Toolchain()
    tools.add_own(str(bot))
    tools.add_program(str(program), "/usr/bin:/bin", named_by_bot=named_by_bot)
    _, own, _ = tools.plan()
    return own


def test_the_first_line_of_a_bots_script_shows_it_no_folder(tmp_path, secret):
    script = make_program(tmp_path / "bot" / "bot.sh", f"#!{secret}/bin/python\n")
    assert str(secret) not in shown_to(tmp_path / "bot", script)


def test_the_command_in_a_bots_folder_shows_it_no_folder(tmp_path, secret):
    """Neither a program elsewhere, nor a link to it."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "link").symlink_to(secret / "bin" / "python")
    for program in (secret / "bin" / "python", tmp_path / "bot" / "link"):
        assert str(secret) not in shown_to(tmp_path / "bot", program, named_by_bot=True)
        assert str(secret) in shown_to(tmp_path / "bot", program), "a person may name it"


def test_the_virtual_environment_of_a_bot_shows_it_no_folder(tmp_path, secret):
    program = make_program(tmp_path / "bot" / ".venv" / "bin" / "python")
    (tmp_path / "bot" / ".venv" / "pyvenv.cfg").write_text(f"home = {secret}/bin\n")
    assert str(secret) not in shown_to(tmp_path / "bot", program)


def test_a_virtual_environment_outside_of_the_bot_shows_its_python(tmp_path, secret):
    """It belongs to the person who started the match."""
    program = make_program(tmp_path / "venv" / "bin" / "python")
    (tmp_path / "venv" / "pyvenv.cfg").write_text(f"home = {secret}/bin\n")
    (tmp_path / "bot").mkdir()
    assert str(secret) in shown_to(tmp_path / "bot", program)


@pytest.mark.parametrize("home", ["{venv}/bin", ".", "", "\0", "/" + "x" * 20_000])
def test_odd_virtual_environments(tmp_path, home):
    program = make_program(tmp_path / "venv" / "bin" / "python")
    (tmp_path / "venv" / "pyvenv.cfg").write_text(f"home = {home.format(venv=tmp_path / 'venv')}\n")
    (tmp_path / "bot").mkdir()
    assert str(tmp_path / "venv") in shown_to(tmp_path / "bot", program)

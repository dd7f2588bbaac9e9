"""Options that verbs share: the game of a bot's folder."""

from pathlib import Path

import pytest

from lanista.cli.shared.groups import game_of_bot
from lanista.core.errors import InputError


@pytest.mark.parametrize(
    ("given", "content", "expected"),
    [
        (None, 'command = "./bot"\ngames = ["tanks"]', "tanks"),
        ("rampage", 'command = "./bot"\ngames = ["tanks"]', "rampage"),
        ("rampage", "", "rampage"),
    ],
)
def test_the_only_game_of_a_folder_is_its_game(
    tmp_path: Path, given: str | None, content: str, expected: str
) -> None:
    (tmp_path / "lanista.toml").write_text(content)
    assert game_of_bot(given, tmp_path) == expected


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ('command = "./bot"', "names none"),
        ('command = "./bot"\ngames = ["tanks", "rampage"]', "names tanks, rampage"),
        ('command = "./bot"\ngames = "tanks"', "names none"),
        (None, "names none"),
    ],
)
def test_without_it_the_message_lists_the_games(tmp_path: Path, content: str | None, named: str) -> None:
    if content is not None:
        (tmp_path / "lanista.toml").write_text(content)
    with pytest.raises(InputError, match=f"expected --game with one of .*tanks.*: it may be left out .* {named}"):
        game_of_bot(None, tmp_path)

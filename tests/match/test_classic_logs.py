"""The log folders of the original contests, as far as they agree; see each game's contest for its own."""

from __future__ import annotations

import pytest

from lanista.core.errors import InputError
from lanista.game import get_game
from lanista.match.classic_logs import classic_logs, player_name


def test_two_matches_at_once_have_a_folder_each(tmp_path):
    first, second = (classic_logs(get_game("overdrive"), tmp_path, ["x", "y"]) for _ in range(2))
    assert first.folder != second.folder


def test_names_do_not_leave_the_folder():
    assert player_name(1, "../../x\0<y>") == "B - .._.._x__y_"
    assert len(player_name(0, "n" * 500)) < 100


def test_a_game_without_logs_is_refused_with_a_reason(tmp_path):
    with pytest.raises(InputError, match=r"knows the .+ of tower_defence.+, got tanks"):
        classic_logs(get_game("tanks"), tmp_path, ["x", "y"])
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot make a folder in"):
        classic_logs(get_game("overdrive"), tmp_path / "file", ["x", "y"])

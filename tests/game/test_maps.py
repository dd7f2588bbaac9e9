"""Maps by name, by file or by their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanista.core.errors import LanistaError
from lanista.game import find_map, get_game
from lanista.game.maps import MAX_CHARACTERS

LONG = "#" * 100 + "\n" + "#" * MAX_CHARACTERS


@pytest.mark.parametrize("name", ["rampage", "tanks"])
def test_a_map_that_is_too_long_is_refused_and_not_cut(name: str, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text(LONG)
    for word in (LONG, "#" * MAX_CHARACTERS + "\n#", str(file)):
        with pytest.raises(LanistaError, match="expected a map of at most 1,048,576 characters"):
            find_map(get_game(name), word)
    assert find_map(get_game(name), LONG[:MAX_CHARACTERS]) == LONG[:MAX_CHARACTERS]

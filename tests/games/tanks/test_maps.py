"""Maps: the generator's method and statistics (4.1 to 4.3), the hand-made ones, and the texts of files."""

from __future__ import annotations

from collections import Counter
from statistics import fmean

import pytest

from lanista.core.errors import ConfigError, InputError, LoadError
from lanista.engine import Stream
from lanista.game import map_warnings
from lanista.games.tanks import maps
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.generator import UNALLOCATED, MapDraft, generate, recipe_of
from lanista.games.tanks.maps import Map
from lanista.games.tanks.state import MAX_SEATS, Terrain

CONFIG = TANKS.configure()


def map_from(seed: int, width: int = 60, height: int = 30) -> Map:
    """The map generated from a seed."""
    return maps.find_map("", {**CONFIG, "width": width, "height": height}, seed)


def shares(map_: Map) -> dict[str, float]:
    """The share of each kind of terrain, in percent."""
    count = Counter(map_.cells)
    forest = count[Terrain.DECIDUOUS] + count[Terrain.EVERGREEN]
    kinds = {
        "field": count[Terrain.FIELD],
        "forest": forest,
        "lake": count[Terrain.LAKE],
        "swamp": count[Terrain.SWAMP],
    }
    return {name: 100 * cells / len(map_.cells) for name, cells in kinds.items()}


# The generator

# The means of the original engine's maps and their standard deviations (4.3), and how many maps we make.
MEASURED = {
    (24, 18): (120, {"field": (71.3, 2.6), "forest": (4.1, 1.3), "lake": (3.9, 1.3), "swamp": (20.7, 0.8)}),
    (60, 30): (120, {"field": (69.7, 3.0), "forest": (8.2, 1.8), "lake": (8.1, 1.7), "swamp": (13.9, 1.0)}),
    (120, 90): (24, {"field": (68.8, 2.3), "forest": (11.2, 1.7), "lake": (10.9, 1.6), "swamp": (9.1, 1.1)}),
}


@pytest.mark.parametrize("size", MEASURED)
def test_the_shares_of_terrain_are_those_of_the_original(size: tuple[int, int]) -> None:
    """Within four standard errors of the difference of two means."""
    count, expected = MEASURED[size]
    found = [shares(map_from(seed, *size)) for seed in range(count)]
    for kind, (mean, deviation) in expected.items():
        error = deviation * (1 / count + 1 / (200 if size != (120, 90) else 60)) ** 0.5
        assert abs(fmean(share[kind] for share in found) - mean) < 4 * error + 0.05, kind


@pytest.mark.parametrize("size", [(10, 10), (24, 18), (60, 30), (128, 31)])
def test_what_follows_from_the_method(size: tuple[int, int]) -> None:
    """4.1: the ring is swamp, all fields are connected, and lakes are less than a fifth."""
    for seed in range(20):
        map_ = map_from(seed, *size)
        rows = maps.rows_of(map_)
        assert set(rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)) == {"S"}
        fields = map_.fields()
        assert len(maps.region(map_, fields[0])) == len(fields)
        assert 5 * map_.cells.count(Terrain.LAKE) < len(map_.cells)
        assert set(map_.cells) <= set(Terrain)


def test_the_same_seed_makes_the_same_map() -> None:
    recipe = recipe_of(CONFIG)
    assert generate(recipe, Stream(5)) == generate(recipe, Stream(5))
    assert len({map_from(seed).cells for seed in range(10)}) == 10


def draft(*rows: str, seed: int = 1) -> MapDraft:
    """A map under construction; `?` is unallocated."""
    recipe = recipe_of({**CONFIG, "width": len(rows[0]), "height": len(rows)})
    drawn = MapDraft(recipe, Stream(seed))
    drawn.cells = bytearray(UNALLOCATED if m == "?" else maps.LETTERS.index(m) for row in rows for m in row)
    return drawn


def letters(drawn: MapDraft) -> list[str]:
    """A draft as rows of letters."""
    text = "".join("?" if cell == UNALLOCATED else maps.LETTERS[cell] for cell in drawn.cells)
    return [text[i : i + drawn.width] for i in range(0, len(text), drawn.width)]


def test_an_obstacle_grows_through_its_own_terrain() -> None:
    """4.3: from the last cell through lakes to the one unallocated cell beside them."""
    rows = ("SSSSS", "SLLLS", "SSSLS", "S?LLS", "SSSSS")
    found = {draft(*rows, seed=seed).find_growth(6, Terrain.LAKE) for seed in range(40)}
    assert 16 in found
    assert found <= {16, None}, "a search that comes back to a walked cell gives up there"


def test_an_obstacle_does_not_grow_through_other_terrain() -> None:
    rows = ("SSSSS", "SLD?S", "SSSSS")
    assert {draft(*rows, seed=seed).find_growth(6, Terrain.LAKE) for seed in range(20)} == {None}


def test_fields_spread_in_all_eight_directions() -> None:
    """4.1, step 3"""
    drawn = draft("SSSSS", "S?S?S", "SS?SS", "SSSSS")
    assert drawn.put_field() == 0
    assert letters(drawn) == ["SSSSS", "S.S.S", "SS.SS", "SSSSS"]


def test_a_pocket_becomes_a_lake() -> None:
    """4.1, step 4: when the field was the smaller part, it is flooded."""
    rows = ("SSSSSSSS", "S?SSSSSS", "SSS????S", "SSS????S", "SSSSSSSS")
    drowned = {tuple(_finish(*rows, seed=seed)) for seed in range(30)}
    assert drowned == {
        ("SSSSSSSS", "SLSSSSSS", "SSS....S", "SSS....S", "SSSSSSSS"),
        ("SSSSSSSS", "SSSSSSSS", "SSS....S", "SSS....S", "SSSSSSSS"),
    }


def _finish(*rows: str, seed: int) -> list[str]:
    drawn = draft(*rows, seed=seed)
    drawn.put_border = drawn.put_obstacles = lambda: None  # type: ignore[method-assign]
    drawn.finished()
    return letters(drawn)


LEFTOVERS = [
    ("four of a kind at once, clockwise from North", ("DLL", "D?L", "DDL"), "L"),
    ("else the first kind that occurs", ("SES", "L?L", "S.."), "E"),
    ("forests are counted apart", ("DED", "E?D", "LLL"), "D"),
    ("fields count too", ("...", "S?.", "S.S"), "."),
    ("nothing else than unallocated cells", ("???", "???", "???"), "."),
]


@pytest.mark.parametrize(("rows", "kind"), [case[1:] for case in LEFTOVERS], ids=[case[0] for case in LEFTOVERS])
def test_what_a_leftover_cell_becomes(rows: tuple[str, ...], kind: str) -> None:
    """4.1, step 5"""
    assert maps.LETTERS[draft(*rows).common_neighbour(4)] == kind


def test_leftover_cells_see_those_before_them() -> None:
    drawn = draft("SSSS", "D??S", "SSSS")
    drawn.fill_leftovers()
    assert letters(drawn)[1] == "DSSS"


def test_settings_that_allow_no_map_are_refused() -> None:
    lakes = {**CONFIG, "width": 20, "height": 20, "lake_percent": 1}
    with pytest.raises(ConfigError, match="less than 1 % of lakes, got none in 100 tries; raise the setting"):
        maps.find_map("", lakes, 1)


# Named maps


@pytest.mark.parametrize(("name", "size"), maps.SIZES.items())
def test_three_sizes_are_made_from_the_seed(name: str, size: tuple[int, int]) -> None:
    """Section 2: small, middle and large."""
    first, other = (TANKS.start(CONFIG, seed, 2, name) for seed in (1, 2))
    assert (first.const.width, first.const.height) == size
    assert first.fixed.tobytes() != other.fixed.tobytes()
    assert first == TANKS.start(
        TANKS.configure("standard", dict(zip(("width", "height"), size, strict=True))), 1, 2
    )


@pytest.mark.parametrize("name", maps.DRAWINGS)
def test_every_hand_made_map_can_be_played_by_name_and_by_its_text(name: str) -> None:
    drawn = maps.seedless_map(name)
    by_name = TANKS.start(CONFIG, 1, MAX_SEATS, name)
    assert by_name == TANKS.start(CONFIG, 1, MAX_SEATS, maps.write_map(drawn))
    assert by_name.record.n_tanks == MAX_SEATS
    assert list(TANKS.broken_invariants(by_name)) == []
    assert map_warnings(TANKS, name) == []


def test_a_map_is_read_and_written() -> None:
    text = "S.D\nE.L\n"
    assert maps.read_map(text) == Map(3, 2, bytes([4, 0, 1, 2, 0, 3]))
    assert maps.write_map(maps.read_map(text)) == text
    assert maps.map_of(TANKS.start(CONFIG, 1, 2, text).const) == maps.read_map(text)


BAD = [
    ("", "Expected rows of the letters"),
    ("S.\nS..\n", "Expected 2 letters as in the first row, got 3 - at row 2"),
    ("S.\nS#\n", "`S` swamp, got '#' - at row 2, column 2"),
    ("s.\n..\n", "got 's' - at row 1, column 1"),
    ("." * 129, "Expected at most 128 columns, got 129"),
    (".\n" * 129, "Expected at most 128 rows, got 129"),
]


@pytest.mark.parametrize(("text", "words"), BAD)
def test_a_bad_map_is_refused_with_row_and_column(text: str, words: str) -> None:
    with pytest.raises(LoadError) as caught:
        maps.read_map(text)
    assert words in str(caught.value)


def test_an_unknown_map_is_refused_with_a_hint() -> None:
    with pytest.raises(InputError, match="no map is called 'ford'; did you mean 'fords'"):
        TANKS.start(CONFIG, 1, 2, "ford")


WARNED = [
    ("...\n", ["it has 3 field cells, so at most that many tanks take part"]),
    ("." * 20 + "D" + "." * 20, ["its fields are not connected: some tanks may never meet"]),
    ("." * 41, []),
]


@pytest.mark.parametrize(("text", "words"), WARNED)
def test_an_odd_map_has_warnings(text: str, words: list[str]) -> None:
    assert map_warnings(TANKS, text) == words

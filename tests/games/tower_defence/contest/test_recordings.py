"""Recorded matches of the official engines: `classic` is 1.0.0, `extended` 3.0.2; common ones cover `standard`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import LoadError
from lanista.game.conform import Differs, read_lines
from lanista.games.tower_defence.contest import recordings
from lanista.games.tower_defence.game import TOWER_DEFENCE
from tests.games.recorded import compare, write_recording
from tests.games.tower_defence.matches import FOLDER, begin, step_compiled
from tests.rows import every_row

FILES = sorted(FOLDER.glob("td_*.jsonl.gz"))
NAMES = [path.name.split(".jsonl")[0] for path in FILES]
MORE = sorted(FOLDER.glob("more/*.jsonl.gz"))
SHORT = FOLDER / "td_1.0.0_m022.jsonl.gz"

Lines = list[dict[str, Any]]
conform = partial(compare, TOWER_DEFENCE)


def rulesets_of(path: Path) -> set[str]:
    """The rulesets that a recording covers, by its name."""
    if "3.0.2" in path.name:
        return {"extended"}
    return {"classic", "standard"} if "common" in path.name else {"classic"}


def rounds_in(path: Path) -> int:
    """The number of rounds in a recording."""
    return sum(1 for _, line in read_lines(path) if line["kind"] == "round")


# They agree


def test_all_recordings_are_there() -> None:
    assert len(FILES) == 42
    assert sum(rounds_in(path) for path in FILES) == 3278 + 2896 + 1638
    assert sum(1 for path in FILES for _, line in read_lines(path) if line["kind"] == "view") == 46


@every_row("ruleset", ["standard", "classic", "extended"])
@every_row("path", FILES, ids=NAMES)
def test_every_round_is_the_recorded_one(path: Path, ruleset: str) -> None:
    comparison = conform(path, ruleset)
    assert comparison.differences == []
    if ruleset in rulesets_of(path):
        assert (comparison.matches, comparison.turns) == (1, rounds_in(path))
        assert comparison.fields > 20 * comparison.turns > 0
    else:
        assert (comparison.matches, comparison.turns, comparison.fields) == (0, 0, 0)


@every_row("path", MORE, ids=[path.name.split(".jsonl")[0] for path in MORE])
def test_other_boards_and_rare_situations_are_reproduced_too(path: Path) -> None:
    """1.0.0 is `classic`, with 999 rounds `standard` too; 3.0.2 is `extended`."""
    init = next(read_lines(path))[1]
    covered = {"extended"} if init["engine"] == "3.0.2" else {"classic"}
    covered |= {"standard"} if covered == {"classic"} and init["config"]["max_rounds"] == 999 else set()
    for ruleset in TOWER_DEFENCE.rulesets:
        comparison = conform(path, ruleset)
        assert (comparison.matches, comparison.turns) == ((1, rounds_in(path)) if ruleset in covered else (0, 0))


def test_more_of_all_kinds_are_there() -> None:
    firsts = [next(read_lines(path))[1] for path in MORE]
    assert {(init["engine"], init["config"]["max_rounds"] == 999) for init in firsts} == {
        ("1.0.0", False), ("1.0.0", True), ("3.0.2", False),
    }  # fmt: skip
    assert len(MORE) == 14


@pytest.mark.parametrize("path", [*FILES, *MORE], ids=[*NAMES, *(path.name for path in MORE)])
def test_compiled_rules_play_the_recordings_too(path: Path) -> None:
    """Real positions, with everything that happens in them, byte for byte; and none breaks an invariant."""
    lines = [line for _, line in recordings.parse(path)]
    init = lines[0]
    assert isinstance(init, recordings.Init)
    ruleset = "extended" if init.engine == "3.0.2" else "classic"
    state = begin(ruleset, recordings.changes(init, ruleset))
    twin = state.clone()
    for number, line in enumerate(line for line in lines if isinstance(line, recordings.Round)):
        texts = enumerate((line.a, line.b))
        moves = [recordings.read_move(TOWER_DEFENCE, state, seat, text) for seat, text in texts]
        TOWER_DEFENCE.step(state, moves)
        step_compiled(twin, moves)
        assert twin.bytes() == state.bytes()
        if number % 20 == 0:
            assert list(TOWER_DEFENCE.broken_invariants(state)) == []
    assert TOWER_DEFENCE.outcome(state) is not None


# They can differ: a change of the recording is found, with its round and field


def recording(path: Path = SHORT) -> Lines:
    """The lines of a recording."""
    return [value for _, value in read_lines(path)]


def of_round(lines: Lines, number: int, kind: str = "round") -> dict[str, Any]:
    """The line of a round."""
    return next(line for line in lines if line["kind"] == kind and line.get("round", number) == number)


CHANGED: list[tuple[str, Callable[[Lines], object], str]] = [
    (
        "energy",
        lambda s: of_round(s, 5)["state"]["players"]["A"].update(energy=1),
        "round 5, state.players.A.energy",
    ),
    ("score", lambda s: of_round(s, 5)["state"]["players"]["B"].update(score=1), "round 5, state.players.B.score"),
    ("building", lambda s: of_round(s, 9)["state"]["buildings"].pop(), "round 9, state.buildings"),
    (
        "missile",
        lambda s: of_round(s, 9)["state"]["missiles"].append([0, 0, "A", 5, 1]),
        "round 9, state.missiles",
    ),
    ("order", lambda s: of_round(s, 0).update(a="3,3,2"), "round 0, state"),
    ("start", lambda s: s[0]["state"]["players"]["A"].update(health=99), "round 0, state.players.A.health"),
    (
        "view",
        lambda s: of_round(s, 8, "view")["json_b"]["players"][1].update(energy=1),
        "json_b.players[1].energy",
    ),
    ("text", lambda s: of_round(s, 8, "view").update(text_a="nothing"), "text_a"),
    ("winner", lambda s: s[-1].update(winner="A" if s[-1]["winner"] == "B" else "B"), "winner"),
    ("reason", lambda s: s[-1].update(reason="max_rounds"), "reason"),
    ("final score", lambda s: s[-1]["final_scores"].update(A=0), "final_scores.A"),
]


@pytest.mark.parametrize(("change", "where"), [c[1:] for c in CHANGED], ids=[c[0] for c in CHANGED])
def test_a_change_is_found(tmp_path: Path, change: Callable[[Lines], object], where: str) -> None:
    lines = recording()
    change(lines)
    with pytest.raises(Differs, match=r"expected .*, got") as found:
        conform(write_recording(tmp_path / "changed.jsonl.gz", *lines))
    assert where in str(found.value)


def test_under_the_text_a_building_that_is_gone_scores_its_value(tmp_path: Path) -> None:
    """D2, D3: without a building of the recording, the enemy must have scored."""
    lines = recording(FOLDER / "td_1.0.0_common_m007.jsonl.gz")
    last = [line for line in lines if line["kind"] == "round"][-1]
    last["state"]["buildings"].pop()
    with pytest.raises(Differs, match=r"state\.players\.[AB]\.score"):
        conform(write_recording(tmp_path / "less.jsonl.gz", *lines), "standard")


# Bad files

BAD: list[tuple[str, Callable[[Lines], object], str]] = [
    ("no first state", lambda s: s.pop(0), "line 1: expected an object of kind 'init'"),
    ("nothing", lambda s: s.clear(), "line 1: expected an object of kind 'init'"),
    ("unknown kind", lambda s: s[3].update(kind="storm"), "line 4: .*storm"),
    ("unknown engine", lambda s: s[0].update(engine="9"), "line 1: .*9"),
    ("no orders", lambda s: s[2].pop("a"), "line 3: .*missing required field `a`"),
    ("wrong kind of number", lambda s: s[2]["state"]["players"]["A"].update(energy="20"), r"line 3: .*energy"),
    (
        "unknown building",
        lambda s: of_round(s, 9)["state"]["buildings"].append([0, 0, "HUT", "A", 5, -1, 0]),
        "HUT",
    ),
    ("a round is missing", lambda s: s.pop(4), "line 5: expected round 3, got 4"),
    ("a board that is too wide", lambda s: s[0]["config"].update(map_width=99), "line 1: setting width expects"),
]


@pytest.mark.parametrize(("change", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_a_bad_file_is_refused_with_its_line(
    tmp_path: Path, change: Callable[[Lines], object], message: str
) -> None:
    lines = recording()
    change(lines)
    with pytest.raises(LoadError, match=message):
        conform(write_recording(tmp_path / "bad.jsonl.gz", *lines))


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("not json\n")
    with pytest.raises(LoadError, match="line 1: expected a JSON object"):
        conform(path)
    with pytest.raises(LoadError, match="no such file"):
        conform(tmp_path / "missing.jsonl.gz")

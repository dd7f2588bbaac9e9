"""Kits do what their README says: they compile, play as recorded, and report faults."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lanista.core.errors import InputError, NativeError
from lanista.engine.compiler import zig
from lanista.game import game_names, get_game
from lanista.tools.kits import Kit, make_kit, script_files
from lanista.tools.kits.recording import fnv, recorded_play
from tests.long_tests import others_long

SECONDS = 180.0
EQUAL = re.compile(r"^(\d+) turns equal$", re.MULTILINE)
BEST = re.compile(r"^best of the first \d+ legal actions: \d+, -?[\d.]+ per match$", re.MULTILINE)
TOOLS = {"c": ("cc",), "js": ("node",), "wasm": ("node",)}
READMES = others_long(  # each target, each game
    [("overdrive", "wasm"), ("rampage", "c"), ("sproutopia", "js"), ("tanks", "js"), ("tower_defence", "c")],
    itertools.product(game_names(), TOOLS),
)
FAULTY_C = """
#include <stdio.h>
#include "{game}.h"
static {game}_state state;
static {game}_const fixed;
static {game}_move move;
int main(void) {{
    {game}_decode(&state, &fixed, 0, 0, &move);
    const char *before = {game}_fault();
    {game}_observe(&state, &fixed, 99, (int16_t[{GAME}_OBSERVATION]){{0}});
    const char *fault = {game}_fault();
    printf("%s, %s, %s\\n", before ? before : "none", fault ? fault : "none", {game}_fault() ? "again" : "once");
    return 0;
}}
"""
CPP = '#include "{game}.h"\nint main() {{ {game}_state state{{}}; return sizeof state == {size} ? 0 : 1; }}\n'
FAULTY_JS = """
import {{ readFileSync }} from "node:fs";
import {{ createMatch }} from "./{game}.mjs";
const match = await createMatch();
match.loadJson(readFileSync("start.json", "utf-8"));
for (let n = 0; n < 20000; n += 1) {{
  try {{
    match.observe(99);
    throw new Error("no fault");
  }} catch (error) {{
    if (!(error instanceof RangeError)) throw error;
  }}
}}
const errors = [];
for (const wrong of [{{}}, {{ extra: 1 }}, "x"]) {{
  try {{ match.toBytes("move", wrong); }} catch (error) {{ errors.push(error.message); }}
}}
console.log(JSON.stringify(errors), match.legal(0).length > 0);
"""


def need(target: str) -> None:
    """Skip where a tool is missing; in CI that is a failure."""
    for tool in TOOLS[target]:
        if shutil.which(tool) is None:
            pytest.skip(f"needs {tool}, not installed here")
    if target == "wasm" and zig() is None:
        pytest.skip("needs Zig's compiler, not installed here: pip install 'lanista[compiler]'")


def kit_of(name: str, target: str) -> Kit:
    game = get_game(name)
    return make_kit(game, game.start(game.configure(), 1), target, f"lanista rules {name} --target {target}")


def written(kit: Kit, folder: Path) -> Path:
    for name, data in kit.files.items():
        (folder / name).write_bytes(data)
    return folder


def run(command: str, folder: Path) -> str:
    """Run a line of a shell."""
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    assert done.stderr == ""
    return done.stdout


def commands_of(readme: str) -> list[str]:
    """The lines of a README's shell block."""
    block: str = re.findall(r"^```sh\n(.*?)^```$", readme, re.M | re.S)[0]
    return block.splitlines()


@pytest.mark.parametrize(("name", "target"), READMES)
def test_the_readme_is_true(name: str, target: str, tmp_path: Path) -> None:
    need(target)
    kit = kit_of(name, target)
    folder = written(kit, tmp_path)
    output = "".join(run(command, folder) for command in commands_of(kit.files["README.md"].decode()))
    assert int(EQUAL.findall(output)[0]) == kit.files["expected.txt"].count(b"\n") - 1 >= 100
    assert BEST.search(output)


@pytest.mark.parametrize("target", TOOLS)
def test_a_readme_names_all_files_and_leaves_no_placeholder(target: str) -> None:
    if target == "wasm":
        need(target)
    kit = kit_of("tanks", target)
    readme = kit.files["README.md"].decode()
    assert [name for name in kit.files if f"`{name}`" not in readme and name != "README.md"] == []
    assert not any(b"{{" in data for name, data in kit.files.items() if name.endswith((".md", ".c", ".h")))


@pytest.mark.parametrize("target", ["js", "wasm"])
def test_a_changed_rule_is_noticed(target: str, tmp_path: Path) -> None:
    need(target)
    folder = written(kit_of("tower_defence", target), tmp_path)
    lines = (folder / "expected.txt").read_text().splitlines()
    lines[50] = "0" * 16
    (folder / "expected.txt").write_text("\n".join(lines))
    done = subprocess.run(
        ["node", "test.mjs"], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode != 0
    assert "turn 50 differs" in done.stderr


def test_faults_in_c_are_reported(tmp_path: Path) -> None:
    need("c")
    folder = written(kit_of("rampage", "c"), tmp_path)
    (folder / "faulty.c").write_text(FAULTY_C.format(game="rampage", GAME="RAMPAGE"))
    run("cc -O2 -Wall -Wextra -Werror -std=c11 -c rampage.c", folder)
    run("cc -O2 -Wall -Wextra -Werror -std=c11 -o faulty faulty.c rampage.o", folder)
    before, fault, after = run("./faulty", folder).strip().split(", ")
    assert (before, after) == ("none", "once")
    assert re.fullmatch(r"observation.py:\d+ in observe\w*", fault)


def test_the_header_is_for_cpp_too(tmp_path: Path) -> None:
    if shutil.which("g++") is None:
        pytest.skip("needs g++, not installed here")
    kit = kit_of("sproutopia", "c")
    folder = written(kit, tmp_path)
    (folder / "x.cpp").write_text(CPP.format(game="sproutopia", size=len(kit.files["start.bin"])))
    run("g++ -std=c++11 -Wall -Wextra -Werror -o x x.cpp && ./x", folder)


@pytest.mark.parametrize("target", ["js", "wasm"])
def test_faults_in_scripts_are_reported(target: str, tmp_path: Path) -> None:
    need(target)
    folder = written(kit_of("rampage", target), tmp_path)
    (folder / "faulty.mjs").write_text(FAULTY_JS.format(game="rampage"))
    errors, _, fine = run("node faulty.mjs", folder).strip().rpartition(" ")
    assert fine == "true"
    assert msgspec.json.decode(errors) == [
        "missing field $.word",
        "unknown field $.extra",
        "unknown field $.0",
    ]


def test_states_of_another_layout_come_with_their_rules() -> None:
    game = get_game("rampage")
    small, large = (
        make_kit(game, game.start(game.configure("standard", changes), 1), "js", "")
        for changes in ({}, {"any_size": 1, "width": 40, "height": 40})
    )
    assert small.digest != large.digest
    assert len(large.files["start.bin"]) > len(small.files["start.bin"])


def test_the_table_of_fields_covers_every_byte() -> None:
    tables: dict[str, Any] = msgspec.json.decode(kit_of("sproutopia", "js").files["fields.json"])
    assert {"state", "const", "move", "work", "generator"} <= set(tables)
    for table in tables.values():
        end = 0
        for field in table["fields"]:
            assert field["offset"] == end
            count = 1
            for length in field["shape"]:
                count *= length
            end += count * (tables[field["type"]]["size"] if field["type"] in tables else int(field["type"][1:]))
        assert end == table["size"]


def test_an_unknown_target_is_refused() -> None:
    with pytest.raises(InputError, match="there is no target 'rust'; choose one of c, js, wasm"):
        kit_of("tanks", "rust")


def test_without_zig_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lanista.engine.compiler.zig", lambda: None)
    script_files._compiled.cache_clear()
    with pytest.raises(NativeError, match=r"WebAssembly needs Zig's compiler; .*'lanista\[compiler\]'"):
        kit_of("tanks", "wasm")


def test_recorded_play_ends_with_the_match() -> None:
    game = get_game("tower_defence")
    start = game.start(game.configure("standard", {"max_rounds": 7}), 1)
    assert recorded_play(start).count("\n") == 8
    assert recorded_play(start, 3).splitlines() == recorded_play(start).splitlines()[:4]


def test_digests_are_fnv() -> None:
    assert fnv(b"foobar")[:8] == "bf9cf968"

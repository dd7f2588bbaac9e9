"""`build = "wasm"`: a module of the C, C++ or Zig files in a folder."""

import re
from pathlib import Path

import pytest

from lanista.bots.build.module import module_command
from lanista.core.errors import BotError
from lanista.core.verdict import Verdict
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from tests.short import SHORT

PAGE = Path(__file__).parents[3] / "docs" / "metered.md"
ZIG = """
const std = @import("std");
var line: [1 << 20]u8 = undefined;

fn reply(text: []const u8) u64 {
    return (@as(u64, @intFromPtr(text.ptr)) << 32) | text.len;
}

export fn alloc(size: u32) ?[*]u8 {
    return if (size < line.len) &line else null;
}

export fn turn(address: [*]const u8, size: u32) u64 {
    const message = address[0..size];
    if (std.mem.indexOf(u8, message, "\\"type\\":\\"start\\"") != null) return reply("{\\"type\\":\\"ready\\"}");
    if (std.mem.indexOf(u8, message, "\\"type\\":\\"turn\\"") == null) return 0;
    return reply(if (std.mem.indexOf(u8, message, "\\"damage\\":0") != null) "ACCELERATE" else "FIX");
}
"""


def folder_with(path: Path, *names: str) -> Path:
    path.mkdir(exist_ok=True)
    for name in names:
        (path / name).write_text("")
    return path


@pytest.mark.parametrize(
    ("names", "compiler", "sources"),
    [
        (("b.c", "a.c", "notes.md"), "cc", ["a.c", "b.c"]),
        (("a.c", "b.cpp"), "c++", ["a.c", "b.cpp"]),
        (("helper.zig", "bot.zig"), "build-exe", ["bot.zig"]),
        (("only.zig",), "build-exe", ["only.zig"]),
    ],
)
def test_the_sources_choose_the_compiler(tmp_path, names, compiler, sources):
    command = module_command(folder_with(tmp_path, *names), "bot.wasm")
    assert command[1] == compiler
    assert [word for word in command if Path(word).suffix in (".c", ".cpp", ".zig")] == sources


@pytest.mark.parametrize(
    ("names", "said"),
    [((), "expects .c, .cpp or .zig files"), (("a.c", "bot.zig"), "expects files of one language")],
)
def test_other_folders_are_refused(tmp_path, names, said):
    with pytest.raises(BotError, match=said):
        module_command(folder_with(tmp_path, *names), "bot.wasm")


@pytest.mark.long
def test_the_manuals_bot_in_c_and_one_in_zig_play_alike(tmp_path):
    documented = re.search(r"^```c\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert documented is not None
    for name, file, source in (("c", "bot.c", f"#include <string.h>\n{documented[1]}"), ("zig", "bot.zig", ZIG)):
        folder = folder_with(tmp_path / name)
        (folder / file).write_text(source)
        (folder / "lanista.toml").write_text(
            f'name = "{name}"\ngames = ["overdrive"]\nbuild = "wasm"\ncommand = "bot.wasm"\n'
        )
    bots, terms = [str(tmp_path / "c"), str(tmp_path / "zig")], MatchTerms(settings=SHORT["overdrive"])
    results = [plan_match("overdrive", order, terms, seed=1).play() for order in (bots, bots[::-1])]
    for result in results:
        assert [set(seat.verdicts) for seat in result.seats] == [{Verdict.OK}, {Verdict.OK}]
    first, second = (result.outcome for result in results)
    assert first is not None
    assert second is not None
    assert first.scores == second.scores

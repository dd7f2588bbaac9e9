"""The C files of a kit: a header with structs and prototypes, and one source file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from lanista.engine.rules import Rules
from lanista.engine.translate import c, tree
from lanista.engine.translate.entries import layout_of
from lanista.tools.kits.structs import structs_of
from lanista.tools.kits.texts import fill_in, text


@dataclass(frozen=True)
class KitFunction:
    """A function of the interface; `{g}` stands for the game."""

    returns: str
    params: str
    call: str  # the arguments of the translated rule
    about: str
    before: str = ""  # a statement


_SEEN = "const {g}_state *state, const {g}_const *fixed"
_PASSED = "(char *)state, (char *)fixed"
_CLEAR = "memset(move, 0, sizeof *move);"
_FUNCTIONS = {
    "step": KitFunction(
        "void",
        "{g}_state *state, const {g}_move *moves, int seats, const {g}_const *fixed, {g}_work *work",
        "(char *)state, (char *)moves, seats, (char *)fixed, (char *)work",
        "Play one turn in place by the moves of all seats; `work` is scratch space, zeros at first.",
    ),
    "is_over": KitFunction("int", _SEEN, _PASSED, "Whether the match is over: 0 or 1."),
    "reward": KitFunction(
        "int64_t",
        f"{_SEEN}, int seat",
        f"{_PASSED}, seat",
        "The result of a seat when the match is over: 1000 is a win, 0 a draw, -1000 a loss.",
    ),
    "legal": KitFunction(
        "int", f"{_SEEN}, int seat, int action", f"{_PASSED}, seat, action", "Whether a flat action is legal now."
    ),
    "decode": KitFunction(
        "void",
        f"{_SEEN}, int seat, int action, {{g}}_move *move",
        f"{_PASSED}, seat, action, (char *)move",
        "Write the move of a flat action.",
        _CLEAR,
    ),
    "random_move": KitFunction(
        "void",
        f"{_SEEN}, int seat, {{g}}_generator *generator, {{g}}_move *move",
        f"{_PASSED}, seat, (char *)generator, (char *)move",
        "Write a random legal move.",
        _CLEAR,
    ),
    "observe": KitFunction(
        "void",
        f"{_SEEN}, int seat, int16_t *row",
        f"{_PASSED}, seat, (char *)row",
        "Write what a seat sees as {G}_OBSERVATION numbers.",
        "memset(row, 0, {G}_OBSERVATION * sizeof *row);",
    ),
    "redraw": KitFunction(
        "void",
        "{g}_state *state, {g}_const *fixed, int seat, {g}_generator *generator",
        f"{_PASSED}, seat, (char *)generator",
        "Draw anew, in place, whatever is hidden from a seat.",
    ),
    "value": KitFunction(
        "int64_t",
        f"{_SEEN}, int seat, {{g}}_work *work",
        f"{_PASSED}, seat, (char *)work",
        "What a running match promises a seat, from -1000 to 1000.",
    ),
    "propose": KitFunction(
        "int64_t",
        f"{_SEEN}, int seat, {{g}}_generator *generator, {{g}}_move *moves, int room, {{g}}_work *work",
        f"{_PASSED}, seat, (char *)generator, (char *)moves, room, (char *)work",
        "Write at most `room` moves worth a try, the most promising first; returns how many.",
        "memset(moves, 0, (size_t)room * sizeof *moves);",
    ),
}
_POLICY = KitFunction(
    "void",
    f"{_SEEN}, int seat, {{g}}_generator *generator, {{g}}_move *move, {{g}}_work *work, char *memory",
    f"{_PASSED}, seat, (char *)generator, (char *)move, (char *)work, memory",
    "Write the move of a bot that is a rule, from what the seat sees. `memory` is its own in a match: {G}_MEMORY "
    "bytes, zeros before the first turn.",
    _CLEAR,
)


def files_of(target: str, rules: Rules, program: tree.Program, values: Mapping[str, str]) -> dict[str, bytes]:
    """The header, the source, the test and the example."""
    game = values["game"]
    texts = {
        f"{game}.h": header(rules, program, values),
        f"{game}.c": source(program, values),
        "test.c": fill_in(text("c/test.c"), values),
        "example.c": fill_in(text("c/example.c"), values),
    }
    return {name: content.encode() for name, content in texts.items()}


def header(rules: Rules, program: tree.Program, values: Mapping[str, str]) -> str:
    """`GAME.h`."""
    game = values["game"]
    prototypes = "\n".join(
        f"/* {function.about} */\n{function.returns} {game}_{name}({function.params});"
        for name, function in _interface(program, game)
    )
    filled = {
        "actions": str(rules.actions),
        "observation": str(prod(rules.observation)),
        "memory": str(max(layout_of(rules)["memories"].values())),
        "structs": structs_of(rules, game),
        "prototypes": prototypes,
    }
    return fill_in(text("c/interface.h"), {**values, **filled})


def source(program: tree.Program, values: Mapping[str, str]) -> str:
    """`GAME.c`, for native code and for WebAssembly."""
    game = values["game"]
    definitions = "\n".join(
        _definition(game, name, function, program.entries[name]) for name, function in _interface(program, game)
    )
    filled = {
        "lines": "\n".join(f'    "{line}",' for line in program.lines),
        "runtime": c.runtime(),
        "functions": c.functions(program),
        "definitions": definitions,
    }
    return fill_in(text("c/interface.c"), {**values, **filled})


def _interface(program: tree.Program, game: str) -> Iterator[tuple[str, KitFunction]]:
    """The functions of a game, by the names of entries."""
    for name in program.entries:
        known = _POLICY if name.startswith("policy_") else _FUNCTIONS[name]
        params, about, before = (
            part.replace("{g}", game).replace("{G}", game.upper())
            for part in (known.params, known.about, known.before)
        )
        yield name, KitFunction(known.returns, params, known.call, about, before)


def _definition(game: str, name: str, function: KitFunction, entry: tree.Function) -> str:
    """A guarded call, and the function that callers see."""
    called = f"{c.name_of(entry)}({function.call})"
    names = ", ".join(param.rpartition(" ")[2].lstrip("*") for param in function.params.split(", "))
    kept, passed, result = "", "", ""
    if function.returns != "void":
        called, kept, passed = f"*result = {called}", ", int64_t *result", ", &result"
        result = f"    return ({function.returns})result;\n"
    return (
        f"static int64_t guarded_{name}({function.params}{kept}) {{ GUARDED({called}); }}\n"
        f'EXPORTED("{name}") {function.returns} {game}_{name}({function.params}) {{\n'
        f"{'    int64_t result = 0;' + chr(10) if result else ''}"
        f"{f'    {function.before}' + chr(10) if function.before else ''}"
        f"    note(guarded_{name}({names}{passed}));\n{result}}}\n"
    )

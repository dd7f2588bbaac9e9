"""The C source of a library: rules, loops over them, and entries that `ctypes` calls.

An entry takes an array of 64-bit slots, one for each number, each address and each length, and a last one for the
result; and the number of a worker. It returns 0, or the number of the faulty line plus 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lanista.engine.loop import arguments_of
from lanista.engine.rules import Rules
from lanista.engine.translate import c, tree
from lanista.engine.translate.program import Translator
from lanista.engine.translate.tree import NumberType

_EXPORTED = """#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
"""


def program_of(rules: Rules, templates: Iterable[Any], policy: str = "") -> tree.Program:
    """Loops over a game's rules, translated; their name `policy` stands for that policy of the game."""
    bound = {**rules.bindings, "policy": rules.policy(policy)} if policy else rules.bindings
    translator = Translator(rules.name, bound, rules.notes)
    for template in templates:
        types = [argument.type(rules) for argument in arguments_of(template).values()]
        translator.entry(template.__name__, template, types)
    return translator.program


def source_of(program: tree.Program) -> str:
    """The whole source of a library."""
    entries = "\n".join(_entry(name, function) for name, function in program.entries.items())
    return "\n".join([c.runtime(), c.functions(program), _EXPORTED, entries])


def entry_name(template: Any) -> str:
    """The name of a loop in its library."""
    return f"run_{template.__name__}"


def _entry(name: str, function: tree.Function) -> str:
    """A guarded call of a loop for one worker."""
    arguments, slot = [], 0
    for param in function.params:
        if param.name == "worker":
            arguments.append("worker")
            continue
        cast = "" if isinstance(param.type, NumberType) else "(char *)"
        arguments.append(f"{cast}slots[{slot}]")
        slot += 1
    called = f"{c.name_of(function)}({', '.join(arguments)})"
    if function.returns is not None:
        called = f"slots[{slot}] = {called}"
    return f"EXPORT int64_t run_{name}(int64_t *slots, int64_t worker) {{ GUARDED({called}); }}\n"

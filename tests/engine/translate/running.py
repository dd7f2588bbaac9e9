"""Runs rules interpreted, as C and as a script: the same calls, with the result and the memory after each."""

from __future__ import annotations

import ctypes
import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import pytest

from lanista.core.errors import RuleError
from lanista.engine import over
from lanista.engine.compiler import compile_library, compiler
from lanista.engine.translate import javascript, native_source, tree
from lanista.engine.translate.program import Translator
from lanista.engine.translate.tree import INT, RecordType
from tests.programs import need

FAULT = "fault"
SECONDS = 60.0
RUNNER = """
import { readFileSync } from "node:fs";
const { instantiate } = await import(process.argv[2]);
const { size, start, calls } = JSON.parse(readFileSync(process.argv[3], "utf-8"));
const memory = new ArrayBuffer(size), bytes = new Uint8Array(memory);
const entries = instantiate(memory);
const answers = calls.map(([name, ...values]) => {
  bytes.set(start);
  let result;
  try { result = Number(entries[name](0, ...values)) + 0; } catch { return ["fault", ""]; }
  return [Number.isNaN(result) ? "NaN" : result, Buffer.from(memory).toString("hex")];
});
process.stdout.write(JSON.stringify(answers));
"""


class Call(NamedTuple):
    """A rule by name, and its arguments after the memory."""

    name: str
    values: tuple[int, ...]


Answer = tuple[Any, str]  # the result and the memory in hexadecimal digits; after a fault `FAULT` and nothing


def program_of(rules: Mapping[str, FunctionType], memory: type[Any], numbers: int = 3) -> tree.Program:
    """Rules of a memory and some numbers as a program."""
    translator = Translator("samples")
    for name, rule in rules.items():
        translator.entry(name, rule, [RecordType(memory), *[INT] * numbers])
    return translator.program


def interpreted(
    rules: Mapping[str, FunctionType], memory: type[Any], start: bytes, calls: Sequence[Call]
) -> list[Answer]:
    """The answers of Python."""
    buffer = bytearray(start)
    view = over(memory, buffer)
    answers: list[Answer] = []
    for call in calls:
        buffer[:] = start
        try:
            answers.append((int(rules[call.name](view, *call.values)), buffer.hex()))
        except (IndexError, ArithmeticError, ValueError, RuleError):
            answers.append((FAULT, ""))
    return answers


def in_c(program: tree.Program, start: bytes, calls: Sequence[Call], folder: Path) -> list[Answer]:
    """The answers of the translation to C."""
    if compiler() is None:
        pytest.skip("needs a C compiler, not installed here")
    path = folder / "samples.so"
    compile_library(native_source.source_of(program), path)
    library = ctypes.CDLL(str(path))
    buffer = (ctypes.c_char * len(start))()
    answers: list[Answer] = []
    for call in calls:
        buffer.raw = start
        entry = getattr(library, f"run_{call.name}")
        entry.restype = ctypes.c_int64
        slots = (ctypes.c_int64 * (len(call.values) + 2))(ctypes.addressof(buffer), *call.values)
        failed = entry(slots, ctypes.c_int64(0))
        answers.append((FAULT, "") if failed else (slots[len(slots) - 1], buffer.raw.hex()))
    return answers


def in_javascript(
    program: tree.Program, start: bytes, calls: Sequence[Call], folder: Path, *, checked: bool
) -> list[Answer]:
    """The answers of the translation to JavaScript."""
    node = need("node")
    module, asked, runner = (folder / name for name in ("samples.mjs", "calls.json", "runner.mjs"))
    module.write_text(javascript.module_of(program, {}, checked=checked))
    lines = [[call.name, *call.values] for call in calls]
    asked.write_text(json.dumps({"size": len(start), "start": list(start), "calls": lines}))
    runner.write_text(RUNNER)
    done = subprocess.run(
        [node, str(runner), module.as_uri(), str(asked)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(result, memory) for result, memory in json.loads(done.stdout)]

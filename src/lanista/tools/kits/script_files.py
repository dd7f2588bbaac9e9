"""The scripts of a kit: a module over the rules as JavaScript, or over WebAssembly made from the same C."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from lanista.engine.compiler import compile_wasm
from lanista.engine.rules import Rules
from lanista.engine.translate import tree
from lanista.engine.translate.entries import layout_of
from lanista.engine.translate.javascript import module_of
from lanista.tools.kits import c_files
from lanista.tools.kits.fields import field_tables
from lanista.tools.kits.texts import fill_in, text


def files_of(target: str, rules: Rules, program: tree.Program, values: Mapping[str, str]) -> dict[str, bytes]:
    """The module, the rules, the test and the example; raises NativeError for WebAssembly without Zig."""
    game = values["game"]
    files = {f"{game}.mjs": _module(target, rules, program, values).encode()}
    if target == "wasm":
        files[f"{game}.wasm"] = wasm_of(rules, program, values)
    examples = {name: fill_in(text(f"script/{name}"), values).encode() for name in ("test.mjs", "example.mjs")}
    return files | examples


def _module(target: str, rules: Rules, program: tree.Program, values: Mapping[str, str]) -> str:
    layout = layout_of(rules)
    own = module_of(program, layout, checked=True) if target == "js" else _wasm_part(layout, program)
    parts = [
        fill_in(text("script/head.js"), values),
        own,
        model_script(),
        f"/** Every record: its size, and the name, offset, type and shape of each field. */\n"
        f"export const fields = {_compact(field_tables(rules))};\n",
        text("script/records.js"),
        fill_in(text(f"script/{target}.js"), values),
    ]
    return "\n".join(part.strip() + "\n" for part in parts)


def _wasm_part(layout: Mapping[str, Any], program: tree.Program) -> str:
    return f"export const layout = {_compact(layout)};\nconst lines = {_compact(program.lines)};"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


@cache
def model_script() -> str:
    """The wrapper around memory, which pages use as well."""
    return resources.files("lanista").joinpath("web/static/film/model.js").read_text(encoding="utf-8")


def wasm_of(rules: Rules, program: tree.Program, values: Mapping[str, str]) -> bytes:
    """The rules as WebAssembly."""
    header, source = c_files.header(rules, program, values), c_files.source(program, values)
    return _compiled(source.replace(f'#include "{values["game"]}.h"', header))


@cache
def _compiled(whole: str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="lanista-") as folder:
        target = Path(folder) / "rules.wasm"
        compile_wasm(whole, target)
        return target.read_bytes()

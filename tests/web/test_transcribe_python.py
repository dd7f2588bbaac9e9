"""Transcribed Python: expressions have the same value in a page, and what cannot be the same is refused."""

from __future__ import annotations

import importlib.util
import json
import sys
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from lanista.web.transcribe.program import Program
from lanista.web.transcribe.refusal import TranscribeError
from tests.web.picture_js import difference, in_node

PRELUDE = """
from __future__ import annotations
import re
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple
from lanista.errors import LanistaError
from lanista.text import brief, inert, listed, quoted, shown, whole_number
from lanista.engine.record import closest

WORD = re.compile(r"([a-z]+)@([0-9]{1,3})?")
TABLE = bytes.maketrans(b"\\0\\1", b"ab")
NUMBERS = (3, -1, 2)
NESTED = {"a": [1, (2, 3)], "b": {"c": None}}
SET = frozenset({"x", "y"})

class Color(IntEnum):
    RED = 0
    GREEN = 1
    LIME = 1
    BLUE = 5

class Shade(Enum):
    DARK = "dark"
    LIGHT = "light"

class Point(NamedTuple):
    x: int
    y: int = 7
    length: int = 0

    def doubled(self) -> Point:
        return Point(2 * self.x, 2 * self.y)

    @classmethod
    def of(cls, values: Any) -> Point:
        return cls(*values)

    @property
    def total(self) -> int:
        return self.x + self.y

@dataclass
class Box:
    name: str
    parts: list[int] = field(default_factory=list)
    shade: Shade = Shade.DARK

class Tally:
    def __init__(self, start: int = 0, *, step: int = 1) -> None:
        self.value = start
        self.step = step
        self.seen: dict[int, str] = {}

    def add(self, count: int = 1) -> int:
        self.value += count * self.step
        self.seen.setdefault(self.value, "new")
        return self.value

def optional(a: int, b: int | None = None, *rest: int) -> list[Any]:
    return [a, b, list(rest)]

def named(a: int, *, low: int = 0, high: int = 9) -> tuple[int, int, int]:
    return a, low, high

def evens(limit: int) -> Any:
    for i in range(limit):
        if i % 2 == 0:
            yield i
    yield from ("end", "of it")

def caught(text: str) -> Any:
    try:
        return int(text)
    except ValueError as error:
        return f"refused: {error}"

def loops() -> list[Any]:
    found, total = [], 0
    for i, (a, *rest) in enumerate([(1, 2, 3), (4,)], 1):
        if a == 4:
            continue
        found.append((i, a, rest))
    while total < 10:
        total += 3
        if total == 9:
            break
    first = second = [total]
    first.append(1)
    found += [second, *first]
    values = {"a": 1}
    values["b"], values["c"] = 2, 3
    values["a"] -= 5
    del values["b"]
    tally = Tally(step=2)
    tally.value, tally.step = 10, tally.step + 1
    return [found, values, tally.add(), tally.seen, i]

def grown(rows: list[list[int]]) -> int:
    rows.append([])
    return len(rows)

def late_places() -> list[Any]:
    rows = [[0]]
    rows[-1].append(grown(rows))
    tallies = [Tally()]
    tallies[-1].value = len(tallies) + more(tallies)
    return [rows, [tally.value for tally in tallies]]

def more(tallies: list[Tally]) -> int:
    tallies.append(Tally(5))
    return 7

def inner(n: int) -> list[int]:
    def twice(x: int) -> int:
        return 2 * x
    return [twice(x) for x in range(n)]
"""

EXPRESSIONS = Path(__file__).with_name("expressions.txt").read_text("utf-8").splitlines()


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Modules made of source text."""
    folder, numbers = tmp_path_factory.mktemp("modules"), count()

    def made(source: str) -> ModuleType:
        name = f"transcribed_{next(numbers)}"
        path = Path(folder, f"{name}.py")
        path.write_text(source, "utf-8")
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module

    return made


def in_page(functions: list[Any]) -> list[Any]:
    """What functions without parameters return in a page."""
    program = Program()
    names = ",".join(map(program.reference, functions))
    plain = program.runtime("plain")
    script = f"{program.text()}\nconsole.log(JSON.stringify([{names}].map(f=>{plain}(f()))));\n"
    return list(json.loads(in_node(script)))


def without_fractions(value: Any) -> Any:
    """A value as JavaScript has it, where 1.0 is 1."""
    if isinstance(value, dict):
        return {key: without_fractions(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_fractions(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def test_expressions_have_the_same_values(make):
    bodies = (f"\ndef f{i}():\n    return [{line}]\n" for i, line in enumerate(EXPRESSIONS))
    module = make(PRELUDE + "".join(bodies))
    functions = [getattr(module, f"f{i}") for i in range(len(EXPRESSIONS))]
    differences = {}
    for line, function, page in zip(EXPRESSIONS, functions, in_page(functions), strict=True):
        python = json.loads(msgspec.json.encode(function()))
        differences[line] = difference(page, without_fractions(python))
    assert {line: found for line, found in differences.items() if found} == {}


REFUSED = [
    ("return 2 ** 3", "the operator Pow; use + - * / // % & | ^ << >>"),
    ("return open('x')", "which is a value of the type builtins.builtin_function_or_method"),
    ("with x: pass", "`with x:`; write it with simpler statements"),
    ("return os.getcwd()", "os.getcwd"),
    ("return missing", "the name 'missing', which is not defined; check its spelling"),
    ("for i in x: pass\n    else: pass", "`else` of a loop; return from a function of its own"),
    ("first, *rest, last = x", "a starred name that is not the last"),
    ("return f'{x:#x}'", "the format '#x'"),
    ("return f'{x!s}'", "this conversion in an f-string; use !r or none"),
    ("return x(a=1)", "a call of a value with arguments by name; give them in their order"),
    ("return x.act(a=1)", "a method call with arguments by name (act); give them in their order"),
    ("return dict(**x)", "`*` or `**` among arguments by name; name each argument"),
    ("return np.zeros(3)", "np.zeros"),
    ("return PATTERN.fullmatch(x)", "the pattern '(?<=a)b', of which not all parts mean the same in a page"),
    ("return x.__dict__", "the attribute __dict__; use public attributes"),
    ("try:\n        pass\n    except:\n        pass", "an `except` without an error; name the errors"),
    ("global y\n    y = 1", "`global y`"),
    ("return Odd().x", "Odd.x, a int of a class; make it a value of the module"),
    ("return Child()", "Child, a class that extends Odd"),
    ("return Sized()", "Sized.__len__; write a method with another name"),
]
SPARE = """
import os, re
import numpy as np
PATTERN = re.compile("(?<=a)b")
class Odd:
    x = 1
class Child(Odd):
    pass
class Sized:
    def __len__(self):
        return 1
"""


@pytest.mark.parametrize(("body", "reason"), REFUSED)
def test_what_a_page_cannot_run_is_refused_with_its_line(make, body, reason):
    module = make(f"{SPARE}\ndef f(x):\n    {body}\n")
    with pytest.raises(TranscribeError) as caught:
        Program().reference(module.f)
    text = str(caught.value)
    assert reason in text
    assert "a page cannot run" in text
    line = next(
        number for number, row in enumerate(Path(module.__file__).read_text().splitlines(), 1) if "def f" in row
    )
    named = int(text.partition(".py:")[2].partition(" in f:")[0])
    assert line <= named <= line + 1 + body.count("\n")


JSON_TEXTS = [
    *('{"a": tru}', '{"a": trux}', '{"a": nul', '{"a": 01}', '{"a": -}', '{"a": -x}', '{"a": -', '{"a": 1.}'),
    *('{"a": 1.e5}', '{"a": 1e}', '{"a": 1e+}', '{"a": 1e5}', '{"a": 1e400}', '{"a": "\\x"}', '{"a": "\\u12'),
    *('{"a": "\\u12zz"}', '{"a": "\\ud800"}', '{"a": "\\ud83d\\ude00"}', '{"a": "\n"}', '{"a" 1}', '{"a": 1,}'),
    *('{"a": [1,]}', "{a: 1}", '{"a": 1} x', '{"a": 1', '{"a":', '{"a"', '{"', "{", "{,}", '{"a":1 "b":2}'),
    *("[1 2]", "[", "[1", "[1,", '{"a": .5}', '{"a": +1}', '{"a": NaN}', '{"a": "é\\q"}', '{"é": x}'),
    *('{"a": 123456789012345678901234567890}', '{"a": 18446744073709551615}', '{"a": 18446744073709551616}'),
    *('{"a": -9223372036854775809}', '{"a": -9223372036854775808}', '{"a": 1.0}', '{"a": -0}', '{"a": "\\'),
    *('{"a": 12a}', '{"a": 1.5x}', '{"a": 00}', '{"a": -01}', '{"a": -0.0}', "{} {}"),
    *('{"a": "\\ud800\\u0041"}', '{"a": "\\ud800x"}', '{"a": "\\ude00"}', '{"a": "\\ud800\\n"}'),
    *('{"a": "\\ud8', '{"a":[1,{"b":1e400}]}', "1e400", "[0.", "[1.5e", '"\\ud800xxxxxxxxxx"'),
    *('"\\ud800\\u00zz"', "[- 1]"),
]


def decoded(text: str) -> str:
    """What a JSON text holds, or why it cannot be read."""
    try:
        return repr(msgspec.json.decode(text))
    except msgspec.DecodeError as error:
        return f"error: {error}"


def test_json_is_read_as_in_python():
    program = Program()
    read, error, shown = (program.runtime(name) for name in ("decodeJson", "DecodeError", "repr"))
    script = (
        f"{program.text()}\nconst read = text => {{ try {{ return {shown}({read}(text)) }} catch (error) "
        f"{{ if (error instanceof {error}) return `error: ${{error.message}}`; throw error }} }};\n"
        f"console.log(JSON.stringify({json.dumps(JSON_TEXTS)}.map(read)));"
    )
    for text, page in zip(JSON_TEXTS, json.loads(in_node(script)), strict=True):
        assert page == decoded(text), text

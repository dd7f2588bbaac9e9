"""What the runtime has itself: Python's built-in functions and types, functions of libraries, and some of ours."""

from __future__ import annotations

import dataclasses
import difflib
import itertools
import json
import unicodedata
from collections import Counter, defaultdict, deque
from typing import Any, NamedTuple

import msgspec

from lanista.engine import over, rand_below
from lanista.errors import LanistaError
from lanista.game import InvalidMove, Played


class Twin(NamedTuple):
    """A counterpart in the runtime: its name, parameters that may be named, and those that change nothing."""

    name: str
    parameters: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    is_class: bool = False


_SAME_NAME = (
    *(abs, all, any, bool, bytes, chr, dict, divmod, filter, float, id, int, iter, len, list, map, max, min, next),
    *(ord, range, repr, reversed, set, str, tuple, Counter, defaultdict, itertools.pairwise),
)

TWINS: dict[Any, Twin] = {
    **{function: Twin(function.__name__) for function in _SAME_NAME},
    bytearray: Twin("bytes"),
    deque: Twin("list"),
    dict.fromkeys: Twin("fromkeys"),
    frozenset: Twin("set"),
    type: Twin("typeOf"),
    enumerate: Twin("enumerate", ("iterable", "start")),
    round: Twin("round", ("number", "ndigits")),
    sorted: Twin("sorted", ("iterable", "key", "reverse")),
    sum: Twin("sum", ("iterable", "start")),
    zip: Twin("zip"),
    itertools.zip_longest: Twin("zipLongest"),
    dataclasses.replace: Twin("replace"),
    unicodedata.category: Twin("category"),
    difflib.get_close_matches: Twin("closeMatches", ("word", "possibilities", "n", "cutoff")),
    json.dumps: Twin("dumps", ("obj",), ignored=("separators", "ensure_ascii", "default")),
    msgspec.json.decode: Twin("decodeJson"),
    over: Twin("over"),
    rand_below: Twin("randBelow"),
    Played: Twin("Played", is_class=True),
    InvalidMove: Twin("InvalidMove", ("reason", "move"), is_class=True),
    LanistaError: Twin("PyError", is_class=True),
    ValueError: Twin("ValueError", is_class=True),
    KeyError: Twin("KeyError", is_class=True),
    IndexError: Twin("IndexError", is_class=True),
    msgspec.DecodeError: Twin("DecodeError", is_class=True),
}

# Errors of JavaScript itself; its texts can always be encoded, so what stands for that error never comes
NATIVE = {Exception: "Error", RecursionError: "RangeError", UnicodeEncodeError: "URIError"}

_METHODS = """
add append clear copy count decode discard encode endswith expandtabs extend find get index insert isascii
isdecimal isprintable items join keys ljust lower lstrip most_common partition pop popleft remove removeprefix
removesuffix replace reverse rjust rstrip setdefault split startswith strip tobytes tolist translate update
upper values
"""
# Methods of built-in types; other names are methods of classes that are transcribed
METHODS = frozenset(_METHODS.split())


def twin_of(value: Any) -> Twin | None:
    """The counterpart of a function or class in the runtime."""
    try:
        return TWINS.get(value)
    except TypeError:  # it cannot be hashed, so it is no function
        return None

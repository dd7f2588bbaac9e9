"""Names in JavaScript: attributes keep those of Python, variables get short ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from string import ascii_letters

from lanista.web.transcribe.runtime import exported

_RESERVED = """
arguments await break case catch class const continue debugger default delete do else enum eval export extends
false finally for function if implements import in instanceof interface let new null package private protected
public return static super switch this throw true try typeof undefined var void while with yield of
"""
_INHERITED = """
length at concat copyWithin fill find findIndex findLast findLastIndex lastIndexOf pop push reverse shift unshift
slice sort splice includes indexOf join keys entries values forEach filter flat flatMap map every some reduce
reduceRight toLocaleString toString toReversed toSorted toSpliced with constructor hasOwnProperty isPrototypeOf
propertyIsEnumerable valueOf prototype arguments caller
"""
RESERVED = frozenset(_RESERVED.split())
# What arrays and objects have already; fields of named tuples and records may be named like that.
INHERITED = frozenset(_INHERITED.split())


def free_names() -> Iterator[str]:
    """Names for variables, the shortest first."""
    for length in count(1):
        for letters in product(ascii_letters, repeat=length):
            name = "".join(letters)
            if name not in RESERVED and name not in exported():
                yield name


def attribute(name: str) -> str:
    """The name of an attribute; methods of built-in types go another way."""
    return f"{name}_" if name in INHERITED else name

"""The syntax trees of functions, lambdas and classes, found in their files."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from lanista.web.transcribe.refusal import TranscribeError

Definition = ast.FunctionDef | ast.Lambda


def tree_of(function: FunctionType) -> Definition:
    """The definition of a function, with the line numbers of its file."""
    code = function.__code__
    found = [node for node in _definitions(code.co_filename) if _first_line(node) == code.co_firstlineno]
    named = [node for node in found if _name(node) == code.co_name]
    if len(named) > 1:
        named = [node for node in named if _is_same(node, code)]
    if not named:
        raise TranscribeError(f"{function.__qualname__}: its source cannot be read; write it in a file")
    return named[0]


def class_tree(cls: type[Any]) -> ast.ClassDef:
    """The definition of a class."""
    file = sys.modules[cls.__module__].__file__ or ""
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
            return node
    raise TranscribeError(f"{cls.__qualname__}: its source cannot be read; write it in a file")


def is_generator(node: Definition) -> bool:
    """Whether a function yields, apart from functions inside it."""
    return any(isinstance(inner, ast.Yield | ast.YieldFrom) for inner in own_nodes(node))


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions and comprehensions inside it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield from own_nodes(child)


@cache
def _tree(file: str) -> ast.Module:
    try:
        with open(file, encoding="utf-8") as source:
            return ast.parse(source.read())
    except (OSError, SyntaxError) as error:
        raise TranscribeError(f"the source of {file} cannot be read ({error}); write it in a file") from error


@cache
def _definitions(file: str) -> list[Definition]:
    return [node for node in ast.walk(_tree(file)) if isinstance(node, ast.FunctionDef | ast.Lambda)]


@cache
def method_names(file: str) -> frozenset[str]:
    """The names of the methods of all classes in a file; properties are none."""
    classes = [node for node in ast.walk(_tree(file)) if isinstance(node, ast.ClassDef)]
    functions = [node for cls in classes for node in cls.body if isinstance(node, ast.FunctionDef)]
    return frozenset(node.name for node in functions if not any(map(_is_property, node.decorator_list)))


def _is_property(decorator: ast.expr) -> bool:
    return ast.unparse(decorator) in ("property", "cached_property")


def _first_line(node: Definition) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _name(node: Definition) -> str:
    return node.name if isinstance(node, ast.FunctionDef) else "<lambda>"


def _is_same(node: Definition, code: CodeType) -> bool:
    """Whether a lambda is the one of some code, as far as their instructions tell."""
    if not isinstance(node, ast.Lambda):
        return True
    made = compile(ast.Expression(node), code.co_filename, "eval")
    inner = next(constant for constant in made.co_consts if inspect.iscode(constant))
    return (inner.co_code, inner.co_names, inner.co_consts) == (code.co_code, code.co_names, code.co_consts)

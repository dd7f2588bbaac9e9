"""Targets: the files that describe a bot in its folder. No build runs here, and no bot is started."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from lanista.bots.hints import problem_of, script_problem
from lanista.bots.source import bot_json
from lanista.bots.source.folders import find_entry
from lanista.bots.source.project import PROJECT, command_of, has_command_files, read_project, source_digests
from lanista.bots.source.python_files import python_files
from lanista.core.errors import BotError
from lanista.core.text import inert
from lanista.game import get_game
from lanista.tools.dev.sources import BotSource
from lanista.tools.dev.syntax import syntax_error
from tests.fuzz.mutations import mutate_json_text
from tests.fuzz.target import Finding, Target, expect_plain
from tests.fuzz.targets.scratch import scratch
from tests.fuzz.test_bot_folders import BOT_JSON, ODD_TOML, TOML, bot_folder

MAX_MESSAGE = 2_000  # characters: two paths, a quotation, and the known names


@cache
def folder(name: str) -> Path:
    """A bot's folder with a script, nested folders and a package."""
    made = bot_folder(scratch(name) / "bot")
    (made / "src" / "a" / "b" / "c").mkdir(parents=True)
    (made / "bot.py").write_text("")
    return made


def project(data: bytes) -> None:
    """`lanista.toml`, with everything that is done before a build."""
    here = folder("toml")
    (here / PROJECT).write_bytes(data)
    found = read_project(here, "overdrive")
    expect_plain(found.name, 60)
    has_command_files(here, found)
    source_digests(here, found.files)
    if any("\0" in word for word in (*command_of(here, found), *(word for line in found.builds for word in line))):
        raise Finding("a word of a command has a NUL")


def described(data: bytes) -> None:
    """`bot.json`."""
    here = folder("json")
    path = here / bot_json.BOT_JSON
    path.write_bytes(data)
    bot = bot_json.describe(get_game("overdrive"), here, path)
    for text in (bot.name, bot.author or "-"):
        expect_plain(text, 60)
    if not (here / bot.cwd).resolve().is_relative_to(here.resolve()):
        raise Finding(f"the bot is started outside of its folder, in {bot.cwd!r}")


def package(data: bytes) -> None:
    """`package.json`, which names a file to start."""
    here = folder("package")
    (here / "package.json").write_bytes(data)
    (here / "bot.py").unlink(missing_ok=True)
    find_entry(here)


def python(data: bytes) -> None:
    """A Python bot: which files belong to it, and whether Python can parse it."""
    here = folder("python")
    path = here / "bot.py"
    path.write_bytes(data)
    (here / "data").mkdir(exist_ok=True)
    for name in ("data/w.json", "helper.py", "w.json"):
        (here / name).write_text("{}")
    files = python_files(path)
    if any(not file.resolve().is_relative_to(here.resolve()) for file in files):
        raise Finding(f"files outside of the bot's folder belong to it: {files}")
    for line in syntax_error(BotSource("overdrive", str(path))):
        if line != inert(line):
            raise Finding(f"expected an inert line, got {line!r}")


def program(data: bytes) -> None:
    """A program that cannot be started: why, by its first bytes."""
    path = folder("program") / "bot.sh"
    path.write_bytes(data)
    for problem in (problem_of(path, "bot.sh"), script_problem([str(path)], None)):
        if problem:
            expect_plain(problem)


PYTHON = [
    b"import helper\nfrom data import w as x\nfrom . import a\nopen('data/w.json')\nx = ['data', 'w.json']\n",
    b"from ..x import *\nimport bot, src.a.b\ndef move(view):\n    return f'{view}'\n",
]
PROGRAMS = [
    b"#!/bin/sh\r\n",
    b"#!/usr/bin/env python9\n",
    b"\x7fELF",
    b"\xef\xbb\xbf#!/bin/sh\n",
    b"#!\n",
    b"echo\n",
]
PACKAGE = [b'{"name":"x","main":"src/bot.js"}', b'{"main":"bot.sh"}']
DESCRIPTIONS = [BOT_JSON, {"botFileName": "bot.sh", "botLanguage": "haskell", "botLocation": "src\\\\"}]
TOMLS = [TOML, b'command = "python3 bot.py"\nprotocol = "lines"\nfiles = ["**/*.sh", "src/**"]\n', *ODD_TOML[4:10]]
WORDS = (
    b"[", b"]", b'"""', b"'''", b"**/", b"[[x]]", b"[a.b]", b"{", b"}", b"1979-05-27T07:32:00Z", b"0x", b"\\u0000",
    b"\\U0010FFFF", b"files = [", b"protocol = ", b"command = ", b"network = true", b"build = ", b"nan", b"inf",
)  # fmt: skip
PYTHON_WORDS = (
    b"import ",
    b"from ",
    b".",
    b"data",
    b"'w.json'",
    b"(",
    b"\n    ",
    b"# coding: utf-16\n",
    b"lambda:",
    b"*",
)
TARGETS = [
    Target("folders.lanista_toml", project, lambda: TOMLS, words=WORDS, refuses=(BotError,), names="bot",
           max_message=MAX_MESSAGE),
    Target("folders.bot_json", described, lambda: [json.dumps(one).encode() for one in DESCRIPTIONS],
           mutate_json_text, refuses=(BotError,), names="bot.json", max_message=MAX_MESSAGE),
    Target("folders.package_json", package, lambda: PACKAGE, mutate_json_text, refuses=(BotError,), names="bot",
           max_message=MAX_MESSAGE),
    Target("folders.python", python, lambda: PYTHON, words=PYTHON_WORDS, refuses=()),
    Target("folders.program", program, lambda: PROGRAMS, refuses=(), max_bytes=300),
]  # fmt: skip

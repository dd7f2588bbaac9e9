"""Tools that run translated rules: the machine's C compiler or Zig's, and Node.js."""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lanista.core.errors import NativeError

COMPILE_SECONDS = 300.0  # a game takes a few seconds; a machine may be very busy
INSTALLED = ("cc", "gcc", "clang")
# Overflow wraps, floats are never contracted, and memory has no types: the same on every machine.
FLAGS = (
    "-std=gnu11",
    "-O3",
    "-fwrapv",
    "-DWRAPS",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    "-fvisibility=hidden",
    "-w",
)
# A fault leaves the stack pointer where it was, and callers set it back.
WASM_LINKING = ("-Wl,--no-entry", "-Wl,--strip-all", "-Wl,--export=__stack_pointer")
WASM_FLAGS = ("-target", "wasm32-freestanding", "-nostdlib", "-mbulk-memory", *WASM_LINKING)


class BuildMachine(NamedTuple):
    """A kind of machine, as `sys.platform` and `platform.machine()` name it.

    `zig` is the target for Zig's compiler when the library is not for this machine.
    """

    system: str
    processor: str
    zig: str = ""

    @property
    def suffix(self) -> str:
        """The suffix of shared libraries."""
        return {"win32": ".dll", "darwin": ".dylib"}.get(self.system, ".so")

    def flags(self, *, is_zig: bool = False) -> tuple[str, ...]:
        """Instructions that every processor of the last ten years has: libraries move between machines."""
        target = ("-target", self.zig) if self.zig else ()
        if self.processor not in ("x86_64", "AMD64"):
            return target
        return (*target, "-mcpu=x86_64_v2" if is_zig else "-march=x86-64-v2")


THIS = BuildMachine(sys.platform, platform.machine())
SUFFIX = THIS.suffix


@cache
def compiler() -> tuple[str, ...] | None:
    """The command of a C compiler, or None; LANISTA_CC names another one."""
    if os.environ.get("LANISTA_CC"):
        return tuple(shlex.split(os.environ["LANISTA_CC"]))
    found = next((path for name in INSTALLED if (path := shutil.which(name))), None)
    return (found,) if found else zig()


@cache
def zig() -> tuple[str, ...] | None:
    """The command of Zig's C compiler from PyPI, or None."""
    return (sys.executable, "-m", "ziglang", "cc") if importlib.util.find_spec("ziglang") else None


def is_zig(command: tuple[str, ...]) -> bool:
    """Whether a command is Zig's compiler, also one that LANISTA_CC names; it has other names for processors."""
    return any("zig" in Path(word).name for word in command)


def node() -> str | None:
    """The JavaScript runtime, or None."""
    return shutil.which("node")


def expect_compiler() -> tuple[str, ...]:
    """The command of a C compiler; raises NativeError if there is none."""
    found = compiler()
    if found is None:
        raise NativeError(
            "native speed needs a C compiler: install gcc or clang, or run: pip install 'lanista[compiler]'"
        )
    return found


def compile_library(source: str, target: Path, machine: BuildMachine = THIS) -> None:
    """Compile a shared library; raises NativeError with the compiler's first complaint.

    Only Zig's compiler makes libraries for other machines.
    """
    shared = (
        "-shared",
        "-fPIC",
        "-fno-semantic-interposition",
        *(() if machine.system == "win32" else ("-pthread",)),
    )
    command = _expect_zig(f"compiling for {machine.zig}") if machine.zig else expect_compiler()
    run_compiler((*command, *FLAGS, *machine.flags(is_zig=is_zig(command)), *shared), source, target)


def compile_wasm(source: str, target: Path) -> None:
    """Compile a WebAssembly module; raises NativeError without Zig."""
    run_compiler((*_expect_zig("WebAssembly"), *FLAGS, *WASM_FLAGS), source, target)


def _expect_zig(what: str) -> tuple[str, ...]:
    command = zig()
    if command is None:
        raise NativeError(f"{what} needs Zig's compiler; install it with: pip install 'lanista[compiler]'")
    return command


def run_compiler(command: tuple[str, ...], source: str, target: Path) -> None:
    """Compile a source text to a file."""
    path = target.with_suffix(".c")
    path.write_text(source, encoding="utf-8")
    try:
        done = subprocess.run(
            [*command, "-o", str(target), str(path)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=COMPILE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NativeError(f"the C compiler {shlex.join(command[:4])} failed: {error}") from error
    finally:
        path.unlink(missing_ok=True)
    if done.returncode != 0:
        why = next((line for line in done.stderr.splitlines() if "error" in line), done.stderr.strip()[:200])
        raise NativeError(f"the C compiler {shlex.join(command[:4])} failed: {why}; set LANISTA_CC to use another")

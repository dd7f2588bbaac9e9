"""The command behind `build = "wasm"` in lanista.toml: Zig's compiler makes a module of C, C++ or Zig files."""

from __future__ import annotations

import sys
from pathlib import Path

from lanista.core.errors import BotError

MISSING = "`build = \"wasm\"` needs Zig's compiler: pip install 'lanista[compiler]'"
TARGET = "wasm32-wasi"
C, CPP, ZIG = (".c",), (".cc", ".cpp", ".cxx"), (".zig",)
REACTOR = ("-mexec-model=reactor", "-O2", "-Wl,--strip-debug")  # a function's name stays, for reports


def module_command(folder: Path, module: str) -> list[str]:
    """The command that makes a module of the sources in a folder, which it finds by their suffixes."""
    files = sorted(path.name for path in folder.iterdir() if path.is_file())
    of_c, of_cpp, of_zig = ([name for name in files if name.endswith(suffixes)] for suffixes in (C, CPP, ZIG))
    if of_zig and (of_c or of_cpp):
        raise BotError(f'{folder}: `build = "wasm"` expects files of one language, got {", ".join(files)}')
    if of_zig:
        root = "bot.zig" if "bot.zig" in of_zig else of_zig[0]
        options = ("-target", TARGET, "-O", "ReleaseFast", "-fno-entry", "-rdynamic", f"-femit-bin={module}")
        return [_zig(), "build-exe", root, *options]
    if not of_c and not of_cpp:
        raise BotError(f'{folder}: `build = "wasm"` expects .c, .cpp or .zig files there, and found none')
    compiler = ("c++", "-std=c++17", "-fno-exceptions") if of_cpp else ("cc",)
    return [_zig(), *compiler, f"--target={TARGET}", *REACTOR, "-o", module, *of_c, *of_cpp]


def compiler_folder() -> Path:
    """The folder of Zig's compiler, which builds may see wherever it is installed."""
    try:
        import ziglang  # type: ignore[import-untyped]
    except ImportError:
        raise BotError(MISSING) from None
    return Path(ziglang.__file__).resolve().parent


def _zig() -> str:
    name = "zig.exe" if sys.platform == "win32" else "zig"
    return str(compiler_folder() / name)

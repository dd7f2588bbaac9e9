"""The environment variables that reach a bot."""

from __future__ import annotations

from collections.abc import Mapping

# Where programs are, the language and the time zone, and settings of runtimes that are no secrets
ALLOWED = frozenset(
    {
        "PATH", "LANG", "LANGUAGE", "TZ", "JAVA_HOME", "JAVA_TOOL_OPTIONS", "DOTNET_ROOT", "GOROOT", "NODE_PATH",
        "PYTHONPATH", "PYTHONHOME", "PYTHONHASHSEED", "PYTHONUTF8", "PYTHONIOENCODING",
        "PYTHONDONTWRITEBYTECODE", "LD_LIBRARY_PATH", "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "RUST_BACKTRACE", "RUSTUP_HOME",
        "RUSTUP_TOOLCHAIN", "PYENV_ROOT", "PYENV_VERSION", "VOLTA_HOME", "SDKMAN_DIR",
    }
)  # fmt: skip
ALLOWED_BEGINNINGS = ("LC_",)
DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin"
# It would hide that a bot does not flush its answers: no contest sets it for its bots
FLUSHES = "PYTHONUNBUFFERED"
# Of those allowed: settings of this machine that a contest's may not have, so that a bot should not need them
LOCAL = ("PYTHONPATH", "PYTHONUTF8", "PYTHONIOENCODING", "PYTHONHASHSEED", "NODE_PATH", "JAVA_TOOL_OPTIONS",
         "LD_LIBRARY_PATH")  # fmt: skip


def open_environment(ours: Mapping[str, str], extra: Mapping[str, str]) -> dict[str, str]:
    """The variables of a bot without a sandbox: all of ours but one, and those of its protocol."""
    return {**{name: value for name, value in ours.items() if name != FLUSHES}, **extra}


def bot_environment(ours: Mapping[str, str], scratch: str, extra: Mapping[str, str]) -> dict[str, str]:
    """The variables of a bot: harmless ones of ours, its private folder, and those of its protocol."""
    kept = {name: value for name, value in ours.items() if name in ALLOWED or name.startswith(ALLOWED_BEGINNINGS)}
    made_up = {"HOME": scratch, "TMPDIR": scratch, "USER": "bot", "LOGNAME": "bot"}
    return {"PATH": DEFAULT_PATH, **kept, **made_up, **extra}

"""The limits on a bot's resources; the defaults suit contests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from lanista.core.errors import ConfigError
from lanista.core.text import quoted

Amount = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


class Resources(msgspec.Struct, frozen=True):
    """Limits of one bot, over all its processes where the machine can count them; 0 means no limit."""

    memory_mb: Amount = 1024
    processes: Amount = 128  # threads count too
    open_files: Amount = 1024  # of one process
    file_mb: Amount = 64  # size of one file
    scratch_mb: Amount = 64  # in its private /tmp, and as much in /dev/shm
    output_kb_turn: Amount = 1024  # on standard output between two questions
    output_mb_match: Amount = 256
    log_kb_turn: Amount = 8  # stored; the rest is cut
    log_mb_match: Amount = 8  # stored
    cpu_s_match: Amount = 3600
    wall_s_match: Amount = 0  # its turns together
    wall_factor: Annotated[int, msgspec.Meta(ge=1, le=100)] = 3  # real time per processor time of a budget

    @classmethod
    def of(cls, changes: Mapping[str, int]) -> Resources:
        """The defaults with some changes; raises ConfigError."""
        known = cls.__struct_fields__
        for name in changes:
            if name not in known:
                raise ConfigError(f"--limit has no {quoted(name)}; it has {', '.join(known)}")
        try:
            return msgspec.convert(dict(changes), cls)
        except msgspec.ValidationError as error:
            raise ConfigError(f"--limit: {error}") from None

    def changes(self) -> dict[str, int]:
        """The limits that differ from the defaults."""
        default = Resources()
        return {
            name: value for name, value in msgspec.structs.asdict(self).items() if value != getattr(default, name)
        }


# What each limit is about, and what happens to a bot at the limit
MEANINGS = {
    "memory_mb": "MiB of memory of all its processes, files in /tmp included: out_of_memory",
    "processes": "processes and threads together: no more can be started",
    "open_files": "open files of each process: no more can be opened",
    "file_mb": "MiB of each file: writing fails",
    "scratch_mb": "MiB of files in /tmp, and as much in /dev/shm: writing fails",
    "output_kb_turn": "KiB of standard output between two questions: output_limit",
    "output_mb_match": "MiB of standard output in a match: output_limit",
    "log_kb_turn": "KiB of log stored of each turn; the rest is cut",
    "log_mb_match": "MiB of log stored of a match; the rest is cut",
    "cpu_s_match": "seconds of processor time in a match: timeout",
    "wall_s_match": "seconds to answer in all turns of a match together: timeout",
    "wall_factor": "real time that a turn may take, as a multiple of its processor time",
}

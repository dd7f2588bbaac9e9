"""The value of `--on`: a Ray cluster that we start, or one that is running."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lanista.core.errors import ConfigError
from lanista.core.text import quoted

OWN = "ray"
HOST_AND_PORT = re.compile(r"[^\s/:]+:[0-9]{1,5}|\[[0-9a-fA-F:.]+\]:[0-9]{1,5}")
FORMS = (
    "`ray` for a cluster on this machine only, `ray:auto` for the one that this machine is part of, "
    "`ray:HOST:PORT` for the one with this head, or `ray://HOST:PORT` for one that this machine is not part of"
)


@dataclass(frozen=True)
class ClusterAddress:
    """A cluster: `ray` is the address for Ray, or empty for one that we start and end."""

    ray: str = ""

    @property
    def is_own(self) -> bool:
        """Whether we start the cluster, and end it."""
        return not self.ray


def read_address(on: str) -> ClusterAddress:
    """The cluster that `--on` names; raises ConfigError."""
    if on == OWN:
        return ClusterAddress()
    if on == "ray:auto":
        return ClusterAddress("auto")
    _, found, place = on.partition("ray://")
    if found and HOST_AND_PORT.fullmatch(place):
        return ClusterAddress(on)
    place = on.removeprefix("ray:")
    if place != on and HOST_AND_PORT.fullmatch(place):
        return ClusterAddress(place)
    raise ConfigError(f"--on expects {FORMS}, got {quoted(on)}")

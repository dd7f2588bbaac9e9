"""What `--on` names: a Ray cluster of our own, or one that is running."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lanista.errors import ConfigError
from lanista.text import quoted

OWN = "ray"
HOST_AND_PORT = re.compile(r"[^\s/:]+:[0-9]{1,5}|\[[0-9a-fA-F:.]+\]:[0-9]{1,5}")
FORMS = (
    "`ray` for a cluster on this machine only, `ray:auto` for the one that this machine is part of, "
    "`ray:HOST:PORT` for the one with this head, or `ray://HOST:PORT` for one that this machine is not part of"
)


@dataclass(frozen=True)
class Address:
    """A cluster: `ray` is what Ray itself calls it, or empty for one that we start and end."""

    ray: str = ""

    @property
    def is_own(self) -> bool:
        """Whether we start the cluster, and end it."""
        return not self.ray


def read_address(on: str) -> Address:
    """The cluster that `--on` names; raises ConfigError."""
    if on == OWN:
        return Address()
    if on == "ray:auto":
        return Address("auto")
    _, found, place = on.partition("ray://")
    if found and HOST_AND_PORT.fullmatch(place):
        return Address(on)
    place = on.removeprefix("ray:")
    if place != on and HOST_AND_PORT.fullmatch(place):
        return Address(place)
    raise ConfigError(f"--on expects {FORMS}, got {quoted(on)}")

"""Remedies for machines on which namespaces cannot be made."""

from __future__ import annotations

import os
from pathlib import Path

# A setting of the kernel, the value that forbids namespaces to ordinary users, and what sets it right
SETTINGS = (
    ("kernel/unprivileged_userns_clone", "0", "sudo sysctl kernel.unprivileged_userns_clone=1"),
    (
        "kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "install bubblewrap with its AppArmor profile (package apparmor-profiles), "
        "or sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
    ),
    ("user/max_user_namespaces", "0", "sudo sysctl user.max_user_namespaces=10000"),
)
DOCKER = (
    "start it with --cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined "
    "--security-opt systempaths=unconfined"
)


def remedy(failure: str) -> str:
    """Why namespaces cannot be made here, and what helps."""
    where = container()
    if where:
        return f"{where} forbids namespaces ({failure}): {DOCKER}"
    for name, forbidding, command in SETTINGS:
        if os.geteuid() != 0 and _read(name) == forbidding:
            return f"the kernel forbids namespaces to ordinary users ({failure}): {command}"
    return f"namespaces cannot be made ({failure}): run as root, or on Linux 5.12 or newer"


def container() -> str:
    """The kind of container that this process runs in; empty outside of one."""
    if os.path.exists("/.dockerenv"):
        return "Docker"
    if os.path.exists("/run/.containerenv"):
        return "Podman"
    kind = os.environ.get("container", "")  # noqa: SIM112 - systemd's name
    return kind if kind.isalnum() else ""


def _read(name: str) -> str:
    try:
        return Path("/proc/sys", name).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""

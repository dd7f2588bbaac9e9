"""The site of a build: the bot's folder, a persistent home folder, the network or none, and a jail around all."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from lanista.bots.build.home import GO, build_home, clean_homes, link_downloads
from lanista.bots.build.module import compiler_folder
from lanista.bots.process.confinement import HIDDEN, Confinement
from lanista.bots.process.jails import make_jail
from lanista.bots.process.supervisor import Launch
from lanista.bots.source.project import PROJECT, Project
from lanista.sandbox import Level, Resources, SandboxPolicy, SandboxRequest
from lanista.sandbox.jail.identity import HOME
from lanista.sandbox.jail.toolchain import MADE_UP
from lanista.sandbox.policy import BUILD_NETWORK

# Compilers need more than bots
RESOURCES = Resources(memory_mb=4096, processes=1024, open_files=4096, file_mb=1024, scratch_mb=1024)

# Settings of compilers and build tools that are no secrets
SETTINGS = frozenset(
    {
        "CC", "CXX", "AR", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "MAKEFLAGS", "MAVEN_OPTS", "MAVEN_ARGS",
        "RUSTFLAGS", "GOFLAGS",
    }
)  # fmt: skip
SETTINGS_BEGINNINGS = ("CMAKE_", "CARGO_PROFILE_", "CARGO_BUILD_", "CGO_")
NETWORK_SETTINGS = frozenset(
    {"http_proxy", "https_proxy", "all_proxy", "no_proxy", "ssl_cert_file", "ssl_cert_dir"}
)  # in lower or upper case
# A build must not run what version control finds in the folder
SAFE = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GOFLAGS": "-buildvcs=false"}
OFFLINE = {"CARGO_NET_OFFLINE": "true", "GOTOOLCHAIN": "local", "npm_config_offline": "true"}

WANTS_NETWORK = re.compile(
    r"could not resolve|couldn't connect|could not transfer artifact|unknown host|network is unreachable"
    r"|temporary failure in name resolution|download of .* failed|failed to (download|fetch)|offline"
    r"|ENOTFOUND|EAI_AGAIN|ENOTCACHED|getaddrinfo|module lookup disabled|dial (tcp|udp)|connection refused",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class BuildSite:
    """The site where the commands of one build run."""

    folder: Path
    level: Level
    project: Project
    home: Path
    downloads: list[Path]  # what the person has fetched before
    network: bool
    allow_paths: tuple[str, ...] = ()

    @property
    def writable(self) -> list[Path]:
        """The folders where the build writes."""
        return [self.folder] if self.level is Level.NONE else [self.folder, self.home]

    def launch(self, command: list[str]) -> Launch:
        """The launch of a command of the build."""
        launch = Launch(command, self.folder)
        if self.level is Level.NONE:
            return launch
        launch.network = self.network
        launch.environment = self._environment(os.environ)
        folder = self.folder.resolve()
        hidden = tuple(path for name in HIDDEN if (path := folder / name).exists())
        policy = SandboxPolicy(self.level, RESOURCES, allow_paths=self.allow_paths)
        jail = make_jail(Confinement(policy, (folder, self.home, *self.downloads), hidden), launch)
        assert jail is not None, "every level but `none` has a jail"
        write = [str(folder), str(self.home)]
        guards = msgspec.structs.replace(jail.guards, write=[*jail.guards.write, *write])
        files = {**jail.files, **self._files()}
        launch.jail = msgspec.structs.replace(jail, write=write, guards=guards, files=files)
        return launch

    def hint(self, output: list[str]) -> str:
        """A remedy for a failure that a missing network may have caused; empty for other failures."""
        if self.network or self.level is Level.NONE:
            return ""
        allow = f"allow it with --build-network or {BUILD_NETWORK}=1 if you trust the bot"
        if self.project.network:
            return f"{PROJECT} asks for the network, which this build did not have; {allow}"
        if any(WANTS_NETWORK.search(line) for line in output):
            return f"if it needs the network, write `network = true` in {PROJECT}, and {allow}"
        return ""

    def _environment(self, ours: Mapping[str, str]) -> dict[str, str]:
        """The variables of a build, beside those of every bot."""
        kept = {name: value for name, value in ours.items() if self._is_setting(name)}
        mine = {
            "HOME": str(self.home),
            **_toolchains(ours),
            **SAFE,
            **({} if self.network else self._offline(ours)),
        }
        flags = " ".join(filter(None, [kept.get("GOFLAGS"), SAFE["GOFLAGS"]]))
        return {**kept, **mine, "GOFLAGS": flags}

    def _is_setting(self, name: str) -> bool:
        if name.lower() in NETWORK_SETTINGS:
            return self.network
        return name in SETTINGS or name.startswith(SETTINGS_BEGINNINGS)

    def _offline(self, ours: Mapping[str, str]) -> dict[str, str]:
        return {**OFFLINE, "GOPROXY": f"{(GO.of_person(ours) / 'cache' / 'download').as_uri()},off"}

    def _files(self) -> dict[str, str]:
        """The generated files: Java and others read the home folder from the list of users."""
        files = {"/etc/passwd": MADE_UP["/etc/passwd"].replace(f":{HOME}:", f":{self.home}:")}
        if self.network:
            files["/etc/nsswitch.conf"] = MADE_UP["/etc/nsswitch.conf"].replace("hosts: files", "hosts: files dns")
            for path in ("/etc/resolv.conf", "/etc/hosts"):
                files[path] = Path(path).read_text(errors="replace") if os.path.exists(path) else ""
        return files


def _toolchains(ours: Mapping[str, str]) -> dict[str, str]:
    """The toolchains that are looked for in the home."""
    rust = ours.get("RUSTUP_HOME") or str(Path.home() / ".rustup")
    return {"RUSTUP_HOME": rust} if os.path.isdir(rust) else {}


def prepare_site(folder: Path, project: Project, sources: Iterable[str], wanted: SandboxRequest) -> BuildSite:
    """Prepare to build a bot whose sources are these files."""
    policy = wanted.policy()
    level = policy.level
    network = project.network and wanted.allows_build_network()
    if level is Level.NONE:
        return BuildSite(folder, level, project, Path(), [], network)
    clean_homes()
    home = build_home(folder)
    downloads = link_downloads(home, sources, os.environ)
    go = GO.of_person(os.environ)
    if go.is_dir():
        downloads.append(go.resolve())
    allowed = (*policy.allow_paths, *([str(compiler_folder())] if project.builds_module else []))
    return BuildSite(folder, level, project, home, downloads, network, allowed)

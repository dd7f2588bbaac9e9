"""Sandbox requests of a person, and the policies that a machine grants."""

import pytest

from lanista.core.errors import ConfigError, SandboxError
from lanista.sandbox import Level, Resources, SandboxPolicy, SandboxRequest, policy
from lanista.sandbox.policy import VARIABLE


class Machine:
    """A machine whose best level is `limits`."""

    level = Level.LIMITS

    def missing(self, level: Level) -> list[str]:
        return [f"no {level.value}; install them"]


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(policy, "find_machine", Machine)


def test_levels_are_ordered():
    mixed = [Level.CGROUP, Level.LIMITS, Level.NONE, Level.NAMESPACES]
    assert sorted(mixed) == [Level.NONE, Level.LIMITS, Level.NAMESPACES, Level.CGROUP]


def test_the_best_level_of_the_machine_is_used():
    assert SandboxRequest().policy() == SandboxPolicy(Level.LIMITS)


def test_a_level_is_used_as_it_is_named():
    assert SandboxRequest(Level.NONE).policy().level is Level.NONE


def test_a_level_that_the_machine_does_not_have_is_refused_with_what_is_missing():
    with pytest.raises(SandboxError, match="only has limits: no cgroup; install them"):
        SandboxRequest(Level.CGROUP).policy()


def test_the_environment_names_the_level_where_none_is_asked_for(monkeypatch):
    monkeypatch.setenv(VARIABLE, "none")
    assert SandboxRequest().policy().level is Level.NONE
    assert SandboxRequest(Level.LIMITS).policy().level is Level.LIMITS


def test_the_best_level_is_used_if_it_is_not_below_the_lowest_one():
    assert SandboxRequest(at_least=Level.NONE).policy().level is Level.LIMITS
    assert SandboxRequest(at_least=Level.LIMITS).policy().level is Level.LIMITS
    with pytest.raises(SandboxError, match="only has limits: no cgroup; install them"):
        SandboxRequest(at_least=Level.CGROUP).policy()


def test_the_environment_cannot_ask_for_less_than_the_lowest_level(monkeypatch):
    monkeypatch.setenv(VARIABLE, "none")
    with pytest.raises(SandboxError, match="expected a sandbox of level limits or better, but none was asked for"):
        SandboxRequest(at_least=Level.LIMITS).policy()


def test_an_unknown_level_in_the_environment_is_refused(monkeypatch):
    monkeypatch.setenv(VARIABLE, "iron")
    with pytest.raises(ConfigError, match="LANISTA_SANDBOX expects one of none, limits, namespaces, cgroup"):
        SandboxRequest().policy()


def test_limits_are_changed_by_name():
    resources = Resources.of({"memory_mb": 64})
    assert (resources.memory_mb, resources.processes) == (64, Resources().processes)
    assert resources.changes() == {"memory_mb": 64}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"memory": 1}, "has no 'memory'; it has memory_mb"),
        ({"memory_mb": -1}, "memory_mb"),
        ({"wall_factor": 0}, "wall_factor"),
    ],
)
def test_bad_limits_are_refused(changes, reason):
    with pytest.raises(ConfigError, match=reason):
        Resources.of(changes)


def test_the_words_of_the_command_line():
    wanted = SandboxRequest(Level.LIMITS, {"memory_mb": 64}, True, allow_paths=("/a", "/b c"))
    paths = ["--allow-path", "/a", "--allow-path", "/b c"]
    assert wanted.words() == ["--sandbox", "limits", "--limit", "memory_mb=64", *paths, "--freeze"]


def test_paths_that_are_allowed_are_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "jdk").mkdir()
    for path in ("jdk", "~/jdk", str(tmp_path / "jdk")):
        assert SandboxRequest(allow_paths=(path,)).policy().allow_paths == (str(tmp_path / "jdk"),)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nowhere", "expects a file or folder that exists, got 'nowhere'"),
        ("/", "cannot show '/', of which every bot has its own; name less"),
        ("/proc/self", "cannot show '/proc/self'"),
        ("/tmp", "cannot show '/tmp'"),
    ],
)
def test_paths_that_cannot_be_allowed(path, reason):
    with pytest.raises(ConfigError, match=f"--allow-path {reason}"):
        SandboxRequest(allow_paths=(path,)).policy()

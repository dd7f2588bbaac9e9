"""Which crew `--on` names."""

import pytest

from lanista.arena import LocalCrew, Needs, make_crew, nodes_of
from lanista.arena.cluster import Address, read_address
from lanista.errors import ConfigError


@pytest.mark.parametrize(
    ("on", "address"),
    [
        ("ray", Address()),
        ("ray:auto", Address("auto")),
        ("ray:10.0.0.5:6379", Address("10.0.0.5:6379")),
        ("ray:[fd00::5]:6379", Address("[fd00::5]:6379")),
        ("ray://head.example:10001", Address("ray://head.example:10001")),
    ],
)
def test_a_cluster_is_named_as_ray_names_it(on, address):
    assert read_address(on) == address
    assert address.is_own == (on == "ray")


@pytest.mark.parametrize("on", ["", "rays", "ray:", "ray://", "ray://head", "ray:head", "dask", "ray:a b:1"])
def test_any_other_word_is_refused_with_what_is_known(on):
    with pytest.raises(ConfigError, match=r"--on expects `ray` for a cluster on this machine only, .*, got "):
        read_address(on)


def test_without_a_cluster_this_machine_plays():
    crew = make_crew(None, 3, Needs("any"))
    assert isinstance(crew, LocalCrew)
    assert crew.wanted() == 3
    assert nodes_of(crew) == []
    crew.end()

"""Which crew `--on` names."""

import pytest

from lanista.core.errors import ConfigError
from lanista.series.cluster import ClusterAddress, read_address
from lanista.series.crews import Needs, make_crew, nodes_of
from lanista.series.pool import LocalCrew
from tests.rows import every_row


@pytest.mark.parametrize(
    ("on", "address"),
    [
        ("ray", ClusterAddress()),
        ("ray:auto", ClusterAddress("auto")),
        ("ray:10.0.0.5:6379", ClusterAddress("10.0.0.5:6379")),
        ("ray:[fd00::5]:6379", ClusterAddress("[fd00::5]:6379")),
        ("ray://head.example:10001", ClusterAddress("ray://head.example:10001")),
    ],
)
def test_a_cluster_is_named_as_ray_names_it(on, address):
    assert read_address(on) == address
    assert address.is_own == (on == "ray")


@every_row("on", ["", "rays", "ray:", "ray://", "ray://head", "ray:head", "dask", "ray:a b:1"])
def test_any_other_word_is_refused_with_what_is_known(on):
    with pytest.raises(ConfigError, match=r"--on expects `ray` for a cluster on this machine only, .*, got "):
        read_address(on)


def test_without_a_cluster_this_machine_plays():
    crew = make_crew(None, 3, Needs("any"))
    assert isinstance(crew, LocalCrew)
    assert crew.wanted() == 3
    assert nodes_of(crew) == []
    crew.end()

"""The nodes of a cluster, without a cluster."""

from types import SimpleNamespace

import pytest

from lanista.series.cluster import fleet as module
from lanista.series.cluster.fleet import MAX_STARTS, Fleet
from lanista.series.cluster.node import Node
from lanista.series.cluster.state import Condition
from lanista.series.crews import Needs


@pytest.fixture
def fleet(monkeypatch):
    about = {"NodeID": "a1", "Alive": True, "NodeManagerHostname": "box", "Resources": {"CPU": 4.0}}
    ray = SimpleNamespace(nodes=lambda: [about], exceptions=SimpleNamespace(RayError=RuntimeError))
    monkeypatch.setattr(module, "LOOK_SECONDS", 0)
    monkeypatch.setattr(
        module, "start_node", lambda _, about, name, slots, needs: Node(about["NodeID"], name, slots, None, None)
    )
    return Fleet(ray, None, Needs("overdrive", thinking=2))


def test_a_node_on_which_our_process_died_is_one_node_and_keeps_its_counts(fleet):
    fleet.look()
    fleet.nodes[0].counts.played = 5
    fleet.nodes[0].lose("it died")
    fleet.look()
    assert [(node.condition, node.slots, node.counts.played) for node in fleet.nodes] == [
        (Condition.STARTING, 2, 5)
    ]


def test_a_node_on_which_our_process_dies_again_and_again_is_given_up(fleet):
    for _ in range(MAX_STARTS + 2):
        fleet.look()
        assert len(fleet.nodes) == 1
        fleet.nodes[0].lose("it died")
    fleet.look()
    assert fleet.active == []
    assert "box: it died" in fleet.why_none()

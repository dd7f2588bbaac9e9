"""The matches of a server: links that stay, and memory that does not grow."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web import gallery as galleries
from lanista.web.gallery import Gallery
from lanista.web.live_show import LiveShow
from lanista.web.show import ReplayShow, UnknownMatch
from tests.web.live_client import own, short, until_end, wait_for


@pytest.fixture(scope="module")
def other_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another match."""
    path = tmp_path_factory.mktemp("other") / "other.gz"
    short("cruise", "cruise", turns=4).play(replay=path)
    return path


# Links


def test_a_link_leads_to_its_match_whatever_else_a_server_has(replay_path, other_path):
    first, second = Gallery(), Gallery()
    link = first.add(ReplayShow(replay_path)).id
    second.add(ReplayShow(other_path))
    second.add(ReplayShow(replay_path))
    assert second.find(link).path == replay_path
    assert len({show.id for show in second.shows()}) == 2


def test_a_number_is_no_link(replay_path, other_path):
    gallery = Gallery()
    for path in (replay_path, other_path):
        gallery.add(ReplayShow(path))
    for name in ("1", "2", "0", "-1", "", "-", "77"):
        with pytest.raises(UnknownMatch, match="no match"):
            gallery.find(name)


def test_the_start_of_a_digest_is_enough_if_no_other_begins_so(replay_path, other_path):
    gallery = Gallery()
    show = gallery.add(ReplayShow(replay_path))
    other = gallery.add(ReplayShow(other_path))
    whole = show.identity.digest
    for name in (whole, whole[:16], whole[:6], f"{whole[:16]}-2"):
        assert gallery.find(name) is show
    other.identity = other.identity._replace(digest=whole[:10] + "0" * 54)
    for name in (whole[:5], whole[:10]):
        with pytest.raises(UnknownMatch):
            gallery.find(name)


def test_copies_of_a_match_have_links_of_their_own(replay_path, tmp_path):
    gallery = Gallery()
    paths = [tmp_path / f"{name}.gz" for name in "abc"]
    for path in paths:
        gallery.add(ReplayShow(Path(shutil.copy(replay_path, path))))
    names = [show.id for show in gallery.shows()]
    assert names[1:] == [f"{names[0]}-2", f"{names[0]}-3"]
    assert [gallery.find(name).path for name in names] == paths


def test_a_link_follows_a_file_that_grows_but_not_one_that_is_overwritten(replay_path, other_path, tmp_path):
    path = tmp_path / "m.gz"
    whole = replay_path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    gallery = Gallery()
    show = gallery.add(ReplayShow(path))
    half, turns = show.id, show.history().turns
    path.write_bytes(whole)
    assert gallery.find(half) is show
    assert show.id == Gallery().add(ReplayShow(replay_path)).id
    assert show.history().turns > turns
    shutil.copy(other_path, path)
    for former in (half, ReplayShow(replay_path).new_id()):
        with pytest.raises(UnknownMatch):
            gallery.find(former)
    assert gallery.find("m.gz").id == ReplayShow(other_path).new_id()


def test_the_link_of_a_live_match_leads_to_its_replay_when_it_is_over(serve, tmp_path):
    site = serve()
    site.gallery._save = lambda plan: tmp_path / "live.gz"
    live = site.gallery.play(short("human", "cruise", turns=3))
    link, address = live.id, own(live, "live")
    assert link.startswith("live-")
    live.stop()
    said = until_end(site, address)[-1]
    assert said["id"] == live.id == ReplayShow(tmp_path / "live.gz").new_id()
    moved = site.client.get(f"/m/{link}/?seat=0&key=abc")
    assert moved.headers["location"] == f"/m/{live.id}/?seat=0&key=abc"
    assert site.json(f"/m/{link}/match.json")["outcome"] == site.json(f"/m/{live.id}/match.json")["outcome"]
    key = live.persons.keys[0]
    assert site.client.post(f"/m/{live.id}/again", json={"key": key}).status_code == 200


# Memory


@pytest.mark.parametrize("saved", [True, False], ids=["saved", "not saved"])
def test_matches_that_are_over_do_not_pile_up(tmp_path, monkeypatch, saved):
    monkeypatch.setattr(galleries, "MAX_OPENED", 3)
    monkeypatch.setattr(galleries, "MAX_MOVED", 5)
    names = iter(range(100))
    gallery = Gallery(lambda plan: tmp_path / f"{next(names)}.gz" if saved else None)
    links = []
    for seed in range(10):
        live: Any = gallery.play(short("cruise", "random", turns=4, seed=seed))
        links.append(live.id)
        wait_for(lambda live=live: not live.running, "it ends")
    shows = gallery.shows()
    lives = [show for show in shows if isinstance(show, LiveShow)]
    assert len(lives) == 3 + 1, "the newest, with what its person may do next"
    assert sum(live._reel is not None for live in lives) <= 3 + 1
    assert len(shows) == (10 if saved else 3 + 1)
    assert len(gallery._threads) <= 2
    assert len(gallery._moved) == (5 if saved else 0)
    if saved:
        assert gallery.find(links[-1]).history().header.seed == 9
        assert {show.history().turns for show in shows} == {4}, "all can be read again"
        assert len(gallery._opened) <= 3
    gallery.close()


def test_a_match_that_is_over_is_read_from_its_file_as_it_was(tmp_path):
    gallery = Gallery(lambda plan: tmp_path / "m.gz")
    live = gallery.play(
        plan_match("overdrive", ["cruise", "random"], MatchTerms(settings={"max_rounds": 9}), seed=1)
    )
    wait_for(lambda: not live.running, "it ends")
    film, replay = live.match_json(None), live.replay()
    live.forget()
    assert live._reel is None  # type: ignore[attr-defined]
    assert (live.match_json(None), live.replay().turns) == (film, replay.turns)
    gallery.close()

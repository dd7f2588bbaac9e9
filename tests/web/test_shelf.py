"""The list of matches: files of folders, the index of summaries, thumbnails, and files that pages send."""

import gzip
import json
import os
import shutil
import time
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from lanista.core.errors import InputError
from lanista.core.files import remove_oldest
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web import drops, thumbnails
from lanista.web import gallery as galleries
from lanista.web import shelf as shelves
from lanista.web.gallery import Gallery
from lanista.web.shelf import Listing, Shelf
from lanista.web.shelf_index import ShelfIndex
from lanista.web.show import ReplayShow
from tests.processes import SECONDS

T = TypeVar("T")


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    """Nothing is stored in the user's cache."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def folder(tmp_path, replay_path):
    """A folder with a match, one in a folder below, a file that is no replay, and one of another kind."""
    made = tmp_path / "replays"
    (made / "below").mkdir(parents=True)
    shutil.copy(replay_path, made / "a.gz")
    shutil.copy(replay_path, made / "below" / "b.gz")
    (made / "bad.gz").write_text("hello")
    (made / "notes.txt").write_text("no match")
    return made


def wait_for(found: Callable[[], T | None]) -> T:
    deadline = time.monotonic() + SECONDS
    while not (value := found()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return value


@pytest.fixture
def shelf(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(shelves, "LOOK_SECONDS", 0.0)
    gallery = Gallery(folders=[folder])
    yield Shelf(gallery, ShelfIndex(tmp_path / "index"))
    gallery.close()


def read(shelf: Shelf, count: int) -> Listing:
    """The whole list once it has some matches."""

    def found() -> Listing | None:
        listing = shelf.listing()
        return listing if len(listing.matches) == count and not listing.waiting else None

    return wait_for(found)


# Files


def test_a_folder_is_listed_with_what_each_file_is(shelf, replay):
    cards = {card.file: card for card in read(shelf, 3).matches}
    assert {name: card.kind for name, card in cards.items()} == {
        "a.gz": "over",
        "b.gz": "over",
        "bad.gz": "broken",
    }
    assert cards["a.gz"].summary.turns == len(replay.turns)
    assert cards["a.gz"].title.startswith("Overdrive")
    assert "not a replay" in cards["bad.gz"].summary.error
    assert cards["bad.gz"].version == "", "it has no picture"


def test_a_page_gets_only_what_is_new(shelf, folder, replay_path):
    before = read(shelf, 3)
    assert shelf.listing(before.revision).matches == []
    shutil.copy(replay_path, folder / "new.gz")
    news = wait_for(lambda: found if (found := shelf.listing(before.revision)).matches else None)
    assert ([card.file for card in news.matches], news.whole, news.gone) == (["new.gz"], False, [])
    gone_id = next(card.id for card in before.matches if card.file == "a.gz")
    (folder / "a.gz").unlink()
    assert wait_for(lambda: shelf.listing(news.revision).gone) == [gone_id]
    assert {card.file for card in shelf.listing().matches} == {"b.gz", "bad.gz", "new.gz"}


@pytest.mark.parametrize("since", ["", "x", "-", "zz-3", "9" * 5000, "-1", "%00"])
def test_any_other_revision_gives_the_whole_list(shelf, since):
    read(shelf, 3)
    listing = shelf.listing(since)
    assert listing.whole
    assert len(listing.matches) == 3


def test_a_revision_of_another_run_gives_the_whole_list(shelf):
    token, _, number = read(shelf, 3).revision.partition("-")
    assert not shelf.listing(f"{token}-{number}").whole
    assert shelf.listing(f"{token}-{int(number) + 100}").whole
    assert shelf.listing(f"00000000-{number}").whole


def test_a_file_that_changed_is_read_again_and_has_another_link(shelf, folder):
    before = read(shelf, 3)
    card = next(card for card in before.matches if card.file == "a.gz")
    whole = (folder / "a.gz").read_bytes()
    (folder / "a.gz").write_bytes(whole[: len(whole) // 2])

    def changed() -> Any:
        news = shelf.listing(before.revision)
        return (news.matches[0], news.gone) if news.matches else None

    after, gone = wait_for(changed)
    assert (after.kind, gone) == ("open", [card.id])
    assert after.summary.turns < card.summary.turns
    assert (after.version != card.version, after.id != card.id) == (True, True)


def test_files_that_did_not_change_are_not_read_again(shelf, folder, tmp_path, monkeypatch):
    first = read(shelf, 3)
    shelf.close()
    monkeypatch.setattr(shelves, "summarise", lambda path: pytest.fail(f"{path} was read again"))
    again = Shelf(Gallery(folders=[folder]), ShelfIndex(tmp_path / "index"))
    assert {card.file: card.summary for card in read(again, 3).matches} == {
        card.file: card.summary for card in first.matches
    }
    again.close()


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\x93\x01\x02\x03", os.urandom(200)])
def test_a_damaged_index_costs_only_time(shelf, folder, tmp_path, damage):
    read(shelf, 3)
    shelf.close()
    for index in (tmp_path / "index").iterdir():
        index.write_bytes(damage)
    again = Shelf(Gallery(folders=[folder]), ShelfIndex(tmp_path / "index"))
    assert len(read(again, 3).matches) == 3
    again.close()


def test_a_match_of_other_rules_is_listed_with_why_it_cannot_be_played(shelf, folder):
    lines = gzip.decompress((folder / "a.gz").read_bytes()).splitlines()
    header = {**json.loads(lines[0]), "behaviour": 999}
    (folder / "old.gz").write_bytes(gzip.compress(b"\n".join([json.dumps(header).encode(), *lines[1:], b""])))
    card = next(card for card in read(shelf, 4).matches if card.file == "old.gz")
    assert card.kind == "broken"
    assert "recorded with version 999 of overdrive's rules" in card.summary.error
    assert card.summary.places, "its result is known all the same"


# The server


@pytest.fixture
def site(folder, serve):
    """A server of the folder."""
    made = serve(folders=[folder])
    wait_for(lambda: len(made.json("/matches.json")["matches"]) == 3)
    return made


def test_a_folder_is_served_as_a_list_even_of_one(serve, tmp_path, replay_path):
    shutil.copy(replay_path, tmp_path / "only.gz")
    site = serve(folders=[tmp_path])
    page = site.client.get("/")
    assert page.status_code == 200
    assert "gallery.js" in page.text
    assert "only.gz" not in page.text, "what strangers wrote is data only"


def test_a_card_leads_to_its_match(site):
    card = next(card for card in site.json("/matches.json")["matches"] if card["file"] == "a.gz")
    assert site.json(f"/m/{card['id']}/match.json")["game"] == "overdrive"
    page = site.client.get(f"/m/{card['id']}/").text
    assert '<meta name="matches" content="3">' in page


def test_a_thumbnail_is_the_last_board_and_is_kept(site, replay, monkeypatch):
    card = next(card for card in site.json("/matches.json")["matches"] if card["file"] == "a.gz")
    address = f"/m/{card['id']}/thumb.json?version={card['version']}"
    answer = site.client.get(address)
    thumb = answer.json()
    assert (thumb["board"], thumb["turn"]) == ("games/overdrive/show/draw.js", len(replay.turns))
    assert "immutable" in answer.headers["cache-control"]
    assert site.client.get(address.partition("?")[0]).headers["cache-control"] == "no-store"
    monkeypatch.setattr(thumbnails, "_of_replay", lambda stream: pytest.fail("it is made once"))
    assert site.client.get(address).json() == thumb


def test_a_long_match_is_pictured_as_far_as_there_is_time(site, monkeypatch):
    monkeypatch.setattr(thumbnails, "MAKING_SECONDS", 0.0)
    card = next(card for card in site.json("/matches.json")["matches"] if card["file"] == "b.gz")
    assert 1 <= site.json(f"/m/{card['id']}/thumb.json")["turn"] <= 2


def test_a_broken_file_has_no_picture_and_no_page(site):
    card = next(card for card in site.json("/matches.json")["matches"] if card["file"] == "bad.gz")
    for part in ("", "thumb.json", "match.json"):
        answer = site.client.get(f"/m/{card['id']}/{part}")
        assert answer.status_code == 422
        assert "not a replay" in answer.json()["error"]


@pytest.mark.parametrize("name", ["..%2Fa.gz", "below%2Fb.gz", "%2Fetc%2Fpasswd", "notes.txt"])
def test_nothing_but_listed_files_is_served(site, name):
    assert site.client.get(f"/m/{name}/match.json").status_code == 404


def test_a_live_match_is_listed_and_hidden_while_a_person_plays(site):
    plan = plan_match("overdrive", ["human", "cruise"], MatchTerms(settings={"max_rounds": 5}), seed=3)
    show = site.gallery.play(plan)

    def card() -> Any:
        found = [card for card in site.json("/matches.json")["matches"] if card["id"] == show.id]
        return found[0] if found and found[0]["summary"] else None

    live = wait_for(card)
    assert live["kind"] == "live"
    assert "seed" not in live["summary"]
    assert "version" not in live
    assert site.client.get(f"/m/{show.id}/thumb.json").status_code == 403
    show.stop()
    over = wait_for(lambda: found if (found := card())["kind"] != "live" else None)
    assert over["summary"]["seed"] == "3"
    assert site.json(f"/m/{show.id}/thumb.json")["seats"][1]["name"] == "cruise"


def test_a_match_that_is_recorded_in_the_folder_is_listed_once(folder, monkeypatch):
    monkeypatch.setattr(shelves, "LOOK_SECONDS", 0.0)
    gallery = Gallery(lambda plan: folder / "live.gz", folders=[folder])
    shelf = Shelf(gallery)
    show = gallery.play(
        plan_match("overdrive", ["cruise", "cruise"], MatchTerms(settings={"max_rounds": 5}), seed=3)
    )
    wait_for(lambda: not show.running and (folder / "live.gz").exists())
    read(shelf, 4)
    assert [card.file for card in read(shelf, 4).matches].count("live.gz") == 1
    gallery.close()


def test_only_the_newest_thumbnails_and_indexes_are_kept(tmp_path):
    for age, name in enumerate(("new.json", "old.json", "oldest.json", "other.txt")):
        (tmp_path / name).write_text("x")
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    remove_oldest(tmp_path, ".json", 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.json", "other.txt"]


# Dropped files


def test_a_dropped_replay_is_a_match_that_is_not_trusted(site, folder, replay_path):
    answer = site.client.post("/drop", params={"name": "../../mine.gz"}, content=replay_path.read_bytes())
    assert answer.status_code == 200
    show = site.gallery.find(answer.json()["id"])
    assert isinstance(show, ReplayShow)
    assert (show.name, show.trusted, show.dropped) == ("mine.gz", False, True)
    assert not show.path.is_relative_to(folder.parent / "replays")
    assert site.json(f"/m/{show.id}/match.json")["game"] == "overdrive"
    wait_for(lambda: any(card.get("dropped") for card in site.json("/matches.json")["matches"]))


REFUSED = {
    "no gzip": (b"hello", "x.gz: not a replay, or damaged"),
    "nothing": (b"", "x.gz: expected a replay that begins with a header"),
    "another file": (gzip.compress(b"{}\n"), "x.gz"),
}


@pytest.mark.parametrize(("content", "said"), REFUSED.values(), ids=REFUSED)
def test_another_file_is_refused_by_its_own_name(site, content, said):
    before = len(site.gallery.shows())
    answer = site.client.post("/drop", params={"name": "x.gz"}, content=content)
    assert answer.status_code == 422
    assert said in answer.json()["error"]
    assert "lanista-dropped" not in answer.json()["error"]
    assert len(site.gallery.shows()) == before


def test_a_foreign_page_cannot_drop(site, replay_path):
    headers = {"origin": "http://evil.example"}
    assert site.client.post("/drop", content=replay_path.read_bytes(), headers=headers).status_code == 403


def test_dropped_files_are_few_and_gone_with_the_server(replay_path, monkeypatch):
    monkeypatch.setattr(drops, "MAX_DROPPED", 2)
    gallery = Gallery()
    taker = drops.Drops(gallery)
    paths = []
    for number in range(3):
        show = taker.take(f"{number}.gz", replay_path.read_bytes())
        assert isinstance(show, ReplayShow)
        paths.append(show.path)
    assert [path.exists() for path in paths] == [False, True, True]
    assert [show.name for show in gallery.shows()] == ["1.gz", "2.gz"]
    gallery.close()
    assert not paths[0].parent.exists()


def test_a_file_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(drops, "MAX_BYTES", 10)
    with pytest.raises(InputError, match=r"big.gz: expected a replay of at most 10 bytes, got 11"):
        drops.Drops(Gallery()).take("big.gz", b"x" * 11)


# Memory


def test_only_the_last_replays_that_were_asked_for_stay_in_memory(folder, monkeypatch):
    monkeypatch.setattr(galleries, "MAX_OPENED", 1)
    gallery = Gallery()
    first, second = (gallery.add(ReplayShow(folder / name)) for name in ("a.gz", "below/b.gz"))
    history = gallery.find(first.id).history()
    assert gallery.find(first.id).history() is history
    gallery.find(second.id).history()
    assert first.history() is not history

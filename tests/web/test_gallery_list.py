"""Which matches the list shows, and in which order: `gallery-list.js`, run by Node."""

from typing import Any

from tests.web.static_js import run

SCRIPT = """
import { choose, merge, readChoice, tally, writeChoice } from "./gallery/list.js";
const { cards, listings, hashes } = asked;
const known = new Map();
for (const listing of listings) merge(known, listing);
answer({
  known: [...known.keys()],
  found: hashes.map((hash) => choose(cards, readChoice(hash)).map(({ id }) => id).join("")),
  written: hashes.map((hash) => writeChoice(readChoice(hash))),
  kinds: Object.fromEntries(tally(cards).kinds),
  bots: Object.fromEntries(tally(cards).bots),
});
"""


def card(name: str, at: int, kind: str = "over", **summary: Any) -> dict[str, Any]:
    said = {"game": "overdrive", "names": ["greedy", "cruise"], "places": [1, 2], "turns": 10, **summary}
    return {"id": name, "file": f"file-{name}.gz", "kind": kind, "at": at, "summary": said, "title": "Overdrive"}


CARDS = [
    card("a", 1, turns=30, seed="77", faults={"timeout": 2}),
    card("b", 2, game="tanks", names=["greedy 2", "Höfer"], places=[1, 1]),
    card("c", 9, "broken", names=[], places=[], error="not a replay"),
    card("d", 3, "live", places=[]),
    card("e", 4, "open", places=[], branched=True, faults={"crashed": 1, "invalid": 3}),
]

# What the address says, the matches that are shown in order, and the address afterwards
ASKED = {
    "": ("debac", ""),
    "#": ("debac", ""),
    "#sort=newest": ("debac", ""),
    "#sort=oldest": ("dabec", "sort=oldest"),
    "#sort=longest": ("daebc", "sort=longest"),
    "#sort=most+faults": ("deabc", "sort=most+faults"),
    "#game=tanks": ("b", "game=tanks"),
    "#bot=greedy": ("deba", "bot=greedy"),
    "#which=live": ("d", "which=live"),
    "#which=with+faults": ("ea", "which=with+faults"),
    "#which=drawn": ("b", "which=drawn"),
    "#which=not+playable": ("c", "which=not+playable"),
    "#which=without+a+result": ("e", "which=without+a+result"),
    "#text=H%C3%96FER": ("b", "text=H%C3%96FER"),
    "#text=cruise+seed+77": ("a", "text=cruise+seed+77"),
    "#text=nothing+like+this": ("", "text=nothing+like+this"),
    "#which=nonsense&sort=constructor&x=1": ("debac", ""),
    "#%E0%A4%A": ("debac", ""),
    "#&&==&=": ("debac", ""),
}

LISTINGS = [
    {"whole": True, "matches": [card("a", 1), card("b", 2)], "gone": []},
    {"whole": False, "matches": [card("c", 3)], "gone": ["a", "unknown"]},
]


def test_the_list_is_filtered_sorted_and_remembered_in_the_address():
    found = run(SCRIPT, cards=CARDS, listings=LISTINGS, hashes=list(ASKED))
    assert dict(zip(ASKED, zip(found["found"], found["written"], strict=True), strict=True)) == ASKED
    assert found["known"] == ["b", "c"]
    assert found["kinds"]["with faults"] == 2
    assert found["bots"] == {"greedy": 4, "cruise": 3, "Höfer": 1}

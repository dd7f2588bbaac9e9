"""Grounds are drawn in pieces: painted once, in a hurry a few at a time while coarser ones stand in for them."""

from __future__ import annotations

from lanista.game import Played
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.moves import Move
from lanista.games.rampage.state import Word
from tests.games.rampage.positions import position
from tests.web.drawing_js import shot, tell

ROWS = ("A..........", *9 * ("...........",), "..........B")
ZOOMED = 4
DRAWINGS = """(() => {
  const painted = [];
  const create = document.createElement;
  let count = 0;
  document.createElement = (name) => (count += 1, create(name));
  const draw = (scale, hurry) => {
    count = 0;
    board.draw(penOf({ width: shot.width }), { ...shot, scale, hurry });
    return [count, hurry?.missed];
  };
  const late = () => ({ until: -1, missed: false });
  const first = [draw(1, late()), draw(1, late())];
  while (painted.length < 1000 && painted.at(-1)?.[1] !== false) painted.push(draw(%d, late()));
  return { first, painted, unhurried: draw(%d) };
})()"""


def test_pieces_come_one_by_one_when_time_is_short() -> None:
    state = position(*ROWS)
    shown = shot(RAMPAGE, Played(state, [Move(Word.NONE), Move(Word.NONE)]), 1)
    (told,) = tell(RAMPAGE, [shown], DRAWINGS % (ZOOMED, 2 * ZOOMED))
    (whole, missed), again = told["first"]
    assert whole > 1
    assert missed is False, "nothing stands in for the first picture, so all of it is painted"
    assert again == [0, False]
    assert len(told["painted"]) > 4
    *painted, last = told["painted"]
    assert all(count == 1 for count, _ in painted)
    assert last[0] == 0, "the last picture has no stand-ins"
    assert [missed for _, missed in told["painted"]] == [True] * (len(told["painted"]) - 1) + [False]
    count, _ = told["unhurried"]
    assert count > len(told["painted"]), "pictures for a file wait for all of it"

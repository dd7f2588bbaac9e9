"""Rampage, Sproutopia and Tanks in a real browser: sharp under the camera, and everything on them has words."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import opened, settle

GAMES = ("rampage", "sproutopia", "tanks")
ZOOMS = [1, 1.6, 5]
BLUR = 1.05  # times larger than it was painted: still sharp
MAX_DRAWINGS = 400  # until all pieces of a ground are painted

# At each zoom: how much a drawing enlarges what is kept once nothing is missing, and what stands around the field.
LOOK = """async ([zooms, most]) => {
    const { prototype } = CanvasRenderingContext2D;
    const plain = prototype.drawImage;
    let enlarged = 0;
    prototype.drawImage = function (image, ...box) {
        const wide = box[2] ?? image.width;
        if (this === viewer.stage.pen) enlarged = Math.max(enlarged, (this.getTransform().a * wide) / image.width);
        return plain.call(this, image, ...box);
    };
    const { camera, stage } = viewer;
    const around = () => {
        const copy = new OffscreenCanvas(stage.canvas.width, stage.canvas.height).getContext("2d");
        const scale = stage.canvas.width / stage.shot.width;
        const { x, y, width, height } = camera.field;
        copy.drawImage(stage.canvas, 0, 0);
        copy.clearRect(x * scale - 2, y * scale - 2, width * scale + 4, height * scale + 4);
        const { data } = copy.getImageData(0, 0, copy.canvas.width, copy.canvas.height);
        return data.reduce((sum, value, i) => (31 * sum + value + i) % 1e9, 0);
    };
    const found = zooms.map((zoom) => {
        camera.fit();
        camera.zoomBy(zoom);
        let drawings = 0;
        do {
            viewer.draw(0);
            drawings += 1;
        } while (stage.moving && drawings < most);
        enlarged = 0;
        viewer.draw(0); // now that nothing is missing
        return { enlarged, drawings, around: around() };
    });
    prototype.drawImage = plain;
    camera.fit();
    return found;
}"""

# What is said of every cell and seat, and the cell on which each seat's unit is.
WORDS = """() => {
    const { board, shot } = viewer.stage;
    const titles = new Set();
    for (let y = 0; y < 80; y += 1) {
        for (let x = 0; x < 80; x += 1) {
            const facts = board.inspect(shot, x, y);
            if (facts) titles.add(facts.title.replace(/ at \\d+, \\d+$/, ""));
            if (facts?.lines.some((line) => /undefined|NaN|null/.test(line))) throw new Error(facts.lines.join());
        }
    }
    const seats = shot.seats.map((_, seat) => {
        const at = board.seatAt(shot, seat);
        const cell = at && board.cell(shot, at.x, at.y);
        const here = cell && board.inspect(shot, cell.x, cell.y).title;
        return { title: board.inspectSeat(shot, seat).title, here };
    });
    return { titles: [...titles], seats, goal: board.goal(shot.scene, 0) };
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_sharp_and_told_in_words(page, served, game):
    opened(page, served(game) + "#turn=12")
    settle(page)
    looks = page.evaluate(LOOK, [ZOOMS, MAX_DRAWINGS])
    assert max(look["enlarged"] for look in looks) <= BLUR, looks
    assert max(look["drawings"] for look in looks) < MAX_DRAWINGS, looks
    assert len({look["around"] for look in looks}) == 1, "what stands around the field does not move"
    told = page.evaluate(WORDS)
    assert len(told["titles"]) > 3, told["titles"]
    assert not any(re.search("undefined|NaN", title) for title in told["titles"])
    assert all(seat["here"] is None or seat["here"].startswith(seat["title"]) for seat in told["seats"]), told
    assert any(seat["here"] for seat in told["seats"])
    assert told["goal"].endswith(".")


@pytest.mark.parametrize("game", ["sproutopia", "tanks"])
def test_remembered_ground_is_shown_where_the_seat_does_not_look(page, served, game):
    opened(page, served(game) + "?seat=1#turn=20")
    page.wait_for_function("() => viewer.stage.shot?.memory && !viewer.futures.isUnfinished(viewer.film)")
    remembered, without = page.evaluate(
        """() => {
            const { board, shot, pen, canvas } = viewer.stage;
            return [shot.memory, undefined].map((memory) => {
                const known = { ...shot, memory, hurry: undefined };
                board.draw(pen, known);
                return canvas.toDataURL();
            });
        }"""
    )
    assert remembered != without

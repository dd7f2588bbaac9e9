"""Boards under the camera in a real browser: at no zoom is a kept drawing enlarged, and panels stay in place."""

from __future__ import annotations

import pytest

from tests.browser.conftest import opened, settle

ZOOMS = (1, 1.6, 4, 9)
BLUR = 1.05  # times larger than it was painted: still sharp

# Notes how much each picture is enlarged while the board is drawn at each zoom.
WATCH = """async (zooms) => {
    const { prototype } = CanvasRenderingContext2D;
    const plain = prototype.drawImage;
    const found = zooms.map(() => 0);
    let at = 0;
    prototype.drawImage = function (image, ...box) {
        const [width, wide] = box.length === 8 ? [box[2], box[6]] : [image.width, box[2] ?? image.width];
        const { a, b } = this.getTransform();
        if (this === viewer.stage.pen) found[at] = Math.max(found[at], (Math.hypot(a, b) * wide) / width);
        return plain.call(this, image, ...box);
    };
    const { camera, stage } = viewer;
    const panels = [];
    for (at = 0; at < zooms.length; at += 1) {
        camera.fit();
        camera.zoomBy(zooms[at]);
        do viewer.draw(0); while (stage.moving); // coarser pieces stand in for those that are not painted yet
        found[at] = 0;
        viewer.draw(0);
        const above = Math.floor((camera.field.y * stage.canvas.width) / stage.shot.width) - 2;
        const { data } = stage.pen.getImageData(0, 0, stage.canvas.width, above);
        panels.push(data.reduce((sum, value, i) => (31 * sum + value + i) % 1e9, 0));
    }
    prototype.drawImage = plain;
    return [found, panels];
}"""


@pytest.mark.parametrize("game", ["overdrive", "tower_defence"])
def test_boards_stay_sharp_under_the_camera(page, served, game):
    opened(page, served(game) + "#turn=12")
    settle(page)
    enlarged, panels = page.evaluate(WATCH, list(ZOOMS))
    assert max(enlarged) <= BLUR, dict(zip(ZOOMS, enlarged, strict=True))
    assert len({*panels}) == 1, "what stands above the field does not move"

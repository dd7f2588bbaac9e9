// A row of cells, the fruit, and the walkers on their way.

import { disc, label, lerp, slab } from "../../../web/static/board/canvas.js";
import { seatColour } from "../../../web/static/shared/palette.js";

const SIDE = 48;

export const board = {
  size: (scene) => ({ width: SIDE * scene.length, height: 2 * SIDE }),
  draw(pen, shot) {
    for (let x = 0; x < shot.scene.length; x++) slab(pen, x * SIDE + 2, SIDE, SIDE - 4, SIDE / 2, 6, shot.palette.line);
    disc(pen, (shot.to.fruit + 0.5) * SIDE, SIDE * 1.25, 8, "crimson");
    shot.to.cells.forEach((cell, seat) => {
      const x = (lerp(shot.from.cells[seat], cell, shot.t) + 0.5) * SIDE;
      disc(pen, x, SIDE * 0.6, 16, seatColour(seat));
      label(pen, shot.seats[seat]?.letter ?? "", x, SIDE * 0.6, 16, "white", { align: "center" });
    });
  },
  describe: (shot) => `fruit at ${shot.to.fruit}, walkers at ${shot.to.cells.join(" and ")}`,
  place: (_, x) => ({ x: x * SIDE, y: SIDE, width: SIDE, height: SIDE }),
  cell: (_, px) => ({ x: Math.floor(px / SIDE), y: 0 }),
  tools: (_, legal) => [...legal].map((move) => ({ label: move.toLowerCase(), move })),
};

// The board in pages: cells, the gem, and the runners on their way. It draws frames and knows no rule.

import { disc, label, lerp, letterOf, slab } from "../../../web/static/board/canvas.js";
import { seatColour } from "../../../web/static/shared/palette.js";

const SIDE = 48;
const middle = (cell) => (cell + 0.5) * SIDE;

export const board = {
  size: ({ width, height }) => ({ width: SIDE * width, height: SIDE * height }),
  draw(pen, shot) {
    const { from, to, t, scene, palette } = shot;
    for (let x = 0; x < scene.width; x++) {
      for (let y = 0; y < scene.height; y++) slab(pen, x * SIDE + 2, y * SIDE + 2, SIDE - 4, SIDE - 4, 6, palette.raised);
    }
    disc(pen, middle(from.gem_x), middle(from.gem_y), 10, "gold");
    to.x.forEach((x, seat) => {
      const at = [middle(lerp(from.x[seat], x, t)), middle(lerp(from.y[seat], to.y[seat], t))];
      disc(pen, ...at, seat === to.taker ? 20 : 16, seatColour(seat));
      label(pen, letterOf(shot, seat), ...at, 16, "white", { align: "center" });
    });
  },
  describe: ({ to }) => `turn ${to.turn}: gem at ${to.gem_x}, ${to.gem_y}`,
  place: (_, x, y) => ({ x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE }),
  cell: (_, x, y) => ({ x: Math.floor(x / SIDE), y: Math.floor(y / SIDE) }),
  seatAt: ({ to }, seat) => ({ x: middle(to.x[seat]), y: middle(to.y[seat]) }),
  goal: ({ goal }) => `Take gems: ${goal} of them win at once.`,
  tools: (_, legal) => [...legal].map((move) => ({ label: move.toLowerCase(), move })),
};

// The arena in pages: trails as cells, and the riders on their way.

import { disc, label, lerp, letterOf, slab } from "../../../web/static/board/canvas.js";
import { seatColour } from "../../../web/static/shared/palette.js";

const SIDE = 32;
const middle = (cell) => (cell + 0.5) * SIDE;
const isOut = (rider) => rider.crashed > 0;

export const board = {
  rate: 8,
  size: ({ width, height }) => ({ width: SIDE * width, height: SIDE * height }),
  draw(pen, { from, to, t, scene, palette, seats }) {
    for (let y = 0; y < scene.height; y++) {
      for (let x = 0; x < scene.width; x++) {
        const owner = from.trails[y][x];
        slab(pen, x * SIDE + 1, y * SIDE + 1, SIDE - 2, SIDE - 2, 4, owner ? seatColour(owner - 1) : palette.raised);
      }
    }
    seats.forEach((_, seat) => {
      const [before, now] = [from.riders[seat], to.riders[seat]];
      const [x, y] = [middle(lerp(before.x, now.x, t)), middle(lerp(before.y, now.y, t))];
      disc(pen, x, y, isOut(now) ? SIDE / 4 : SIDE / 2, isOut(now) ? palette.quiet : seatColour(seat));
      label(pen, letterOf({ seats }, seat), x, y, 14, "white", { align: "center" });
    });
  },
  describe: ({ to, seats }) =>
    `turn ${to.turn}: ${seats.map((_, seat) => `${letterOf({ seats }, seat)} at ${to.riders[seat].x}, ${to.riders[seat].y}`).join("; ")}`,
  place: (_, x, y) => ({ x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE }),
  cell: (_, x, y) => ({ x: Math.floor(x / SIDE), y: Math.floor(y / SIDE) }),
  seatAt: ({ to }, seat) => (isOut(to.riders[seat]) ? null : { x: middle(to.riders[seat].x), y: middle(to.riders[seat].y) }),
  standing: ({ to }, seat) => ({ out: isOut(to.riders[seat]), note: isOut(to.riders[seat]) ? `turn ${to.riders[seat].crashed}` : "" }),
  goal: () => "Do not hit a wall or a trail; the last rider wins.",
  tools: (_, legal) => [...legal].map((move) => ({ label: move.toLowerCase(), move })),
};

// Games that have no drawing of their own are shown by their console picture.

import { label } from "./canvas.js";

const LINE = 20;
const LETTER = 9.7;
const COLUMNS = 84;
const ROWS = 36;

/** @type {import("./canvas.js").Board} */
export const board = {
  size: () => ({ width: COLUMNS * LETTER, height: ROWS * LINE }),
  draw(pen, shot) {
    String(shot.to.text ?? "").split("\n").forEach((line, i) => {
      label(pen, "", 0, 0, 16, shot.palette.ink);
      pen.font = "16px ui-monospace, monospace";
      pen.fillText(line, LETTER, (i + 1) * LINE);
    });
  },
  describe: (shot) => String(shot.to.text ?? ""),
  place: () => null,
  cell: () => null,
  tools: (_, legal) => [...legal].map((move) => ({ label: move, move })),
};

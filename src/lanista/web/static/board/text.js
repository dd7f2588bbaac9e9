// Shows games without their own drawing by the values of their frames.

import { label } from "./canvas.js";

const LINE = 20;
const LETTER = 9.7;
const COLUMNS = 84;
const ROWS = 36;

/** @type {import("./canvas.js").Board} */
export const board = {
  size: () => ({ width: COLUMNS * LETTER, height: ROWS * LINE }),
  draw(pen, shot) {
    linesOf(shot.to).forEach((line, i) => {
      label(pen, "", 0, 0, 16, shot.palette.ink);
      pen.font = "16px ui-monospace, monospace";
      pen.fillText(line, LETTER, (i + 1) * LINE);
    });
  },
  describe: (shot) => linesOf(shot.to).join("\n"),
  place: () => null,
  cell: () => null,
  tools: (_, legal) => [...legal].map((move) => ({ label: move, move })),
};

/** Values by name, one per line. @param {any} frame */
function linesOf(frame) {
  const listed = (/** @type {string} */ _, /** @type {any} */ part) => (ArrayBuffer.isView(part) ? [.../** @type {any} */ (part)] : part);
  return Object.entries(frame).map(([name, value]) => `${name}: ${JSON.stringify(value, listed)}`);
}

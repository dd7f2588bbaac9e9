// Small pictures of boards, drawn by the game's own board.

import { Thumbnails } from "../lanista/web/static/gallery/thumbnail.js";

const boards = new Thumbnails();
for (const canvas of document.querySelectorAll("canvas[data-board]")) {
  if (canvas instanceof HTMLCanvasElement) boards.show(canvas, canvas.dataset["board"] ?? "");
}

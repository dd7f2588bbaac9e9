// Reports errors in drawing in a corner of the page, which continues.

import { byId } from "./elements.js";
import { whereIn } from "./bundle-lines.js";

const FRAME = /([^\s@(]+):(\d+):\d+\)?$/; // of a stack: an address, a line and a column

/**
 * Do something; an error is shown and logged, once as long as it stays the same.
 * @param {string} where
 * @param {() => void} action
 */
export function guarded(where, action) {
  try {
    action();
  } catch (error) {
    report(where, error);
  }
}

/**
 * @param {string} where
 * @param {unknown} error
 */
export function report(where, error) {
  const corner = byId("trouble", HTMLElement);
  const text = `${where}: ${error instanceof Error ? error.message : error}`;
  corner.hidden = false;
  if (corner.dataset["said"] === text) return;
  corner.dataset["said"] = corner.textContent = text;
  console.warn(text, error);
  explained(error).then((why) => {
    if (corner.dataset["said"] === text) corner.textContent = `${where}: ${why}`;
  });
}

/** An error in words, with the file and line of the game where it happened, if it is known. @param {unknown} error */
export async function explained(error) {
  if (!(error instanceof Error)) return String(error);
  for (const frame of (error.stack ?? "").split("\n")) {
    const found = FRAME.exec(frame.trim());
    const where = found && (await whereIn(String(found[1]), Number(found[2])));
    if (where) return `${where}${error.message}`;
  }
  return error.message;
}

/** Nothing is wrong any more. */
export function forget() {
  byId("trouble", HTMLElement).hidden = true;
}

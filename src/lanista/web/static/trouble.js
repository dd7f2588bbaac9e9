// What went wrong while the page draws: said in a corner, and the page goes on.

import { byId } from "./elements.js";

/**
 * Do something; what goes wrong is said and logged, once as long as it stays the same.
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
  if (corner.textContent === text) return;
  corner.textContent = text;
  console.warn(text, error);
}

/** Nothing is wrong any more. */
export function forget() {
  byId("trouble", HTMLElement).hidden = true;
}

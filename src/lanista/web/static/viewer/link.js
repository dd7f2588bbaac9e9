// The address of a moment: turn, view and camera after the #. Any text there is harmless; the page names the parts that
// it cannot follow.

import { cut, NAME_LETTERS } from "../shared/excerpt.js";

/**
 * @typedef {object} LinkTarget
 * @property {number|null} turn
 * @property {number|null} seat whose view it is
 * @property {number|null} follow the seat that the camera follows
 * @property {{x: number, y: number, zoom: number}|null} camera
 */

const DIGITS = 3; // of a camera's numbers

/**
 * @param {string} hash
 * @returns {LinkTarget}
 */
export function readLink(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const numbers = (asked.get("camera") ?? "").split(",").map(Number);
  const [x, y, zoom] = numbers;
  const isCamera = numbers.length === 3 && numbers.every((number) => Number.isFinite(number) && number >= 0);
  return {
    turn: whole(asked.get("turn")),
    seat: whole(asked.get("seat")),
    follow: whole(asked.get("follow")),
    camera: isCamera ? { x: x ?? 0, y: y ?? 0, zoom: zoom ?? 1 } : null,
  };
}

/**
 * @param {string|null} text
 * @returns {number|null}
 */
export function whole(text) {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/**
 * The part of the address from the # on.
 * @param {number|null} turn
 * @param {number|null} seat
 * @param {import("../board/camera.js").Camera} camera
 */
export function writeLink(turn, seat, camera) {
  const parts = turn === null ? [] : [`turn=${turn}`];
  if (seat !== null) parts.push(`seat=${seat}`);
  if (camera.follow !== null) parts.push(`follow=${camera.follow}`);
  if (!camera.fits) parts.push(`camera=${[camera.x, camera.y, camera.zoom].map((n) => Number(n.toFixed(DIGITS))).join(",")}`);
  return `#${parts.join("&")}`;
}

/**
 * Complaints about things that an address asks for and the match does not have.
 * @param {string} hash
 * @param {{seats: number, last: number}} match
 * @returns {string[]}
 */
export function complaintsAbout(hash, { seats, last }) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const target = readLink(hash);
  const said = (/** @type {string} */ name) => `${name} ${cut(asked.get(name) ?? "", NAME_LETTERS)}`;
  const isAsked = (/** @type {"turn"|"seat"|"follow"} */ name, /** @type {number} */ most) =>
    asked.has(name) && (target[name] === null || Number(target[name]) > most);
  const range = `the match has seats 0 to ${seats - 1}`;
  const complaints = [];
  if (isAsked("turn", last)) {
    const shown = target.turn === null ? "the match is shown from its start" : `the last one, ${last}, is shown`;
    complaints.push(`There is no ${said("turn")}: ${shown}.`);
  }
  if (isAsked("seat", seats - 1)) complaints.push(`There is no ${said("seat")}: ${range}, and everything is shown.`);
  if (isAsked("follow", seats - 1)) complaints.push(`The camera cannot follow seat ${said("follow").slice(7)}: ${range}.`);
  if (asked.has("camera") && !target.camera) complaints.push(`The camera cannot stand at ${said("camera").slice(7)}.`);
  return complaints;
}

/**
 * Point a camera as an address asks.
 * @param {import("../board/camera.js").Camera} camera
 * @param {LinkTarget} target
 * @param {number} seats how many there are
 */
export function pointCamera(camera, target, seats) {
  if (target.camera) Object.assign(camera, target.camera, { zoom: 1 }).zoomBy(target.camera.zoom || 1);
  camera.follow = target.follow !== null && target.follow < seats ? target.follow : null;
}

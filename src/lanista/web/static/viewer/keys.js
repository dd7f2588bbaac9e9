// Keys, whatever has the focus: only a field that takes text keeps them.

/** @typedef {import("./main.js").Viewer} Viewer */

const MANY = 10; // turns at once
const PAN = 0.12; // of the view
const ZOOM = 1.35;
const TEXT_FIELDS = new Set(["text", "search", "number", "url", "email", "password"]);

const GIVING = "button, select, input[type=checkbox], input[type=range], summary";

/** The names of keys below the board. @type {[string, string][]} */
const KEY_NAMES = [
  [" ", "space play"],
  ["ArrowLeft ArrowRight", "←→ step (shift: 10)"],
  ["ArrowUp ArrowDown", "↑↓ speed"],
  ["Home End", "home end"],
  ["n p", "n p moments"],
  ["+ - 0", "+ − 0 zoom"],
  ["w a s d", "w a s d move"],
  ["1 2 3 4 5 6 7 8 9", "1-9 follow a seat"],
  ["i", "i inspect"],
  ["v", "v view"],
  ["b", "b side by side"],
  ["c", "c exchange"],
  ["t", "t theme"],
  ["f", "f full screen"],
];

/**
 * The line that explains the keys, without those for the moves of a person who plays.
 * @param {Set<string>|null} taken null if nobody plays
 * @param {boolean} [moves] whether there are moves to make
 */
export function keyLine(taken, moves = taken !== null) {
  const isFree = (/** @type {string} */ keys) => keys === " " ? !taken?.has(" ") : !keys.split(" ").some((key) => taken?.has(key));
  const free = KEY_NAMES.filter(([keys]) => isFree(keys)).map(([, words]) => words);
  return [...(moves ? ["your moves: the keys on their buttons"] : []), ...free].join(" · ");
}

/**
 * The actions of the keys.
 * @param {Viewer} viewer
 * @param {boolean} many
 * @returns {Record<string, () => void>}
 */
function commandsOf(viewer, many) {
  const { playback, camera } = viewer;
  const turns = many ? MANY : 1;
  const pan = (/** @type {number} */ x, /** @type {number} */ y) => {
    camera.moveBy(x * PAN * camera.view.width, y * PAN * camera.view.height);
    viewer.lookedElsewhere();
  };
  const zoom = (/** @type {number} */ factor) => {
    camera.zoomBy(factor);
    viewer.lookedElsewhere();
  };
  return {
    " ": () => playback.toggle(),
    ArrowLeft: () => playback.step(-turns),
    ArrowRight: () => playback.step(turns),
    ArrowUp: () => playback.faster(1),
    ArrowDown: () => playback.faster(-1),
    Home: () => playback.seek(0),
    End: () => playback.seek(playback.last),
    n: () => viewer.jump(1),
    p: () => viewer.jump(-1),
    i: () => viewer.inspector.pinNextSeat(viewer.film.data.seats.length),
    Escape: () => viewer.inspector.pin(null),
    "+": () => zoom(ZOOM),
    "=": () => zoom(ZOOM),
    "-": () => zoom(1 / ZOOM),
    0: () => viewer.fit(),
    w: () => pan(0, -1),
    a: () => pan(-1, 0),
    s: () => pan(0, 1),
    d: () => pan(1, 0),
    b: () => viewer.futures.toggle(),
    c: () => viewer.futures.swap(),
    f: () => viewer.changeFull(),
    t: () => viewer.changeTheme(),
    v: () => viewer.controls.nextView(),
    ...Object.fromEntries(viewer.film.data.seats.slice(0, 9).map((_, seat) => [seat + 1, () => viewer.followSeat(seat)])),
  };
}

/** Listen for keys. @param {Viewer} viewer */
export function listenForKeys(viewer) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isKept(event)) return;
    const command = commandsOf(viewer, event.shiftKey)[event.key];
    if (!viewer.person.press(event)) {
      if (!command) return;
      command();
    }
    event.preventDefault();
    viewer.stale = true;
  });
  document.addEventListener("click", (event) => letGo(event));
  document.addEventListener("change", (event) => letGo(event));
}

/** Whether what has the focus needs the key itself. @param {KeyboardEvent} event */
function isKept({ target, key }) {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement && TEXT_FIELDS.has(target.type)) return true;
  if (target instanceof HTMLSelectElement) return key === "ArrowUp" || key === "ArrowDown" || key === "Enter";
  const isPressed = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
  return (isPressed || target instanceof HTMLElement && target.tagName === "SUMMARY") && (key === " " || key === "Enter");
}

/** A control used with the pointer gives up the keyboard focus. @param {Event} event */
function letGo(event) {
  const focused = document.activeElement;
  const byKeyboard = event instanceof MouseEvent && event.detail === 0;
  if (byKeyboard || !(event.target instanceof Node) || !(focused instanceof HTMLElement)) return;
  if (focused.contains(event.target) && focused.matches(GIVING)) focused.blur();
}

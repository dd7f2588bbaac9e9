// What is on a square, in words: what it is, its numbers, and what happens to it next.

import { letterOf } from "../../../../web/static/board/canvas.js";
import { counted, joined } from "../../../../web/static/shared/words.js";
import { NAMED_PADS, SHIFT, WAYS, around, bulletOf } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Facts} Facts */
/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Bullet} Bullet */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Robot} Robot */
/** @typedef {import("./view.js").Scene} Scene */
/** @typedef {import("./view.js").Turret} Turret */

const ITEMS = ["Laser", "Shield", "Teleport"];

/**
 * All that is on a square: the most important thing gives the title.
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @returns {Facts|null}
 */
export function factsAt(shot, x, y) {
  const { width, height } = /** @type {Scene} */ (shot.scene);
  if (x < 0 || y < 0 || x >= width || y >= height) return null;
  const [first, ...others] = [
    ...[0, 1].flatMap((seat) => (isAt(shot.to.robots[seat], x, y) ? [robotFacts(shot, seat)] : [])),
    ...turretsAt(shot, x, y),
    ...bulletsAt(shot, x, y),
    ...groundAt(shot, x, y),
  ];
  if (!first) return { title: `Floor at ${x}, ${y}`, lines: dangersAt(shot, x, y) };
  const lines = [...first.lines, ...others.flatMap(({ title, lines: more }) => [`${title}:`, ...more])];
  return { title: `${first.title} at ${x}, ${y}`, lines: [...lines, ...dangersAt(shot, x, y)] };
}

/**
 * @param {Robot} robot
 * @param {number} x
 * @param {number} y
 */
function isAt(robot, x, y) {
  return robot.x === x && robot.y === y;
}

/**
 * @param {Shot} shot
 * @param {number} seat
 * @returns {Facts}
 */
export function robotFacts(shot, seat) {
  const { scene } = shot;
  const robot = /** @type {Robot} */ (shot.to.robots[seat]);
  const { facing, hp, points, lasers, shields, teleports } = robot;
  const title = `Robot ${letterOf(shot, seat)} (${shot.seats[seat]?.name ?? ""})`;
  if (hp <= 0) return { title, lines: [`Destroyed, with ${points} points.`] };
  return {
    title,
    lines: [
      `${hp} of ${Math.max(hp, scene.hp)} HP, ${counted(points, "point")}; faces ${WAYS[facing]}.`,
      `Holds ${joined([counted(lasers, "laser"), counted(shields, "shield"), counted(teleports, "teleport")])}.`,
      shieldFacts(scene, robot.shield_left),
    ],
  };
}

/**
 * @param {Scene} scene
 * @param {number} left turns of the shield, the one that was played included
 */
function shieldFacts(scene, left) {
  if (left > 1) return `Its shield takes hits for ${counted(left - 1, "more turn")}; the first one ends it.`;
  return `No shield: a hit costs ${scene.damage} HP and pays its owner ${scene.points.hit} points.`;
}

/**
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @returns {Facts[]}
 */
function turretsAt(shot, x, y) {
  const { turrets, points } = /** @type {Scene} */ (shot.scene);
  const i = turrets.findIndex(({ at }) => at[0] === x && at[1] === y);
  const turret = turrets[i];
  if (!turret) return [];
  if (!shot.to.turrets[i].alive) {
    return [{ title: "Turret, disabled", lines: ["It fires no more, but still stands in the way."] }];
  }
  const rhythm = `Fires in ${turret.fire} of every ${turret.period} turns.`;
  const price = `A bullet, a laser or a shield that sends its beam back disables it: ${points.turret} points.`;
  return [{ title: "Turret", lines: [firesWhen(turret, shot.to.turn), rhythm, price] }];
}

/**
 * @param {Turret} turret
 * @param {number} turn
 */
function firesWhen(turret, turn) {
  const { fire, period, reach } = turret;
  if (fire === 0) return "It never fires.";
  const wait = turnsToFire(turret, turn);
  const far = joined(reach.map((squares, way) => `${squares} ${WAYS[way]}`));
  if (fire === period) return `Fires every turn, along its row and column: ${far}.`;
  const when = wait === 0 ? "next turn" : `in ${wait + 1} turns`;
  return `Fires ${when}, along its row and column: ${far}.`;
}

/**
 * How many turns pass before a turret fires: 0 if it does so in the coming one.
 * @param {Turret} turret
 * @param {number} turn
 */
function turnsToFire({ fire, period, phase }, turn) {
  const now = around(turn + phase, period);
  return now < fire ? 0 : period - now;
}

/**
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @returns {Facts[]}
 */
function bulletsAt(shot, x, y) {
  const bullets = flying(shot).filter((bullet) => bullet.x === x && bullet.y === y);
  return bullets.map((bullet) => ({
    title: `Bullet of ${letterOf(shot, bullet.owner)}`,
    lines: [`Flies ${WAYS[bullet.direction]}: ${landing(shot, bullet)}`],
  }));
}

/** @param {Shot} shot */
function flying(shot) {
  return Array.from(/** @type {Frame} */ (shot.to).bullets, (code) => bulletOf(code, shot.scene));
}

/**
 * The square that a bullet reaches in the coming turn.
 * @param {Scene} scene
 * @param {Bullet} bullet
 */
function nextSquare({ width, height }, { x, y, direction }) {
  const [dx, dy] = SHIFT[direction] ?? [0, 0];
  return { x: around(x + dx, width), y: around(y + dy, height) };
}

/**
 * @param {Shot} shot
 * @param {Bullet} bullet
 */
function landing(shot, bullet) {
  const scene = /** @type {Scene} */ (shot.scene);
  const { x, y } = nextSquare(scene, bullet);
  if (scene.rows[y]?.[x] === "#") return "next turn it ends at a wall.";
  const turret = scene.turrets.findIndex(({ at }) => at[0] === x && at[1] === y);
  if (turret >= 0) return `next turn it ${shot.to.turrets[turret].alive ? "disables" : "ends at"} a turret.`;
  return `next turn it is at ${x}, ${y} and hits any robot there.`;
}

/**
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @returns {Facts[]}
 */
function groundAt(shot, x, y) {
  const { rows, pads, turrets, items } = /** @type {Scene} */ (shot.scene);
  if (turrets.some(({ at }) => at[0] === x && at[1] === y)) return [];
  if (rows[y]?.[x] === "#") return [{ title: "Wall", lines: ["Stops robots, bullets and beams."] }];
  const things = items.flatMap(([ix, iy, kind], i) => {
    return ix === x && iy === y && shot.to.items[i] ? [itemFacts(shot.scene, kind)] : [];
  });
  const pad = pads.findIndex(([px, py]) => px === x && py === y);
  return pad >= 0 ? [...things, padFacts(pad)] : things;
}

/**
 * @param {Scene} scene
 * @param {number} kind
 * @returns {Facts}
 */
function itemFacts(scene, kind) {
  const uses = [
    `fires four beams at once, up to ${counted(scene.laser_range, "square")} each.`,
    `takes hits for ${counted(scene.shield_turns, "turn")}, or until the first one.`,
    "jumps to any pad with a number.",
  ];
  const gain = `The robot that steps here gets it, and ${counted(scene.points.item, "point")}.`;
  return { title: ITEMS[kind] ?? "Item", lines: [gain, `Used once: ${uses[kind] ?? ""}`] };
}

/**
 * @param {number} pad
 * @returns {Facts}
 */
function padFacts(pad) {
  if (pad >= NAMED_PADS) return { title: "Pad", lines: ["It has no number: no move leads here."] };
  return { title: `Pad ${pad}`, lines: [`A robot with a teleport can jump here from anywhere: TELEPORT_${pad}.`] };
}

/**
 * What strikes a square in the coming turn, as far as it is known now.
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 */
function dangersAt(shot, x, y) {
  const scene = /** @type {Scene} */ (shot.scene);
  if (shot.to.over || scene.rows[y]?.[x] === "#") return [];
  const beams = scene.turrets.flatMap((turret, i) => {
    const fires = shot.to.turrets[i].alive && turret.fire > 0 && turnsToFire(turret, shot.to.turn) === 0;
    return fires && isCovered(scene, turret, x, y) ? [`${turret.at[0]}, ${turret.at[1]}`] : [];
  });
  const bullets = flying(shot).filter((bullet) => {
    const next = nextSquare(scene, bullet);
    return next.x === x && next.y === y;
  });
  const fire = `Next turn in the fire of the ${beams.length > 1 ? "turrets" : "turret"} at ${beams.join(" and ")}.`;
  return [
    ...(beams.length ? [fire] : []),
    ...bullets.map(({ owner }) => `Next turn a bullet of ${letterOf(shot, owner)} is here.`),
  ];
}

/**
 * Whether a beam of a turret goes over a square.
 * @param {Scene} scene
 * @param {Turret} turret
 * @param {number} x
 * @param {number} y
 */
function isCovered({ width, height }, { at, reach }, x, y) {
  return SHIFT.some(([dx, dy], way) => {
    const away = dx ? around((x - at[0]) * dx, width) : around((y - at[1]) * dy, height);
    return (dx ? y === at[1] : x === at[0]) && away > 0 && away <= (reach[way] ?? 0);
  });
}

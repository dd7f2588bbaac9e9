// Records as the rules lay them out: bytes in, plain values out.

/**
 * Of each field its name, offset, kind of number or layout of a record, size of an element, and shape.
 * @typedef {[string, number, string|Layout[], number, number[]]} Layout
 */

/** @type {Record<string, {new (buffer: ArrayBuffer, at: number, length: number): any}>} */
const ARRAYS = { i1: Int8Array, i2: Int16Array, i4: Int32Array };

/**
 * The record that begins at an address of memory which must not change later; a row `tanks` beside a number `n_tanks`
 * has only that many. Rows of numbers are views of the memory.
 * @param {Layout[]} layout
 * @param {DataView} memory
 * @param {number} at
 * @returns {any}
 */
export function recordAt(layout, memory, at) {
  /** @type {Record<string, any>} */
  const values = {};
  for (const [name, offset, kind, size, shape] of layout) {
    if (name.startsWith("n_") && fieldOf(layout, name.slice(2))) continue;
    const count = shape.length ? fieldOf(layout, `n_${name}`) : undefined;
    const cut = count ? [numberAt(/** @type {string} */ (count[2]), memory, at + count[1]), ...shape.slice(1)] : shape;
    values[name] = fieldAt(kind, memory, at + offset, size, cut);
  }
  return values;
}

/** @param {Layout[]} layout @param {string} wanted */
function fieldOf(layout, wanted) {
  return layout.find(([name]) => name === wanted);
}

/**
 * @param {string|Layout[]} kind
 * @param {DataView} memory
 * @param {number} at
 * @param {number} size
 * @param {number[]} shape
 * @returns {any}
 */
function fieldAt(kind, memory, at, size, shape) {
  const [length, ...inner] = shape;
  if (length === undefined) return typeof kind === "string" ? numberAt(kind, memory, at) : recordAt(kind, memory, at);
  const numbers = typeof kind === "string" ? ARRAYS[kind] : undefined;
  if (numbers && !inner.length) return new numbers(/** @type {ArrayBuffer} */ (memory.buffer), memory.byteOffset + at, length);
  const step = inner.reduce((a, b) => a * b, size);
  return Array.from({ length }, (_, i) => fieldAt(kind, memory, at + i * step, size, inner));
}

/** @param {string} kind @param {DataView} memory @param {number} at */
function numberAt(kind, memory, at) {
  if (kind === "i4") return memory.getInt32(at, true);
  if (kind === "i2") return memory.getInt16(at, true);
  return kind === "i1" ? memory.getInt8(at) : Number(memory.getBigInt64(at, true));
}

/** @param {string} text base64 */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

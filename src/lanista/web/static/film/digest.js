// SHA-256, for pages that the browser gives no `crypto.subtle`: those that came over plain HTTP.

const BLOCK = 64; // bytes
const ROUNDS = 64;
const FIRST_PRIMES = primes(ROUNDS);
const START = FIRST_PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = Int32Array.from(FIRST_PRIMES, (prime) => fraction(Math.cbrt(prime)));
const DIGITS = 16; // of a digest in a replay

const w = new Int32Array(ROUNDS);
const sums = new Int32Array(8);

/** The digest of a state as replays have it. @param {Uint8Array} state @param {Uint8Array} fixed its constant record */
export function digestOf(state, fixed) {
  const length = state.length + fixed.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  padded.set(state);
  padded.set(fixed, state.length);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);
  sums.set(START);
  for (let at = 0; at < padded.length; at += BLOCK) addBlock(view, at);
  return Array.from(sums, (sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("").slice(0, DIGITS);
}

/** @param {DataView} view @param {number} at */
function addBlock(view, at) {
  for (let i = 0; i < BLOCK / 4; i += 1) w[i] = view.getInt32(at + 4 * i);
  for (let i = BLOCK / 4; i < ROUNDS; i += 1) {
    const x = word(w, i - 15);
    const y = word(w, i - 2);
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = word(w, i - 16) + s0 + word(w, i - 7) + s1;
  }
  let a = word(sums, 0);
  let b = word(sums, 1);
  let c = word(sums, 2);
  let d = word(sums, 3);
  let e = word(sums, 4);
  let f = word(sums, 5);
  let g = word(sums, 6);
  let h = word(sums, 7);
  for (let i = 0; i < ROUNDS; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const first = (h + s1 + ((e & f) ^ (~e & g)) + word(CONSTANTS, i) + word(w, i)) | 0;
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((part, i) => (sums[i] = word(sums, i) + part));
}

/** @param {Int32Array} words @param {number} i an index that is in them */
function word(words, i) {
  return /** @type {number} */ (words[i]);
}

/** The first 32 bits of the fractional part of a number. @param {number} number */
function fraction(number) {
  return ((number - Math.floor(number)) * 2 ** 32) | 0;
}

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

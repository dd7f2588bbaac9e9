  const I8 = new Int8Array(memory), I16 = new Int16Array(memory), I32 = new Int32Array(memory);
  const F32 = new Float32Array(memory), F64 = new Float64Array(memory);
  const $mod = (a, b) => { const r = a % b; return r !== 0 && r < 0 !== b < 0 ? r + b : r; };
  const $load8 = (a) => I32[a + 4 >> 2] * 4294967296 + (I32[a >> 2] >>> 0);
  const $store8 = (a, v) => { I32[a >> 2] = v % 4294967296; I32[a + 4 >> 2] = Math.floor(v / 4294967296); };
  const $fault = (line) => { throw new RangeError(`${lines[line]}: an index or a number is out of range, or a divisor is 0`); };
  const $nonzero = (v, line) => v === 0 ? $fault(line) : v;
  const $shift = (v, line) => v >= 0 && v < 32 ? v : $fault(line);
  const $bound = (v, line) => v > 0 && v <= 2147483648 ? v : $fault(line);
  const $powers = Array.from({ length: 32 }, (_, bits) => 2 ** bits);
  // The high 32 bits of the product of two unsigned numbers of 32 bits; Math.imul gives the low ones.
  const $high = (a, b) => {
    const a0 = a & 65535, a1 = a >>> 16, b0 = b & 65535, b1 = b >>> 16;
    const middle = a1 * b0 + (a0 * b0 >>> 16), cross = a0 * b1 + (middle & 65535);
    return a1 * b1 + Math.floor(middle / 65536) + Math.floor(cross / 65536) >>> 0;
  };
  // SplitMix64 in two halves of 32 bits, as in engine/random.py.
  const $draw = (at, n) => {
    const threshold = (4294967296 - n) % n, position = at >> 2;
    for (;;) {
      const sum = (I32[position] >>> 0) + 0x7F4A7C15;
      let low = sum | 0, high = I32[position + 1] + 0x9E3779B9 + (sum > 4294967295 ? 1 : 0) | 0;
      I32[position] = low;
      I32[position + 1] = high;
      let l = low ^ (low >>> 30 | high << 2), h = high ^ high >>> 30;
      low = Math.imul(l, 0x1CE4E5B9);
      high = $high(l >>> 0, 0x1CE4E5B9) + Math.imul(h, 0x1CE4E5B9) + Math.imul(l, 0xBF58476D) | 0;
      l = low ^ (low >>> 27 | high << 5);
      h = high ^ high >>> 27;
      low = Math.imul(l, 0x133111EB);
      high = $high(l >>> 0, 0x133111EB) + Math.imul(h, 0x133111EB) + Math.imul(l, 0x94D049BB) | 0;
      h = (high ^ high >>> 31) >>> 0;
      if (Math.imul(h, n) >>> 0 >= threshold) return $high(h, n);
    }
  };

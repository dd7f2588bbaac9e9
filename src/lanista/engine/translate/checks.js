  const $at = (i, n, line) => i >= 0 && i < n ? i : $fault(line);
  const $exact = (v) => { if (!Number.isSafeInteger(v)) throw new RangeError(`${v} is not exact`); return v; };
  const $bits = (v) => { if (v !== (v | 0)) throw new RangeError(`${v} has more than 32 bits`); return v; };
  const $fits = (v, low, high) => { if (!(v >= low && v <= high)) throw new RangeError(`${v} does not fit`); return v; };

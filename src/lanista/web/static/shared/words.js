// Numbers and lists in words, for what boards say of a moment.

/**
 * "1 wall", "2 walls".
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * "a", "a and b", "a, b and c".
 * @param {readonly string[]} parts
 */
export function joined(parts) {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/**
 * With a sign: "+3", "-2".
 * @param {number} value
 */
export function signed(value) {
  return value > 0 ? `+${value}` : String(value);
}

/**
 * "in the next round", "in 3 rounds".
 * @param {number} count
 * @param {string} turn what the game calls it
 */
export function inTurns(count, turn) {
  return count <= 1 ? `in the next ${turn}` : `in ${count} ${turn}s`;
}

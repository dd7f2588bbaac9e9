// CRC-32, as zlib computes it.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** @param {Uint8Array} bytes @returns {number} a whole number of 32 bits */
export function checksum(bytes) {
  let rest = 0xffffffff;
  for (let i = 0; i < bytes.length; i += 1) {
    rest = (rest >>> 8) ^ /** @type {number} */ (TABLE[(rest ^ /** @type {number} */ (bytes[i])) & 0xff]);
  }
  return (rest ^ 0xffffffff) >>> 0;
}

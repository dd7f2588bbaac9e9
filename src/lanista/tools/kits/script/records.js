// Records as objects and as JSON. Numbers beyond 2**53 are BigInt in objects and plain digits in JSON.

const READERS = { i1: "getInt8", i2: "getInt16", i4: "getInt32", i8: "getBigInt64", u8: "getBigUint64" };
const WRITERS = { i1: "setInt8", i2: "setInt16", i4: "setInt32", i8: "setBigInt64", u8: "setBigUint64" };

/** A number as `JSON.stringify` and arithmetic like it best. @param {number | bigint} value */
const plain = (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

/** @param {string} type */
const sizeOf = (type) => fields[type]?.size ?? Number(type.slice(1));

/** @param {DataView} view @param {string} type @param {number} at */
function readValue(view, type, at) {
  if (type in READERS) return plain(view[READERS[type]](at, true));
  const { fields: members } = fields[type];
  return Object.fromEntries(members.map((field) => [field.name, readShape(view, field.type, at + field.offset, field.shape)]));
}

function readShape(view, type, at, shape) {
  if (shape.length === 0) return readValue(view, type, at);
  const [length, ...rest] = shape, stride = rest.reduce((a, b) => a * b, sizeOf(type));
  return Array.from({ length }, (_, i) => readShape(view, type, at + i * stride, rest));
}

function writeValue(view, type, at, value, path) {
  if (type in WRITERS) writeNumber(view, type, at, value, path);
  else {
    const members = fields[type].fields;
    const unknown = Object.keys(value).find((name) => !members.some((field) => field.name === name));
    if (unknown !== undefined) throw new TypeError(`unknown field ${path}.${unknown}`);
    for (const field of members) writeShape(view, field.type, at + field.offset, field.shape, value[field.name], `${path}.${field.name}`);
  }
}

function writeShape(view, type, at, shape, value, path) {
  if (value === undefined) throw new TypeError(`missing field ${path}`);
  if (shape.length === 0) return writeValue(view, type, at, value, path);
  const [length, ...rest] = shape, stride = rest.reduce((a, b) => a * b, sizeOf(type));
  if (!Array.isArray(value) || value.length !== length) throw new TypeError(`expected ${length} elements at ${path}`);
  value.forEach((element, i) => writeShape(view, type, at + i * stride, rest, element, `${path}[${i}]`));
}

function writeNumber(view, type, at, value, path) {
  const isWhole = typeof value === "bigint" || Number.isSafeInteger(value);
  if (isWhole) view[WRITERS[type]](at, type.endsWith("8") ? BigInt(value) : Number(value), true);
  if (!isWhole || plain(view[READERS[type]](at, true)) !== plain(value)) {
    throw new TypeError(`expected a whole number of ${8 * sizeOf(type)} bits at ${path}, got ${value}`);
  }
}

/** A match of this game: `Model`, and records as objects. */
export class Match extends Model {
  /**
   * A record's bytes as an object.
   * @param {string} kind one of the names in `fields`, such as "state" or "move"
   * @param {Uint8Array} bytes
   */
  toObject(kind, bytes) {
    expectSize(`a record ${kind}`, bytes, fields[kind].size);
    return readValue(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), kind, 0);
  }

  /**
   * An object as a record's bytes; every field must be there.
   * @param {string} kind
   * @param {object} value
   */
  toBytes(kind, value) {
    const bytes = new Uint8Array(fields[kind].size);
    writeValue(new DataView(bytes.buffer), kind, 0, value, "$");
    return bytes;
  }

  /** A record of zeros as an object. @param {string} kind */
  blank(kind) {
    return this.toObject(kind, new Uint8Array(fields[kind].size));
  }

  /** A number in the current state: `match.get("players", 0, "hp")`. @param {...(string | number)} path */
  get(...path) {
    let type = "state", at = this.at.state, shape = [];
    for (const step of path) {
      if (typeof step === "string") {
        const field = fields[type].fields.find((one) => one.name === step);
        if (!field) throw new TypeError(`a ${type} has no field ${step}`);
        ({ type, shape } = field);
        at += field.offset;
      } else {
        const [length, ...rest] = shape;
        if (!(step >= 0 && step < length)) throw new RangeError(`expected an index from 0 to ${length - 1}, got ${step}`);
        at += step * rest.reduce((a, b) => a * b, sizeOf(type));
        shape = rest;
      }
    }
    return readShape(new DataView(this.bytes.buffer), type, at, shape);
  }

  /** The current state as the JSON that `lanista` dumps. */
  dumpJson() {
    const value = { config: this.toObject("const", this.fixed), state: this.toObject("state", this.state) };
    const marked = JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part));
    return marked.replace(/"(-?\d+)n"/g, "$1");
  }

  /** Start from the JSON of a state. @param {string} text */
  loadJson(text) {
    const exact = text.replace(/(?<=[:[,]\s*)-?\d{16,}(?=\s*[,\]}])/g, '"$&n"');
    const big = (_, part) => (typeof part === "string" ? BigInt(part.slice(0, -1)) : part);
    const { config, state } = JSON.parse(exact, big);
    this.load(this.toBytes("state", state), this.toBytes("const", config), config.seats);
  }
}

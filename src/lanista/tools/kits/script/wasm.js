const PAGE = 65536;

/** Memory and entries of the rules; a fault becomes an error that names the line. */
function readyWasm(module, bytes) {
  const fault = (line) => {
    throw new RangeError(`${lines[line]}: an index or a number is out of range, or a divisor is 0`);
  };
  const { exports } = new WebAssembly.Instance(module, { env: { fault } });
  const { memory, __stack_pointer: stack } = exports;
  const top = stack.value;
  const guarded = (entry) => (...values) => {
    try {
      return Number(entry(...values) ?? 0);
    } catch (error) {
      stack.value = top;
      throw error;
    }
  };
  const base = memory.grow(Math.ceil(bytes / PAGE)) * PAGE;
  const functions = Object.entries(exports).filter(([, value]) => typeof value === "function");
  const entries = Object.fromEntries(functions.map(([name, entry]) => [name, guarded(entry)]));
  return { buffer: memory.buffer, entries, base };
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (!(source instanceof URL)) return WebAssembly.compile(source);
  if (source.protocol !== "file:") return WebAssembly.compile(await (await fetch(source)).arrayBuffer());
  const { readFile } = await import("node:fs/promises");
  return WebAssembly.compile(await readFile(source));
}

/**
 * A new match; load a state before anything else.
 * @param {URL | BufferSource | WebAssembly.Module} [source] where the rules are, if not beside this file
 * @returns {Promise<Match>}
 */
export async function createMatch(source = new URL("./{{game}}.wasm", import.meta.url)) {
  const module = await compiled(source);
  return new Match({ layout }, (bytes) => readyWasm(module, bytes));
}

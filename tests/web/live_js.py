"""The page's side of a live match, run by Node: a WebSocket, a clock and a server of the test's own."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from lanista.web.page import bundle_modules, constant_of
from tests.processes import SECONDS
from tests.programs import need

MODULES = ("web/static/viewer/live.js", "web/static/person/person.js")

# A page without a browser: time passes when `pass` is called, and what was sent is kept.
WORLD = """
let now = 0, timers = [], number = 0;
globalThis.setTimeout = (call, ms) => { timers.push({ id: ++number, at: now + ms, call }); return number; };
globalThis.clearTimeout = (id) => { timers = timers.filter((timer) => timer.id !== id); };
globalThis.performance = { now: () => now };
const settled = () => new Promise((done) => setImmediate(done));
async function pass(ms) {
  for (const end = now + ms; ;) {
    const next = timers.sort((a, b) => a.at - b.at)[0];
    if (!next || next.at > end) { now = end; return; }
    now = next.at;
    timers.shift();
    next.call();
    await settled();
  }
}
const listeners = {};
globalThis.addEventListener = (kind, call) => (listeners[kind] = call);
globalThis.removeEventListener = (kind) => delete listeners[kind];
class Element {
  constructor() { Object.assign(this, { children: [], dataset: {}, style: {}, hidden: false, textContent: "" }); }
  append(...parts) { this.children.push(...parts); }
  replaceChildren(...parts) { this.children = parts; }
  setAttribute(name, value) { this[name] = value; }
  addEventListener(kind, call) { this[`on${kind}`] = call; }
  get classList() { return { toggle: () => {}, add: () => {}, remove: () => {} }; }
}
globalThis.document = {
  visibilityState: "visible", addEventListener, removeEventListener, createElement: () => new Element(),
};
globalThis.location = new URL("http://host:80/m/1/?seat=0&key=SECRET#turn=3");
const sockets = [];
globalThis.WebSocket = class {
  constructor(url) { this.url = url; this.open = true; sockets.push(this); }
  close() { this.open = false; }
  say(message) { this.onmessage({ data: JSON.stringify(message) }); }
  end(code, reason = "") { this.onclose({ code, reason }); }
};
"""


def run(script: str) -> Any:
    """The result of a script that may use the modules and the world above."""
    node = need("node")
    taken = "\n".join(f"Object.assign(globalThis, {constant_of(module)});" for module in MODULES)
    asked = f"console.log(JSON.stringify(await (async () => {{{script}}})()));"
    command = [node, "--input-type=module", "--eval", f"{WORLD}\n{bundle_modules(MODULES, taken)}\n{asked}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)

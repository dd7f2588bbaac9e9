// The worker's side: it thinks for the page.

import { Thinker } from "./thinker.js";

/** Answer the page's requests. @param {import("./model.js").Rules} rules */
export function serve(rules) {
  const thinker = new Thinker(rules);
  const here = /** @type {{onmessage: any, postMessage: (data: any) => void}} */ (/** @type {unknown} */ (globalThis));
  here.onmessage = async (/** @type {MessageEvent} */ { data }) => {
    if (data === "stop") thinker.stop();
    else here.postMessage({ id: data.id, found: await thinker.think(data.request) });
  };
  here.postMessage("ready");
}

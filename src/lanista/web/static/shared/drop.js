// Replay files that are dropped on a page of the server, or chosen there: sent to it, and shown as a match.

import { reason } from "../film/film.js";

const MAX_BYTES = 64 * 2 ** 20; // as the server accepts
const MEGABYTE = 2 ** 20;

/** A fact about the page's server; nothing if the page has no server. @param {string} name */
function served(name) {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";
}

/** The number of matches that the page's server has; none where files cannot be dropped. */
export function matches() {
  return Number(served("matches"));
}

/**
 * On a page of the server: files can be dropped anywhere, and a link leads to all matches if there are several.
 * @param {(text: string) => void} say
 */
export function acceptDrops(say) {
  const home = document.getElementById("home");
  if (home instanceof HTMLAnchorElement && served("home") && matches() !== 1) {
    home.href = served("home");
    home.hidden = false;
  }
  if (!matches()) return;
  const carriesFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  const mark = (/** @type {boolean} */ on) => document.body.classList.toggle("dropping", on);
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  addEventListener("drop", (event) => {
    mark(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    void openFiles([...(event.dataTransfer?.files ?? [])], say);
  });
}

/**
 * Send files to the server and go to the match, or to the list of several.
 * @param {File[]} files
 * @param {(text: string) => void} say
 */
export async function openFiles(files, say) {
  const ids = [];
  for (const file of files) {
    say(`Opening ${file.name} …`);
    try {
      ids.push(await send(file));
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
      return;
    }
  }
  if (ids.length) location.assign(ids.length === 1 ? `/m/${encodeURIComponent(String(ids[0]))}/` : "/");
}

/**
 * @param {File} file
 * @returns {Promise<string>} the id of the match
 */
async function send(file) {
  if (file.size > MAX_BYTES) {
    const size = Math.ceil(file.size / MEGABYTE);
    throw new Error(`${file.name}: expected a replay of at most ${MAX_BYTES / MEGABYTE} MB, got ${size} MB`);
  }
  const headers = { "content-type": "application/octet-stream" };
  const address = `/drop?name=${encodeURIComponent(file.name)}`;
  const answer = await fetch(address, { method: "POST", body: file, headers }).catch(() => null);
  if (!answer) throw new Error(`${file.name} could not be sent: the server does not answer, or the file is gone`);
  if (!answer.ok) throw new Error(await reason(answer));
  return (await answer.json()).id;
}

// Follows what happens to a version: tells what it is doing, and loads the page again when its state has changed.

const PAUSE = 2000; // milliseconds between two questions, and more while nobody looks
const MAX_PAUSE = 30000;
const mark = document.querySelector("[data-follow]");

if (mark instanceof HTMLElement) void follow(mark);

/** @param {HTMLElement} mark */
async function follow(mark) {
  let pause = PAUSE;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (document.hidden) continue;
    const found = await ask(mark.dataset.follow ?? "");
    pause = found ? Math.min(pause * 1.05, MAX_PAUSE) : Math.min(pause * 2, MAX_PAUSE);
    if (!found) continue;
    if (found.state !== mark.dataset.state) {
      location.reload();
      return;
    }
    const says = document.querySelector("[data-says]");
    if (says && says.textContent !== found.outlook.says) says.textContent = found.outlook.says;
  }
}

/**
 * @param {string} address
 * @returns {Promise<{ state: string, outlook: { says: string } } | null>} nothing if the server does not answer
 */
async function ask(address) {
  try {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    return answer.ok ? (await answer.json()).upload : null;
  } catch {
    return null;
  }
}

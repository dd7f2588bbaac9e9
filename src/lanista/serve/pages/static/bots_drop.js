// Files that are dropped on the form for uploads: put into its field, so that the form works as without a script.

const MAX_BYTES = 5 * 2 ** 20;
const form = document.querySelector("form[data-drop]");

if (form instanceof HTMLFormElement) accept(form);

/** @param {HTMLFormElement} form */
function accept(form) {
  const input = form.querySelector("input[type=file]");
  const chosen = form.querySelector("[data-chosen]");
  const button = form.querySelector("button");
  if (!(input instanceof HTMLInputElement) || !(chosen instanceof HTMLElement)) return;
  const carriesFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    form.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) form.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    form.classList.remove("dropping");
    if (!carriesFiles(event) || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    input.files = event.dataTransfer.files;
    tell();
    button?.focus();
  });
  input.addEventListener("change", tell);
  form.addEventListener("submit", () => {
    if (button) button.disabled = true;
    say("It is sent …");
  });
  addEventListener("pageshow", () => {
    if (button) button.disabled = false;
  });

  function tell() {
    const files = [...(input instanceof HTMLInputElement ? (input.files ?? []) : [])];
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const names = files.map((file) => file.name).join(", ");
    say(size > MAX_BYTES ? `${names}: more than 5 MiB; send only what the bot needs to run` : names);
  }

  /** @param {string} text */
  function say(text) {
    if (!(chosen instanceof HTMLElement)) return;
    chosen.textContent = text;
    chosen.hidden = !text;
  }
}

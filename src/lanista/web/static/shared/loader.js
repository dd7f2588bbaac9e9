// Starts the script of a page that is one file: it stands there compressed, and the page's policy allows it by its hash.

const say = (/** @type {string} */ text) => {
  const message = document.getElementById("message");
  if (message) message.textContent = text;
};

async function load() {
  const packed = document.getElementById("code")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(packed.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const program = document.createElement("script");
  program.type = "module";
  program.id = "program";
  program.textContent = await new Response(stream).text();
  document.head.append(program);
}

document.addEventListener("securitypolicyviolation", () => say("The script of this page was changed, so it does not run; make the page again."));
load().catch((error) => say(`The script of this page cannot be read (${error.message}); make the page again, or use a newer browser.`));

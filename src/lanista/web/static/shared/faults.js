// Errors that stop the script of a page, even before it runs: the page says which file and line, and what is wrong.

import { whereIn } from "./bundle-lines.js";

const NOISE = /^Uncaught |Failed to execute '\w+' on '\w+': /g; // what browsers add

addEventListener("error", async ({ message, filename, lineno }) => {
  const corner = document.getElementById("message");
  if (!lineno || !corner) return;
  corner.textContent = `This page cannot be shown: ${await whereIn(filename, lineno)}${message.replace(NOISE, "")}`;
});

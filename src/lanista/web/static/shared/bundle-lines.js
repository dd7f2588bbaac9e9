// Where something failed: pages run many files as one script, in which marks with a path stand around those of games.

const MARK = "//@ ";

/**
 * The file and line of a game that a line of a script was made from, as in "games/tanks/draw.js:12: "; "" if there is none.
 * @param {string} address of the script, unless it is in the page
 * @param {number} line from 1
 */
export async function whereIn(address, line) {
  const own = document.getElementById("program")?.textContent;
  const isServed = address.startsWith(`${location.origin}/`); // code also comes from consoles and extensions
  const script = own ?? (isServed ? await fetch(address).then((answer) => answer.text(), () => "") : "");
  const lines = script.split("\n").slice(0, line);
  const at = lines.map((text) => text.startsWith(MARK)).lastIndexOf(true);
  const path = lines[at]?.slice(MARK.length);
  return path ? `${path}:${Math.max(1, line - at - 2)}: ` : "";
}

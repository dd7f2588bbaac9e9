// Elements of pages. Text is put in as text, never as markup: bots' words can do nothing here.

/**
 * An element with a class, holding text or other elements.
 * @param {string} tag
 * @param {string} name
 * @param {...(string|Node)} inside
 */
export function element(tag, name, ...inside) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...inside);
  return made;
}

/**
 * A button.
 * @param {string} label
 * @param {() => void} action
 * @param {string} [name] its class
 */
export function button(label, action, name = "") {
  const made = /** @type {HTMLButtonElement} */ (element("button", name, label));
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

/**
 * The page's element with an id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

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

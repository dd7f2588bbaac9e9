// Keeps the parts of a page up to date: the server says that something has changed, and the page is asked for again.

const SOON_MS = 300; // before a page is asked for again, at least
const SPREAD_MS = 1500; // more, at random: pages do not all ask at once
const PAUSE_MS = 4000; // between two questions
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** Follows a contest for one page. */
class News {
  /** @param {string} address */
  constructor(address) {
    this.address = new URL(address, location.href);
    this.address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.revision = document.body.dataset["revision"] ?? "";
    this.wait = FIRST_WAIT_MS;
    this.asked = 0;
    this.timer = 0;
    document.addEventListener("visibilitychange", () => this.refreshSoon());
    this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    socket.onmessage = (event) => {
      this.wait = FIRST_WAIT_MS;
      const { revision } = JSON.parse(event.data);
      if (revision && revision !== this.revision) {
        this.revision = revision;
        this.refreshSoon();
      }
    };
    socket.onclose = ({ code }) => {
      if (code >= 4000) return; // refused: nothing will come
      setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(LONGEST_WAIT_MS, 2 * this.wait);
    };
  }

  refreshSoon() {
    if (document.hidden || this.timer || this.revision === document.body.dataset["revision"]) return;
    const calm = Math.max(0, this.asked + PAUSE_MS - performance.now());
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.asked = performance.now();
      show(location.href).catch(() => undefined);
    }, calm + SOON_MS + Math.random() * SPREAD_MS);
  }
}

/**
 * Show the parts of this page as they are at an address of it.
 * @param {string} address
 */
async function show(address) {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  if (!answer.ok) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.body.dataset["revision"] = fresh.body.dataset["revision"] ?? "";
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = fresh.querySelector(`[data-part="${part.getAttribute("data-part")}"]`);
    if (other && other.innerHTML !== part.innerHTML) exchange(part, other);
  }
  return true;
}

/**
 * Exchange the content of a part, and keep the focus on the same link.
 * @param {Element} part
 * @param {Element} other
 */
function exchange(part, other) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const links = focused ? [...part.querySelectorAll("a[href]")] : [];
  const at = focused ? links.indexOf(focused) : -1;
  const address = focused?.getAttribute("href");
  part.replaceChildren(...other.childNodes);
  if (at < 0) return;
  const now = [...part.querySelectorAll("a[href]")];
  const same = now.filter((link) => link.getAttribute("href") === address);
  const next = same[0] ?? now[Math.min(at, now.length - 1)];
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** Let links that only sort, find or turn pages exchange parts, without loading the page. */
function listen() {
  const isHere = (/** @type {URL} */ url) => url.origin === location.origin && url.pathname === location.pathname;
  const go = (/** @type {URL} */ url) => {
    show(url.href).then((done) => {
      if (done) history.pushState(null, "", url);
      else location.assign(url);
    }, () => location.assign(url));
  };
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const url = new URL(link.href);
    if (!link.closest("[data-part]") || !isHere(url)) return;
    event.preventDefault();
    go(url);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-filters]")) return;
    event.preventDefault();
    const url = new URL(location.pathname, location.href);
    for (const [name, value] of new FormData(form)) if (value) url.searchParams.append(name, String(value));
    go(url);
  });
  addEventListener("popstate", () => location.reload());
}

const address = document.body.dataset["news"];
if (address) new News(address);
listen();

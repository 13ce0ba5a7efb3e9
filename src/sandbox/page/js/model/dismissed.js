const KEY = 'sandbox.dismissed';
const KEPT = 500;

/** Ephemeral answers dismissed in this tab. The server keeps them; only the tab hides them. */
export class Dismissed {
  /** @type {string[]} */
  #ids = [];

  constructor() {
    try {
      const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]');
      if (Array.isArray(kept)) this.#ids = kept;
    } catch {
      // The stored list is malformed: start with none.
    }
  }

  /** @param {string} id */
  has(id) {
    return this.#ids.includes(id);
  }

  /** @param {string} id */
  add(id) {
    this.#ids = [...this.#ids, id].slice(-KEPT);
    window.sessionStorage.setItem(KEY, JSON.stringify(this.#ids));
  }
}

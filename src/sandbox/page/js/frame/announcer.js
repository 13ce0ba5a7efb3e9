/** Announces sentences to screen readers without moving the focus. Several at once are joined. */
export class Announcer {
  #region;
  /** @type {string[]} */
  #due = [];
  /** @type {number | undefined} */
  #timer;

  /** @param {HTMLElement} region an `aria-live` element */
  constructor(region) {
    this.#region = region;
  }

  /** @param {string} sentence */
  say(sentence) {
    this.#due.push(sentence);
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const line = document.createElement('p');
      line.textContent = this.#due.join(' ');
      this.#due = [];
      this.#region.replaceChildren(line);
    }, 150);
  }
}

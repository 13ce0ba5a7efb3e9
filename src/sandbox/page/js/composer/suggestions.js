import { freshId, h } from '../element.js';

/**
 * `note` is small print beside the name.
 *
 * @typedef {{ name: string, note?: string, pick: () => void }} Suggestion
 */

/**
 * The list above the input line. The focus stays in the input, which is the combobox of this listbox; arrow keys move the
 * selection, Enter and Tab take it.
 */
export class Suggestions {
  #id = freshId('suggestions');
  #title = h('div', { class: 'suggestions-title', id: `${this.#id}-title` });
  #list = h('ul', { role: 'listbox', id: this.#id, 'aria-labelledby': `${this.#id}-title` });
  #status = h('div', { class: 'suggestions-status', role: 'status' });
  element = h('div', { class: 'suggestions', hidden: true }, this.#title, this.#list, this.#status);
  /** @type {HTMLElement | null} */
  #input = null;
  /** @type {readonly Suggestion[]} */
  #items = [];
  #active = -1;

  get open() {
    return !this.element.hidden && this.#items.length > 0;
  }

  get active() {
    return this.open ? this.#items[this.#active] : undefined;
  }

  /**
   * @param {HTMLElement} input
   * @param {{ title: string, items: readonly Suggestion[], status?: string, choose: boolean }} what `choose` selects the
   *   first item, so that Enter takes it
   */
  show(input, { title, items, status = '', choose }) {
    if (this.#input !== input) this.hide();
    this.#input = input;
    this.#items = items;
    this.#title.textContent = title;
    this.#status.textContent = status;
    this.#list.replaceChildren(
      ...items.map((item, at) =>
        h(
          'li',
          { role: 'option', id: `${this.#id}-${at}`, class: 'suggestion', onClick: () => item.pick() },
          h('span', { class: 'suggestion-name' }, item.name),
          item.note && h('span', { class: 'suggestion-note' }, item.note),
        ),
      ),
    );
    // A press on the list must not take the focus from the input.
    this.element.onpointerdown = (event) => event.preventDefault();
    this.element.onmousedown = (event) => event.preventDefault();
    this.element.hidden = items.length === 0 && status === '';
    input.setAttribute('aria-controls', this.#id);
    input.setAttribute('aria-expanded', String(this.open));
    this.#activate(choose ? 0 : -1);
    this.#list.scrollTop = 0;
  }

  hide() {
    this.element.hidden = true;
    this.#items = [];
    this.#active = -1;
    this.#input?.setAttribute('aria-expanded', 'false');
    this.#input?.removeAttribute('aria-activedescendant');
    this.#input = null;
  }

  /**
   * Handles a key if it is for the list.
   *
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it did
   */
  takes(event) {
    if (this.element.hidden) return false;
    const count = this.#items.length;
    if (event.key === 'Escape') this.hide();
    else if (count === 0) return false;
    else if (event.key === 'ArrowDown') this.#activate((this.#active + 1) % count);
    else if (event.key === 'ArrowUp') this.#activate((Math.max(this.#active, 0) - 1 + count) % count);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && this.active) this.active.pick();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** @param {number} at */
  #activate(at) {
    this.#active = this.#items.length === 0 ? -1 : at;
    [...this.#list.children].forEach((item, index) => {
      item.setAttribute('aria-selected', String(index === this.#active));
    });
    if (this.#active < 0) {
      this.#input?.removeAttribute('aria-activedescendant');
      return;
    }
    this.#input?.setAttribute('aria-activedescendant', `${this.#id}-${this.#active}`);
    this.#list.children[this.#active]?.scrollIntoView({ block: 'nearest' });
  }
}

/** @import { Choices } from '../link/server-questions.js' */
/** @import { CommandOption } from '../shapes.d.ts' */
import { freshId, h } from '../element.js';
import { OPTION } from './option-value.js';

/** One option of a command: its name and a field to fill. */
export class Chip {
  option;
  name;
  input;
  element;
  /** @type {{ text: string, value: string | number | boolean } | null} The choice picked from a list, until the text changes. */
  picked = null;
  /** @type {Choices} The bot's last choices. */
  offered = [];

  /**
   * @param {CommandOption} option
   * @param {string} describedBy the id of the element with the error
   */
  constructor(option, describedBy) {
    this.option = option;
    this.name = option.name ?? '';
    const id = freshId('option');
    const numeric = option.type === OPTION.integer || option.type === OPTION.number;
    this.input = h('input', {
      id,
      type: 'text',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-required': option.required ? 'true' : null,
      'aria-describedby': describedBy,
      inputmode: numeric ? 'decimal' : null,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'send',
      size: 6,
    });
    this.element = h(
      'span',
      { class: option.required ? 'chip required' : 'chip', 'data-option': this.name },
      h(
        'label',
        { for: id },
        this.name,
        option.required && h('span', { class: 'star', 'aria-hidden': 'true' }, '*'),
        h('span', { class: 'unseen' }, `${option.required ? ', needed' : ''}. ${option.description ?? ''}`),
      ),
      this.input,
    );
  }

  get text() {
    return this.input.value;
  }

  set text(text) {
    this.input.value = text;
    this.fit();
  }

  get empty() {
    return this.text.trim() === '';
  }

  /** Grows with its text. */
  fit() {
    this.input.size = Math.max(6, Math.min(40, this.text.length + 1));
    if (this.picked && this.picked.text !== this.text) this.picked = null;
    this.element.classList.toggle('filled', !this.empty);
  }

  /** @param {boolean} wrong */
  mark(wrong) {
    this.element.classList.toggle('wrong', wrong);
    if (wrong) this.input.setAttribute('aria-invalid', 'true');
    else this.input.removeAttribute('aria-invalid');
  }
}

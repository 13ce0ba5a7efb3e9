/** @import { PageOption } from '../../../protocol.ts' */
/** @import { App } from '../app.js' */
/** @import { Typable } from '../model/catalogue.js' */
/** @import { Suggestions } from './suggestions.js' */
import { h } from '../element.js';
import { Chip } from './chip.js';
import { splitOptions } from './command-line.js';
import { Completer } from './completer.js';
import { fitting, fixedChoices, readOption } from './option-value.js';

/**
 * @typedef {{
 *   suggestions: Suggestions,
 *   describedBy: string,
 *   explain: (sentence: string) => void,
 *   hint: (sentence: string) => void,
 *   leave: () => void,
 *   submit: () => void,
 * }} Surroundings
 */

/** A chosen command, with its options as chips to fill in. */
export class CommandForm {
  command;
  element;
  #app;
  #around;
  #completer;
  /** @type {Chip[]} */
  #chips;

  /**
   * @param {Typable} command
   * @param {Map<string, string>} texts texts already typed, by option
   * @param {App} app
   * @param {Surroundings} around
   */
  constructor(command, texts, app, around) {
    this.command = command;
    this.#app = app;
    this.#around = around;
    this.#completer = new Completer(app);
    this.#chips = command.options.map((option) => new Chip(option, around.describedBy));
    this.element = h(
      'div',
      { class: 'chips', role: 'group', 'aria-label': `/${command.name}` },
      h('span', { class: 'chip-command' }, `/${command.name}`),
      ...this.#chips.map(({ element }) => element),
    );
    for (const chip of this.#chips) {
      chip.text = texts.get(chip.name) ?? '';
      chip.input.addEventListener('input', () => this.#typed(chip));
      chip.input.addEventListener('focus', () => this.#entered(chip));
      chip.input.addEventListener('blur', () => this.#left());
      chip.input.addEventListener('keydown', (event) => this.#key(event, chip));
    }
  }

  /**
   * Moves the focus to the next option to fill in; returns false if the command has no options.
   *
   * @returns {boolean}
   */
  focus() {
    const chip = this.#nextToFill() ?? this.#chips.find(({ empty }) => !empty) ?? this.#chips[0];
    chip?.input.focus();
    return chip !== undefined;
  }

  /**
   * The options for the server; `null` if one is missing or wrong, which is then explained.
   *
   * @returns {PageOption[] | null}
   */
  read() {
    /** @type {PageOption[]} */
    const options = [];
    for (const chip of this.#chips) {
      chip.mark(false);
      if (chip.empty && !chip.option.required) continue;
      const reading = chip.empty ? { wrong: 'Fill this in.' } : this.#reading(chip);
      if ('wrong' in reading) {
        chip.mark(true);
        chip.input.focus();
        this.#around.explain(`${chip.name}: ${reading.wrong}`);
        return null;
      }
      options.push({ name: chip.name, value: reading.value });
    }
    return options;
  }

  /** Stops asking for choices and hides the suggestions. */
  close() {
    this.#completer.stop();
    this.#around.suggestions.hide();
  }

  #places() {
    const { here } = this.#app;
    return {
      people: here.people,
      roles: here.guild?.roles ?? [],
      channels: here.guild?.channels ?? [],
    };
  }

  /** @param {Chip} chip */
  #reading(chip) {
    return chip.picked
      ? { value: chip.picked.value }
      : readOption(chip.option, chip.text, chip.offered, this.#places());
  }

  #nextToFill() {
    return this.#chips.find((chip) => chip.option.required && chip.empty);
  }

  /** @param {Chip} chip */
  #entered(chip) {
    const needed = chip.option.required ? ' (needed)' : ' (optional)';
    this.#around.hint(`${chip.name}${needed}: ${chip.option.description ?? ''}`);
    if (!chip.picked) this.#suggest(chip, false);
  }

  #left() {
    this.#completer.stop();
    this.#around.suggestions.hide();
  }

  /** @param {Chip} chip */
  #typed(chip) {
    this.#around.explain('');
    chip.mark(false);
    // Drops the space of "name: value" when typing the name has just moved the cursor here.
    if (/^\s/.test(chip.text)) chip.text = chip.text.trimStart();
    const names = this.#chips.map(({ name }) => name);
    const texts = splitOptions(chip.text, names, chip.name);
    if (chip.text !== texts.get(chip.name) || texts.size > 1) {
      this.#distribute(chip, texts);
      return;
    }
    chip.fit();
    this.#suggest(chip, true);
  }

  /**
   * Moves "name: value" typed into one chip to the chip of that name, with the cursor.
   *
   * @param {Chip} from
   * @param {Map<string, string>} texts
   */
  #distribute(from, texts) {
    from.text = texts.get(from.name) ?? '';
    let last = from;
    for (const chip of this.#chips) {
      const text = texts.get(chip.name);
      if (text === undefined || chip === from) continue;
      chip.text = text;
      last = chip;
    }
    if (last === from) this.#suggest(from, true);
    else last.input.focus();
  }

  /**
   * @param {Chip} chip
   * @param {boolean} rest whether to wait for a pause in typing, so that the bot is not asked at every letter
   */
  #suggest(chip, rest) {
    const { suggestions } = this.#around;
    const fixed = fixedChoices(chip.option, this.#places());
    if (fixed) {
      const fit = fitting(fixed, chip.text);
      this.#offer(chip, fit, fit.length === 0 ? 'The list has no such name.' : '');
    } else if (chip.option.autocomplete) {
      // Until the bot answers, only earlier choices that fit the text are shown, so that Enter takes no wrong one.
      const known = fitting(chip.offered, chip.text);
      this.#offer(chip, known, known.length === 0 ? 'Loading choices …' : '');
      const options = this.#given(chip);
      this.#completer.ask({ command: this.command.name, options, rest }, (answer) => {
        if (document.activeElement !== chip.input) return;
        if ('reason' in answer) {
          chip.offered = [];
          this.#offer(chip, [], `No choices loaded: ${answer.reason}`);
          return;
        }
        chip.offered = answer.choices;
        this.#offer(chip, answer.choices, answer.choices.length === 0 ? 'No match.' : '');
      });
    } else suggestions.hide();
  }

  /**
   * The options sent for autocomplete: all filled in so far, and the text of the focused one.
   *
   * @param {Chip} focused
   * @returns {PageOption[]}
   */
  #given(focused) {
    return this.#chips.flatMap((chip) => {
      if (chip === focused) return [{ name: chip.name, value: chip.text, focused: true }];
      if (chip.empty) return [];
      const reading = this.#reading(chip);
      return 'wrong' in reading ? [] : [{ name: chip.name, value: reading.value }];
    });
  }

  /**
   * @param {Chip} chip
   * @param {readonly { name: string, value: string | number | boolean }[]} choices
   * @param {string} status
   */
  #offer(chip, choices, status) {
    const items = choices.map(({ name, value }) => ({ name, pick: () => this.#pick(chip, name, value) }));
    const choose = chip.option.required === true || !chip.empty;
    this.#around.suggestions.show(chip.input, { title: chip.name, items, status, choose });
  }

  /**
   * @param {Chip} chip
   * @param {string} name
   * @param {string | number | boolean} value
   */
  #pick(chip, name, value) {
    this.#completer.stop();
    this.#around.suggestions.hide();
    this.#around.explain('');
    chip.mark(false);
    chip.picked = { text: name, value };
    chip.text = name;
    const next = this.#nextToFill();
    if (next) next.input.focus();
    else chip.input.setSelectionRange(name.length, name.length);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Chip} chip
   */
  #key(event, chip) {
    if (event.isComposing || this.#around.suggestions.takes(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#around.submit();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      this.#around.leave();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      this.#suggest(chip, false);
    } else if (event.key === 'Backspace' && chip.text === '') {
      event.preventDefault();
      const before = this.#chips[this.#chips.indexOf(chip) - 1];
      if (before) before.input.focus();
      else this.#around.leave();
    }
  }
}

/** @import { App } from '../app.js' */
/** @import { MessageList } from '../messages/message-list.js' */
/** @import { Typable } from '../model/catalogue.js' */
import { freshId, h } from '../element.js';
import { icon } from '../icons.js';
import { commandsFor, matching } from '../model/catalogue.js';
import { CommandForm } from './command-form.js';
import { parseLine } from './command-line.js';
import { Suggestions } from './suggestions.js';

/** Discord's limit for a member's message, in characters. */
const LONGEST = 2000;
const NEARLY = 1800;

const NARROW = window.matchMedia('(max-width: 760px)');

/** The input line: posts plain text; a slash begins a command. */
export class Composer {
  #app;
  #messages;
  #suggestions = new Suggestions();
  #problemId = freshId('problem');
  #problem = h('p', { class: 'problem', role: 'alert', id: this.#problemId });
  #hint = h('p', { class: 'hint' });
  #text = h('textarea', {
    id: 'line',
    rows: 1,
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-describedby': this.#problemId,
    autocomplete: 'off',
    enterkeyhint: 'send',
  });
  #left = h('span', { class: 'left', role: 'status' });
  #send = h('button', { type: 'submit', class: 'send', 'aria-label': 'Send', title: 'Send' }, icon('send'));
  #leave = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-label': 'Cancel the command',
      title: 'Cancel the command',
      onClick: () => this.#backToText(''),
    },
    icon('close'),
  );
  #form = h('form', { class: 'line' }, this.#text, this.#left, this.#send);
  /** @type {CommandForm | null} */
  #command = null;

  /**
   * @param {HTMLElement} section
   * @param {App} app
   * @param {MessageList} messages
   */
  constructor(section, app, messages) {
    this.#app = app;
    this.#messages = messages;
    section.replaceChildren(this.#suggestions.element, this.#problem, this.#hint, this.#form);
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#form.addEventListener('keydown', (event) => {
      // A command without options has no field, so its keys come from the Send button.
      if (!this.#command || event.target instanceof HTMLInputElement) return;
      if (event.key !== 'Backspace' && event.key !== 'Escape') return;
      event.preventDefault();
      this.#backToText(event.key === 'Backspace' ? `/${this.#command.command.name}` : '');
    });
    NARROW.addEventListener('change', () => this.#label());
    this.#text.addEventListener('input', () => this.#typed());
    this.#text.addEventListener('focus', () => this.#typed());
    this.#text.addEventListener('blur', () => this.#suggestions.hide());
    this.#text.addEventListener('keydown', (event) => this.#key(event));
    app.world.on('world', () => this.#label());
    app.here.onChange(() => this.#moved());
    app.world.on('commands', () => {
      if (document.activeElement === this.#text) this.#typed();
    });
    this.#label();
  }

  focus() {
    if (!this.#command?.focus()) this.#text.focus();
  }

  /**
   * Begins a command as if typed.
   *
   * @param {string} name
   */
  type(name) {
    const command = this.#commands().find((each) => each.name === name);
    if (command) this.#choose(command, new Map());
    else {
      this.#backToText(`/${name}`);
      this.#typed();
    }
  }

  #commands() {
    const { here, world } = this.#app;
    return here.channel && here.member ? commandsFor(world.commands, here.channel, here.member) : [];
  }

  #label() {
    const { channel, member } = this.#app.here;
    const place = !channel
      ? 'the channel'
      : channel.guildId === null
        ? `@${this.#app.world.bot.name}`
        : `#${channel.name}`;
    const as = member ? ` as ${member.name}` : '';
    const label = `Message ${place}${as}`;
    // A long placeholder would be cut off within a letter, and the header already names the channel.
    this.#text.placeholder = NARROW.matches ? `Message${as}` : label;
    this.#text.setAttribute('aria-label', `${label}. Type / for commands.`);
  }

  /** After a change of channel or member, keeps the text typed, unless it is a command not offered there. */
  #moved() {
    this.#label();
    this.#explain('');
    const command = this.#command?.command;
    if (command && !this.#commands().some(({ name }) => name === command.name)) this.#backToText('');
  }

  /** @param {string} sentence */
  #explain(sentence) {
    if (this.#problem.textContent !== sentence) this.#problem.textContent = sentence;
  }

  #typed() {
    const text = this.#text.value;
    this.#explain('');
    this.#fit();
    this.#left.textContent = text.length > NEARLY ? String(LONGEST - text.length) : '';
    const commands = this.#commands();
    const parsed = parseLine(text, commands);
    if (parsed) {
      this.#choose(parsed.command, parsed.texts);
      return;
    }
    const typed = /^\/([^\n]*)$/.exec(text)?.[1];
    if (typed === undefined) {
      this.#suggestions.hide();
      return;
    }
    const items = matching(commands, typed).map((command) => ({
      name: `/${command.name}`,
      note: command.description,
      pick: () => this.#choose(command, new Map()),
    }));
    const status =
      commands.length === 0 ? 'The bot has no commands here yet.' : items.length === 0 ? 'No matching command.' : '';
    this.#suggestions.show(this.#text, { title: 'Commands', items, status, choose: true });
  }

  /**
   * @param {Typable} command
   * @param {Map<string, string>} texts
   */
  #choose(command, texts) {
    this.#suggestions.hide();
    this.#explain('');
    this.#command?.close();
    const form = new CommandForm(command, texts, this.#app, {
      suggestions: this.#suggestions,
      describedBy: this.#problemId,
      explain: (sentence) => this.#explain(sentence),
      hint: (sentence) => {
        this.#hint.textContent = sentence;
      },
      leave: () => this.#backToText(''),
      submit: () => this.#submit(),
    });
    this.#command = form;
    this.#hint.textContent = command.description;
    this.#send.setAttribute('aria-label', `Send /${command.name}`);
    this.#form.classList.add('commanding');
    this.#form.replaceChildren(form.element, this.#leave, this.#send);
    if (!form.focus()) this.#send.focus();
  }

  /**
   * @param {string} text
   * @param {boolean} [focus]
   */
  #backToText(text, focus = true) {
    this.#command?.close();
    this.#command = null;
    this.#hint.textContent = '';
    this.#explain('');
    this.#send.setAttribute('aria-label', 'Send');
    this.#form.classList.remove('commanding');
    this.#form.replaceChildren(this.#text, this.#left, this.#send);
    this.#text.value = text;
    this.#fit();
    if (focus) this.#text.focus();
  }

  /** Fits the height to the text in browsers without `field-sizing`. */
  #fit() {
    if (CSS.supports('field-sizing', 'content')) return;
    this.#text.style.height = 'auto';
    this.#text.style.height = `${this.#text.scrollHeight}px`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || this.#suggestions.takes(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.#submit();
    }
  }

  #submit() {
    if (!this.#app.socket.open) {
      this.#explain('You’re not connected right now. What you typed is still here.');
    } else if (this.#command) this.#give(this.#command);
    else this.#say();
  }

  /** @param {CommandForm} form */
  #give(form) {
    const options = form.read();
    if (!options) return;
    const { here, interactions, modals } = this.#app;
    const { memberId: as, channelId } = here;
    const command = form.command.name;
    const outcome = interactions.ask({ t: 'command', nonce: interactions.nonce(), as, channelId, command, options });
    const failure = outcome.then((result) => {
      if (result.kind === 'modal') modals.open({ ...result, as, channelId });
      return result.kind === 'failed' ? result.reason : null;
    });
    this.#messages.pending.watch(`/${command}`, failure);
    this.#messages.toEnd();
    // With focus, a phone would open its keyboard over the answer.
    this.#backToText('', !window.matchMedia('(pointer: coarse)').matches);
  }

  #say() {
    const content = this.#text.value.trim();
    if (content === '') return;
    if (content.startsWith('/')) {
      this.#explain(`There’s no command ${content.split(/\s/)[0]} here. Type / to see the commands.`);
      return;
    }
    if (content.length > LONGEST) {
      this.#explain(`A message can have at most ${LONGEST} characters; this has ${content.length}.`);
      return;
    }
    const { here, socket } = this.#app;
    socket.send({ t: 'say', as: here.memberId, channelId: here.channelId, content });
    this.#messages.toEnd();
    this.#backToText('');
  }
}

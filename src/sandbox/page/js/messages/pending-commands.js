/** @import { App } from '../app.js' */
import { avatar } from '../avatar.js';
import { h } from '../element.js';
import { BOT_COLOR } from '../frame/channels.js';
import { failureLine, onlyYou, usedLine } from './message.js';

/** A command answered sooner than this is never shown as pending. */
const QUIET_MS = 400;

/**
 * A command that waits for an answer or has failed.
 *
 * @typedef {{ channelId: string, memberId: string, label: string, failure: string | null, node: HTMLElement | null }} Sent
 */

/** Pending and failed commands, shown at the end of the channel. */
export class PendingCommands {
  #app;
  #changed;
  /** @type {Sent[]} */
  #sent = [];

  /**
   * @param {App} app
   * @param {() => void} changed
   */
  constructor(app, changed) {
    this.#app = app;
    this.#changed = changed;
  }

  /**
   * @param {string} label as in "Ada used /attack"
   * @param {Promise<string | null>} failure a sentence; `null` if the command was answered
   */
  async watch(label, failure) {
    const { channelId, memberId } = this.#app.here;
    /** @type {Sent} */
    const sent = { channelId, memberId, label, failure: null, node: null };
    const slow = window.setTimeout(() => this.#add(sent), QUIET_MS);
    const reason = await failure;
    window.clearTimeout(slow);
    this.#remove(sent);
    if (reason !== null) this.#add({ ...sent, failure: reason, node: null });
  }

  /** The elements for the present channel and member. */
  nodes() {
    const { here } = this.#app;
    return this.#sent
      .filter(({ channelId, memberId }) => channelId === here.channelId && memberId === here.memberId)
      .map((sent) => {
        sent.node ??= this.#draw(sent);
        return sent.node;
      });
  }

  /** @param {Sent} sent */
  #draw(sent) {
    const { bot } = this.#app.world;
    const memberName = this.#app.world.member(sent.memberId)?.name ?? '';
    return h(
      'li',
      {},
      h(
        'article',
        { class: sent.failure === null ? 'message' : 'message ephemeral', 'data-sent': sent.label, tabindex: -1 },
        usedLine({ memberId: sent.memberId, memberName, label: sent.label }, this.#app),
        h('div', { class: 'gutter' }, avatar({ name: bot.name, color: BOT_COLOR })),
        h(
          'div',
          { class: 'body' },
          h('div', { class: 'by' }, h('span', { class: 'name' }, bot.name), h('span', { class: 'tag' }, 'Bot')),
          sent.failure === null
            ? h(
                'p',
                { class: 'thinking' },
                h('span', { class: 'dots', 'aria-hidden': 'true' }),
                'Sending the command …',
              )
            : failureLine(sent.failure),
          sent.failure !== null && onlyYou(() => this.#remove(sent)),
        ),
      ),
    );
  }

  /** @param {Sent} sent */
  #add(sent) {
    this.#sent.push(sent);
    if (sent.failure !== null) this.#app.announcer.say(`${sent.label}: ${sent.failure}`);
    this.#changed();
  }

  /** @param {Sent} sent */
  #remove(sent) {
    if (!this.#sent.includes(sent)) return;
    this.#sent = this.#sent.filter((other) => other !== sent);
    this.#changed();
  }
}

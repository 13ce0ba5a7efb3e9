/** @import { PageMessage } from '../../../protocol.ts' */
/** @import { App } from '../app.js' */
/** @import { Row } from './rows.js' */
import { contextFor } from '../components/component-context.js';
import { h } from '../element.js';
import { formatTime } from '../text/time.js';
import { emptyState, welcome } from './empty-channel.js';
import { messageElement } from './message.js';
import { PendingCommands } from './pending-commands.js';
import { refresh, replaceGently } from './refresh.js';
import { rowsOf } from './rows.js';
import { spoken } from './screen-reader-text.js';
import { Scroll } from './scroll.js';

/** The messages of the open channel. Unchanged ones keep their elements, and with them focus and loaded pictures. */
export class MessageList {
  #app;
  #list = h('ol', { class: 'messages' });
  #top = h('div', {});
  #scroller;
  #scroll;
  /** @type {Map<string, { row: Row, node: HTMLElement }>} */
  #drawn = new Map();
  /** @type {Map<string, string>} Message id to the failure of the last press on it. */
  #failures = new Map();
  /** @type {Set<string>} Messages to redraw although they have not changed. */
  #outdated = new Set();
  /** @type {string | null} */
  #firstNew = null;
  #place = '';
  pending;

  /**
   * @param {HTMLElement} section
   * @param {App} app
   */
  constructor(section, app) {
    this.#app = app;
    this.pending = new PendingCommands(app, () => this.draw());
    const content = h('div', { class: 'message-list-content' }, this.#top, this.#list);
    // Not live: the announcer reads new messages out, while a live log would also read every button and edit.
    this.#scroller = h(
      'div',
      { class: 'scroller', role: 'log', 'aria-live': 'off', 'aria-label': 'Messages', tabindex: 0 },
      content,
    );
    section.replaceChildren(this.#scroller);
    // A menu that was open while its message changed is redrawn when it closes.
    this.#list.addEventListener('toggle', (event) => this.#closed(event), { capture: true });
    this.#scroll = new Scroll(this.#scroller, content, () => {
      if (app.world.loaded) app.unread.markRead(app.here.channelId);
    });
    app.world.on('world', () => this.draw());
    app.world.on('bot', () => this.draw());
    app.world.on('deleted', () => this.draw());
    app.world.on('changed', (message) => this.#changed(message));
    app.world.on('arrived', (message) => this.#arrived(message));
    app.here.onChange(() => this.draw());
    this.draw();
  }

  toEnd() {
    this.#scroll.toEnd();
  }

  draw() {
    const app = this.#app;
    const place = `${app.here.channelId}/${app.here.memberId}`;
    const moved = place !== this.#place;
    if (moved) {
      this.#place = place;
      this.#firstNew = app.unread.fresh(app.here.channelId)[0]?.id ?? null;
      this.#drawn.clear();
    }
    const messages = app.world
      .messagesOf(app.here.channelId)
      .filter((message) => app.here.sees(message) && !app.dismissed.has(message.id));
    const focus = this.#focused();
    const rows = rowsOf(messages, this.#firstNew);
    const drawn = new Map(rows.map((row) => [row.key, { row, node: this.#reuse(row) ?? this.#drawRow(row) }]));
    const wanted = [...[...drawn.values()].map(({ node }) => node), ...this.pending.nodes()];
    replaceGently(this.#list, wanted);
    this.#drawn = drawn;
    const hasMessages = messages.length > 0;
    this.#top.replaceChildren(hasMessages ? welcome(app) : emptyState(app));
    this.#scroller.classList.toggle('bare', !hasMessages);
    this.#restore(focus);
    if (moved || this.#scroll.pinned) this.#scroll.toEnd();
  }

  /** @param {PageMessage} message */
  #changed(message) {
    this.#failures.delete(message.id);
    if (message.channelId !== this.#app.here.channelId) return;
    const before = this.#drawn.get(message.id)?.row;
    const wasThinking = before?.kind === 'message' && before.message.loading;
    const said = before?.kind === 'message' ? before.message.content : null;
    this.draw();
    // A press on an ephemeral message changes that message, which a screen reader would not notice.
    const answersPress = message.onlyFor !== null && said !== null && said !== message.content;
    if (!message.loading && (wasThinking || answersPress)) this.#announce(message);
  }

  /** @param {PageMessage} message */
  #arrived(message) {
    const { here } = this.#app;
    if (message.channelId !== here.channelId || !here.sees(message)) return;
    const answersMe = message.interaction?.memberId === here.memberId && this.#scroll.near;
    if (message.author.id === here.memberId || answersMe) this.#scroll.toEnd();
    else this.#scroll.missed();
    if (!message.loading) this.#announce(message);
  }

  /** @param {PageMessage} message */
  #announce(message) {
    if (this.#app.here.sees(message)) this.#app.announcer.say(spoken(message, this.#app.names));
  }

  /**
   * @param {Row} row
   * @returns {HTMLElement | null}
   */
  #reuse(row) {
    const drawn = this.#drawn.get(row.key);
    if (!drawn) return null;
    if (row.kind !== 'message' || drawn.row.kind !== 'message') return drawn.node;
    const outdated = this.#outdated.delete(row.key);
    if (outdated || row.message !== drawn.row.message || row.grouped !== drawn.row.grouped) {
      const [old, fresh] = [drawn.node.firstElementChild, this.#drawRow(row).firstElementChild];
      if (old instanceof HTMLElement && fresh instanceof HTMLElement) refresh(old, fresh);
    }
    return drawn.node;
  }

  /** @param {Row} row */
  #drawRow(row) {
    if (row.kind === 'day') return h('li', { class: 'rule' }, h('span', {}, formatTime(row.at, 'D')));
    if (row.kind === 'new') return h('li', { class: 'rule fresh' }, h('span', {}, 'New'));
    const { message, grouped } = row;
    const app = this.#app;
    return h(
      'li',
      {},
      messageElement(message, {
        app,
        grouped,
        failure: this.#failures.get(message.id),
        dismiss: () => {
          app.dismissed.add(message.id);
          this.draw();
          this.#scroller.focus();
        },
        context: contextFor(app, message, (failure) => this.#fail(message.id, failure)),
      }),
    );
  }

  /**
   * @param {string} id
   * @param {string | null} failure
   */
  #fail(id, failure) {
    if (failure === null && !this.#failures.has(id)) return;
    if (failure === null) this.#failures.delete(id);
    else {
      this.#failures.set(id, failure);
      this.#app.announcer.say(failure);
    }
    if (!this.#drawn.has(id)) return;
    this.#outdated.add(id);
    this.draw();
    this.#drawn.get(id)?.node.querySelector('.failure')?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Event} event */
  #closed(event) {
    const { target, newState } = /** @type {ToggleEvent & { target: Element }} */ (event);
    const id = target.closest('[data-message-id]')?.getAttribute('data-message-id');
    if (newState !== 'closed' || !id || !target.closest('[data-outdated]')) return;
    // Delayed, so that the choice is sent before its menu goes.
    window.setTimeout(() => {
      this.#outdated.add(id);
      this.draw();
    });
  }

  /** The focused element, with ids that find it again after a redraw. */
  #focused() {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || !this.#list.contains(element)) return null;
    const messageId = element.closest('[data-message-id]')?.getAttribute('data-message-id');
    return messageId ? { element, messageId, key: element.dataset.key ?? '' } : null;
  }

  /** @param {{ element: HTMLElement, messageId: string, key: string } | null} focus */
  #restore(focus) {
    if (!focus || focus.element.isConnected) return;
    const article = this.#list.querySelector(`[data-message-id="${CSS.escape(focus.messageId)}"]`);
    const again = focus.key ? article?.querySelector(`[data-key="${CSS.escape(focus.key)}"]:not(:disabled)`) : null;
    const target = again ?? article ?? this.#scroller;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }
}

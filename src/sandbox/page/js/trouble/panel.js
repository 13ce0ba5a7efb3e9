/** @import { FromPage, PageChannel, PageGuild } from '../../../protocol.ts' */
/** @import { App } from '../app.js' */
/** @import { Act } from './acts.js' */
/** @import { Switch } from './switches.js' */
import { h } from '../element.js';
import { icon } from '../icons.js';
import { actsOn, CONNECTION, RIGHTS } from './acts.js';
import { ACTS, REQUESTS } from './switches.js';
import { toggle } from './toggle.js';

/** @typedef {Extract<FromPage, { t: 'plan' | 'happen' | 'calm' }>} TroubleFrame */
/** @typedef {TroubleFrame extends infer F ? F extends TroubleFrame ? Omit<F, 'nonce'> : never : never} Wish */

/** The panel that makes Discord misbehave: switches, one-time acts, and a button that ends everything. */
export class TroublePanel {
  #app;
  #status = h('p', { class: 'trouble-status', role: 'status' });
  #place = h('div', { class: 'trouble-place' });
  /** @type {{ name: string, shown: ReturnType<typeof toggle> }[]} */
  #switches = [];
  #drawn = '';
  /** @type {Act | null} The act that waits for confirmation. */
  #unsure = null;
  element;

  /**
   * @param {App} app
   * @param {() => void} onClose
   */
  constructor(app, onClose) {
    this.#app = app;
    const calm = h(
      'button',
      { type: 'button', class: 'button primary', onClick: () => void this.#ask({ t: 'calm' }, 'All trouble is off.') },
      'Turn everything off',
    );
    this.element = h(
      'div',
      { class: 'trouble-inner' },
      h(
        'div',
        { class: 'trouble-head' },
        h('h2', { id: 'trouble-title' }, 'Trouble'),
        h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onClick: onClose }, icon('close')),
      ),
      h(
        'div',
        { class: 'trouble-body' },
        h('p', { class: 'trouble-lead' }, 'Make Discord misbehave and see how the bot copes.'),
        this.#group('The bot’s requests', REQUESTS),
        this.#group('Commands and presses', ACTS),
        section(
          'The bot’s connection',
          acts(CONNECTION, (act) => this.#do(act)),
        ),
        this.#place,
      ),
      h('div', { class: 'trouble-foot' }, this.#status, calm),
    );
    const draw = () => this.#draw();
    app.world.on('world', draw);
    app.world.on('plans', draw);
    app.here.onChange(() => {
      this.#unsure = null;
      this.#say('');
      draw();
    });
  }

  /**
   * @param {string} title
   * @param {readonly Switch[]} switches
   */
  #group(title, switches) {
    const rows = switches.map(({ name, label, note, plan }) => {
      const shown = toggle({
        label,
        note,
        onPress: (on) => {
          // A new seed each time: otherwise the first requests would always meet the same faults.
          const seed = Math.floor(Math.random() * 2 ** 31);
          void this.#ask({ t: 'plan', name, plan: on ? { ...plan, seed } : null }, '');
        },
      });
      this.#switches.push({ name, shown });
      return shown.element;
    });
    return section(title, ...rows);
  }

  #draw() {
    const { world, here } = this.#app;
    for (const { name, shown } of this.#switches) {
      const plan = world.plans.find((each) => each.name === name);
      shown.show(plan !== undefined, plan?.struck);
    }
    // Redraws only after a change: a press in progress would be lost with its element.
    const now = JSON.stringify([here.channel, here.guild, this.#unsure]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const focused = document.activeElement;
    const at = focused && this.#place.contains(focused) ? this.#buttons().indexOf(/** @type {never} */ (focused)) : -1;
    this.#place.replaceChildren(...this.#placeParts());
    if (at >= 0) this.#buttons()[Math.min(at, this.#buttons().length - 1)]?.focus();
  }

  #buttons() {
    return [...this.#place.querySelectorAll('button')];
  }

  /** @returns {Node[]} */
  #placeParts() {
    const { channel, guild } = this.#app.here;
    if (!channel) return [];
    const shown = channel.parent !== undefined || !guild ? channel.name : `#${channel.name}`;
    const title = guild ? `Here, in ${shown}` : 'Here, in direct messages';
    const wanted = actsOn(channel, guild, shown);
    const parts = [
      ...(guild ? this.#rights(guild, channel) : []),
      this.#unsure === null ? acts(wanted, (act) => this.#do(act)) : this.#question(this.#unsure),
    ];
    return [section(title, ...parts), ...(guild ? [this.#server(guild)] : [])];
  }

  /**
   * @param {PageGuild} guild
   * @param {PageChannel} channel
   * @returns {Node[]}
   */
  #rights(guild, channel) {
    // A thread has its channel's permissions.
    const place = guild.channels.find(({ id }) => id === (channel.parent ?? channel.id)) ?? channel;
    const denied = place.denied ?? [];
    return RIGHTS.map(({ label, note, permissions }) => {
      const shown = toggle({
        label,
        note,
        onPress: (on) => {
          const others = denied.filter((each) => !permissions.includes(each));
          const left = on ? [...others, ...permissions] : others;
          void this.#ask({ t: 'happen', happening: { kind: 'denyBot', channel: place.id, permissions: left } }, '');
        },
      });
      shown.show(permissions.every((each) => denied.includes(each)));
      return shown.element;
    });
  }

  /** @param {PageGuild} guild */
  #server(guild) {
    const out = toggle({
      label: 'The bot is kicked',
      note: 'Turn this switch off to invite the bot back.',
      onPress: (on) =>
        void this.#ask({ t: 'happen', happening: { kind: on ? 'throwOut' : 'invite', guild: guild.id } }, ''),
    });
    out.show(!guild.bot);
    const away = toggle({
      label: 'The server is unavailable',
      note: 'Nobody can do anything there, as in a Discord outage.',
      onPress: (on) =>
        void this.#ask({ t: 'happen', happening: { kind: on ? 'outage' : 'outageOver', guild: guild.id } }, ''),
    });
    away.show(!guild.available);
    /** @type {Act} */
    const open = {
      label: 'Create a channel',
      does: { kind: 'openChannel', guild: guild.id, name: freshName(guild, 'table') },
      said: `The channel #${freshName(guild, 'table')} was created.`,
    };
    /** @type {Act} */
    const openForum = {
      label: 'Create a forum',
      does: { kind: 'openChannel', guild: guild.id, name: freshName(guild, 'forum'), forum: true },
      said: `The forum #${freshName(guild, 'forum')} was created. Start a game there with /new in:.`,
    };
    return section(
      `The server ${guild.name}`,
      out.element,
      away.element,
      acts([open, openForum], (act) => this.#do(act)),
    );
  }

  /** @param {Act} act */
  #question(act) {
    const settle = (/** @type {boolean} */ sure) => {
      this.#unsure = null;
      this.#draw();
      if (sure) void this.#ask({ t: 'happen', happening: act.does }, act.said);
    };
    return h(
      'div',
      { class: 'trouble-question', role: 'group', 'aria-label': act.sure },
      h('p', {}, act.sure),
      h('button', { type: 'button', class: 'button danger', onClick: () => settle(true) }, act.label),
      h('button', { type: 'button', class: 'button secondary', onClick: () => settle(false) }, 'Keep it'),
    );
  }

  /** @param {Act} act */
  #do(act) {
    if (act.sure !== undefined) {
      this.#unsure = act;
      this.#draw();
      /** @type {HTMLElement | null} */ (this.#place.querySelector('.trouble-question .secondary'))?.focus();
      return;
    }
    void this.#ask({ t: 'happen', happening: act.does }, act.said);
  }

  /**
   * @param {Wish} wish
   * @param {string} said shown after success
   */
  async #ask(wish, said) {
    const { interactions } = this.#app;
    const outcome = await interactions.ask({ ...wish, nonce: interactions.nonce() });
    this.#say(outcome.kind === 'failed' ? outcome.reason : said);
    this.#status.classList.toggle('failed', outcome.kind === 'failed');
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.#status.textContent = sentence;
  }
}

/**
 * The number of faults and outages now.
 *
 * @param {App['world']} world
 */
export function troubles(world) {
  const places = world.guilds.map(
    (guild) =>
      Number(!guild.bot) +
      Number(!guild.available) +
      guild.channels.filter(({ denied }) => denied !== undefined).length,
  );
  return places.reduce((sum, each) => sum + each, world.plans.length);
}

/**
 * @param {PageGuild} guild
 * @param {string} kind
 */
function freshName(guild, kind) {
  const taken = new Set(guild.channels.map(({ name }) => name));
  let number = 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

/**
 * @param {string} title
 * @param {...Node} parts
 */
function section(title, ...parts) {
  return h('section', { class: 'trouble-section', 'aria-label': title }, h('h3', {}, title), ...parts);
}

/**
 * @param {readonly Act[]} all
 * @param {(act: Act) => void} onAct
 */
function acts(all, onAct) {
  const buttons = all.map((act) =>
    h('button', { type: 'button', class: 'button secondary', onClick: () => onAct(act) }, act.label),
  );
  return h('div', { class: 'trouble-acts' }, ...buttons);
}

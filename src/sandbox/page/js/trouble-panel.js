/** @import { PageChannel, PageGuild } from '../../protocol.ts' */
/** @import { Question } from './connection.js' */
/** @import { ComponentChildren } from './preact.js' */
/** @import { Act, Switch } from './trouble-plans.js' */
import { ask } from './connection.js';
import { Icon, IconButton } from './elements.js';
import { html, useLayoutEffect, useRef, useState } from './preact.js';
import { channelHere, guildHere, set, state } from './store.js';
import { ACTS, actsOn, actsOnServer, CONNECTION, REQUESTS, RIGHTS } from './trouble-plans.js';

/** Opens the panel, and shows how many faults and outages there are now. */
export function TroubleButton() {
  const places = state.guilds.flatMap(({ bot, available, channels }) => [
    !bot,
    !available,
    ...channels.map(({ denied }) => denied),
  ]);
  const on = state.plans.length + places.filter(Boolean).length;
  return html`<button type="button" class="quiet center" id="trouble-button" aria-controls="trouble" title="Trouble"
    aria-expanded=${String(state.trouble)} aria-label=${on > 0 ? `Trouble, ${on} on` : 'Trouble'}
    onClick=${() => set({ trouble: !state.trouble })}>
    <${Icon} name="bolt" />${on > 0 && html`<span class="badge center" aria-hidden="true">${on}</span>`}
  </button>`;
}

/** The panel that makes Discord misbehave: switches, one-time acts, and a button that ends everything. */
export function TroublePanel() {
  const { trouble, channelId } = state;
  const [status, setStatus] = useState({ failed: false, text: '' });
  const [unsure, setUnsure] = useState(/** @type {Act | null} */ (null));
  const [opened, setOpened] = useState(false);
  const panel = /** @type {{ current: HTMLElement | null }} */ (useRef(null));
  const channel = channelHere();
  const guild = guildHere();

  // The focus moves before the next key can arrive.
  useLayoutEffect(() => {
    if (trouble) panel.current?.querySelector('button')?.focus();
    else if (opened) document.getElementById('trouble-button')?.focus();
    setOpened(trouble);
  }, [trouble]);
  // Before a press in the new channel can arrive, which it would undo.
  useLayoutEffect(() => {
    setUnsure(null);
    setStatus({ failed: false, text: '' });
  }, [channelId]);
  useLayoutEffect(() => {
    if (unsure) /** @type {HTMLElement | null | undefined} */ (panel.current?.querySelector('.keep'))?.focus();
  }, [unsure]);

  const close = () => set({ trouble: false });
  /** @param {Question} question @param {string} [said] shown after success */
  const request = async (question, said = '') => {
    const answer = await ask(question);
    setStatus(answer.t === 'failed' ? { failed: true, text: answer.reason } : { failed: false, text: said });
  };
  /** @param {Act} act */
  const carryOut = ({ does, said }) => {
    setUnsure(null);
    void request({ t: 'happen', happening: does }, said);
  };
  /** @param {string} label @param {() => void} onClick @param {string} [kind] */
  const button = (label, onClick, kind = 'secondary') =>
    html`<button type="button" class="button flex ${kind}" key=${label} onClick=${onClick}>${label}</button>`;
  /** @param {readonly Act[]} acts */
  const buttons = (acts) => html`<div class="flex wrap">
    ${acts.map((act) => button(act.label, () => (act.sure ? setUnsure(act) : carryOut(act))))}
  </div>`;
  /** @param {Act} act */
  const question = (act) => html`<div class="flex wrap" role="group" aria-label=${act.sure}>
    <p class="strong">${act.sure}</p>
    ${button(act.label, () => carryOut(act), 'danger')} ${button('Keep it', () => setUnsure(null), 'secondary keep')}
  </div>`;

  return html`<aside class="trouble column" id="trouble" aria-labelledby="trouble-title" hidden=${!trouble} ref=${panel}
    onKeyDown=${(/** @type {KeyboardEvent} */ { key }) => key === 'Escape' && close()}>
    <div class="bar flex">
      <h2 class="grow strong" id="trouble-title">Trouble</h2>
      <${IconButton} name="close" label="Close" onClick=${close} />
    </div>
    <div class="trouble-body scroll grow">
      <p class="small muted">Make Discord misbehave and see how the bot copes.</p>
      ${section('The bot’s requests', planSwitches(REQUESTS, request))}
      ${section('Commands and presses', planSwitches(ACTS, request))}
      ${section('The bot’s connection', buttons(CONNECTION))}
      ${
        channel &&
        section(guild ? `Here, in ${shownName(channel)}` : 'Here, in direct messages', [
          guild && rightSwitches(guild, channel, request),
          unsure ? question(unsure) : buttons(actsOn(channel, guild, shownName(channel))),
        ])
      }
      ${guild && section(`The server ${guild.name}`, [serverSwitches(guild, request), buttons(actsOnServer(guild))])}
    </div>
    <div class="foot stack">
      <p class="small ${status.failed ? 'problem' : ''}" role="status">${status.text}</p>
      ${button('Turn everything off', () => request({ t: 'calm' }, 'All trouble is off.'), 'primary')}
    </div>
  </aside>`;
}

/** @typedef {(question: Question) => void} Request */

/** @param {PageChannel} channel */
const shownName = ({ name, parent, guildId }) => (parent !== undefined || guildId === null ? name : `#${name}`);

/** @param {string} title @param {ComponentChildren} parts */
const section = (title, parts) =>
  html`<section class="stack" aria-label=${title}><h3 class="strong">${title}</h3>${parts}</section>`;

/**
 * A switch with its note. A press only asks for a change; the server's answer sets the state.
 *
 * @param {{ label: string, note: string }} what
 * @param {boolean} on
 * @param {(on: boolean) => void} onPress
 * @param {string} [count]
 */
function toggle({ label, note }, on, onPress, count = '') {
  const id = `note-${label.replace(/\W/g, '-')}`;
  return html`<div key=${label}>
    <button type="button" role="switch" class="toggle flex" aria-checked=${String(on)} aria-describedby=${id} onClick=${() => onPress(!on)}>
      <span class="grow">${label}</span><span class="toggle-track" aria-hidden="true"></span>
    </button>
    <p class="small muted" id=${id}>${note} <span class="link">${count}</span></p>
  </div>`;
}

/** @param {readonly Switch[]} switches @param {Request} request */
const planSwitches = (switches, request) =>
  switches.map((each) => {
    const running = state.plans.find(({ name }) => name === each.name);
    const struck = running?.struck ?? 0;
    const count = struck === 0 ? 'Hasn’t happened yet.' : struck === 1 ? 'Happened once.' : `Happened ${struck} times.`;
    const onPress = (/** @type {boolean} */ on) => {
      // A new seed each time: otherwise the first requests would always meet the same faults.
      const seed = Math.floor(Math.random() * 2 ** 31);
      request({ t: 'plan', name: each.name, plan: on ? { ...each.plan, seed } : null });
    };
    return toggle(each, running !== undefined, onPress, running && count);
  });

/**
 * @param {PageGuild} guild
 * @param {PageChannel} channel
 * @param {Request} request
 */
function rightSwitches(guild, channel, request) {
  // A thread has its channel's permissions.
  const { id, denied = [] } = guild.channels.find((each) => each.id === (channel.parent ?? channel.id)) ?? channel;
  return RIGHTS.map((right) => {
    const others = denied.filter((each) => !right.permissions.includes(each));
    return toggle(
      right,
      right.permissions.every((each) => denied.includes(each)),
      (on) => {
        const permissions = on ? [...others, ...right.permissions] : others;
        request({ t: 'happen', happening: { kind: 'denyBot', channel: id, permissions } });
      },
    );
  });
}

const KICKED = { label: 'The bot is kicked', note: 'Turn this switch off to invite the bot back.' };
const OUTAGE = { label: 'The server is unavailable', note: 'Nobody can do anything there, as in a Discord outage.' };

/** @param {PageGuild} guild @param {Request} request */
const serverSwitches = ({ id: guild, bot, available }, request) => [
  toggle(KICKED, !bot, (on) => request({ t: 'happen', happening: { kind: on ? 'throwOut' : 'invite', guild } })),
  toggle(OUTAGE, !available, (on) =>
    request({ t: 'happen', happening: { kind: on ? 'outage' : 'outageOver', guild } }),
  ),
];

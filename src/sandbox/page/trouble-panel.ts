import { html, useLayoutEffect, useRef, useState } from 'htm/preact';
import type { ComponentChildren } from 'preact';
import type { PageChannel, PageGuild } from '../protocol.ts';
import { ask, type Question } from './connection.ts';
import { Icon, IconButton } from './elements.ts';
import { channelHere, guildHere, set, state } from './store.ts';
import { ACTS, type Act, actsOn, actsOnServer, CONNECTION, REQUESTS, RIGHTS, type Switch } from './trouble-plans.ts';

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
  const [unsure, setUnsure] = useState<Act | null>(null);
  const [opened, setOpened] = useState(false);
  const panel = useRef<HTMLElement>(null);
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
    if (unsure) panel.current?.querySelector<HTMLElement>('.keep')?.focus();
  }, [unsure]);

  const close = () => set({ trouble: false });
  /** @param said shown after success */
  const request = async (question: Question, said = '') => {
    const answer = await ask(question);
    setStatus(answer.t === 'failed' ? { failed: true, text: answer.reason } : { failed: false, text: said });
  };
  const carryOut = ({ does, said }: Act) => {
    setUnsure(null);
    void request({ t: 'happen', happening: does }, said);
  };
  const button = (label: string, onClick: () => void, kind = 'secondary') =>
    html`<button type="button" class="button flex ${kind}" key=${label} onClick=${onClick}>${label}</button>`;
  const buttons = (acts: readonly Act[]) => html`<div class="flex wrap">
    ${acts.map((act) => button(act.label, () => (act.sure ? setUnsure(act) : carryOut(act))))}
  </div>`;
  const question = (act: Act) => html`<div class="flex wrap" role="group" aria-label=${act.sure}>
    <p class="strong">${act.sure}</p>
    ${button(act.label, () => carryOut(act), 'danger')} ${button('Keep it', () => setUnsure(null), 'secondary keep')}
  </div>`;

  return html`<aside class="trouble column" id="trouble" aria-labelledby="trouble-title" hidden=${!trouble} ref=${panel}
    onKeyDown=${({ key }: KeyboardEvent) => key === 'Escape' && close()}>
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

type Request = (question: Question) => void;

const shownName = ({ name, parent, guildId }: PageChannel) =>
  parent !== undefined || guildId === null ? name : `#${name}`;

const section = (title: string, parts: ComponentChildren) =>
  html`<section class="stack" aria-label=${title}><h3 class="strong">${title}</h3>${parts}</section>`;

/** A switch with its note. A press only asks for a change; the server's answer sets the state. */
function toggle(label: string, note: string, on: boolean, onPress: (on: boolean) => void, count = '') {
  const id = `note-${label.replace(/\W/g, '-')}`;
  return html`<div key=${label}>
    <button type="button" role="switch" class="toggle flex" aria-checked=${String(on)} aria-describedby=${id} onClick=${() => onPress(!on)}>
      <span class="grow">${label}</span><span class="toggle-track" aria-hidden="true"></span>
    </button>
    <p class="small muted" id=${id}>${note} <span class="link">${count}</span></p>
  </div>`;
}

const planSwitches = (switches: readonly Switch[], request: Request) =>
  switches.map(({ label, note, plan }) => {
    const running = state.plans.find((each) => each.name === label);
    const struck = running?.struck ?? 0;
    const count = struck === 0 ? 'Hasn’t happened yet.' : struck === 1 ? 'Happened once.' : `Happened ${struck} times.`;
    const onPress = (on: boolean) => {
      // A new seed each time: otherwise the first requests would always meet the same faults.
      const seed = Math.floor(Math.random() * 2 ** 31);
      request({ t: 'plan', name: label, plan: on ? { ...plan, seed } : null });
    };
    return toggle(label, note, running !== undefined, onPress, running && count);
  });

function rightSwitches(guild: PageGuild, channel: PageChannel, request: Request) {
  // A thread has its channel's permissions.
  const { id, denied = [] } = guild.channels.find((each) => each.id === (channel.parent ?? channel.id)) ?? channel;
  return RIGHTS.map(({ label, note, permissions }) => {
    const others = denied.filter((each) => !permissions.includes(each));
    const lost = permissions.every((each) => denied.includes(each));
    return toggle(label, note, lost, (on) => {
      const happening = {
        kind: 'denyBot',
        channel: id,
        permissions: on ? [...others, ...permissions] : others,
      } as const;
      request({ t: 'happen', happening });
    });
  });
}

const serverSwitches = ({ id: guild, bot, available }: PageGuild, request: Request) => [
  toggle('The bot is kicked', 'Turn this switch off to invite the bot back.', !bot, (on) =>
    request({ t: 'happen', happening: { kind: on ? 'throwOut' : 'invite', guild } }),
  ),
  toggle('The server is unavailable', 'Nobody can do anything there, as in a Discord outage.', !available, (on) =>
    request({ t: 'happen', happening: { kind: on ? 'outage' : 'outageOver', guild } }),
  ),
];

import { html, useLayoutEffect, useRef, useState } from 'htm/preact';
import { TROUBLES } from '../faults/troubles.ts';
import { ask, type Question } from './actions.ts';
import { Icon, IconButton } from './elements.ts';
import { channelHere, guildHere, set, state } from './store.ts';

type Trouble = (typeof TROUBLES)[string][string];

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
  const [opened, setOpened] = useState(false);
  const panel = useRef<HTMLElement>(null);

  // The focus moves before the next key can arrive.
  useLayoutEffect(() => {
    if (trouble) panel.current?.querySelector('button')?.focus();
    else if (opened) document.getElementById('trouble-button')?.focus();
    setOpened(trouble);
  }, [trouble]);

  const close = () => set({ trouble: false });
  /** @param said shown after success */
  const request = async (question: Question, said = '') => {
    const answer = await ask(question);
    setStatus(answer.t === 'failed' ? { failed: true, text: answer.reason } : { failed: false, text: said });
  };
  const control = ([label, each]: [string, Trouble]) => {
    if ('note' in each) {
      const on = isOn(label, each.does);
      return toggle(label, each.note, on, () => request({ t: 'trouble', channelId, label, on: !on }));
    }
    const act = () => {
      if (!each.sure || window.confirm(each.sure))
        void request({ t: 'trouble', channelId, label, on: true }, each.said);
    };
    return html`<button type="button" class="button secondary flex" key=${label} onClick=${act}>${label}</button>`;
  };

  return html`<aside class="trouble column" id="trouble" aria-labelledby="trouble-title" hidden=${!trouble} ref=${panel}
    onKeyDown=${({ key }: KeyboardEvent) => key === 'Escape' && close()}>
    <div class="bar flex">
      <h2 class="grow strong" id="trouble-title">Trouble</h2>
      <${IconButton} name="close" label="Close" onClick=${close} />
    </div>
    <div class="trouble-body scroll grow">
      <p class="small muted">Make Discord misbehave and see how the bot copes.</p>
      ${Object.entries(TROUBLES).map(
        ([title, troubles]) =>
          (guildHere() || !title.startsWith('This ')) &&
          html`<section class="flex wrap" aria-label=${title} key=${title}>
            <h3 class="strong">${title}</h3>
            ${Object.entries(troubles).map(control)}
          </section>`,
      )}
    </div>
    <div class="foot stack">
      <p class="small ${status.failed ? 'problem' : ''}" role="status">${status.text}</p>
      <button type="button" class="button primary flex" onClick=${() => request({ t: 'calm' }, 'All trouble is off.')}>Turn everything off</button>
    </div>
  </aside>`;
}

function isOn(label: string, does: Extract<Trouble, { note: string }>['does']): boolean {
  const [channel, guild] = [channelHere(), guildHere()];
  if ('plan' in does) return state.plans.includes(label);
  if ('isOn' in does) return guild !== undefined && does.isOn(guild);
  // A thread has its channel's permissions.
  const { denied = [] } = guild?.channels.find(({ id }) => id === (channel?.parent ?? channel?.id)) ?? {};
  return does.denies.every((each) => denied.includes(each));
}

/** A switch with its note. A press only asks for a change; the server's answer sets the state. */
function toggle(label: string, note: string, on: boolean, onPress: () => void) {
  const id = `note-${label.replace(/\W/g, '-')}`;
  return html`<div class="grow" key=${label}>
    <button type="button" role="switch" class="toggle flex" aria-checked=${String(on)} aria-describedby=${id} onClick=${onPress}>
      <span class="grow">${label}</span><span class="toggle-track" aria-hidden="true"></span>
    </button>
    <p class="small muted" id=${id}>${note}</p>
  </div>`;
}

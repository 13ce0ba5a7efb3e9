import { html, useState } from 'htm/preact';
import { TROUBLES } from '../faults/troubles.ts';
import { Icon, IconButton } from './elements.ts';
import { askServer, guildHere, type PageQuestion, state } from './page-state.ts';

type Trouble = (typeof TROUBLES)[string][string];

/** Opens the panel, and shows how many switches are on. */
export function TroubleButton() {
  const on = state.troubles.length;
  return html`<button type="button" class="quiet center" id="trouble-button" popovertarget="trouble" title="Trouble"
    aria-label=${on > 0 ? `Trouble, ${on} on` : 'Trouble'}>
    <${Icon} name="bolt" />${on > 0 && html`<span class="badge center" aria-hidden="true">${on}</span>`}
  </button>`;
}

/** The panel that makes Discord misbehave: switches, one-time acts, and a button that ends everything. */
export function TroublePanel() {
  const { channelId, troubles } = state;
  const [status, setStatus] = useState({ failed: false, text: '' });
  /** @param said shown after success */
  const request = async (question: PageQuestion, said = '') => {
    const answer = await askServer(question);
    setStatus(answer.t === 'failed' ? { failed: true, text: answer.reason } : { failed: false, text: said });
  };
  const control = ([label, trouble]: [string, Trouble]) => {
    const { note, sure } = trouble;
    const turn = (on: boolean, said = '') => request({ t: 'trouble', channelId, label, on }, said);
    if (!('plan' in trouble)) {
      const act = () => (!sure || window.confirm(sure)) && turn(true, note);
      return html`<button type="button" class="button secondary flex" key=${label} onClick=${act}>${label}</button>`;
    }
    const on = troubles.includes(label);
    return html`<label class="toggle flex" key=${label}>
      <span class="lines">${label}<span class="small muted">${note}</span></span>
      <input type="checkbox" role="switch" aria-label=${label} checked=${on} onChange=${() => turn(!on)} />
    </label>`;
  };

  return html`<aside class="trouble column" id="trouble" popover="auto" aria-labelledby="trouble-title">
    <div class="bar flex">
      <h2 class="grow strong" id="trouble-title">Trouble</h2>
      <${IconButton} name="close" label="Close" popovertarget="trouble" />
    </div>
    <div class="trouble-body scroll grow">
      <p class="small muted">Make Discord misbehave and see how the bot copes.</p>
      ${Object.entries(TROUBLES).map(
        ([title, group]) =>
          // "This server", "This channel"
          (guildHere() || !title.startsWith('This ')) &&
          html`<section class="flex wrap" aria-label=${title} key=${title}>
            <h3 class="strong">${title}</h3>
            ${Object.entries(group).map(control)}
          </section>`,
      )}
    </div>
    <div class="foot stack">
      <p class="small ${status.failed ? 'problem' : ''}" role="status">${status.text}</p>
      <button type="button" class="button flex" onClick=${() => request({ t: 'calm' }, 'All trouble is off.')}>Turn everything off</button>
    </div>
  </aside>`;
}

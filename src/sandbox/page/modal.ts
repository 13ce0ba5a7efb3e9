import { html, useLayoutEffect, useRef, useState } from 'htm/preact';
import type { Modal } from '../store/message-schema.ts';
import { IconButton } from './elements.ts';
import { askServer, type OpenModal, set, state } from './page-state.ts';

const PARAGRAPH = 2;
const LONGEST = 4000;

export const ModalDialog = () =>
  state.modal && html`<${OpenForm} key=${state.modal.interactionId} ...${state.modal} />`;

function OpenForm({ interactionId, as, channelId, messageId, modal }: OpenModal) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('.modal-body :is(input, textarea)')?.focus();
  }, []);

  const onClose = () => {
    set({ modal: null });
    // The browser returns the focus to the button that opened the form, which may be gone.
    window.setTimeout(() => {
      const home = document.querySelector<HTMLElement>(`[data-message-id="${messageId}"]`);
      if (document.activeElement === document.body) home?.focus({ preventScroll: true });
    });
  };
  const onSubmit = async (event: { preventDefault(): void; currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    if (busy) return;
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setProblem('');
    setBusy(true);
    const answer = await askServer({ t: 'modal', as, channelId, interactionId, customId: modal.custom_id, fields });
    setBusy(false);
    if (answer.t === 'failed') setProblem(`${answer.reason} Your text is still here.`);
    else close();
  };

  return html`<dialog class="modal" aria-labelledby="modal-title" ref=${dialog} onClose=${onClose}>
    <form class="column" onSubmit=${onSubmit}>
      <div class="bar flex">
        <h2 class="grow strong" id="modal-title">${modal.title}</h2>
        <${IconButton} name="close" label="Close" onClick=${close} />
      </div>
      <div class="modal-body stack scroll">
        ${modal.components.map((part, at) => html`<${Field} key=${at} ...${part} at=${at} />`)}
        <p class="problem" role="alert">${problem}</p>
      </div>
      <div class="foot modal-foot flex">
        <button type="button" class="button secondary flex" onClick=${close}>Cancel</button>
        <button type="submit" class="button flex" aria-busy=${busy ? 'true' : undefined}><span>Submit</span></button>
      </div>
    </form>
  </dialog>`;
}

type Part = Modal['components'][number];

function Field({ component, label, description, at }: Part & { at: number }) {
  const { min_length: least, max_length: most, style, custom_id: name, placeholder, value } = component;
  const required = component.required ?? true;
  const lengths = least ? `At least ${least} characters` : most && most < LONGEST ? `Up to ${most} characters` : '';
  const input = {
    ...{ id: `field-${at}`, class: 'text-input', autocomplete: 'off', 'aria-describedby': `note-${at}`, name },
    ...{ required, placeholder, minlength: least, maxlength: most ?? LONGEST, defaultValue: value ?? '' },
  };
  return html`<div class="stack">
    <label class="strong" for="field-${at}">${label}${required && html`<span class="small muted"> (required)</span>`}</label>
    <p class="small muted" id="note-${at}">${description || lengths}</p>
    ${style === PARAGRAPH ? html`<textarea rows="5" ...${input}></textarea>` : html`<input ...${input} />`}
  </div>`;
}

/** @import { Component, Modal } from './discord-objects.d.ts' */
/** @import { OpenModal } from './store.js' */
import { useDialog } from './attachments.js';
import { ask } from './connection.js';
import { IconButton } from './elements.js';
import { Markdown } from './formatted-text.js';
import { html, useLayoutEffect, useRef, useState } from './preact.js';
import { isSelect, SelectMenu } from './select-menu.js';
import { set, state } from './store.js';

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const PARAGRAPH = 2;
const LONGEST = 4000;

/** The bot's modal that is open: one at a time, as on Discord. */
export const ModalDialog = () =>
  state.modal && html`<${OpenForm} key=${state.modal.interactionId} ...${state.modal} />`;

/** @param {OpenModal} open */
function OpenForm({ interactionId, as, channelId, messageId, modal }) {
  const { title = 'Form', custom_id: customId = '', components = [] } = /** @type {Modal} */ (modal);
  const parts = components.flatMap(partsOf);
  /** What is chosen in selects, by custom id. */
  const choices = useRef(Object.fromEntries(parts.filter(({ part }) => isSelect(part)).map(defaultChoice)));
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const dialog = useDialog();
  const close = () => dialog.current?.close();
  useLayoutEffect(() => {
    /** @type {HTMLElement | null | undefined} */ (
      dialog.current?.querySelector('.modal-body :is(input, textarea, button)')
    )?.focus();
  }, []);

  const onClose = () => {
    set({ modal: null });
    // The button that opened the form may be gone. The form goes first, and the focus with it.
    window.setTimeout(() => {
      const home = document.querySelector(`[data-message-id="${messageId}"]`);
      if (document.activeElement === document.body && home instanceof HTMLElement) home.focus({ preventScroll: true });
    });
  };
  const onSubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    const texts = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const fields = { ...choices.current, .../** @type {Record<string, string>} */ (Object.fromEntries(texts)) };
    // The browser checks texts.
    const missing = parts.find(({ part }) => {
      const { custom_id: id = '', required = true, min_values: least = 1 } = part;
      return isSelect(part) && required && (fields[id]?.length ?? 0) < least;
    });
    if (missing) return setProblem(`${missing.label}: choose something.`);
    setProblem('');
    setBusy(true);
    const answer = await ask({ t: 'modal', as, channelId, interactionId, customId, fields });
    setBusy(false);
    if (answer.t === 'failed') setProblem(`${answer.reason} Your text is still here.`);
    else close();
  };

  return html`<dialog class="modal" aria-labelledby="modal-title" ref=${dialog} onClose=${onClose}>
    <form class="column" onSubmit=${onSubmit}>
      <div class="bar flex">
        <h2 class="grow strong" id="modal-title">${title}</h2>
        <${IconButton} name="close" label="Close" onClick=${close} />
      </div>
      <div class="modal-body stack scroll">
        ${parts.map((each, at) => {
          const onChoose = (/** @type {string[]} */ chosen) => {
            choices.current[each.part.custom_id ?? ''] = chosen;
          };
          return html`<${Field} key=${at} ...${each} at=${at} onChoose=${onChoose} />`;
        })}
        <p class="problem" role="alert">${problem}</p>
      </div>
      <div class="modal-foot flex">
        <button type="button" class="button secondary flex" onClick=${close}>Cancel</button>
        <button type="submit" class="button primary flex" aria-busy=${busy ? 'true' : undefined}><span>Submit</span></button>
      </div>
    </form>
  </dialog>`;
}

/**
 * A field or a text, with its label and description, of which older forms have only the label.
 *
 * @typedef {{ part: Component, label: string, description: string }} Part
 * @param {Component} component
 * @returns {Part[]}
 */
function partsOf({ components = [], ...component }) {
  if (component.type === ROW) return components.flatMap(partsOf);
  return [
    { part: component.component ?? component, label: component.label ?? '', description: component.description ?? '' },
  ];
}

/** @param {Part} select @returns {[string, string[]]} */
const defaultChoice = ({ part: { custom_id: id = '', options = [] } }) => [
  id,
  options.filter((option) => option.default).map(({ value = '' }) => value),
];

/** @param {Part & { at: number, onChoose: (values: string[]) => void }} props */
function Field({ part, label, description, at, onChoose }) {
  const {
    type,
    custom_id: name,
    required = true,
    min_length: least = 0,
    max_length: most = LONGEST,
    style,
    value,
    placeholder,
  } = part;
  if (type === TEXT_DISPLAY) return html`<${Markdown} text=${part.content ?? ''} />`;
  if (type !== TEXT_INPUT && !isSelect(part)) {
    return html`<p class="muted">This page can’t show this part (component type ${type}).</p>`;
  }
  const atMost = most < LONGEST ? `Up to ${most} characters` : '';
  const length = least > 0 ? `At least ${least} characters` : atMost;
  const input = {
    ...{ id: `field-${at}`, class: 'text-input', autocomplete: 'off', 'aria-describedby': `note-${at}` },
    ...{ name, required, placeholder, minlength: least, maxlength: most, defaultValue: value ?? '' },
  };
  return html`<div class="stack">
    <label class="strong" for="field-${at}">${label}${required && html`<span class="small muted"> (needed)</span>`}</label>
    <p class="small muted" id="note-${at}">${description || (type === TEXT_INPUT && length)}</p>
    ${
      isSelect(part)
        ? html`<${SelectMenu} component=${part} label=${label} onChoose=${onChoose} />`
        : style === PARAGRAPH
          ? html`<textarea rows="5" ...${input}></textarea>`
          : html`<input type="text" ...${input} />`
    }
  </div>`;
}

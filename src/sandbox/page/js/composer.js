/** @import { Field } from './draft.js' */
import { OPTION } from './commands.js';
import {
  enterField,
  fieldAt,
  hideList,
  keepDraft,
  LONGEST,
  leaveCommand,
  listTakes,
  submit,
  suggest,
  typeField,
  typeLine,
} from './draft.js';
import { Icon, IconButton } from './elements.js';
import { html, useEffect, useLayoutEffect, useRef } from './preact.js';
import { channelHere, memberOf, state } from './store.js';

/** The number of characters left is shown from here on. */
const NEARLY = 1800;

/** The input line: posts plain text; a slash begins a command. */
export function Composer() {
  const { draft, channelId, memberId, commands } = state;
  const { command, at } = draft;
  const { option, name } = (at !== null && draft.fields[at]) || {};

  useLayoutEffect(() => {
    if (!draft.focus) return;
    const input = focusOn(draft.focus.on);
    if (input instanceof HTMLInputElement) input.setSelectionRange(input.value.length, input.value.length);
  }, [draft.focus]);
  useLayoutEffect(keepDraft, [channelId, memberId]);
  useEffect(() => {
    if (document.activeElement?.id === 'line') typeLine(state.draft.text);
  }, [commands]);
  useEffect(() => document.addEventListener('keydown', typeAnywhere), []);

  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    submit();
  };
  // A command without options has no field, so its keys come from the Send button.
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (!command || event.target instanceof HTMLInputElement || !/^(?:Backspace|Escape)$/.test(event.key)) return;
    event.preventDefault();
    leaveCommand(event.key === 'Backspace' ? `/${command.name}` : '');
  };
  const hint = option
    ? `${name}${option.required ? ' (needed)' : ' (optional)'}: ${option.description ?? ''}`
    : command?.description;
  const options = html`
    <div class="grow flex wrap" role="group" aria-label="/${command?.name}" key="options">
      <span class="strong">/${command?.name}</span>
      ${draft.fields.map((field, index) => html`<${Option} key=${field.name} field=${field} at=${index} />`)}
    </div>
    <${IconButton} key="leave" name="close" label="Cancel the command" onClick=${() => leaveCommand()} />
  `;
  return html`<section class="composer" id="composer" aria-label="Write">
    <${List} />
    <p class="problem small" role="alert" id="problem">${draft.problem}</p>
    <p class="small muted">${hint}</p>
    <form class="line flex" onSubmit=${onSubmit} onKeyDown=${onKey}>
      ${command ? options : html`<${Line} key="line" />`}
      <button type="submit" class="send quiet center ${command ? 'primary' : ''}" key="send" aria-label=${command ? `Send /${command.name}` : 'Send'}>
        <${Icon} name="send" />
      </button>
    </form>
  </section>`;
}

/** @param {string} selector */
function focusOn(selector) {
  const element = /** @type {HTMLElement | null} */ (document.querySelector(`.composer :is(${selector})`));
  element?.focus();
  return element;
}

export const focusComposer = () => focusOn('#line, .chip input, form:not(:has(.chip, #line)) .send');

/**
 * A character typed while no field, button or link has the focus goes to the input line.
 *
 * @param {KeyboardEvent} event
 */
function typeAnywhere(event) {
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
  const reading = document.activeElement?.matches('body, .scroller, .message');
  if (reading && !document.querySelector('dialog[open]')) focusComposer();
}

/**
 * What both inputs have: each is the combobox of the list above.
 *
 * @param {boolean} owns whether the list is for this one now
 * @param {(text: string) => void} onText
 */
function combobox(owns, onText) {
  const { list } = state.draft;
  return {
    role: 'combobox',
    autocomplete: 'off',
    enterkeyhint: 'send',
    'aria-autocomplete': 'list',
    'aria-controls': 'suggestions',
    'aria-expanded': String(owns && (list?.items.length ?? 0) > 0),
    'aria-activedescendant': owns && list && list.active >= 0 ? `suggestion-${list.active}` : undefined,
    'aria-describedby': 'problem',
    onInput: (/** @type {{ currentTarget: HTMLInputElement }} */ event) => onText(event.currentTarget.value),
    onBlur: hideList,
  };
}

function Line() {
  const { text } = state.draft;
  const channel = channelHere();
  const place = channel?.guildId === null ? `@${state.bot.name}` : `#${channel?.name}`;
  const as = `as ${memberOf(state.memberId)?.name}`;
  // A long placeholder would be cut off within a letter, and the header already names the channel.
  const placeholder = window.innerWidth > 760 ? `Message ${place} ${as}` : `Message ${as}`;
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.isComposing || listTakes(event) || event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  };
  return html`<textarea id="line" class="grow" rows="1" value=${text} placeholder=${placeholder} ...${combobox(true, typeLine)}
      aria-label="Message ${place} ${as}. Type / for commands." onFocus=${() => typeLine(text)} onKeyDown=${onKey}></textarea>
    <span class="small muted" role="status">${text.length > NEARLY ? LONGEST - text.length : ''}</span>`;
}

/** An option of the command: its name and a field to fill. @param {{ field: Field, at: number }} props */
function Option({ field, at }) {
  const { option, name, text, wrong } = field;
  const numeric = option.type === OPTION.integer || option.type === OPTION.number;
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.isComposing || listTakes(event)) return;
    if (event.key === 'Enter') submit();
    else if (event.key === 'Escape' || (event.key === 'Backspace' && text === '' && at === 0)) leaveCommand();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') suggest(at, false);
    else if (event.key === 'Backspace' && text === '') focusOn(fieldAt(at - 1));
    else return;
    event.preventDefault();
  };
  return html`<span class="chip flex ${option.required ? 'required' : ''} ${text ? 'filled' : ''}" data-option=${name}>
    <label for="option-${at}">
      ${name}<span class="unseen">${option.required ? ', needed' : ''}. ${option.description}</span>
    </label>
    <input id="option-${at}" value=${text} ...${combobox(state.draft.at === at, (typed) => typeField(at, typed))}
      aria-required=${String(option.required ?? false)} aria-invalid=${String(wrong)} inputmode=${numeric ? 'decimal' : 'text'}
      autocapitalize="off" spellcheck=${false} size=${Math.max(6, Math.min(40, text.length + 1))}
      onFocus=${() => enterField(at)} onKeyDown=${onKey} />
  </span>`;
}

/** The list above the line. The focus stays in the input. */
function List() {
  const { list } = state.draft;
  const active = /** @type {{ current: HTMLElement | null }} */ (useRef(null));
  useLayoutEffect(() => active.current?.scrollIntoView({ block: 'nearest' }), [list]);
  // A press on the list must not take the focus from the input.
  const stay = (/** @type {Event} */ event) => event.preventDefault();
  return html`<div class="suggestions float column" hidden=${!list} onMouseDown=${stay}>
    <div class="small muted" id="suggestions-title">${list?.title}</div>
    <ul class="grow scroll" role="listbox" id="suggestions" aria-labelledby="suggestions-title">
      ${list?.items.map(
        ({ name, note, take }, at) =>
          html`<li role="option" id="suggestion-${at}" class="suggestion flex wrap ${at === list.active ? 'active' : ''}"
            aria-selected=${String(at === list.active)} ref=${at === list.active ? active : null} onClick=${take}>
            <span class="suggestion-name strong">${name}</span>${note && html`<span class="small muted">${note}</span>`}
          </li>`,
      )}
    </ul>
    <div class="small muted" role="status">${list?.status}</div>
  </div>`;
}

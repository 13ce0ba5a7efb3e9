import { html, useEffect, useLayoutEffect, useRef } from 'htm/preact';
import {
  enterField,
  fieldAt,
  hideList,
  keepDraft,
  leaveCommand,
  listTakes,
  submit,
  suggest,
  typeField,
  typeLine,
} from './draft.ts';
import { Icon, IconButton } from './elements.ts';
import { channelHere, type Field, memberOf, state } from './store.ts';

/** Discord's limit for a member's message, in characters. */
const LONGEST = 2000;

/** The input line: posts plain text; a slash begins a command. */
export function Composer() {
  const { draft, channelId, memberId, commands } = state;
  const { command, at } = draft;
  const { option } = (at !== null && draft.fields[at]) || {};

  useLayoutEffect(() => {
    if (!draft.focus) return;
    const input = focusOn(draft.focus.on);
    if (input instanceof HTMLInputElement) input.setSelectionRange(input.value.length, input.value.length);
  }, [draft.focus]);
  useLayoutEffect(keepDraft, [channelId, memberId]);
  useEffect(() => {
    if (document.activeElement?.id === 'line') typeLine(state.draft.text);
  }, [commands]);

  const onSubmit = (event: Event) => {
    event.preventDefault();
    submit();
  };
  // A command without options has no field, so its keys come from the Send button.
  const onKey = (event: KeyboardEvent) => {
    if (!command || event.target instanceof HTMLInputElement || !/^(?:Backspace|Escape)$/.test(event.key)) return;
    event.preventDefault();
    leaveCommand(event.key === 'Backspace' ? `/${command.name}` : '');
  };
  const hint = option
    ? `${option.name}${option.required ? ' (needed)' : ' (optional)'}: ${option.description}`
    : command?.description;
  const options = html`
    <div class="grow flex wrap" role="group" aria-label="/${command?.name}" key="options">
      <span class="strong">/${command?.name}</span>
      ${draft.fields.map((field, index) => html`<${Option} key=${field.option.name} field=${field} at=${index} />`)}
    </div>
    <${IconButton} key="leave" name="close" label="Cancel the command" onClick=${() => leaveCommand()} />
  `;
  return html`<section class="composer" id="composer" aria-label="Write">
    <${List} />
    <p class="problem small" role="alert" id="problem">${draft.problem}</p>
    <p class="small muted">${hint}</p>
    <form class="line flex" onSubmit=${onSubmit} onKeyDown=${onKey}>
      ${command ? options : html`<${Line} key="line" />`}
      <button type="submit" class="send quiet center ${command ? 'primary' : ''}" key="send" aria-label=${command ? `Send /${command.name}` : 'Send'}
        aria-busy=${draft.sending ? 'true' : undefined}>
        <${Icon} name="send" />
      </button>
    </form>
  </section>`;
}

function focusOn(selector: string): HTMLElement | null {
  const element = document.querySelector<HTMLElement>(`.composer :is(${selector})`);
  element?.focus();
  return element;
}

export const focusComposer = () => focusOn('#line, .chip input, form:not(:has(.chip, #line)) .send');

/**
 * The attributes of both inputs: each is the combobox of the list above.
 *
 * @param owns whether the list is for this one now
 */
function combobox(owns: boolean, onText: (text: string) => void) {
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
    onInput: (event: { currentTarget: HTMLInputElement }) => onText(event.currentTarget.value),
    onBlur: hideList,
  };
}

function Line() {
  const { text } = state.draft;
  const channel = channelHere();
  const place = channel?.dmOf ? `@${state.bot.name}` : `#${channel?.name}`;
  const as = `as ${memberOf(state.memberId)?.name}`;
  // A long placeholder would be cut off within a letter, and the header already names the channel.
  const placeholder = window.innerWidth > 760 ? `Message ${place} ${as}` : `Message ${as}`;
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || listTakes(event) || event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  };
  return html`<textarea id="line" class="grow" rows="1" maxlength=${LONGEST} value=${text} placeholder=${placeholder} ...${combobox(true, typeLine)}
    aria-label="Message ${place} ${as}. Type / for commands." onFocus=${() => typeLine(text)} onKeyDown=${onKey}></textarea>`;
}

/** An option of the command: its name and a field to fill. */
function Option({ field, at }: { field: Field; at: number }) {
  const { option, text, wrong } = field;
  const { name, required, description } = option;
  const numeric = option.type === 4 || option.type === 10;
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || listTakes(event)) return;
    if (event.key === 'Enter') submit();
    else if (event.key === 'Escape' || (event.key === 'Backspace' && text === '' && at === 0)) leaveCommand();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') suggest(at, false);
    else if (event.key === 'Backspace' && text === '') focusOn(fieldAt(at - 1));
    else return;
    event.preventDefault();
  };
  return html`<span class="chip flex ${required ? 'required' : ''} ${text ? 'filled' : ''}" data-option=${name}>
    <label for="option-${at}">${name}<span class="unseen">${required ? ', needed' : ''}. ${description}</span></label>
    <input id="option-${at}" value=${text} ...${combobox(state.draft.at === at, (typed) => typeField(at, typed))}
      aria-required=${String(required ?? false)} aria-invalid=${String(wrong)} inputmode=${numeric ? 'decimal' : 'text'}
      autocapitalize="off" spellcheck=${false} size=${Math.max(6, Math.min(40, text.length + 1))}
      onFocus=${() => enterField(at)} onKeyDown=${onKey} />
  </span>`;
}

/** The list above the line. The focus stays in the input. */
function List() {
  const { list } = state.draft;
  const active = useRef<HTMLElement>(null);
  useLayoutEffect(() => active.current?.scrollIntoView({ block: 'nearest' }), [list]);
  // A press on the list must not take the focus from the input.
  const stay = (event: Event) => event.preventDefault();
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

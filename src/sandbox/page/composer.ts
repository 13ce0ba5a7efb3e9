import { html, useEffect, useLayoutEffect, useRef } from 'htm/preact';
import { changePlace, commandInLine, hideList, listTakes, setLine, submit, suggestions, typeLine } from './draft.ts';
import { Icon } from './elements.ts';
import { LOADING, type Suggestions } from './line.ts';
import { channelHere, memberOf, state } from './page-state.ts';

/** Discord's limits for a member's message and for a command, in characters. */
const LONGEST = { message: 2000, command: 6000 };

export const focusComposer = () => document.querySelector<HTMLTextAreaElement>('#line')?.focus();

/** The input line: posts plain text; a slash begins a command. */
export function Composer() {
  const { draft, channelId, memberId } = state;
  const { text, problem, sending, toFocus } = draft;
  const typed = commandInLine();
  const list = suggestions();
  const line = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!toFocus || !line.current) return;
    line.current.focus();
    line.current.setSelectionRange(text.length, text.length);
  }, [toFocus]);
  useEffect(changePlace, [channelId, memberId]);

  const channel = channelHere();
  const place = channel?.dmOf ? `@${state.bot.name}` : `#${channel?.name}`;
  const as = `as ${memberOf(memberId)?.name}`;
  // A long placeholder would be cut off within a letter, and the header already names the channel.
  const placeholder = window.innerWidth > 760 ? `Message ${place} ${as}` : `Message ${as}`;
  const { at, command } = typed ?? {};
  const hint = at ? `${at.name}${at.required ? ' (required)' : ''}: ${at.description}` : command?.description;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    submit();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (!listTakes(event)) {
      if (event.key !== 'Enter' || event.shiftKey) return;
      submit();
    }
    event.preventDefault();
  };
  return html`<section class="composer" id="composer" aria-label="Write">
    ${list && html`<${List} ...${list} />`}
    <p class="problem small" role="alert" id="problem">${problem}</p>
    <p class="small muted" id="hint">${hint}</p>
    <form class="line flex" onSubmit=${onSubmit}>
      <textarea id="line" class="grow" rows="1" value=${text} placeholder=${placeholder} ref=${line}
        maxlength=${text.startsWith('/') ? LONGEST.command : LONGEST.message}
        role="combobox" autocomplete="off" autocapitalize=${command ? 'off' : 'sentences'} enterkeyhint="send"
        aria-label="Message ${place} ${as}. Type / for commands." aria-describedby="problem hint"
        aria-autocomplete="list" aria-controls="suggestions" aria-expanded=${String((list?.items.length ?? 0) > 0)}
        aria-activedescendant=${list && list.active >= 0 ? `suggestion-${list.active}` : undefined}
        onInput=${({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => typeLine(currentTarget.value)}
        onFocus=${() => typeLine(state.draft.text)} onBlur=${hideList} onKeyDown=${onKey}></textarea>
      <button type="submit" class="send quiet center ${command ? 'primary' : ''}" aria-label=${command ? `Send /${command.name}` : 'Send'}
        aria-busy=${sending ? 'true' : undefined}>
        <${Icon} name="send" />
      </button>
    </form>
  </section>`;
}

/** The list above the line. The focus stays in the line, so a press on the list must not take it. */
function List({ title, items, status, active }: Suggestions) {
  const taken = useRef<HTMLElement>(null);
  useLayoutEffect(() => taken.current?.scrollIntoView({ block: 'nearest' }), [active]);
  return html`<div class="suggestions float column" onMouseDown=${(event: Event) => event.preventDefault()}>
    <div class="small muted" id="suggestions-title">${title}</div>
    <ul class="grow scroll" role="listbox" id="suggestions" aria-labelledby="suggestions-title" aria-busy=${String(status === LOADING)}>
      ${items.map(
        ({ name, note, line }, at) =>
          html`<li role="option" id="suggestion-${at}" class="suggestion flex wrap ${at === active ? 'active' : ''}"
            aria-selected=${String(at === active)} ref=${at === active ? taken : null} onClick=${() => setLine(line)}>
            <span class="suggestion-name strong">${name}</span>${note && html`<span class="small muted">${note}</span>`}
          </li>`,
      )}
    </ul>
    <div class="small muted" role="status">${status}</div>
  </div>`;
}

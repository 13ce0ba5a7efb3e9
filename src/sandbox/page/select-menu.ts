import { html, useLayoutEffect, useRef, useState } from 'htm/preact';
import type { Select } from '../store/component-schema.ts';
import { EmojiView, Icon } from './elements.ts';
import { mentionables } from './store.ts';

/** Space between a menu and its button, and between a menu and the window's edge, in pixels. */
const GAP = 6;
/** A pause after which letters begin a new search for an option. */
const TYPING_MS = 700;

type SelectOption = Extract<Select, { type: 3 }>['options'][number];

/** The options of a select: its own, or the people (5), roles (6), both (7) or channels (8) of the present server. */
function optionsOf(select: Select): readonly SelectOption[] {
  if (select.type === 3) return select.options;
  const { people, roles, channels } = mentionables();
  const choices = { 5: people, 6: roles, 7: [...people, ...roles], 8: channels }[select.type];
  return choices.map(({ name, value }) => ({ label: name, value }));
}

let made = 0;
function freshId(): string {
  made += 1;
  return `menu-${made}`;
}

interface Menu {
  readonly component: Select;
  readonly label?: string;
  readonly busy?: boolean;
  /** Gets the values in the order of the options. */
  readonly onChoose: (values: string[]) => void;
}

/** A button that opens a listbox. A single choice closes it at once; several are ticked and confirmed with Done or by closing. */
export function SelectMenu({ component, label, busy = false, onChoose }: Menu) {
  const [min, max] = [component.min_values ?? 1, component.max_values ?? 1];
  const placeholder = component.placeholder || 'Choose';
  const [id] = useState(freshId);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [touched, setTouched] = useState(false);
  const [picked, setPicked] = useState({ from: '', chosen: [] as number[] });
  const search = useRef({ text: '', at: 0 });
  const popover = useRef<HTMLElement>(null);

  // While the menu is open its options stay, so that none moves away from under a finger.
  const kept = useRef(optionsOf(component));
  if (!open) kept.current = optionsOf(component);
  const options = kept.current;
  const from = JSON.stringify(options);
  const chosen = picked.from === from ? picked.chosen : options.flatMap((option, at) => (option.default ? [at] : []));
  const several = max > 1;
  const valid = chosen.length >= min && chosen.length <= max;

  useLayoutEffect(
    () => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }),
    [active, open],
  );

  const choose = (at: number) => {
    setActive(at);
    setTouched(true);
    const others = several ? chosen.filter((each) => each !== at) : [];
    const more = others.length < max && !chosen.includes(at) ? [...others, at] : others;
    setPicked({ from, chosen: several ? more.sort((a, b) => a - b) : [at] });
    if (!several) popover.current?.hidePopover();
  };
  const onToggle = ({ newState }: ToggleEvent) => {
    setOpen(newState === 'open');
    if (newState === 'open' && popover.current) {
      setTouched(false);
      setActive(chosen[0] ?? 0);
      placeBy(popover.current, popover.current.previousElementSibling as HTMLElement);
      popover.current.querySelector('ul')?.focus();
    } else if (touched && valid) onChoose(chosen.map((at) => options[at]?.value ?? ''));
  };
  const onListKey = (event: KeyboardEvent) => {
    const { key } = event;
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: options.length }[key];
    const searching = Date.now() - search.current.at < TYPING_MS;
    if (to !== undefined) setActive(Math.max(0, Math.min(options.length - 1, to)));
    else if (key === 'Enter' || (key === ' ' && !searching)) choose(active);
    else if (key === 'Tab' && !several) popover.current?.hidePopover();
    else if (key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const text = (searching ? search.current.text : '') + key.toLowerCase();
      search.current = { text, at: Date.now() };
      const found = options.findIndex((option) => option.label.toLowerCase().startsWith(text));
      if (found >= 0) setActive(found);
    } else return;
    event.preventDefault();
  };
  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    popover.current?.showPopover();
  };

  const labels = chosen.map((at) => options[at]?.label).join(', ');
  const name = label ?? placeholder;
  return html`<div class="select">
    <button type="button" class="menu-button flex" disabled=${component.disabled || options.length === 0} popovertarget=${id}
      aria-haspopup="listbox" aria-expanded=${String(open)} aria-controls="${id}-list" aria-busy=${busy ? 'true' : undefined}
      aria-label="${name}: ${labels || 'nothing chosen'}" onKeyDown=${onButtonKey}>
      <span class="grow ellipsis ${labels ? '' : 'muted'}">${labels || (options.length > 0 ? placeholder : 'Nothing to choose from')}</span>
      <${Icon} name="chevron" />
    </button>
    <div popover="auto" class="menu-popover float column" id=${id} ref=${popover} onToggle=${onToggle}>
      <ul role="listbox" id="${id}-list" class="menu-list grow scroll" tabindex="0" aria-label=${name} onKeyDown=${onListKey}
        aria-multiselectable=${several ? 'true' : undefined} aria-activedescendant="${id}-${active}">
        ${options.map(
          ({ label: text, description, emoji }, at) =>
            html`<li role="option" id="${id}-${at}" class="menu-option flex ${at === active ? 'active' : ''}"
              aria-selected=${String(chosen.includes(at))} onClick=${() => choose(at)}>
              <${EmojiView} emoji=${emoji} />
              <span class="lines">${text}${description && html`<span class="small muted">${description}</span>`}</span>
              <${Icon} name="check" />
            </li>`,
        )}
      </ul>
      ${
        several &&
        html`<div class="menu-foot flex">
          <span class="small muted grow" role="status">${min === max ? `Choose ${min}` : `Choose ${min} to ${max}`}</span>
          <button type="button" class="button primary flex" disabled=${!valid} onClick=${() => popover.current?.hidePopover()}>Done</button>
        </div>`
      }
    </div>
  </div>`;
}

/** Places an open popover under its button, or above it if there is more room, within the window. */
function placeBy({ style, scrollHeight }: HTMLElement, button: HTMLElement) {
  const { top, bottom, left, width: own } = button.getBoundingClientRect();
  const [above, below] = [top - 2 * GAP, window.innerHeight - bottom - 2 * GAP];
  const goesBelow = below >= Math.min(scrollHeight, 260) || below >= above;
  const width = Math.min(Math.max(own, 220), window.innerWidth - 2 * GAP);
  Object.assign(style, {
    width: `${width}px`,
    maxHeight: `${Math.max(120, Math.min(360, goesBelow ? below : above))}px`,
    left: `${Math.min(Math.max(GAP, left), window.innerWidth - width - GAP)}px`,
    top: goesBelow ? `${bottom + GAP}px` : 'auto',
    bottom: goesBelow ? 'auto' : `${window.innerHeight - top + GAP}px`,
  });
}

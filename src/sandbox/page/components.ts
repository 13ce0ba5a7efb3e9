import { html, useRef, useState } from 'htm/preact';
import type { PageMessage } from '../protocol.ts';
import type { Button, Select } from '../store/message-schema.ts';
import { EmojiView, Icon, safeUrl } from './elements.ts';
import { actOn, mentionables } from './page-state.ts';

const LINK = 5;
/** The page's colours for Discord's styles of buttons; other buttons are grey. */
const TONES: Record<number, string> = { 1: 'primary', 3: 'success', 4: 'danger' };

/**
 * The rows of buttons and menus under a message.
 *
 * @param busy the custom id of the component whose press waits for an answer
 */
export const drawComponents = (message: PageMessage, busy: string | undefined) =>
  message.components.map(
    ({ components }, row) => html`<div class="part flex wrap" role="group" key=${row}>
      ${components.map((component, at) => {
        const key = component.custom_id || at;
        if (component.type === 2)
          return html`<${ButtonView} key=${key} button=${component} message=${message} busy=${busy} />`;
        const { custom_id: customId } = component;
        const onChoose = (values: string[]) => actOn(message, { t: 'select', customId, values });
        return html`<${SelectMenu} key=${key} component=${component} busy=${busy === customId} onChoose=${onChoose} />`;
      })}
    </div>`,
  );

interface ButtonProps {
  readonly button: Button;
  readonly message: PageMessage;
  readonly busy: string | undefined;
}

function ButtonView({ button, message, busy }: ButtonProps) {
  const { custom_id: customId, label, style, emoji, disabled } = button;
  const tone = TONES[style];
  const props = {
    class: `button flex ${tone ? '' : 'secondary'}`,
    style: tone && { '--tone': `var(--${tone})` },
    'aria-label': label ? undefined : (emoji?.name ?? 'Button'),
  };
  const content = html`<${EmojiView} emoji=${emoji} />${label && html`<span>${label}</span>`}`;
  if (style === LINK) {
    const href = disabled ? undefined : safeUrl(button.url);
    return html`<a ...${props} href=${href} target="_blank" rel="noopener noreferrer">${content}<span aria-hidden="true">↗</span></a>`;
  }
  const press = () => actOn(message, { t: 'press', customId: customId ?? '' });
  return html`<button type="button" ...${props} disabled=${disabled} aria-busy=${busy === customId ? 'true' : undefined} onClick=${press}>
    ${content}
  </button>`;
}

type SelectOption = Extract<Select, { type: 3 }>['options'][number];

/** The options of a select: its own, or the people (5) or roles (6) of the present server. */
function optionsOf(select: Select): readonly SelectOption[] {
  if (select.type === 3) return select.options;
  const { people, roles } = mentionables();
  return (select.type === 5 ? people : roles).map(({ name, value }) => ({ label: name, value }));
}

interface Menu {
  readonly component: Select;
  readonly busy: boolean;
  /** Gets the values in the order of the options. */
  readonly onChoose: (values: string[]) => void;
}

/** A list that unfolds. A single choice folds it at once. Several choices are confirmed with Done, or by folding it. */
function SelectMenu({ component, busy, onChoose }: Menu) {
  const [min, max] = [component.min_values ?? 1, component.max_values ?? 1];
  const several = max > 1;
  const placeholder = component.placeholder || 'Choose';
  const options = optionsOf(component);
  // A choice counts only for the options that it was made from: an edit may have brought others.
  const from = JSON.stringify(options.map(({ value }) => value));
  const [picked, setPicked] = useState({ from: '', values: [] as string[] });
  const touched = useRef(false);
  const menu = useRef<HTMLDetailsElement>(null);
  const isPicked = ({ value, default: byDefault }: SelectOption) =>
    picked.from === from ? picked.values.includes(value) : byDefault === true;
  const chosen = options.filter(isPicked);
  const valid = chosen.length >= min && chosen.length <= max;

  const fold = () => {
    if (!menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  const choose = ({ value }: SelectOption) => {
    const others = several ? chosen.map((each) => each.value).filter((each) => each !== value) : [];
    const isAdded = others.length < max && !(several && chosen.some((each) => each.value === value));
    setPicked({ from, values: isAdded ? [...others, value] : others });
    touched.current = true;
    if (!several) fold();
  };
  const onToggle = () => {
    if (menu.current?.open) {
      touched.current = false;
      menu.current.scrollIntoView({ block: 'nearest' });
    } else if (touched.current && valid) onChoose(chosen.map(({ value }) => value));
  };
  const onKey = (event: KeyboardEvent) => {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('summary, li button') ?? [])];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && menu.current?.open) fold();
    else if (step && menu.current) {
      menu.current.open = true;
      all[all.indexOf(document.activeElement as HTMLElement) + step]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const labels = chosen.map((each) => each.label).join(', ');
  if (component.disabled || options.length === 0)
    return html`<p class="menu-button muted">${labels || (options.length > 0 ? placeholder : 'Nothing to choose from')}</p>`;
  return html`<details class="select" ref=${menu} onToggle=${onToggle} onKeyDown=${onKey}>
    <summary class="menu-button flex" aria-busy=${busy ? 'true' : undefined} aria-label="${placeholder}: ${labels || 'nothing chosen'}">
      <span class="grow ellipsis ${labels ? '' : 'muted'}">${labels || placeholder}</span><${Icon} name="chevron" />
    </summary>
    <ul class="card scroll" aria-label=${placeholder}>
      ${options.map((option) => {
        const { value, label: text, description, emoji } = option;
        return html`<li key=${value}>
          <button type="button" class="menu-option flex" aria-pressed=${String(isPicked(option))} onClick=${() => choose(option)}>
            <${EmojiView} emoji=${emoji} />
            <span class="lines">${text}${description && html`<span class="small muted">${description}</span>`}</span>
            <${Icon} name="check" />
          </button>
        </li>`;
      })}
    </ul>
    ${
      several &&
      html`<div class="flex">
        <span class="small muted grow" role="status">${min === max ? `Choose ${min}` : `Choose ${min} to ${max}`}</span>
        <button type="button" class="button flex" disabled=${!valid} onClick=${fold}>Done</button>
      </div>`
    }
  </details>`;
}

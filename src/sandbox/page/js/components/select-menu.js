/** @import { SelectOption } from '../shapes.d.ts' */
import { freshId, h } from '../element.js';
import { icon } from '../icons.js';
import { emojiElement } from './button.js';
import { placeBy } from './popover.js';

/**
 * `key` finds the button again after a redraw of its message. `onChoose` gets the values in the order of the options.
 *
 * @typedef {{
 *   options: readonly SelectOption[], placeholder: string, min: number, max: number, disabled: boolean, key: string,
 *   label?: string, labelledBy?: string, onChoose: (values: string[], button: HTMLButtonElement) => void,
 * }} MenuSettings
 */

/**
 * A button that opens a listbox. A single choice closes it at once; several are ticked and confirmed with Done or by closing.
 *
 * @param {MenuSettings} settings
 */
export function selectMenu(settings) {
  const { options, placeholder, min, max, onChoose } = settings;
  const several = max > 1;
  let chosen = new Set(options.flatMap((option, at) => (option.default ? [at] : [])));
  let touched = false;
  let active = -1;
  let typed = '';
  let typedAt = 0;

  const listId = freshId('menu');
  const face = h('span', { class: 'menu-face' });
  const button = h(
    'button',
    {
      type: 'button',
      class: 'menu-button',
      disabled: settings.disabled || options.length === 0,
      'aria-haspopup': 'listbox',
      'aria-expanded': 'false',
      'aria-controls': listId,
      'data-key': settings.key,
    },
    face,
    icon('chevron'),
  );
  const items = options.map((option, at) =>
    h(
      'li',
      { role: 'option', class: 'menu-option', id: `${listId}-${at}`, onClick: () => choose(at) },
      emojiElement(option.emoji),
      h(
        'span',
        { class: 'menu-lines' },
        h('span', {}, option.label ?? ''),
        option.description && h('span', { class: 'menu-note' }, option.description),
      ),
      h('span', { class: 'menu-tick' }, icon('check')),
    ),
  );
  const list = h(
    'ul',
    {
      role: 'listbox',
      id: listId,
      class: 'menu-list',
      tabindex: -1,
      'aria-label': settings.label ?? placeholder,
      'aria-multiselectable': several ? 'true' : null,
    },
    ...items,
  );
  const hint = h('span', { class: 'menu-hint', role: 'status' });
  const done = h('button', { type: 'button', class: 'button primary', onClick: () => popover.hidePopover() }, 'Done');
  const popover = h(
    'div',
    { popover: 'auto', class: 'menu-popover' },
    list,
    several && h('div', { class: 'menu-foot' }, hint, done),
  );
  const element = h('div', { class: 'select' }, button, popover);

  const valid = () => chosen.size >= min && chosen.size <= max;

  const drawFace = () => {
    const labels = [...chosen].sort((a, b) => a - b).map((at) => options[at]?.label ?? '');
    const text = labels.length > 0 ? labels.join(', ') : options.length > 0 ? placeholder : 'Nothing to choose from';
    face.textContent = text;
    face.classList.toggle('placeholder', labels.length === 0);
    button.setAttribute(
      'aria-label',
      `${settings.label ?? placeholder}: ${labels.length > 0 ? text : 'nothing chosen'}`,
    );
  };

  const drawItems = () => {
    items.forEach((item, at) => {
      item.setAttribute('aria-selected', String(chosen.has(at)));
      item.classList.toggle('active', at === active);
    });
    if (active >= 0) list.setAttribute('aria-activedescendant', `${listId}-${active}`);
    else list.removeAttribute('aria-activedescendant');
    hint.textContent = min === max ? `Choose ${min}` : `Choose ${min} to ${max}`;
    done.disabled = !valid();
  };

  /** @param {number} at */
  const moveTo = (at) => {
    active = Math.max(0, Math.min(items.length - 1, at));
    drawItems();
    items[active]?.scrollIntoView({ block: 'nearest' });
  };

  /** @param {number} at */
  const choose = (at) => {
    active = at;
    touched = true;
    if (!several) {
      chosen = new Set([at]);
      popover.hidePopover();
      return;
    }
    if (chosen.has(at)) chosen.delete(at);
    else if (chosen.size < max) chosen.add(at);
    drawItems();
  };

  const values = () => [...chosen].sort((a, b) => a - b).map((at) => options[at]?.value ?? '');

  popover.addEventListener('beforetoggle', (event) => {
    const opens = /** @type {ToggleEvent} */ (event).newState === 'open';
    button.setAttribute('aria-expanded', String(opens));
    if (!opens) return;
    touched = false;
    active = [...chosen][0] ?? 0;
    drawItems();
  });
  popover.addEventListener('toggle', (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === 'open') {
      placeBy(popover, button);
      list.focus();
      moveTo(active);
      return;
    }
    drawFace();
    if (touched && valid()) onChoose(values(), button);
  });
  button.popoverTargetElement = popover;
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    popover.showPopover();
  });
  list.addEventListener('keydown', (event) => {
    const steps = /** @type {Record<string, number>} */ ({
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: active + 6,
      PageUp: active - 6,
    });
    const to = steps[event.key];
    if (to !== undefined) moveTo(to);
    else if (event.key === 'Enter' || (event.key === ' ' && typed === '')) choose(active);
    else if (event.key === 'Tab' && !several) popover.hidePopover();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      typed = Date.now() - typedAt > 700 ? event.key : typed + event.key;
      typedAt = Date.now();
      const found = options.findIndex(({ label }) => label?.toLowerCase().startsWith(typed.toLowerCase()));
      if (found >= 0) moveTo(found);
      window.setTimeout(() => {
        if (Date.now() - typedAt >= 700) typed = '';
      }, 710);
    } else return;
    event.preventDefault();
  });

  drawFace();
  drawItems();
  return {
    element,
    button,
    /** The chosen values, in the order of the options. */
    values,
    valid,
  };
}

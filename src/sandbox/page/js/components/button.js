/** @import { Component, Emoji } from '../shapes.d.ts' */
/** @import { ComponentContext } from './component-context.js' */
import { h } from '../element.js';
import { icon } from '../icons.js';
import { safeAddress } from '../messages/files.js';

const LINK = 5;

/** @type {Record<number, string>} By Discord's button styles. */
const CLASSES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', [LINK]: 'secondary', 6: 'secondary' };

/**
 * @param {Component} component
 * @param {ComponentContext} context
 */
export function buttonElement(component, context) {
  const { custom_id: customId, label = '', style = 2 } = component;
  const content = [emojiElement(component.emoji), label && h('span', {}, label)];
  const className = `button ${CLASSES[style] ?? 'secondary'}`;
  const name = label === '' ? (component.emoji?.name ?? 'Button') : null;
  if (style === LINK) {
    const href = component.disabled ? null : safeAddress(component.url);
    return h(
      'a',
      {
        class: className,
        href,
        target: '_blank',
        rel: 'noopener noreferrer',
        'aria-disabled': href ? null : 'true',
        'aria-label': name,
      },
      ...content,
      icon('out'),
    );
  }
  const button = h(
    'button',
    {
      type: 'button',
      class: className,
      disabled: component.disabled === true || customId === undefined,
      'aria-label': name,
      'data-key': `component:${customId}`,
    },
    ...content,
  );
  if (customId !== undefined) button.addEventListener('click', () => context.press(customId, button));
  return button;
}

/** @param {Emoji | undefined} emoji */
export function emojiElement(emoji) {
  if (!emoji?.name) return null;
  return h('span', { class: 'emoji', 'aria-hidden': 'true' }, emoji.id ? `:${emoji.name}:` : emoji.name);
}

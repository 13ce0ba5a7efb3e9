import { h } from './element.js';

/**
 * The first letter on the person's colour. It is hidden from screen readers, since the name is always beside it.
 *
 * @param {{ name: string, color: string }} person
 * @param {string} [className]
 */
export function avatar(person, className = 'avatar') {
  const letter = [...person.name.trim()][0]?.toUpperCase() ?? '?';
  return h('span', { class: className, 'aria-hidden': 'true', style: { '--person': person.color } }, letter);
}

import { h } from './element.js';

/**
 * The first letter on the person's colour. The name stands beside it, so it is decoration.
 *
 * @param {{ name: string, color: string }} person
 * @param {string} [className]
 */
export function avatar(person, className = 'avatar') {
  const letter = [...person.name.trim()][0]?.toUpperCase() ?? '?';
  return h('span', { class: className, 'aria-hidden': 'true', style: { '--person': person.color } }, letter);
}

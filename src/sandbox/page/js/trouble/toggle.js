import { freshId, h } from '../element.js';

/**
 * A switch with its note. A press only asks for a change; the sandbox's answer sets the state.
 *
 * @param {{ label: string, note: string, onPress: (on: boolean) => void }} settings `on` is the state asked for
 */
export function toggle({ label, note, onPress }) {
  const noteId = freshId('note');
  const count = h('span', { class: 'toggle-count' });
  const button = h(
    'button',
    { type: 'button', role: 'switch', class: 'toggle', 'aria-checked': 'false', 'aria-describedby': noteId },
    h('span', { class: 'toggle-label' }, label),
    h('span', { class: 'toggle-track', 'aria-hidden': 'true' }),
  );
  button.addEventListener('click', () => onPress(button.getAttribute('aria-checked') !== 'true'));
  const element = h('div', { class: 'toggle-row' }, button, h('p', { class: 'toggle-note', id: noteId }, note, count));
  return {
    element,
    /**
     * @param {boolean} on
     * @param {number} [struck] the number of strikes, if counted
     */
    show(on, struck) {
      button.setAttribute('aria-checked', String(on));
      count.textContent = on && struck !== undefined ? ` ${struckSoFar(struck)}` : '';
    },
  };
}

/** @param {number} struck */
function struckSoFar(struck) {
  if (struck === 0) return 'Hasn’t happened yet.';
  return struck === 1 ? 'Happened once.' : `Happened ${struck} times.`;
}

/** @import { Composer } from './composer.js' */

/**
 * Sends a character typed while no field, button or link has the focus to the input line.
 *
 * @param {Composer} composer
 */
export function mountTypingAnywhere(composer) {
  document.addEventListener('keydown', (event) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = document.activeElement;
    const reading = at === null || at === document.body || at.matches('.scroller, .message');
    // The browser then types the character into the new focus.
    if (reading && !document.querySelector('dialog[open]')) composer.focus();
  });
}

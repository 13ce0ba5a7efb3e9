/** @import { Composer } from './composer.js' */

/**
 * Typing while reading goes to the line: a letter or a slash, with the focus on no field, button or link.
 *
 * @param {Composer} composer
 */
export function mountTypingAnywhere(composer) {
  document.addEventListener('keydown', (event) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = document.activeElement;
    const reading = at === null || at === document.body || at.matches('.scroller, .message');
    // The letter itself is then typed by the browser, where the focus now is.
    if (reading && !document.querySelector('dialog[open]')) composer.focus();
  });
}

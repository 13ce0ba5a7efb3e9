/**
 * Replaces the content of a navigation. If one of its buttons had the focus, the button at the same index gets it.
 *
 * @param {HTMLElement} nav
 * @param {HTMLElement} content
 */
export function redraw(nav, content) {
  const { activeElement } = document;
  const at =
    activeElement instanceof HTMLButtonElement ? [...nav.querySelectorAll('button')].indexOf(activeElement) : -1;
  nav.replaceChildren(content);
  if (at >= 0) nav.querySelectorAll('button')[at]?.focus();
}

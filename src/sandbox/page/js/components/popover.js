const GAP = 6;
const EDGE = 8;

/**
 * Places an open popover under its button, or above it if there is more room, within the window.
 *
 * @param {HTMLElement} popover
 * @param {HTMLElement} button
 */
export function placeBy(popover, button) {
  const at = button.getBoundingClientRect();
  const below = window.innerHeight - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const goesBelow = below >= Math.min(popover.scrollHeight, 260) || below >= above;
  const width = Math.min(Math.max(at.width, 220), window.innerWidth - 2 * EDGE);
  popover.style.width = `${width}px`;
  popover.style.maxHeight = `${Math.max(120, Math.min(360, goesBelow ? below : above))}px`;
  popover.style.left = `${Math.min(Math.max(EDGE, at.left), window.innerWidth - width - EDGE)}px`;
  popover.style.top = goesBelow ? `${at.bottom + GAP}px` : 'auto';
  popover.style.bottom = goesBelow ? 'auto' : `${window.innerHeight - at.top + GAP}px`;
}

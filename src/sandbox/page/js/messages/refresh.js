/**
 * Updates a drawn message in place. Only parts that differ are replaced, so that pictures, buttons being pressed, open
 * menus and the focus keep their elements.
 */

/** Elements that only contain other parts. */
const HOLDERS = '.row, .embed, .embed-text, .fields, .field, .md, .gallery, .container';

/**
 * @param {HTMLElement} old a drawn message
 * @param {HTMLElement} fresh the same message drawn anew; its parts may be moved to `old`
 */
export function refresh(old, fresh) {
  const busy = old.classList.contains('busy');
  copyAttributes(old, fresh);
  old.classList.toggle('busy', busy);
  const body = old.querySelector(':scope > .body');
  const freshBody = fresh.querySelector(':scope > .body');
  if (body && freshBody) settle(body, freshBody);
  const parts = [...fresh.children].map((part) =>
    part.matches('.body') && body ? body : ([...old.children].find((each) => each.isEqualNode(part)) ?? part),
  );
  replaceGently(old, parts);
}

/**
 * Sets the children of an element, moving only those out of place.
 *
 * @param {Element} parent
 * @param {readonly Node[]} wanted
 */
export function replaceGently(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.childNodes]) if (!keep.has(child)) child.remove();
  wanted.forEach((node, at) => {
    if (parent.childNodes[at] !== node) parent.insertBefore(node, parent.childNodes[at] ?? null);
  });
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function settle(old, fresh) {
  const left = new Set(old.childNodes);
  /** @param {(node: Node) => boolean} fits */
  const take = (fits) => {
    const found = [...left].find(fits);
    if (found) left.delete(found);
    return found;
  };
  const parts = [...fresh.childNodes];
  const staying = new Map(parts.map((part) => [part, take((node) => isSame(node, part))]));
  const wanted = parts.map((part) => {
    const kept = staying.get(part) ?? take((node) => isKin(node, part));
    if (!kept) return part;
    if (kept instanceof Element && part instanceof Element) update(kept, part);
    return kept;
  });
  replaceGently(old, wanted);
}

/**
 * Whether two nodes are the same part, perhaps with a new look: a button by its custom id, a picture by its file.
 *
 * @param {Node} old
 * @param {Node} fresh
 */
function isSame(old, fresh) {
  const name = partName(old);
  if (name === null) return old.isEqualNode(fresh);
  if (name !== partName(fresh)) return false;
  return !(old instanceof HTMLElement && old.matches('.select')) || menuStays(old, /** @type {HTMLElement} */ (fresh));
}

/**
 * Whether to keep a menu: if it offers the same options, or while it is open. It is then redrawn when it closes.
 *
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function menuStays(old, fresh) {
  const same = old.dataset.offers === fresh.dataset.offers;
  const open = old.querySelector(':popover-open') !== null;
  old.toggleAttribute('data-outdated', open && !same);
  return same || open;
}

/** @param {Node} node */
function partName(node) {
  return node instanceof HTMLElement ? (node.dataset.part ?? node.dataset.key ?? null) : null;
}

/**
 * @param {Node} old
 * @param {Node} fresh
 */
function isKin(old, fresh) {
  return (
    old instanceof Element && fresh instanceof Element && fresh.matches(HOLDERS) && old.className === fresh.className
  );
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function update(old, fresh) {
  if (old.matches('button')) {
    const busy = old.getAttribute('aria-busy');
    copyAttributes(old, fresh);
    if (busy !== null) old.setAttribute('aria-busy', busy);
    if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
  } else if (fresh.matches(HOLDERS) && !old.isEqualNode(fresh)) {
    copyAttributes(old, fresh);
    settle(old, fresh);
  }
}

/**
 * @param {Element} to
 * @param {Element} from
 */
function copyAttributes(to, from) {
  for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}

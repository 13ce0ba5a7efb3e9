/**
 * The only way this page makes elements. Strings become text nodes; no HTML is parsed.
 *
 * @typedef {string | Node | null | undefined | false} Child
 * @typedef {string | number | boolean | null | undefined | ((event: never) => void) | Record<string, string>} Attribute
 */

/**
 * Creates an element. An attribute `onClick` is a listener for `click`; `style` takes CSS properties by name; true means
 * present; false, null and undefined mean absent.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2).toLowerCase(), /** @type {EventListener} */ (value));
    } else if (typeof value === 'object') {
      for (const [property, setting] of Object.entries(value)) element.style.setProperty(property, setting);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  append(element, children);
  return element;
}

/**
 * @param {Node} parent
 * @param {Child[]} children
 */
export function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(typeof child === 'string' ? document.createTextNode(child) : child);
  }
}

/**
 * The element of index.html with this id.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element;
}

let made = 0;

/**
 * A unique element id, for `aria-controls` and the like.
 *
 * @param {string} stem
 */
export function freshId(stem) {
  made += 1;
  return `${stem}-${made}`;
}

import { h } from '../element.js';
import { icon } from '../icons.js';

const KEY = 'sandbox.theme';

/** @typedef {'auto' | 'light' | 'dark'} Theme */

/** @type {readonly { theme: Theme, label: string, picture: 'auto' | 'sun' | 'moon' }[]} */
const THEMES = [
  { theme: 'auto', label: 'same as your device', picture: 'auto' },
  { theme: 'light', label: 'light', picture: 'sun' },
  { theme: 'dark', label: 'dark', picture: 'moon' },
];

/** A button that cycles through the three themes and stores the choice for the next visit. */
export function themeButton() {
  const button = h('button', { type: 'button', class: 'quiet' });
  /** @param {Theme} theme */
  const set = (theme) => {
    const now = THEMES.find((each) => each.theme === theme) ?? THEMES[0];
    if (!now) return;
    document.documentElement.dataset.theme = now.theme;
    window.localStorage.setItem(KEY, now.theme);
    button.replaceChildren(icon(now.picture));
    button.title = `Colours: ${now.label}`;
    button.setAttribute('aria-label', `Colours: ${now.label}. Press to change.`);
  };
  button.addEventListener('click', () => {
    const at = THEMES.findIndex((each) => each.theme === document.documentElement.dataset.theme);
    set(THEMES[(at + 1) % THEMES.length]?.theme ?? 'auto');
  });
  set(/** @type {Theme} */ (window.localStorage.getItem(KEY) ?? 'auto'));
  return button;
}

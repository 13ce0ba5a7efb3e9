import { byId } from '../element.js';

const NARROW = '(max-width: 760px)';

/**
 * On narrow screens the sidebar is a drawer over the channel. It is inert while closed; Escape, a press outside or a choice
 * of channel closes it.
 */
export function mountDrawer() {
  const side = byId('side');
  const scrim = byId('scrim');
  const main = byId('main');
  const narrow = window.matchMedia(NARROW);
  let shown = false;

  const apply = () => {
    const drawer = narrow.matches;
    side.inert = drawer && !shown;
    main.inert = drawer && shown;
    scrim.hidden = !(drawer && shown);
    side.classList.toggle('shown', shown);
    document.getElementById('menu')?.setAttribute('aria-expanded', String(shown));
  };

  const open = () => {
    shown = true;
    apply();
    /** @type {HTMLElement | null} */ (side.querySelector('[aria-current]'))?.focus();
  };
  const shut = () => {
    if (!shown) return;
    shown = false;
    apply();
    if (narrow.matches) document.getElementById('menu')?.focus();
  };

  scrim.addEventListener('click', shut);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && shown) shut();
  });
  byId('channels').addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('button')) shut();
  });
  narrow.addEventListener('change', apply);
  apply();
  return { open };
}

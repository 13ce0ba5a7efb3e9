/** @import { App } from '../app.js' */
import { byId, h } from '../element.js';
import { icon } from '../icons.js';
import { TroublePanel, troubles } from './panel.js';

/** Up to this width the panel covers the channel. */
const NARROW = '(max-width: 1000px)';
/** Up to this width the sidebar is a drawer. */
const PHONE = '(max-width: 760px)';

/**
 * The panel and the button that opens it. While the panel covers the channel, the channel is inert.
 *
 * @param {HTMLElement} aside
 * @param {App} app
 * @returns {HTMLButtonElement} the button, for the header
 */
export function mountTrouble(aside, app) {
  const narrow = window.matchMedia(NARROW);
  const phone = window.matchMedia(PHONE);
  const side = byId('side');
  const count = h('span', { class: 'count', 'aria-hidden': 'true' });
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet trouble-button',
      id: 'trouble-button',
      'aria-controls': 'trouble',
      title: 'Trouble',
    },
    icon('bolt'),
    count,
  );
  let open = false;

  const apply = () => {
    aside.hidden = !open;
    button.setAttribute('aria-expanded', String(open));
    const over = open && narrow.matches;
    const drawn = phone.matches && side.classList.contains('shown');
    byId('main').inert = over || drawn;
    side.inert = over || (phone.matches && !drawn);
    document.body.classList.toggle('with-trouble', open);
  };
  /** @param {boolean} wanted */
  const set = (wanted) => {
    const closes = open && !wanted;
    open = wanted;
    apply();
    if (open) /** @type {HTMLElement | null} */ (aside.querySelector('button'))?.focus();
    else if (closes) button.focus();
  };

  const panel = new TroublePanel(app, () => set(false));
  aside.append(panel.element);
  button.addEventListener('click', () => set(!open));
  aside.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') set(false);
  });
  for (const width of [narrow, phone]) width.addEventListener('change', apply);
  const draw = () => {
    const amiss = troubles(app.world);
    count.textContent = amiss > 0 ? String(amiss) : '';
    count.hidden = amiss === 0;
    button.setAttribute('aria-label', amiss > 0 ? `Trouble, ${amiss} on` : 'Trouble');
  };
  app.world.on('world', draw);
  app.world.on('plans', draw);
  draw();
  apply();
  return button;
}

/** @import { App } from '../app.js' */
/** @import { Modal } from '../shapes.d.ts' */
import { h } from '../element.js';
import { icon } from '../icons.js';
import { modalFields } from './modal-fields.js';

/** Shows the bot's modals, one at a time as on Discord. */
export class ModalDialog {
  /** @type {App | null} Set by main.js, which makes the dialog before the rest. */
  app = null;
  #dialog = h('dialog', { class: 'modal' });
  /** @type {HTMLElement | null} */
  #home = null;

  constructor() {
    document.body.append(this.#dialog);
    this.#dialog.addEventListener('close', () => {
      this.#dialog.replaceChildren();
      if (document.activeElement === document.body) this.#home?.focus({ preventScroll: true });
    });
  }

  /**
   * `home` gets the focus when the modal closes and the button that opened it is gone.
   *
   * @param {{ interactionId: string, modal: unknown, as: string, channelId: string, home?: HTMLElement | null }} asked
   */
  open({ interactionId, modal, as, channelId, home = null }) {
    const { app } = this;
    if (!app) return;
    const { title = 'Form', custom_id: customId = '', components = [] } = /** @type {Modal} */ (modal);
    const fields = modalFields(components, app);
    const problem = h('p', { class: 'modal-problem', role: 'alert' });
    const submit = h('button', { type: 'submit', class: 'button primary' }, h('span', {}, 'Submit'));
    const close = () => this.#dialog.close();
    const form = h(
      'form',
      { class: 'modal-form', novalidate: true },
      h(
        'div',
        { class: 'modal-head' },
        h('h2', { id: 'modal-title' }, title),
        h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onClick: close }, icon('close')),
      ),
      h('div', { class: 'modal-body' }, ...fields.map(({ element }) => element)),
      problem,
      h(
        'div',
        { class: 'modal-foot' },
        h('button', { type: 'button', class: 'button secondary', onClick: close }, 'Cancel'),
        submit,
      ),
    );
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (submit.getAttribute('aria-busy') === 'true') return;
      const wrong = fields.filter((field) => !field.check());
      if (wrong.length > 0) {
        wrong[0]?.focus();
        return;
      }
      problem.textContent = '';
      submit.setAttribute('aria-busy', 'true');
      const values = Object.fromEntries(fields.flatMap(({ customId: id, value }) => (id ? [[id, value()]] : [])));
      const nonce = app.interactions.nonce();
      const outcome = await app.interactions.ask({
        t: 'modal',
        nonce,
        as,
        channelId,
        interactionId,
        customId,
        fields: values,
      });
      submit.removeAttribute('aria-busy');
      if (outcome.kind === 'failed') problem.textContent = `${outcome.reason} Your text is still here.`;
      else if (form.isConnected) close();
    });
    this.#dialog.replaceChildren(form);
    this.#dialog.setAttribute('aria-labelledby', 'modal-title');
    if (this.#dialog.open) this.#dialog.close();
    this.#dialog.showModal();
    this.#home = home;
    (fields.find(({ customId: id }) => id) ?? fields[0])?.focus();
  }
}

/** @import { Picture } from '../messages/message-picture.js' */
import { h } from '../element.js';
import { icon } from '../icons.js';

/** Shows a picture over the page, with its description below. Escape or a press outside closes it. */
export class PictureDialog {
  #dialog = h('dialog', { class: 'picture-dialog', 'aria-label': 'Picture' });

  constructor() {
    document.body.append(this.#dialog);
    this.#dialog.addEventListener('click', (event) => {
      if (event.target instanceof Element && !event.target.closest('img, button, a, .picture-alt'))
        this.#dialog.close();
    });
    this.#dialog.addEventListener('close', () => this.#dialog.replaceChildren());
  }

  /** @param {Picture} picture */
  open(picture) {
    const frame = h('div', { class: 'picture-frame', tabindex: 0 });
    const image = h('img', { src: picture.src, alt: picture.alt || 'Picture without a description' });
    const size = h('button', { type: 'button', class: 'bar-button', 'aria-pressed': 'false' }, 'Full size');
    const toggle = () => {
      const full = frame.classList.toggle('full');
      size.setAttribute('aria-pressed', String(full));
    };
    size.addEventListener('click', toggle);
    image.addEventListener('click', toggle);
    frame.append(image);
    const shut = h(
      'button',
      {
        type: 'button',
        class: 'bar-button',
        'aria-label': 'Close',
        autofocus: true,
        onClick: () => this.#dialog.close(),
      },
      icon('close'),
    );
    this.#dialog.replaceChildren(
      h(
        'div',
        { class: 'picture-bar' },
        h('span', { class: 'picture-name' }, picture.name),
        size,
        h(
          'a',
          { class: 'bar-button', href: picture.src, target: '_blank', rel: 'noopener noreferrer' },
          'Open in a tab',
          icon('out'),
        ),
        shut,
      ),
      frame,
      h('p', { class: 'picture-alt', tabindex: 0 }, picture.alt || 'This picture has no description.'),
    );
    this.#dialog.showModal();
  }
}

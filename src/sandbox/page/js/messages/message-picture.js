/** @import { App } from '../app.js' */
import { h } from '../element.js';

/**
 * `width` and `height` are the file's, in pixels.
 *
 * @typedef {{ src: string, alt: string | null, width: number | null, height: number | null, name: string, spoiler?: boolean }} Picture
 */

const NO_ALT = 'Picture without a description';

/**
 * A picture in a message; a press enlarges it.
 *
 * @param {Picture} picture
 * @param {App} app
 */
export function pictureElement(picture, app) {
  const image = h('img', {
    src: picture.src,
    alt: picture.alt || NO_ALT,
    width: picture.width,
    height: picture.height,
    draggable: 'false',
  });
  const button = h('button', {
    type: 'button',
    class: 'enlarge',
    'aria-label': 'Enlarge the picture',
    'data-key': `picture:${picture.src}`,
  });
  const figure = h('figure', { class: 'picture', 'data-part': `picture:${picture.src} ${picture.alt}` }, image, button);
  // Reserves the space before the file has loaded, so that the text does not jump.
  if (picture.width && picture.height) {
    figure.style.setProperty('--w', String(picture.width));
    figure.style.setProperty('--h', String(picture.height));
    figure.classList.add('sized');
  }
  if (picture.spoiler) {
    figure.classList.add('covered');
    button.setAttribute('aria-label', 'Spoiler: show the picture');
  }
  button.addEventListener('click', () => {
    if (figure.classList.contains('covered')) {
      figure.classList.remove('covered');
      button.setAttribute('aria-label', 'Enlarge the picture');
    } else app.pictures.open(picture);
  });
  image.addEventListener('error', () => {
    figure.replaceChildren(
      h(
        'div',
        { class: 'picture-lost' },
        h('strong', {}, 'The picture couldn’t be loaded.'),
        h('span', {}, picture.alt ?? ''),
      ),
    );
  });
  return figure;
}

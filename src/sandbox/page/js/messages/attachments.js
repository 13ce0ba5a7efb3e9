/** @import { PageAttachment } from '../../../protocol.ts' */
/** @import { App } from '../app.js' */
import { h } from '../element.js';
import { icon } from '../icons.js';
import { safeAddress } from './files.js';
import { pictureElement } from './message-picture.js';

/** @param {number} bytes */
function fileSize(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * @param {string} href
 * @param {string} name
 * @param {number | undefined} size in bytes, if known
 */
export function fileCard(href, name, size) {
  return h(
    'a',
    { class: 'file', href, download: name, 'data-key': `file:${href}` },
    icon('file'),
    h(
      'span',
      { class: 'file-lines' },
      h('span', { class: 'file-name' }, name),
      size !== undefined && h('span', { class: 'file-size' }, fileSize(size)),
    ),
  );
}

/**
 * The files under a message: pictures in a gallery, the others as cards.
 *
 * @param {readonly PageAttachment[]} files
 * @param {App} app
 * @returns {HTMLElement[]}
 */
export function attachmentElements(files, app) {
  const pictures = files.filter(({ contentType }) => contentType.startsWith('image/'));
  const others = files.filter((file) => !pictures.includes(file));
  const shown = pictures.map((file) =>
    pictureElement(
      {
        src: safeAddress(file.url) ?? '',
        alt: file.description,
        width: file.width,
        height: file.height,
        name: file.filename,
        spoiler: file.filename.startsWith('SPOILER_'),
      },
      app,
    ),
  );
  const gallery = shown.length > 1 ? [h('div', { class: 'gallery', 'data-count': shown.length }, ...shown)] : shown;
  return [...gallery, ...others.map((file) => fileCard(safeAddress(file.url) ?? '', file.filename, file.size))];
}

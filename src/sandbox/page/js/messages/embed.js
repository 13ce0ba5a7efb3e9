/** @import { PageMessage } from '../../../protocol.ts' */
/** @import { App } from '../app.js' */
/** @import { Embed, Media } from '../shapes.d.ts' */
import { h } from '../element.js';
import { renderInlineMarkdown, renderMarkdown } from '../text/render.js';
import { saidAt, timeElement } from '../text/time.js';
import { fileName, findSource, safeAddress } from './files.js';
import { pictureElement } from './message-picture.js';

/**
 * A Discord colour in CSS.
 *
 * @param {number | null | undefined} color 0xRRGGBB
 */
export function cssColor(color) {
  return typeof color === 'number' ? `#${color.toString(16).padStart(6, '0')}` : null;
}

/**
 * @param {Embed} embed
 * @param {PageMessage} message
 * @param {App} app
 */
export function embedElement(embed, message, app) {
  const { names } = app;
  const color = cssColor(embed.color);
  const fields = (embed.fields ?? []).map((field) =>
    h(
      'div',
      { class: field.inline ? 'field inline' : 'field' },
      h('div', { class: 'field-name' }, renderInlineMarkdown(field.name ?? '', names)),
      renderMarkdown(field.value ?? '', names),
    ),
  );
  return h(
    'div',
    { class: 'embed', style: color ? { '--bar': color } : null },
    h(
      'div',
      { class: 'embed-text' },
      embed.author?.name &&
        h(
          'div',
          { class: 'embed-author' },
          icon(message, embed.author.icon_url),
          linked(embed.author.url, document.createTextNode(embed.author.name)),
        ),
      embed.title && h('div', { class: 'embed-title' }, linked(embed.url, renderInlineMarkdown(embed.title, names))),
      embed.description && renderMarkdown(embed.description, names),
      fields.length > 0 && h('div', { class: 'fields' }, ...fields),
    ),
    picture(embed.thumbnail, 'embed-thumbnail', message, app),
    picture(embed.image, 'embed-image', message, app),
    footer(embed, message),
  );
}

/**
 * @param {Embed} embed
 * @param {PageMessage} message
 */
function footer(embed, message) {
  const at = embed.timestamp ? new Date(embed.timestamp) : null;
  if (!embed.footer?.text && !at) return null;
  return h(
    'div',
    { class: 'embed-footer' },
    icon(message, embed.footer?.icon_url),
    embed.footer?.text,
    embed.footer?.text && at && ' • ',
    at && timeElement(at, saidAt(at)),
  );
}

/**
 * @param {Media | undefined} image
 * @param {string} className
 * @param {PageMessage} message
 * @param {App} app
 */
function picture(image, className, message, app) {
  const source = findSource(message, image?.url);
  if (!source) return null;
  const { attachment } = source;
  const figure = pictureElement(
    {
      src: source.src,
      alt: attachment?.description ?? null,
      width: attachment?.width ?? image?.width ?? null,
      height: attachment?.height ?? image?.height ?? null,
      name: fileName(source.src),
    },
    app,
  );
  figure.classList.add(className);
  return figure;
}

/**
 * @param {PageMessage} message
 * @param {string | undefined} address
 */
function icon(message, address) {
  const source = findSource(message, address);
  return source && h('img', { src: source.src, alt: '', class: 'embed-icon' });
}

/**
 * @param {string | undefined} address
 * @param {Node} content
 */
function linked(address, content) {
  const href = safeAddress(address);
  return href ? h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, content) : content;
}

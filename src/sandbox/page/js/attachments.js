/** @import { PageAttachment, PageMessage } from '../../protocol.ts' */
/** @import { ComponentChildren } from './preact.js' */
/** @import { Picture } from './store.js' */
/** @import { Component, Embed, Media } from './discord-objects.d.ts' */

import { Icon, IconButton, Time } from './elements.js';
import { cssColor, InlineMarkdown, Markdown } from './formatted-text.js';
import { html, useLayoutEffect, useRef, useState } from './preact.js';
import { set, state } from './store.js';
import { saidAt } from './time.js';

const NO_ALT = 'Picture without a description';

/** @param {string | undefined} address */
const parsed = (address = '') =>
  URL.canParse(address, window.location.href) ? new URL(address, window.location.href) : null;

/** Allows http and https URLs, absolute or relative; undefined for any other. @param {string | undefined} address */
export function safeUrl(address) {
  const url = address ? parsed(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/**
 * @param {PageAttachment} file
 * @param {string} address a URL, or `attachment://name`
 */
const isAt = ({ filename, url }, address) =>
  address.startsWith('attachment://')
    ? address.slice(13) === filename
    : parsed(address)?.pathname === parsed(url)?.pathname;

/**
 * The picture or file that an embed or a component refers to.
 *
 * @param {PageMessage} message
 * @param {Media | undefined} media
 * @param {Component} [item] with a description, if it has one
 */
function findMedia({ attachments }, media, item = {}) {
  const file = attachments.find((each) => media?.url && isAt(each, media.url));
  const src = safeUrl(file?.url ?? media?.url);
  return {
    src,
    alt: item.description ?? file?.description ?? null,
    width: file?.width ?? media?.width ?? null,
    height: file?.height ?? media?.height ?? null,
    name: item.name ?? file?.filename ?? parsed(src)?.pathname.split('/').at(-1) ?? 'file',
    spoiler: item.spoiler === true,
    size: item.size ?? file?.size,
  };
}

/**
 * Every string under a key `url` or `icon_url`, at any depth.
 *
 * @param {unknown} value
 * @returns {string[]}
 */
function urlsIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && key.endsWith('url') ? [inner] : urlsIn(inner),
  );
}

/**
 * The files under a message that no embed or component shows: pictures in a gallery, the others as cards.
 *
 * @param {{ message: PageMessage }} props
 */
export function Attachments({ message }) {
  const shown = urlsIn([message.embeds, message.components]);
  const files = message.attachments.filter((file) => !shown.some((url) => isAt(file, url)));
  const isPicture = (/** @type {PageAttachment} */ { contentType }) => contentType.startsWith('image/');
  const pictures = files.filter(isPicture).map(({ url, filename: name, description: alt, width, height }) => {
    const picture = { src: safeUrl(url), name, alt, width, height, spoiler: name.startsWith('SPOILER_') };
    return html`<${PictureView} key=${url} picture=${picture} />`;
  });
  const others = files.filter((file) => !isPicture(file));
  return html`
    ${pictures.length > 1 ? html`<div class="gallery stack part">${pictures}</div>` : pictures}
    ${others.map(({ url, filename, size }) => html`<${FileCard} key=${url} src=${safeUrl(url)} name=${filename} size=${size} />`)}
  `;
}

/** @param {{ src: string | undefined, name: string, size: number | undefined }} props */
const FileCard = ({ src, name, size }) => html`<a class="part card flex" href=${src} download=${name}>
  <${Icon} name="file" />
  <span class="lines">${name}${size !== undefined && html`<span class="small muted">${(size / 1000).toFixed(1)} kB</span>`}</span>
</a>`;

/** A file that a component shows. @param {{ component: Component, message: PageMessage }} props */
export const ComponentFile = ({ component, message }) =>
  html`<${FileCard} ...${findMedia(message, component.file, component)} />`;

/** A picture that a component shows. @param {{ item: Component, message: PageMessage, class?: string }} props */
export const ComponentPicture = ({ item, message, ...others }) =>
  html`<${PictureView} picture=${findMedia(message, item.media, item)} ...${others} />`;

/** A picture in a message; a press enlarges it. @param {{ picture: Picture, class?: string }} props */
function PictureView({ picture, class: className = '' }) {
  const [lost, setLost] = useState(false);
  const [covered, setCovered] = useState(picture.spoiler === true);
  const { src, alt, width, height } = picture;
  if (lost || !src) return html`<p class="part card"><strong>The picture couldn’t be loaded.</strong> ${alt}</p>`;
  // The size reserves the space before the file has loaded, so that the text does not jump.
  const size = width && height ? { '--w': width, '--h': height } : undefined;
  return html`<figure class="picture part ${className} ${size ? 'sized' : ''} ${covered ? 'covered' : ''}" style=${size}>
    <img src=${src} alt=${alt || NO_ALT} draggable=${false} onError=${() => setLost(true)} />
    <button type="button" class="enlarge" aria-label=${covered ? 'Spoiler: show the picture' : 'Enlarge the picture'}
      onClick=${() => (covered ? setCovered(false) : set({ picture }))}></button>
  </figure>`;
}

/** Shows a picture over the page, with its description below. Escape or a press outside closes it. */
export const PictureDialog = () => state.picture && html`<${OpenPicture} ...${state.picture} />`;

/** @param {Picture} picture */
function OpenPicture({ src, alt, name }) {
  const [full, setFull] = useState(false);
  const dialog = useDialog();
  const close = () => dialog.current?.close();
  const onClick = (/** @type {{ target: Element }} */ { target }) => {
    if (!target.closest('img, button, a, .picture-alt')) close();
  };
  return html`<dialog class="picture-dialog column" aria-label="Picture" ref=${dialog} onClick=${onClick} onClose=${() => set({ picture: null })}>
    <div class="flex bar">
      <span class="grow ellipsis">${name}</span>
      <button type="button" class="button secondary flex" aria-pressed=${String(full)} onClick=${() => setFull(!full)}>Full size</button>
      <a class="button secondary flex" href=${src} target="_blank" rel="noopener noreferrer">Open in a tab</a>
      <${IconButton} name="close" label="Close" onClick=${close} autofocus />
    </div>
    <div class="picture-frame grow ${full ? 'full' : ''}" tabindex="0">
      <img src=${src} alt=${alt || NO_ALT} onClick=${() => setFull(!full)} />
    </div>
    <p class="picture-alt" tabindex="0">${alt || 'This picture has no description.'}</p>
  </dialog>`;
}

/** A reference for a dialog, which is opened as modal once it is drawn. */
export function useDialog() {
  const dialog = /** @type {{ current: HTMLDialogElement | null }} */ (useRef(null));
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return dialog;
}

/** @param {{ embed: Embed, message: PageMessage }} props */
export function EmbedView({ embed, message }) {
  const { author, footer, fields = [], color, thumbnail, image, title, url, description = '', timestamp } = embed;
  /** @param {Media | undefined} media @param {string} className */
  const picture = (media, className) =>
    media && html`<${PictureView} key=${media.url} picture=${findMedia(message, media)} class=${className} />`;
  /** @param {string | undefined} url */
  const icon = (url) => url && html`<img src=${findMedia(message, { url }).src} alt="" class="embed-icon" />`;
  const at = timestamp && new Date(timestamp);
  return html`<div class="embed part card" style=${{ '--bar': cssColor(color) }}>
    <div class="stack">
      ${author && html`<div class="small strong flex">${icon(author.icon_url)}${linked(author.url, author.name)}</div>`}
      ${title && html`<div class="strong">${linked(url, html`<${InlineMarkdown} text=${title} />`)}</div>`}
      <${Markdown} text=${description} />
      ${fields.length > 0 && html`<div class="fields">${fields.map(drawField)}</div>`}
    </div>
    ${picture(thumbnail, 'thumbnail')}${picture(image, 'wide')}
    ${
      (footer || at) &&
      html`<div class="wide small muted flex">
        ${icon(footer?.icon_url)}${footer?.text}${footer && at && ' • '}${at && html`<${Time} date=${at} text=${saidAt(at)} />`}
      </div>`
    }
  </div>`;
}

/** @param {{ name?: string, value?: string, inline?: boolean }} field */
const drawField = ({ name = '', value = '', inline }) => html`<div class="field ${inline ? 'inline' : ''}">
  <div class="strong"><${InlineMarkdown} text=${name} /></div>
  <${Markdown} text=${value} />
</div>`;

/** @param {string | undefined} address @param {ComponentChildren} content */
function linked(address, content) {
  const href = safeUrl(address);
  return href ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${content}</a>` : content;
}

import { html, useState } from 'htm/preact';
import type { ComponentChildren } from 'preact';
import type { PageAttachment } from '../protocol.ts';
import type { Embed } from '../store/message-schema.ts';
import { Icon, Time } from './elements.ts';
import { cssColor, InlineMarkdown, Markdown } from './formatted-text.ts';
import type { Picture } from './store.ts';
import { saidAt } from './time.ts';

const NO_ALT = 'Picture without a description';

/** Allows http and https URLs, absolute or relative; undefined for any other. */
export function safeUrl(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address, window.location.href)) return undefined;
  const { protocol, href } = new URL(address, window.location.href);
  return /^https?:$/.test(protocol) ? href : undefined;
}

const fileName = (address = '') => decodeURIComponent(address.split('/').at(-1) ?? '');

/** The files under a message that no embed shows: pictures in a gallery, the others as cards. */
export function Attachments({ files }: { files: readonly PageAttachment[] }) {
  const isPicture = ({ contentType }: PageAttachment) => contentType.startsWith('image/');
  const pictures = files.filter(isPicture);
  const shown = pictures.map((each) => html`<${PictureView} key=${each.url} picture=${each} />`);
  return html`
    ${pictures.length > 1 ? html`<div class="gallery stack part">${shown}</div>` : shown}
    ${files.filter((each) => !isPicture(each)).map((each) => html`<${FileCard} key=${each.url} ...${each} />`)}
  `;
}

function FileCard({ url, size }: PageAttachment) {
  const src = safeUrl(url);
  return html`<a class="part card flex" href=${src} download=${fileName(src)}>
    <${Icon} name="file" />
    <span class="lines">${fileName(src)}<span class="small muted">${(size / 1000).toFixed(1)} kB</span></span>
  </a>`;
}

/** A picture in a message; a press opens it in a tab of its own, where a browser can enlarge it. */
export function PictureView({ picture, class: className = '' }: { picture: Picture; class?: string }) {
  const [lost, setLost] = useState(false);
  const { url, description, width, height } = picture;
  const src = safeUrl(url);
  if (lost || !src)
    return html`<p class="part card"><strong>The picture couldn’t be loaded.</strong> ${description}</p>`;
  // The size reserves the space before the file has loaded, so that the text does not jump.
  const size = width && height ? { '--w': width, '--h': height } : undefined;
  return html`<figure class="picture part ${className} ${size ? 'sized' : ''}" style=${size}>
    <a href=${src} target="_blank" rel="noopener noreferrer">
      <img src=${src} alt=${description || NO_ALT} onError=${() => setLost(true)} />
    </a>
  </figure>`;
}

export function EmbedView({ embed }: { embed: Embed }) {
  const { author, footer, fields, color, thumbnail, image, title, url, description, timestamp } = embed;
  const icon = (address: string | null | undefined) =>
    address && html`<img src=${safeUrl(address)} alt="" class="embed-icon" />`;
  const at = timestamp && new Date(timestamp);
  return html`<div class="embed part card" style=${{ '--bar': cssColor(color) }}>
    <div class="stack">
      ${author && html`<div class="small strong flex">${icon(author.icon_url)}${linked(author.url, author.name)}</div>`}
      ${title && html`<div class="strong">${linked(url, html`<${InlineMarkdown} text=${title} />`)}</div>`}
      <${Markdown} text=${description ?? ''} />
      <div class="fields">
        ${fields?.map(
          ({ name, value, inline }) => html`<div class="field ${inline ? 'inline' : ''}">
            <div class="strong"><${InlineMarkdown} text=${name} /></div>
            <${Markdown} text=${value} />
          </div>`,
        )}
      </div>
    </div>
    ${thumbnail && html`<${PictureView} picture=${thumbnail} class="thumbnail" />`}
    ${image && html`<${PictureView} key=${image.url} picture=${image} class="wide" />`}
    ${
      (footer || at) &&
      html`<div class="wide small muted flex">
        ${icon(footer?.icon_url)}${footer?.text}${footer && at && ' • '}${at && html`<${Time} date=${at} text=${saidAt(at)} />`}
      </div>`
    }
  </div>`;
}

function linked(address: string | null | undefined, content: ComponentChildren) {
  const href = safeUrl(address);
  return href ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${content}</a>` : content;
}

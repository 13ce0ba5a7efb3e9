import { Component, html, useLayoutEffect, useRef, useState } from 'htm/preact';
import type { ComponentChildren } from 'preact';
import type { PageAttachment, PageMessage } from '../protocol.ts';
import type { Embed } from '../store/message-schema.ts';
import { drawComponents } from './components.ts';
import { Avatar, cssColor, Icon, InlineMarkdown, Markdown, safeUrl, Time } from './elements.ts';
import { formatTime, plainText, saidAt } from './markdown.ts';
import { channelOf, dismiss, enter, memberOf, names } from './page-state.ts';

interface MessageProps {
  readonly message: PageMessage;
  /** The message follows closely on another of its author, whose name it leaves out. */
  readonly grouped: boolean;
  readonly repliedTo: PageMessage | undefined;
  /** That of the last press on it. */
  readonly failure: string | undefined;
  /** The component whose press waits for an answer. */
  readonly busy: string | undefined;
  /** These three decide how mentions look. */
  readonly places: unknown;
  readonly people: unknown;
  readonly memberId: string;
}

/** A message of the channel. It is drawn anew only when a property changes. */
export class MessageView extends Component<MessageProps> {
  override shouldComponentUpdate(next: MessageProps) {
    return (Object.keys(next) as (keyof MessageProps)[]).some((key) => next[key] !== this.props[key]);
  }

  override render({ message, grouped, repliedTo, failure, busy, memberId }: MessageProps) {
    const { id, author, interaction, content, editedAt, onlyFor, pinged, loading, thread, replyTo } = message;
    const at = new Date(message.at);
    const named = pinged.includes(memberId) && author.id !== memberId;
    const edited =
      editedAt && html`<span class="small muted" title=${formatTime(new Date(editedAt), 'F')}> (edited)</span>`;
    const putAway = () => {
      dismiss(id);
      document.querySelector<HTMLElement>('.scroller')?.focus();
    };
    return html`<article class="message ${grouped ? 'grouped' : ''} ${onlyFor ? 'ephemeral' : ''} ${named ? 'named' : ''}"
      aria-label="${author.name}, ${saidAt(at)}" data-message-id=${id} tabindex="-1">
      ${interaction ? html`<${UsedLine} ...${interaction} />` : replyTo && html`<${ReplyLine} to=${repliedTo} />`}
      <div class="gutter">${!grouped && html`<${Avatar} ...${author} />`}</div>
      <div class="body">
        ${!grouped && html`<${By} ...${author}><${Time} date=${at} text=${saidAt(at)} class="small muted" /><//>`}
        ${loading && html`<p class="muted">${author.name} is thinking …</p>`}
        ${content !== '' && html`<${Markdown} text=${content} after=${edited} />`}
        <${Attachments} files=${message.attachments} />
        ${message.embeds.map((embed, index) => html`<${EmbedView} key=${index} embed=${embed} />`)}
        ${drawComponents(message, busy)}
        ${thread && html`<${ThreadLine} id=${thread} />`}
        ${content === '' && !loading && edited}
        ${failure && html`<${Failure} sentence=${failure} />`}
        ${onlyFor && html`<${OnlyYou} onDismiss=${putAway} />`}
      </div>
    </article>`;
  }
}

function By({ name, color, bot, children }: PageMessage['author'] & { children?: ComponentChildren }) {
  return html`<div class="flex wrap">
    <span class="name" style=${{ '--person': color }}>${name}</span>
    ${bot && html`<span class="tag">Bot</span>`} ${children}
  </div>`;
}

function UsedLine({ memberId, memberName, label }: NonNullable<PageMessage['interaction']>) {
  const color = memberOf(memberId)?.color ?? 'var(--muted)';
  return html`<div class="used small muted flex">
    <span><span class="name" style=${{ '--person': color }}>${memberName}</span>${label.startsWith('/') ? ' used ' : ' chose '}</span>
    <span class="link ellipsis">${label}</span>
  </div>`;
}

function ReplyLine({ to }: { to: PageMessage | undefined }) {
  const jump = () => {
    const target = document.querySelector<HTMLElement>(`[data-message-id="${to?.id}"]`);
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  };
  return html`<div class="used small muted flex">
    <${Icon} name="reply" />
    ${
      to
        ? html`<span class="name" style=${{ '--person': to.author.color }}>${to.author.name}</span>
          <button type="button" class="ellipsis" onClick=${jump}>${plainText(to.content, names) || 'Press to see the message'}</button>`
        : html`<em>This message was deleted</em>`
    }
  </div>`;
}

function ThreadLine({ id }: { id: string }) {
  const thread = channelOf(id);
  if (!thread) return html`<p class="part card flex muted"><${Icon} name="thread" />This thread was deleted.</p>`;
  return html`<button type="button" class="part card flex" onClick=${() => enter(id)}>
    <${Icon} name="thread" /><span class="strong ellipsis">${thread.name}</span><span class="link">Open thread</span>
  </button>`;
}

function Failure({ sentence }: { sentence: string }) {
  const line = useRef<HTMLElement>(null);
  useLayoutEffect(() => line.current?.scrollIntoView({ block: 'nearest' }), [sentence]);
  return html`<p class="failure problem part flex" ref=${line}><${Icon} name="warn" />${sentence}</p>`;
}

const OnlyYou = ({ onDismiss }: { onDismiss: () => void }) => html`<p class="only-you small muted part flex wrap">
  <${Icon} name="eye" />Only you can see this<span aria-hidden="true">•</span>
  <button type="button" class="link" onClick=${onDismiss}>Dismiss message</button>
</p>`;

const NO_ALT = 'Picture without a description';

const fileName = (address = '') => decodeURIComponent(address.split('/').at(-1) ?? '');

/** The files under a message that no embed shows: pictures in a gallery, the others as cards. */
function Attachments({ files }: { files: readonly PageAttachment[] }) {
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

type Picture = NonNullable<Embed['image']> & Partial<Pick<PageAttachment, 'description' | 'width' | 'height'>>;

/** A picture in a message; a press opens it in a tab of its own, where a browser can enlarge it. */
function PictureView({ picture }: { picture: Picture }) {
  const [lost, setLost] = useState(false);
  const { url, description, width, height } = picture;
  const src = safeUrl(url);
  if (lost || !src)
    return html`<p class="part card"><strong>The picture couldn’t be loaded.</strong> ${description}</p>`;
  // The size reserves the space before the file has loaded, so that the text does not jump.
  const size = width && height ? { '--w': width, '--h': height } : undefined;
  return html`<figure class="picture part ${size ? 'sized' : ''}" style=${size}>
    <a href=${src} target="_blank" rel="noopener noreferrer">
      <img src=${src} alt=${description || NO_ALT} onError=${() => setLost(true)} />
    </a>
  </figure>`;
}

function EmbedView({ embed }: { embed: Embed }) {
  const { author, footer, fields, color, image, title, url, description, timestamp } = embed;
  const at = timestamp && new Date(timestamp);
  return html`<div class="embed part card stack" style=${{ '--bar': cssColor(color) }}>
    <div class="stack">
      ${author && html`<div class="small strong">${linked(author.url, author.name)}</div>`}
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
    ${image && html`<${PictureView} key=${image.url} picture=${image} />`}
    ${
      (footer || at) &&
      html`<div class="small muted flex">
        ${footer?.text}${footer && at && ' • '}${at && html`<${Time} date=${at} text=${saidAt(at)} />`}
      </div>`
    }
  </div>`;
}

function linked(address: string | null | undefined, content: ComponentChildren) {
  const href = safeUrl(address);
  return href ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${content}</a>` : content;
}

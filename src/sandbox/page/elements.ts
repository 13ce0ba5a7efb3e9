import { html, useEffect, useState } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import { setLine } from './draft.ts';
import { formatTime, type Inline, type MarkdownBlock, mentionText, parseInline, parseMarkdown } from './markdown.ts';
import { channelOf, enter, names, state } from './page-state.ts';

/** SVG paths, drawn as strokes on a 24 × 24 grid. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  send: 'M4 12 20 4l-5 16-4-6zM11 14l9-10',
  close: 'M6 6l12 12M18 6 6 18',
  eye: 'M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  down: 'M12 5v14M6 13l6 6 6-6',
  chevron: 'M6 9l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  reply: 'M20 18v-4a4 4 0 0 0-4-4H5M9 5.5 4.5 10 9 14.5',
  thread: 'M4 6h16M4 12h9M13 12v6h7M17 15l3 3-3 3',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  bolt: 'M13 2.5 5 13.5h6l-1 8 8-11h-6z',
  warn: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.5',
};

/** A decorative icon. It is hidden from screen readers, so the element around it needs a name. */
export const Icon = ({ name }: { name: keyof typeof PATHS }) =>
  html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

export const IconButton = ({ name, label, ...others }: { name: keyof typeof PATHS; label: string }) => html`
  <button type="button" class="quiet center" aria-label=${label} ...${others}><${Icon} name=${name} /></button>
`;

/** The first letter on the person's colour. It is hidden from screen readers, since the name is always beside it. */
export const Avatar = ({ name, color }: { name: string; color: string }) => html`
  <span class="avatar center" aria-hidden="true" style=${{ '--person': color }}>${[...name.trim()][0]?.toUpperCase() ?? '?'}</span>
`;

/** The emoji of a button or an option. */
export const EmojiView = ({ emoji }: { emoji?: { name?: string | null } | null }) =>
  emoji?.name && html`<span aria-hidden="true">${emoji.name}</span>`;

/** A time with the full date as its tooltip. In style R it counts on by itself. */
export function Time({ date, style = 'f', text, ...others }: { date: Date; style?: string; text?: string }) {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (style !== 'R') return;
    const timer = window.setInterval(() => redraw((count) => count + 1), 1000);
    return () => window.clearInterval(timer);
  }, [style]);
  // Discord takes any number for a time; a date that no calendar has is shown as well.
  const datetime = Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  return html`<time datetime=${datetime} title=${formatTime(date, 'F')} ...${others}>${text ?? formatTime(date, style)}</time>`;
}

/** Allows http and https URLs, absolute or relative; undefined for any other. */
export function safeUrl(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address, window.location.href)) return undefined;
  const { protocol, href } = new URL(address, window.location.href);
  return /^https?:$/.test(protocol) ? href : undefined;
}

/** The URL of a message on Discord; its channel may be one of this page. */
const MESSAGE_URL = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)\/\d+$/;
const TAGS = { strong: 'strong', em: 'em', underline: 'u', strike: 's' } as const;

/** A text in Discord's markdown. `after` stands at the end of its last line. */
export function Markdown({ text, after }: { text: string; after?: ComponentChildren }) {
  const blocks = parseMarkdown(text);
  const last = blocks.at(-1);
  const endsWithText = last && 'inline' in last;
  return html`<div class="md">
    ${blocks.map((block) => drawBlock(block, block === last ? after : null))}${endsWithText ? null : after}
  </div>`;
}

export const InlineMarkdown = ({ text }: { text: string }) => html`${parseInline(text).map(drawInline)}`;

function drawBlock(block: MarkdownBlock, after: ComponentChildren = null): VNode {
  switch (block.t) {
    case 'heading':
      // Levels below the page's own h1 and h2.
      return html`<${`h${block.level + 2}`} class="strong">${block.inline.map(drawInline)}${after}<//>`;
    case 'quote':
      return html`<blockquote>${block.blocks.map((inner) => drawBlock(inner))}</blockquote>`;
    case 'fence':
      // Focusable, so that the keyboard can scroll a long line sideways.
      return html`<pre class="card" tabindex="0">${block.text}</pre>`;
    case 'list': {
      const items = block.items.map(({ inline, lists }) => {
        return html`<li>${inline.map(drawInline)}${lists.map((list) => drawBlock(list))}</li>`;
      });
      return block.ordered ? html`<ol start=${block.start}>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    default:
      return html`<p class=${block.t === 'subtext' ? 'small muted' : ''}>${block.inline.map(drawInline)}${after}</p>`;
  }
}

function drawInline(node: Inline): ComponentChildren {
  const words = mentionText(node, names);
  switch (node.t) {
    case 'text':
      return node.text;
    case 'code':
      return html`<code>${node.text}</code>`;
    case 'spoiler':
      return html`<${Spoiler}>${node.inline.map(drawInline)}<//>`;
    case 'link':
      return drawLink(node);
    case 'member':
    case 'role':
    case 'everyone': {
      const mine = 'id' in node ? node.id === state.memberId : true;
      return html`<span class="mention ${mine ? 'mine' : ''}">${words}</span>`;
    }
    case 'channel':
      return channelOf(node.id) ? pressable(words, () => enter(node.id)) : html`<span class="mention">${words}</span>`;
    case 'command':
      return pressable(words, () => setLine(`/${node.name} `));
    case 'time':
      return html`<${Time} date=${new Date(node.seconds * 1000)} style=${node.style} class="stamp" />`;
    case 'emoji':
      return words;
    default:
      return html`<${TAGS[node.t]}>${node.inline.map(drawInline)}<//>`;
  }
}

/** A link to a message of a channel on this page opens that channel. Without words of its own it has Discord's. */
function drawLink({ url, inline }: Extract<Inline, { t: 'link' }>) {
  const channel = channelOf(MESSAGE_URL.exec(url)?.[1]);
  if (!channel) return html`<a href=${url} target="_blank" rel="noopener noreferrer">${inline.map(drawInline)}</a>`;
  const [first] = inline;
  const bare = first?.t === 'text' && first.text === url;
  return pressable(bare ? `#${channel.name} › message` : inline.map(drawInline), () => enter(channel.id));
}

const pressable = (content: ComponentChildren, onPress: () => void) =>
  html`<button type="button" class="mention" onClick=${onPress}>${content}</button>`;

function Spoiler({ children }: { children: ComponentChildren }) {
  const [shown, setShown] = useState(false);
  if (shown) return html`<span class="spoiler shown">${children}</span>`;
  return html`<button type="button" class="spoiler" aria-label="Spoiler, press to read" onClick=${() => setShown(true)}>
    <span aria-hidden="true">${children}</span>
  </button>`;
}

/** A Discord colour (0xRRGGBB) in CSS. */
export const cssColor = (color: number | null | undefined) =>
  typeof color === 'number' ? `#${color.toString(16).padStart(6, '0')}` : undefined;

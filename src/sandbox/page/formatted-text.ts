import { html, useState } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import { enter } from './actions.ts';
import { typeCommand } from './draft.ts';
import { Time } from './elements.ts';
import { type Block, type Inline, parseInline, parseMarkdown, wordsOf } from './markdown.ts';
import { channelOf, names, state } from './store.ts';

/** The URL of a message on Discord; its channel may be one of this page. */
const MESSAGE_URL = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)\/\d+$/;
const TAGS = { strong: 'strong', em: 'em', underline: 'u', strike: 's' } as const;

/** A text in Discord's markdown. `after` stands at the end of its last line. */
export function Markdown({ text, after }: { text: string; after?: ComponentChildren }) {
  const blocks = parseMarkdown(text);
  const last = blocks.at(-1);
  const within = last && 'inline' in last;
  return html`<div class="md">
    ${blocks.map((block) => drawBlock(block, block === last ? after : null))}${within ? null : after}
  </div>`;
}

export const InlineMarkdown = ({ text }: { text: string }) => html`${parseInline(text).map(drawInline)}`;

function drawBlock(block: Block, after: ComponentChildren = null): VNode {
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
  const words = wordsOf(node, names);
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
      return html`<span class="mention ${node.id === state.memberId ? 'mine' : ''}">${words}</span>`;
    case 'everyone':
      return html`<span class="mention mine">${words}</span>`;
    case 'channel':
      return channelOf(node.id) ? pressable(words, () => enter(node.id)) : html`<span class="mention">${words}</span>`;
    case 'command':
      return pressable(words, () => typeCommand(node.name));
    case 'time':
      return html`<${Time} date=${new Date(node.seconds * 1000)} style=${node.style} class="stamp" />`;
    case 'role':
      return html`<span class="mention">${words}</span>`;
    case 'emoji':
      return words;
    default:
      return html`<${TAGS[node.t]}>${node.inline.map(drawInline)}<//>`;
  }
}

/** A link to a message of a channel on this page opens the channel; a bare one has Discord's words. */
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

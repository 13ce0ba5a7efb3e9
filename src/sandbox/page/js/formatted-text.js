/** @import { ComponentChildren, VNode } from './preact.js' */
/** @import { Block, Inline } from './markdown.js' */
import { enter } from './actions.js';
import { typeCommand } from './draft.js';
import { Time } from './elements.js';
import { parseInline, parseMarkdown } from './markdown.js';
import { html, useState } from './preact.js';
import { channelOf, names, state } from './store.js';

/** The URL of a message on Discord; its channel may be one of this page. */
const MESSAGE_URL = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)\/\d+$/;
/** Levels below the page's own h1 and h2. */
const HEADINGS = /** @type {const} */ ({ 1: 'h3', 2: 'h4', 3: 'h5' });
const TAGS = /** @type {const} */ ({ strong: 'strong', em: 'em', underline: 'u', strike: 's' });

/**
 * A text in Discord's markdown. `after` stands at the end of its last line.
 *
 * @param {{ text: string, after?: ComponentChildren }} props
 */
export function Markdown({ text, after }) {
  const blocks = parseMarkdown(text);
  const last = blocks.at(-1);
  const within = last && 'inline' in last;
  return html`<div class="md">
    ${blocks.map((block) => drawBlock(block, block === last ? after : null))}${within ? null : after}
  </div>`;
}

/** @param {{ text: string }} props */
export const InlineMarkdown = ({ text }) => html`${parseInline(text).map(drawInline)}`;

/**
 * @param {Block} block
 * @param {ComponentChildren} [after]
 * @returns {VNode}
 */
function drawBlock(block, after = null) {
  switch (block.t) {
    case 'heading':
      return html`<${HEADINGS[block.level]} class="strong">${block.inline.map(drawInline)}${after}<//>`;
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

/** @param {Inline} node @returns {ComponentChildren} */
function drawInline(node) {
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
      return mention(`@${names.nameOf(node.id) ?? 'unknown member'}`, node.id === state.memberId ? 'mine' : '');
    case 'role': {
      const role = names.roleOf(node.id);
      const color = role?.color ? cssColor(role.color) : undefined;
      return mention(`@${role?.name.replace(/^@/, '') ?? 'unknown role'}`, color ? 'role' : '', color);
    }
    case 'everyone':
      return mention(node.text, 'mine');
    case 'channel': {
      const channel = channelOf(node.id);
      return channel ? pressable(`#${channel.name}`, () => enter(channel.id)) : mention('#unknown');
    }
    case 'command':
      return pressable(`/${node.name}`, () => typeCommand(node.name));
    case 'time':
      return html`<${Time} date=${new Date(node.seconds * 1000)} style=${node.style} class="stamp" />`;
    case 'emoji':
      return `:${node.name}:`;
    default:
      return html`<${TAGS[node.t]}>${node.inline.map(drawInline)}<//>`;
  }
}

/**
 * A link to a message of a channel on this page opens the channel; a bare one has Discord's words.
 *
 * @param {Extract<Inline, { t: 'link' }>} link
 */
function drawLink({ url, inline }) {
  const channel = channelOf(MESSAGE_URL.exec(url)?.[1]);
  if (!channel) return html`<a href=${url} target="_blank" rel="noopener noreferrer">${inline.map(drawInline)}</a>`;
  const [first] = inline;
  const bare = first?.t === 'text' && first.text === url;
  return pressable(bare ? `#${channel.name} › message` : inline.map(drawInline), () => enter(channel.id));
}

/**
 * @param {string} text
 * @param {string} [kind]
 * @param {string} [color]
 */
const mention = (text, kind = '', color) =>
  html`<span class="mention ${kind}" style=${{ '--role': color }}>${text}</span>`;

/** @param {ComponentChildren} content @param {() => void} onPress */
const pressable = (content, onPress) =>
  html`<button type="button" class="mention" onClick=${onPress}>${content}</button>`;

/** @param {{ children: ComponentChildren }} props */
function Spoiler({ children }) {
  const [shown, setShown] = useState(false);
  if (shown) return html`<span class="spoiler shown">${children}</span>`;
  const reveal = () => setShown(true);
  return html`<button type="button" class="spoiler" aria-label="Spoiler, press to read" onClick=${reveal}>
    <span aria-hidden="true">${children}</span>
  </button>`;
}

/**
 * A Discord colour in CSS.
 *
 * @param {number | null | undefined} color 0xRRGGBB
 */
export const cssColor = (color) => (typeof color === 'number' ? `#${color.toString(16).padStart(6, '0')}` : undefined);

/** @import { PageRole } from '../../../protocol.ts' */
/** @import { Block, Item, List } from './markdown.js' */
/** @import { Inline } from './inline.js' */
import { append, h } from '../element.js';
import { parseInline } from './inline.js';
import { parseMarkdown } from './markdown.js';
import { formatTime, timeElement } from './time.js';

/**
 * Resolves mentions, and handles presses on them.
 *
 * @typedef {{
 *   memberId: string,
 *   nameOf: (id: string) => string | undefined,
 *   roleOf: (id: string) => PageRole | undefined,
 *   channelName: (id: string) => string | undefined,
 *   openChannel: (id: string) => void,
 *   typeCommand: (name: string) => void,
 * }} Names
 */

/**
 * @param {string} text
 * @param {Names} names
 */
export function renderMarkdown(text, names) {
  const root = h('div', { class: 'md' });
  append(root, renderBlocks(parseMarkdown(text), names));
  return root;
}

/**
 * Renders only inline markdown, for titles and the like.
 *
 * @param {string} text
 * @param {Names} names
 */
export function renderInlineMarkdown(text, names) {
  const fragment = document.createDocumentFragment();
  append(fragment, renderInline(parseInline(text), names));
  return fragment;
}

/**
 * @param {readonly Block[]} blocks
 * @param {Names} names
 * @returns {Node[]}
 */
function renderBlocks(blocks, names) {
  return blocks.map((block) => {
    switch (block.t) {
      case 'paragraph':
        return h('p', {}, ...renderInline(block.inline, names));
      case 'heading':
        return h(HEADINGS[block.level], { class: `md-h${block.level}` }, ...renderInline(block.inline, names));
      case 'subtext':
        return h('p', { class: 'md-subtext' }, ...renderInline(block.inline, names));
      case 'quote':
        return h('blockquote', {}, ...renderBlocks(block.blocks, names));
      case 'code':
        // Focusable, so that the keyboard can scroll a long line sideways.
        return h('pre', { tabindex: 0 }, h('code', { 'data-language': block.language || null }, block.text));
      case 'list':
        return renderList(block, names);
      default:
        return unreachable(block);
    }
  });
}

/**
 * @param {List} list
 * @param {Names} names
 * @returns {Node}
 */
function renderList(list, names) {
  /** @param {Item} item */
  const renderItem = (item) =>
    h('li', {}, ...renderInline(item.inline, names), ...item.lists.map((inner) => renderList(inner, names)));
  const items = list.items.map(renderItem);
  return list.ordered ? h('ol', { start: list.start }, ...items) : h('ul', {}, ...items);
}

/** The URL of a message on Discord; its channel may be one of this page. */
const MESSAGE_ADDRESS = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)\/\d+$/;

/** Levels below the page's own h1 and h2. */
const HEADINGS = /** @type {const} */ ({ 1: 'h3', 2: 'h4', 3: 'h5' });
const TAGS = /** @type {const} */ ({ strong: 'strong', em: 'em', underline: 'u', strike: 's' });

/**
 * A link to a message of a channel on this page, with its own text, or with Discord's text for a bare URL.
 *
 * @param {string} channel
 * @param {Extract<Inline, { t: 'link' }>} link
 * @param {() => void} open
 * @param {Names} names
 */
function messageLink(channel, link, open, names) {
  const [first] = link.inline;
  const bare = first?.t === 'text' && first.text === link.url;
  const words = bare ? [document.createTextNode(`#${channel} › message`)] : renderInline(link.inline, names);
  return h('button', { type: 'button', class: 'mention', onClick: open }, ...words);
}

/**
 * @param {readonly Inline[]} inline
 * @param {Names} names
 * @returns {Node[]}
 */
function renderInline(inline, names) {
  return inline.map((node) => {
    switch (node.t) {
      case 'text':
        return document.createTextNode(node.text);
      case 'strong':
      case 'em':
      case 'underline':
      case 'strike':
        return h(TAGS[node.t], {}, ...renderInline(node.inline, names));
      case 'spoiler':
        return spoiler(renderInline(node.inline, names));
      case 'code':
        return h('code', {}, node.text);
      case 'link': {
        const channelId = MESSAGE_ADDRESS.exec(node.url)?.[1] ?? '';
        const name = names.channelName(channelId);
        if (name) return messageLink(name, node, () => names.openChannel(channelId), names);
        return h(
          'a',
          { href: node.url, target: '_blank', rel: 'noopener noreferrer' },
          ...renderInline(node.inline, names),
        );
      }
      case 'member': {
        const mine = node.id === names.memberId;
        return h('span', { class: mine ? 'mention mine' : 'mention' }, `@${names.nameOf(node.id) ?? 'unknown member'}`);
      }
      case 'role':
        return roleMention(names.roleOf(node.id));
      case 'everyone':
        return h('span', { class: 'mention mine' }, node.text);
      case 'channel': {
        const name = names.channelName(node.id);
        if (!name) return h('span', { class: 'mention' }, '#unknown');
        return h('button', { type: 'button', class: 'mention', onClick: () => names.openChannel(node.id) }, `#${name}`);
      }
      case 'command':
        return h(
          'button',
          { type: 'button', class: 'mention', onClick: () => names.typeCommand(node.name) },
          `/${node.name}`,
        );
      case 'time': {
        const date = new Date(node.seconds * 1000);
        const element = timeElement(date, formatTime(date, node.style), 'stamp');
        if (node.style === 'R') element.dataset.relative = '';
        return element;
      }
      case 'emoji':
        return document.createTextNode(`:${node.name}:`);
      default:
        return unreachable(node);
    }
  });
}

/** @param {PageRole | undefined} role */
function roleMention(role) {
  if (!role) return h('span', { class: 'mention' }, '@unknown role');
  const color = role.color === 0 ? null : `#${role.color.toString(16).padStart(6, '0')}`;
  const name = role.name.replace(/^@/, '');
  return h(
    'span',
    { class: color ? 'mention role' : 'mention', style: color ? { '--role': color } : null },
    `@${name}`,
  );
}

/**
 * Hides content until it is pressed.
 *
 * @param {Node[]} children
 */
function spoiler(children) {
  const inner = h('span', { class: 'spoiler-text', 'aria-hidden': 'true' }, ...children);
  const cover = h(
    'span',
    { class: 'spoiler', role: 'button', tabindex: 0, 'aria-label': 'Spoiler, press to read' },
    inner,
  );
  const reveal = () => {
    cover.classList.add('shown');
    for (const name of ['role', 'tabindex', 'aria-label']) cover.removeAttribute(name);
    inner.removeAttribute('aria-hidden');
  };
  cover.addEventListener('click', reveal, { once: true });
  cover.addEventListener('keydown', (event) => {
    if ((event.key !== 'Enter' && event.key !== ' ') || cover.classList.contains('shown')) return;
    event.preventDefault();
    reveal();
  });
  return cover;
}

/**
 * @param {never} node
 * @returns {never}
 */
function unreachable(node) {
  throw new Error(`unknown markdown node ${JSON.stringify(node)}`);
}

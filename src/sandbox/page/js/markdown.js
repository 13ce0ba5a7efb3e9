import { formatTime } from './time.js';

/**
 * Discord's markdown, read into a tree.
 *
 * @typedef {{ t: 'text', text: string }
 *   | { t: 'strong' | 'em' | 'underline' | 'strike' | 'spoiler', inline: Inline[] }
 *   | { t: 'code', text: string }
 *   | { t: 'link', url: string, inline: Inline[] }
 *   | { t: 'member' | 'channel' | 'role', id: string }
 *   | { t: 'everyone', text: string }
 *   | { t: 'command', name: string }
 *   | { t: 'time', seconds: number, style: string }
 *   | { t: 'emoji', name: string }} Inline
 * @typedef {{ t: 'list', ordered: boolean, start: number, items: { inline: Inline[], lists: List[] }[] }} List
 * @typedef {{ t: 'paragraph' | 'subtext', inline: Inline[] }
 *   | { t: 'heading', level: 1 | 2 | 3, inline: Inline[] }
 *   | { t: 'quote', blocks: Block[] }
 *   | { t: 'fence', language: string, text: string }
 *   | List} Block
 */

/** Marks within marks beyond this depth are text. */
const DEEPEST = 12;

/** @param {string} url @returns {Inline} */
const bareLink = (url) => ({ t: 'link', url, inline: [{ t: 'text', text: url }] });

/**
 * @param {'strong' | 'em' | 'underline' | 'strike' | 'spoiler'} t
 * @param {RegExp} pattern one of its groups has the text between the marks
 * @returns {InlineRule}
 */
const mark = (t, pattern) => ({
  pattern,
  node: ([, one, other], depth) => ({ t, inline: parseInline(one ?? other ?? '', depth + 1) }),
});

/**
 * In the order in which they are tried. The patterns of marks are those of simple-markdown, on which Discord's are built.
 *
 * @typedef {{ pattern: RegExp, node: (match: RegExpExecArray, depth: number) => Inline }} InlineRule
 * @type {readonly InlineRule[]}
 */
const INLINE = [
  { pattern: /\\([^A-Za-z0-9\s])/y, node: ([, sign = '']) => ({ t: 'text', text: sign }) },
  { pattern: /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, node: ([, , text = '']) => ({ t: 'code', text }) },
  { pattern: /<@!?(\d+)>/y, node: ([, id = '']) => ({ t: 'member', id }) },
  { pattern: /<@&(\d+)>/y, node: ([, id = '']) => ({ t: 'role', id }) },
  { pattern: /<#(\d+)>/y, node: ([, id = '']) => ({ t: 'channel', id }) },
  { pattern: /<\/([^:<>\n]+):\d+>/y, node: ([, name = '']) => ({ t: 'command', name }) },
  { pattern: /<a?:(\w+):\d+>/y, node: ([, name = '']) => ({ t: 'emoji', name }) },
  {
    pattern: /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y,
    node: ([, seconds, style = 'f']) => ({ t: 'time', seconds: Number(seconds), style }),
  },
  { pattern: /@(?:everyone|here)\b/y, node: ([text]) => ({ t: 'everyone', text }) },
  { pattern: /<(https?:\/\/[^\s<>]+)>/y, node: ([, url = '']) => bareLink(url) },
  {
    pattern: /\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/(?:\([^\s()]*\)|[^\s()<>])+)>?(?:\s+"[^"]*")?\)/y,
    node: ([, label = '', url = ''], depth) => ({ t: 'link', url, inline: parseInline(label, depth + 1) }),
  },
  { pattern: /https?:\/\/[^\s<>]*[^\s<>.,:;!?"'()[\]*_~|]/y, node: ([url]) => bareLink(url) },
  mark('strong', /\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y),
  mark('underline', /__((?:\\[\s\S]|[^\\])+?)__(?!_)/y),
  mark('strike', /~~((?:\\[\s\S]|[^\\])+?)~~/y),
  mark('spoiler', /\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y),
  mark(
    'em',
    /\b_((?:__|\\[\s\S]|[^\\_])+?)_\b|\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y,
  ),
];
/** Text that no rule can begin in. */
const PLAIN = /(?:(?!https?:)[^\\`<@[*_~|])+/y;

/**
 * @param {string} text
 * @param {number} [depth] the number of enclosing marks
 * @returns {Inline[]}
 */
export function parseInline(text, depth = 0) {
  /** @type {Inline[]} */
  const nodes = [];
  for (let at = 0; at < text.length; ) {
    const found =
      depth < DEEPEST
        ? inlineAt(text, at, depth)
        : { node: { t: /** @type {const} */ ('text'), text }, length: text.length };
    const last = nodes.at(-1);
    if (found.node.t === 'text' && last?.t === 'text') last.text += found.node.text;
    else nodes.push(found.node);
    at += found.length;
  }
  return nodes;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {number} depth
 * @returns {{ node: Inline, length: number }}
 */
function inlineAt(text, at, depth) {
  PLAIN.lastIndex = at;
  const plain = PLAIN.exec(text)?.[0];
  if (plain) return { node: { t: 'text', text: plain }, length: plain.length };
  for (const { pattern, node } of INLINE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { node: node(match, depth), length: match[0].length };
  }
  return { node: { t: 'text', text: text.charAt(at) }, length: 1 };
}

/**
 * Rules for what begins at the start of a line.
 *
 * @type {readonly { pattern: RegExp, outside?: boolean, blocks: (match: RegExpExecArray) => Block[] }[]} `outside`: not within a quote
 */
const BLOCKS = [
  {
    outside: true,
    pattern: /^>>>\s([\s\S]*)/,
    blocks: ([, text = '']) => [{ t: 'quote', blocks: parseMarkdown(text, true) }],
  },
  {
    outside: true,
    pattern: /^>[^\S\n].*(?:\n>(?:[^\S\n].*)?(?=\n|$))*\n?/,
    blocks: ([text]) => [
      { t: 'quote', blocks: parseMarkdown(text.replace(/^>[^\S\n]?/gm, '').replace(/\n$/, ''), true) },
    ],
  },
  {
    pattern: /^```(?:([\w+#.-]*)\n)?([\s\S]+?)\n?```\n?/,
    blocks: ([, language = '', text = '']) => [{ t: 'fence', language, text }],
  },
  {
    pattern: /^(#{1,3})[^\S\n]+(\S.*)\n?/,
    blocks: ([, signs, text = '']) => [
      { t: 'heading', level: /** @type {1 | 2 | 3} */ (signs?.length), inline: parseInline(text) },
    ],
  },
  { pattern: /^-#[^\S\n]+(\S.*)\n?/, blocks: ([, text = '']) => [{ t: 'subtext', inline: parseInline(text) }] },
  {
    pattern: /^(?:[^\S\n]*(?:[-*]|\d{1,9}\.)[^\S\n]+\S.*(?:\n|$))+/,
    blocks: ([text]) => listsOf(text.replace(/\n$/, '').split('\n')),
  },
];
/** The rest of a line, up to a code block within it. */
const REST_OF_LINE = /^(?:\\.|(?!```[\s\S]+?```)[^\n])*\n?/;

/**
 * @param {string} text
 * @param {boolean} [quoted]
 * @returns {Block[]}
 */
export function parseMarkdown(text, quoted = false) {
  /** @type {Block[]} */
  const blocks = [];
  let paragraph = '';
  const endParagraph = () => {
    // Line ends next to a block belong to the block.
    const trimmed = paragraph.replace(/^\n+|\n+$/g, '');
    if (trimmed.trim()) blocks.push({ t: 'paragraph', inline: parseInline(trimmed) });
    paragraph = '';
  };
  for (let rest = text; rest !== ''; ) {
    const rule = BLOCKS.find(({ outside, pattern }) => !(outside && quoted) && pattern.test(rest));
    const match = /** @type {RegExpExecArray} */ ((rule?.pattern ?? REST_OF_LINE).exec(rest));
    if (rule) {
      endParagraph();
      blocks.push(...rule.blocks(match));
    } else paragraph += match[0];
    rest = rest.slice(match[0].length);
  }
  endParagraph();
  return blocks;
}

/**
 * Nests the lines of a list by their indent.
 *
 * @param {readonly string[]} lines
 * @returns {List[]}
 */
function listsOf(lines) {
  /** @type {List[]} */
  const lists = [];
  /** @param {string | undefined} line */
  const indent = (line) => line?.search(/\S/) ?? 0;
  for (let at = 0; at < lines.length; ) {
    const end = lines.findIndex((line, index) => index > at && indent(line) <= indent(lines[at]));
    const below = lines.slice(at + 1, end < 0 ? undefined : end);
    const [, number, text = ''] = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/.exec(lines[at] ?? '') ?? [];
    const item = { inline: parseInline(text), lists: listsOf(below) };
    const ordered = number !== undefined;
    const last = lists.at(-1);
    if (last?.ordered === ordered) last.items.push(item);
    else lists.push({ t: 'list', ordered, start: Number(number ?? 1), items: [item] });
    at += 1 + below.length;
  }
  return lists;
}

/**
 * @typedef {{
 *   nameOf: (id: string) => string | undefined,
 *   roleOf: (id: string) => { name: string } | undefined,
 *   channelName: (id: string) => string | undefined,
 * }} Names
 */

/**
 * Markdown as plain text to read aloud: without marks and spoilers, with names for mentions.
 *
 * @param {string} text
 * @param {Names} names
 */
export function plainText(text, { nameOf, roleOf, channelName }) {
  /** @param {readonly (Inline | Block)[]} nodes @returns {string} */
  const joined = (nodes) => nodes.map(words).join('');
  /** @param {Inline | Block} node @returns {string} */
  const words = (node) => {
    switch (node.t) {
      case 'text':
      case 'code':
      case 'fence':
      case 'everyone':
        return node.text;
      case 'spoiler':
        return 'spoiler';
      case 'member':
        return `@${nameOf(node.id) ?? 'unknown member'}`;
      case 'role':
        return `@${roleOf(node.id)?.name.replace(/^@/, '') ?? 'unknown role'}`;
      case 'channel':
        return `#${channelName(node.id) ?? 'unknown'}`;
      case 'command':
        return `/${node.name}`;
      case 'time':
        return formatTime(new Date(node.seconds * 1000), node.style);
      case 'emoji':
        return node.name;
      case 'quote':
        return node.blocks.map(words).join(' ');
      case 'list':
        return node.items.map(({ inline, lists }) => [joined(inline), ...lists.map(words)].join('; ')).join('; ');
      default:
        return joined(node.inline);
    }
  };
  return parseMarkdown(text).map(words).join(' ').replace(/\s+/g, ' ').trim();
}

/**
 * Inline elements: emphasis, code, links, mentions, times.
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
 * @typedef {{ node: Inline, end: number }} Found
 * @typedef {(text: string, at: number, depth: number) => Found | null} Rule
 */

const DEEPEST = 12;

/** @type {readonly { mark: string, t: 'strong' | 'em' | 'underline' | 'strike' | 'spoiler' }[]} */
const MARKS = [
  { mark: '**', t: 'strong' },
  { mark: '__', t: 'underline' },
  { mark: '~~', t: 'strike' },
  { mark: '||', t: 'spoiler' },
  { mark: '*', t: 'em' },
  { mark: '_', t: 'em' },
];

/** @type {readonly { pattern: RegExp, node: (match: RegExpExecArray, depth: number) => Inline }[]} */
const PATTERNS = [
  { pattern: /\\([^A-Za-z0-9\s])/y, node: ([, sign = '']) => ({ t: 'text', text: sign }) },
  { pattern: /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, node: ([, , code = '']) => ({ t: 'code', text: code }) },
  { pattern: /<@!?(\d+)>/y, node: ([, id = '']) => ({ t: 'member', id }) },
  { pattern: /<@&(\d+)>/y, node: ([, id = '']) => ({ t: 'role', id }) },
  { pattern: /<#(\d+)>/y, node: ([, id = '']) => ({ t: 'channel', id }) },
  { pattern: /<\/([^:<>\n]+):\d+>/y, node: ([, name = '']) => ({ t: 'command', name }) },
  { pattern: /<a?:(\w+):\d+>/y, node: ([, name = '']) => ({ t: 'emoji', name }) },
  {
    pattern: /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y,
    node: ([, seconds = '', style = 'f']) => ({ t: 'time', seconds: Number(seconds), style }),
  },
  { pattern: /@(?:everyone|here)\b/y, node: ([text]) => ({ t: 'everyone', text }) },
  { pattern: /<(https?:\/\/[^\s<>]+)>/y, node: ([, url = '']) => bareLink(url) },
  {
    pattern: /\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/(?:\([^\s()]*\)|[^\s()<>])+)>?(?:\s+"[^"]*")?\)/y,
    node: ([, label = '', url = ''], depth) => ({ t: 'link', url, inline: parseInline(label, depth + 1) }),
  },
  { pattern: /https?:\/\/[^\s<>]*[^\s<>.,:;!?"'()[\]*_~|]/y, node: ([url]) => bareLink(url) },
];

/**
 * @param {string} text
 * @param {number} [depth] the number of enclosing marks
 * @returns {Inline[]}
 */
export function parseInline(text, depth = 0) {
  /** @type {Inline[]} */
  const nodes = [];
  /** @param {Inline} node */
  const add = (node) => {
    const last = nodes.at(-1);
    if (node.t === 'text' && last?.t === 'text') last.text += node.text;
    else nodes.push(node);
  };
  let at = 0;
  while (at < text.length) {
    const found = depth < DEEPEST ? (pattern(text, at, depth) ?? marked(text, at, depth)) : null;
    add(found?.node ?? { t: 'text', text: /** @type {string} */ (text[at]) });
    at = found?.end ?? at + 1;
  }
  return nodes;
}

/** @type {Rule} */
function pattern(text, at, depth) {
  for (const { pattern, node } of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { node: node(match, depth), end: at + match[0].length };
  }
  return null;
}

/** @type {Rule} */
function marked(text, at, depth) {
  for (const { mark, t } of MARKS) {
    if (!text.startsWith(mark, at)) continue;
    const from = at + mark.length;
    const end = mark.length === 1 ? closingSingle(text, at, mark) : closingPair(text, from, mark);
    if (end > from)
      return { node: { t, inline: parseInline(text.slice(from, end), depth + 1) }, end: end + mark.length };
  }
  return null;
}

/**
 * The index at which a two-character mark closes, or -1. Of three in a row the last two close, so that `***both***` nests.
 *
 * @param {string} text
 * @param {number} from
 * @param {string} mark
 */
function closingPair(text, from, mark) {
  for (let at = from; at < text.length; at = past(text, at)) {
    if (text.startsWith(mark, at)) return text[at + mark.length] === mark[0] ? at + 1 : at;
  }
  return -1;
}

/**
 * The index at which `*` or `_` closes, or -1: never after a space, and `_` never within a word, as in snake_case_names.
 *
 * @param {string} text
 * @param {number} open
 * @param {string} mark
 */
function closingSingle(text, open, mark) {
  const wordy = mark === '_';
  if (/\s/.test(text[open + 1] ?? ' ') || (wordy && /\w/.test(text[open - 1] ?? ''))) return -1;
  let at = open + 1;
  while (at < text.length) {
    const run = runLength(text, at, mark);
    if (run === 0) {
      at = past(text, at);
      continue;
    }
    const last = at + run - 1;
    const closes = run % 2 === 1 && !/\s/.test(text[last - 1] ?? ' ') && !(wordy && /\w/.test(text[last + 1] ?? ''));
    if (closes && last > open + 1) return last;
    at += run;
  }
  return -1;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {string} sign
 */
function runLength(text, at, sign) {
  let end = at;
  while (text[end] === sign) end += 1;
  return end - at;
}

/**
 * The next index to search from, past an escape or a code span.
 *
 * @param {string} text
 * @param {number} at
 */
function past(text, at) {
  if (text[at] === '\\') return at + 2;
  if (text[at] !== '`') return at + 1;
  const ticks = runLength(text, at, '`');
  const close = text.indexOf('`'.repeat(ticks), at + ticks);
  return close < 0 ? at + ticks : close + ticks;
}

/**
 * @param {string} url
 * @returns {Inline}
 */
function bareLink(url) {
  return { t: 'link', url, inline: [{ t: 'text', text: url }] };
}

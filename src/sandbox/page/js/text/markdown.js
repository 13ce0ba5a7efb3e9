/**
 * Discord's markdown, read into a tree of blocks. Inline text is read by inline.js.
 *
 * @typedef {import('./inline.js').Inline} Inline
 * @typedef {{ t: 'paragraph', inline: Inline[] }
 *   | { t: 'heading', level: 1 | 2 | 3, inline: Inline[] }
 *   | { t: 'subtext', inline: Inline[] }
 *   | { t: 'quote', blocks: Block[] }
 *   | { t: 'code', language: string, text: string }
 *   | List} Block
 * @typedef {{ t: 'list', ordered: boolean, start: number, items: Item[] }} List
 * @typedef {{ inline: Inline[], lists: List[] }} Item
 * @typedef {{ depth: number, ordered: boolean, start: number, text: string }} ListLine
 */
import { parseInline } from './inline.js';

const HEADING = /^(#{1,3})\s+(\S.*)$/;
const SUBTEXT = /^-#\s+(\S.*)$/;
const QUOTE = /^>\s(.*)$/;
const LONG_QUOTE = /^>>>\s(.*)$/;
const BULLET = /^(\s*)(?:[-*]|(\d{1,9})\.)\s+(\S.*)$/;
const FENCE = '```';

/**
 * @param {string} text
 * @param {number} [depth] the number of enclosing quotes
 * @returns {Block[]}
 */
export function parseMarkdown(text, depth = 0) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {string[]} */
  let plain = [];
  const endParagraph = () => {
    // Line ends next to a block belong to the block.
    const joined = plain.join('\n').replace(/^\n+|\n+$/g, '');
    if (joined.trim()) blocks.push({ t: 'paragraph', inline: parseInline(joined) });
    plain = [];
  };
  /** @param {Block} block */
  const add = (block) => {
    endParagraph();
    blocks.push(block);
  };

  let lines = text.split('\n');
  while (lines.length > 0) {
    const line = /** @type {string} */ (lines[0]);
    const fenced = openFence(lines);
    const longQuote = depth === 0 ? LONG_QUOTE.exec(line) : null;
    const heading = HEADING.exec(line);
    const subtext = SUBTEXT.exec(line);
    if (longQuote) {
      add({ t: 'quote', blocks: parseMarkdown([longQuote[1], ...lines.slice(1)].join('\n'), depth + 1) });
      break;
    }
    if (depth === 0 && QUOTE.test(line)) {
      const quoted = takeWhile(lines, (each) => QUOTE.test(each) || each === '>');
      const inner = quoted.map((each) => each.replace(/^>\s?/, '')).join('\n');
      add({ t: 'quote', blocks: parseMarkdown(inner, depth + 1) });
      lines = lines.slice(quoted.length);
    } else if (fenced) {
      if (fenced.before.trim()) plain.push(fenced.before);
      add({ t: 'code', language: fenced.language, text: fenced.text });
      lines = fenced.rest;
    } else if (heading) {
      const level = /** @type {1 | 2 | 3} */ (heading[1]?.length);
      add({ t: 'heading', level, inline: parseInline(heading[2] ?? '') });
      lines = lines.slice(1);
    } else if (subtext) {
      add({ t: 'subtext', inline: parseInline(subtext[1] ?? '') });
      lines = lines.slice(1);
    } else if (BULLET.test(line)) {
      const items = takeWhile(lines, (each) => BULLET.test(each));
      for (const list of nest(items.map(readBullet))) add(list);
      lines = lines.slice(items.length);
    } else {
      plain.push(line);
      lines = lines.slice(1);
    }
  }
  endParagraph();
  return blocks;
}

/**
 * Finds a code block that opens in the first line and is closed.
 *
 * @param {readonly string[]} lines
 */
function openFence(lines) {
  const first = lines[0] ?? '';
  const open = first.indexOf(FENCE);
  // An escaped fence is text.
  if (open < 0 || first[open - 1] === '\\') return null;
  const after = [first.slice(open + FENCE.length), ...lines.slice(1)].join('\n');
  const close = after.indexOf(FENCE);
  if (close < 1) return null;
  const inside = after.slice(0, close);
  const named = /^([\w+#.-]*)\n/.exec(inside);
  const text = (named ? inside.slice(named[0].length) : inside).replace(/\n$/, '');
  const rest = after.slice(close + FENCE.length).replace(/^\n/, '');
  return { before: first.slice(0, open), language: named?.[1] ?? '', text, rest: rest === '' ? [] : rest.split('\n') };
}

/**
 * @param {string} line
 * @returns {ListLine}
 */
function readBullet(line) {
  const [, indent = '', number, text = ''] = BULLET.exec(line) ?? [];
  return { depth: indent.length, ordered: number !== undefined, start: Number(number ?? 1), text };
}

/**
 * Nests the lines of a list by their indent.
 *
 * @param {readonly ListLine[]} lines
 * @returns {List[]}
 */
function nest(lines) {
  /** @type {List[]} */
  const lists = [];
  let at = 0;
  while (at < lines.length) {
    const line = /** @type {ListLine} */ (lines[at]);
    const below = takeWhile(lines.slice(at + 1), (other) => other.depth > line.depth);
    const item = { inline: parseInline(line.text), lists: nest(below) };
    const last = lists.at(-1);
    if (last && last.ordered === line.ordered) last.items.push(item);
    else lists.push({ t: 'list', ordered: line.ordered, start: line.start, items: [item] });
    at += 1 + below.length;
  }
  return lists;
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {(item: T) => boolean} test
 */
function takeWhile(list, test) {
  const end = list.findIndex((item) => !test(item));
  return end < 0 ? [...list] : list.slice(0, end);
}

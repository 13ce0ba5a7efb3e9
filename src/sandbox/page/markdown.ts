const DIGITS = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** By Discord's styles except R, which is relative. */
const FORMATS: Record<string, Intl.DateTimeFormatOptions> = {
  t: CLOCK,
  T: { ...CLOCK, second: '2-digit' },
  d: DIGITS,
  D: LONG,
  f: { ...LONG, ...CLOCK },
  F: { weekday: 'long', ...LONG, ...CLOCK },
  s: { ...DIGITS, ...CLOCK },
  S: { ...DIGITS, ...CLOCK, second: '2-digit' },
};

/** `from`: seconds from which the unit is used. */
const UNITS = [
  { unit: 'year', seconds: 31_536_000, from: 29_808_000 },
  { unit: 'month', seconds: 2_592_000, from: 2_246_400 },
  { unit: 'day', seconds: 86_400, from: 79_200 },
  { unit: 'hour', seconds: 3600, from: 2700 },
  { unit: 'minute', seconds: 60, from: 60 },
  { unit: 'second', seconds: 1, from: 0 },
] as const;
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function relativeTime(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const { unit, seconds: size } = UNITS.find(({ from }) => Math.abs(seconds) >= from) ?? UNITS[0];
  return RELATIVE.format(Math.round(seconds / size), unit);
}

/** @param style Discord's letter, for example R for "in 3 days" */
export function formatTime(date: Date, style: string): string {
  if (Number.isNaN(date.getTime())) return 'an unknown time';
  if (style === 'R') return relativeTime(date, new Date());
  return date.toLocaleString('en', { hourCycle: 'h23', ...(FORMATS[style] ?? FORMATS.f) });
}

/** The time of a message: "Today at 14:05", "Yesterday at 09:12", "12/05/2026 09:12". */
export function saidAt(date: Date): string {
  const days = Math.round((dayStart(new Date()) - dayStart(date)) / 86_400_000);
  const day = ['Today at', 'Yesterday at'][days] ?? formatTime(date, 'd');
  return `${day} ${formatTime(date, 't')}`;
}

const dayStart = (date: Date): number => new Date(date).setHours(0, 0, 0, 0);

/** Discord's markdown, read into a tree. */
export type Inline =
  | { t: 'text' | 'code' | 'everyone'; text: string }
  | { t: 'strong' | 'em' | 'underline' | 'strike' | 'spoiler'; inline: Inline[] }
  | { t: 'link'; url: string; inline: Inline[] }
  | { t: 'member' | 'channel' | 'role'; id: string }
  | { t: 'command' | 'emoji'; name: string }
  | { t: 'time'; seconds: number; style: string };
type List = { t: 'list'; ordered: boolean; start: number; items: { inline: Inline[]; lists: List[] }[] };
export type MarkdownBlock =
  | { t: 'paragraph' | 'subtext'; inline: Inline[] }
  | { t: 'heading'; level: number; inline: Inline[] }
  | { t: 'quote'; blocks: MarkdownBlock[] }
  | { t: 'fence'; text: string }
  | List;

/** Marks within marks beyond this depth are text. */
const DEEPEST = 12;

interface InlineRule {
  pattern: RegExp;
  node: (match: RegExpExecArray, depth: number) => Inline;
}

const bareLink = (url: string): Inline => ({ t: 'link', url, inline: [{ t: 'text', text: url }] });

/** @param pattern one of its groups has the text between the marks */
const mark = (t: 'strong' | 'em' | 'underline' | 'strike' | 'spoiler', pattern: RegExp): InlineRule => ({
  pattern,
  node: ([, one, other], depth) => ({ t, inline: parseInline(one ?? other ?? '', depth + 1) }),
});

/** The rules in the order in which they are tried. The patterns of marks are simple-markdown's, as Discord's are. */
const INLINE: readonly InlineRule[] = [
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
  // Text that no other rule can begin in, or one character.
  { pattern: /(?:(?!https?:)[^\\`<@[*_~|])+|[\s\S]/y, node: ([text]) => ({ t: 'text', text }) },
];

/** @param depth the number of enclosing marks */
export function parseInline(text: string, depth = 0): Inline[] {
  if (depth === DEEPEST) return [{ t: 'text', text }];
  const nodes: Inline[] = [];
  for (let at = 0; at < text.length; ) {
    for (const { pattern, node } of INLINE) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) continue;
      const [found, last] = [node(match, depth), nodes.at(-1)];
      if (found.t === 'text' && last?.t === 'text') last.text += found.text;
      else nodes.push(found);
      at += match[0].length;
      break;
    }
  }
  return nodes;
}

/** The rules for blocks, which begin with a line. Those `outside` hold only outside of quotes. */
const BLOCKS: readonly { pattern: RegExp; outside?: boolean; blocks: (match: RegExpExecArray) => MarkdownBlock[] }[] = [
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
  { pattern: /^```(?:[\w+#.-]*\n)?([\s\S]+?)\n?```\n?/, blocks: ([, text = '']) => [{ t: 'fence', text }] },
  {
    pattern: /^(#{1,3})[^\S\n]+(\S.*)\n?/,
    blocks: ([, signs = '', text = '']) => [{ t: 'heading', level: signs.length, inline: parseInline(text) }],
  },
  { pattern: /^-#[^\S\n]+(\S.*)\n?/, blocks: ([, text = '']) => [{ t: 'subtext', inline: parseInline(text) }] },
  {
    pattern: /^(?:[^\S\n]*(?:[-*]|\d{1,9}\.)[^\S\n]+\S.*(?:\n|$))+/,
    blocks: ([text]) => listsOf(text.replace(/\n$/, '').split('\n')),
  },
];
/** The rest of a line, up to a code block within it. */
const REST_OF_LINE = /^(?:\\.|(?!```[\s\S]+?```)[^\n])*\n?/;

export function parseMarkdown(text: string, quoted = false): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let paragraph = '';
  const endParagraph = () => {
    // Line ends next to a block belong to the block.
    const trimmed = paragraph.replace(/^\n+|\n+$/g, '');
    if (trimmed.trim()) blocks.push({ t: 'paragraph', inline: parseInline(trimmed) });
    paragraph = '';
  };
  for (let rest = text; rest !== ''; ) {
    const rule = BLOCKS.find(({ outside, pattern }) => !(outside && quoted) && pattern.test(rest));
    const match = (rule?.pattern ?? REST_OF_LINE).exec(rest) as RegExpExecArray;
    if (rule) {
      endParagraph();
      blocks.push(...rule.blocks(match));
    } else paragraph += match[0];
    rest = rest.slice(match[0].length);
  }
  endParagraph();
  return blocks;
}

/** Nests the lines of a list by their indent. */
function listsOf(lines: readonly string[]): List[] {
  const lists: List[] = [];
  const indent = (line = '') => line.search(/\S/);
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

interface Names {
  readonly nameOf: (id: string) => string | undefined;
  readonly roleOf: (id: string) => { name: string } | undefined;
  readonly channelName: (id: string) => string | undefined;
}

/** A role's name in a list of people and roles, with one `@`. */
export const roleName = (name = 'unknown role') => `@${name.replace(/^@/, '')}`;

/** A mention, command, time or emoji in words; undefined for other nodes. */
export function mentionText(node: Inline | MarkdownBlock, { nameOf, roleOf, channelName }: Names): string | undefined {
  switch (node.t) {
    case 'everyone':
      return node.text;
    case 'member':
      return `@${nameOf(node.id) ?? 'unknown member'}`;
    case 'role':
      return roleName(roleOf(node.id)?.name);
    case 'channel':
      return `#${channelName(node.id) ?? 'unknown'}`;
    case 'command':
      return `/${node.name}`;
    case 'emoji':
      return `:${node.name}:`;
    case 'time':
      return formatTime(new Date(node.seconds * 1000), node.style);
    default:
      return undefined;
  }
}

/** Markdown as plain text to read aloud: without marks and spoilers, with names for mentions. */
export function plainText(text: string, names: Names): string {
  const joined = (nodes: readonly (Inline | MarkdownBlock)[], between = '') => nodes.map(words).join(between);
  const words = (node: Inline | MarkdownBlock): string => {
    const known = mentionText(node, names);
    if (known !== undefined) return known;
    if (node.t === 'spoiler') return 'spoiler';
    if (node.t === 'list')
      return node.items.map((item) => [joined(item.inline), ...item.lists.map(words)].join('; ')).join('; ');
    if ('blocks' in node) return joined(node.blocks, ' ');
    return 'text' in node ? node.text : 'inline' in node ? joined(node.inline) : '';
  };
  return joined(parseMarkdown(text), ' ').replace(/\s+/g, ' ').trim();
}

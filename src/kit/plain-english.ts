import { type Framing, LONGEST_ALT } from '../game/index.ts';

/** Enough letters of a seal to recognise it. The start of the game has the whole seal. */
export function sealMark(seal: string): string {
  return `${seal.slice(0, 8)}…`;
}

/** A line with the seal of the dice and what was taken back, or no line. */
export function sealWords({ seal, takenBack }: Pick<Framing, 'seal' | 'takenBack'>): string[] {
  return seal === undefined ? [] : [compact(`Dice sealed with ${sealMark(seal)}`, takenBack).join(' · ')];
}

/** "a", "a and b", "a, b and c" */
export function listed(words: readonly string[], last = ' and '): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')}${last}${words.at(-1)}`;
}

/** Like `listed`, but has at most `most` items: the last one counts the others. */
export function atMost(words: readonly string[], most: number): string {
  if (words.length <= most) return listed(words);
  const shown = Math.max(1, most - 1);
  return `${words.slice(0, shown).join(', ')} and ${count(words.length - shown, 'other')}`;
}

/** The first `most` items and one on how many are left, or all items if they are no more than that. */
export function firstOf(
  items: readonly string[],
  most: number,
  more: (left: number) => string = (left) => `and ${count(left, 'other')}`,
): readonly string[] {
  return items.length <= most ? items : [...items.slice(0, most), more(items.length - most)];
}

/** Ends a sentence with one full stop, even if its last word ("Culpeper C.H.") has one of its own. */
export function oneStop(sentence: string): string {
  return sentence.replace(/\.\.$/, '.');
}

/** "1 battle", "3 battles", "2 hexes" */
export function count(number: number, thing: string): string {
  const plural = /(?:s|x|ch|sh)$/.test(thing) ? 'es' : 's';
  return `${number} ${thing}${number === 1 ? '' : plural}`;
}

const UNITS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const TEENS = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'];
const NUMBERS = [...UNITS, ...TEENS, ...UNITS.slice(1, 10).map((unit) => `twenty-${unit}`), 'thirty'];
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** "three", "twenty-one", and "31" for any number above thirty. */
export function numberWord(count: number): string {
  return NUMBERS[count] ?? String(count);
}

const ENDINGS: { readonly [rule in Intl.LDMLPluralRule]?: string } = { one: 'st', two: 'nd', few: 'rd' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });

/** "third", "21st" */
export function ordinal(count: number): string {
  return ORDINALS[count - 1] ?? `${count}${ENDINGS[ordinalRules.select(count)] ?? 'th'}`;
}

/** "once", "three times" */
export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${numberWord(count)} times`;
}

/** The form of a word for a number: `plural(units, 'is', 'are')`. */
export function plural(count: number, one: string, more: string): string {
  return count === 1 ? one : more;
}

/** "one attack", "three attacks" */
export function several(count: number, one: string, more = `${one}s`): string {
  return `${numberWord(count)} ${plural(count, one, more)}`;
}

/** The numbers from 1 to `most`, as of a die: "1", "1–3". */
export function upTo(most: number): string {
  return most === 1 ? '1' : `1–${most}`;
}

type Part = string | false | null | undefined;

/** The parts that are not empty, in one list: `compact(points > 0 && 'more', other)`. */
export function compact(...parts: readonly (Part | readonly Part[])[]): string[] {
  return parts.flat().filter((part): part is string => typeof part === 'string' && part !== '');
}

/** "−1", "2": with a real minus sign. */
export function withMinus(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** "−1", "+2", "0" */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : withMinus(value);
}

/**
 * A chance in percent for members: "41.3 %", with a non-breaking space. A chance between 0 and 1 is never shown as 0 or
 * 100.
 * @param tenths the chance in tenths of a percentage point, if it was rounded elsewhere: the same figure must look the
 * same everywhere
 */
export function percent(chance: number, tenths = Math.round(chance * 1000)): string {
  if (tenths <= 0 && chance > 0) return 'under\u00a00.1\u00a0%';
  if (tenths >= 1000 && chance < 1) return 'over\u00a099.9\u00a0%';
  return percentOfTenths(tenths);
}

/** "41.3 %", of tenths of a percentage point. */
export function percentOfTenths(tenths: number): string {
  return `${(tenths / 10).toFixed(1)}\u00a0%`;
}

/** `−3.2`, `+61.9`, `0.0`, from tenths of a percentage point. With a real minus sign. */
export function percentagePoints(tenths: number): string {
  const digits = (Math.abs(tenths) / 10).toFixed(1);
  return tenths === 0 ? digits : `${tenths < 0 ? '−' : '+'}${digits}`;
}

/** "the Union's", "the Confederates'", also of a name in bold. */
export function possessive(name: string): string {
  return /s\**$/.test(name) ? `${name}’` : `${name}’s`;
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Cuts a text to so many characters, with an ellipsis if it was longer. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** The most letters of a name that a member has typed. */
const LONGEST_NAME = 40;

/** Quotes a member's text: on one line, without control characters, and no longer than a name can be. */
export function quoted(given: string | number | undefined): string {
  const letters = [
    ...String(given)
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim(),
  ];
  return `“${letters.slice(0, LONGEST_NAME).join('')}${letters.length > LONGEST_NAME ? '…' : ''}”`;
}

/** Groups items by a key, in the order of the first item of each group. */
export function grouped<Item, Key = string>(items: readonly Item[], by: (item: Item) => Key): [Key, Item[]][] {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(by(item));
    if (group) group.push(item);
    else groups.set(by(item), [item]);
  }
  return [...groups];
}

/** The first lines that fit in so many characters, and then a line on how many were cut. */
export function linesWithin(
  lines: readonly string[],
  most: number,
  more: (cut: number) => string | null = () => null,
): readonly string[] {
  // A line break goes before every line but the first.
  let length = -1;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > most;
  });
  if (end < 0) return lines;
  const last = more(lines.length - end);
  return [...lines.slice(0, end), ...(last === null ? [] : [last])];
}

/** The most lines and characters of a summary of several orders. */
const SUMMARY = { lines: 12, characters: 900 };
const MORE = '… and more: see `/log`.';

/** The first lines of a summary, as many as fit. */
export function summaryOf(lines: readonly string[]): readonly string[] {
  if (lines.length <= SUMMARY.lines && lines.join('\n').length <= SUMMARY.characters) return lines;
  return [...linesWithin(lines.slice(0, SUMMARY.lines - 1), SUMMARY.characters - MORE.length - 1), MORE];
}

export interface AltPart {
  /** Wordings, from the full one to shorter and shorter ones. A part whose full wording is empty is left out. */
  readonly forms: readonly string[];
  /** A name for what is missing if the full wording has no room: "some units". */
  readonly what: string;
}

/**
 * Makes a description of at most 1,024 characters. If it is too long, the last parts are shortened, and then left out.
 * Its end says what is missing and where to read it.
 * @param parts the most important first. A plain sentence is never shortened, only left out
 */
export function altText(parts: readonly (AltPart | string)[]): string {
  const said = parts
    .map((part) => (typeof part === 'string' ? { forms: [part], what: 'details' } : part))
    .filter(({ forms: [first = ''] }) => first !== '')
    .map((part) => ({ ...part, at: 0 }));
  const sentences = () => {
    const missing = said.flatMap(({ at, what }) => (at > 0 ? [what] : []));
    return [...said.map(({ forms, at }) => forms[at] ?? ''), leftOut(missing)].filter((one) => one !== '');
  };
  const shorten = (lastForm: (part: AltPart) => number) => {
    for (const part of said.toReversed())
      while (sentences().join(' ').length > LONGEST_ALT && part.at < lastForm(part)) part.at += 1;
  };
  shorten(({ forms }) => forms.length - 1);
  // Behind its last form, a part is left out.
  shorten(({ forms }) => forms.length);
  return sentences().join(' ');
}

/** "Left out: some units and units off the map. “In words” has the full text." */
export function leftOut(missing: readonly string[]): string {
  return missing.length === 0 ? '' : `Left out: ${listed([...new Set(missing)])}. “In words” has the full text.`;
}

/** As much of a list as fits in a description, the number of things left out, and a fixed ending. */
export function altList(words: string, ending = ''): string {
  const most = LONGEST_ALT - ending.length;
  if (words.length <= most) return `${words}${ending}`;
  const start = words.slice(0, most - ' and 100 more.'.length).replace(/[,;] [^,;]*$/, '');
  const cut = words.slice(start.length).match(/[,;] /g)?.length ?? 1;
  return `${start} and ${cut} more.${ending}`;
}

import { LONGEST_LABEL } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexBriefly } from '../../../kit/hex/hex-names.ts';
import { count, listed, quoted, shortened } from '../../../kit/plain-english.ts';
import { writeItLike } from '../../../kit/plans/plan-text.ts';
import { sheetHex } from '../data-file.ts';
import type { Theatre } from '../theatre.ts';
import type { BlockId, Order, Verb } from '../vocabulary.ts';
import { blockName, blockNames, facesUpTo, MODE_WORDS, wordsOf } from './names.ts';
import { fullOrderText, legWords, orderText } from './orders.ts';

/**
 * An example with the hex numbers of the map that is played: in the war of both theatres those of the East differ
 * [20.1].
 */
export function example(theatre: Theatre, of: keyof ReturnType<typeof wordsOf>['examples']): string {
  const text = wordsOf(theatre).examples[of];
  if (theatre.scenario.half !== 'east') return text;
  return text.replace(/\b\d{4}\b/g, sheetHex);
}

/** Headings of a battle plan's lines, in the order in which they are asked. */
export const BATTLE_LINES = {
  main: 'Main attack from',
  stance: 'Your blocks',
  retreat: 'They retreat to',
  spare: 'Of equally strong blocks, last to lose steps',
  regroup: 'After a victory',
} as const;

export const NOBODY = 'nobody';

/** How many other answers a line of the form names. There can be twenty hexes to regroup to, too many for a phone. */
const MOST_OTHERS = 8;

/** "Your blocks: Stand (or: Retreat at once, Retreat after round 1)" */
export function answerLine(heading: string, answer: string, others: readonly string[]): string {
  const left = others.length - MOST_OTHERS;
  const named = left > 0 ? [...others.slice(0, MOST_OTHERS), `${left} more`] : others;
  return `${heading}: ${answer}${named.length > 0 ? ` (or: ${named.join(', ')})` : ''}`;
}

const LONGEST_TITLE = 70;

/**
 * A title that tells a ballot's plans apart: "2205: 3 to 2107; 2206: 2 to 2107, 1 to 2108; Sherman at 2203; done".
 * A single short order keeps its own words.
 */
export function planTitle(theatre: Theatre, orders: readonly Order[]): string {
  const [first, ...more] = orders;
  if (!first) return '';
  const inFull = fullOrderText(theatre, first);
  if (more.length === 0 && inFull.length <= LONGEST_TITLE) return inFull;
  return shortened(orders.map((order) => inBrief(theatre, order)).join('; '), LONGEST_TITLE);
}

function inBrief(theatre: Theatre, order: Order): string {
  switch (order.verb) {
    case 'move':
      return `${order.from}: ${legWords(order, (ids) => `${ids.length}`)}`;
    case 'strategic':
      return `${order.from}: ${order.blocks.length} ${MODE_WORDS[order.mode].by} to ${order.to}`;
    case 'build':
      return `${blockName(theatre, order.block)} at ${order.hex}`;
    case 'done':
      return 'done';
    default:
      return orderText(theatre, order);
  }
}

/** Blocks that cross a hexside into battle, and the limit [2.5]: "3 blocks via 2008, limit 4". */
export function roomWords(crossing: number, via: string, limit: number): string {
  return `${count(crossing, 'block')} via ${via}, limit ${limit}`;
}

/** "forced march: Wood and Thomas roll a die each, 1–3 costs a step" */
export function forcedWords(theatre: Theatre, blocks: readonly BlockId[]): string {
  const [roll, each] = blocks.length === 1 ? ['rolls', ''] : ['roll', ' each'];
  const faces = facesUpTo(theatre.rules.forcedMarchLoss);
  return `forced march: ${blockNames(theatre, blocks, 4)} ${roll} a die${each}, ${faces} costs a step`;
}

export const PLAN_REFUSALS = {
  like: (theatre: Theatre, of: Parameters<typeof example>[1]) => writeItLike(example(theatre, of)),
  nobodyCalled: (name: string) => `no block you can name here is called ${quoted(shortened(name, 40))}.`,
  noSuchPlace: (place: string) => `the map has no ${quoted(shortened(place, 40))}.`,
  where: (theatre: Theatre, hexes: readonly HexId[]) => `say where${orNames(theatre, hexes)}.`,
  tooMany: 'one action moves blocks to four hexes at most.',
  oneHex: 'a strategic move goes to one hex.',
  nobodyLeft: 'no block is left there to move.',
} as const;

const MOST_NAMED = 6;

/** ": 2203 Louisville or 1103 St. Louis", ": 2203 Louisville, … or 3 other places" */
function orNames(theatre: Theatre, hexes: readonly HexId[]): string {
  if (hexes.length === 0) return '';
  const left = hexes.length - MOST_NAMED;
  const named = hexes.slice(0, MOST_NAMED).map((hex) => hexBriefly(theatre, hex));
  return `: ${listed([...named, ...(left > 0 ? [count(left, 'other place')] : [])], ' or ')}`;
}

const FORM_LABELS = {
  cut: 'Cards that go to the bottom',
  card: 'Your card',
  supply: 'Blocks that gain a step, +2 for two',
  'battle-plan': 'Your battle plan: change what you like',
  battle: 'The battle to fight next',
  fire: 'Who retreats; the others fire',
  regroup: 'Who goes where; the others stay',
  lose: 'Who loses a step',
  offer: 'Prisoners you give for yours, or done',
  accept: 'Accept or decline',
  plan: 'Moves and builds, separated by ;',
} as const;

/** The label and the example of an order's form. Orders without a form of their own have that of the actions. */
export function formWords(theatre: Theatre, verb: Verb | null): { readonly label: string; readonly example: string } {
  const form = Object.keys(FORM_LABELS).find((one) => one === verb) as keyof typeof FORM_LABELS | undefined;
  return { label: FORM_LABELS[form ?? 'plan'], example: example(theatre, form ?? 'plan') };
}

export function suggestedPlan(what: string): string {
  return shortened(`Suggested: ${what.replace(/^Plan: /, '')}`, LONGEST_LABEL);
}

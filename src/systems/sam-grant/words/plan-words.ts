import { LONGEST_LABEL } from '../../../game/index.ts';
import { columnOf, type HexId, hexId, rowOf } from '../../../kit/hex/hex-grid.ts';
import { hexBriefly } from '../../../kit/hex/hex-names.ts';
import { count, listed, quoted, shortened } from '../../../kit/plain-english.ts';
import { ROWS_DOWN } from '../data-file.ts';
import { legsOf } from '../rules/movement/reach.ts';
import type { State } from '../state.ts';
import type { GameId, Theatre } from '../theatre.ts';
import type { BlockId, Order, Verb } from '../vocabulary.ts';
import { BY_MODE, blockName, blockNames, blocksWord, facesUpTo } from './names.ts';
import { fullOrderText, orderText } from './orders.ts';

/** Words of plans, of their form and their buttons. */

/** Examples with each game's own hexes and blocks. */
const EXAMPLES: {
  readonly [id in GameId]: { readonly [of in 'plan' | 'move' | 'strategic' | 'build']: string };
} = {
  'sam-grant': {
    plan: '2206: McCook 2107, cavalry 2108; ship 1406: all 1507; build Sherman at Louisville; done',
    move: '2206: McCook 2107',
    strategic: 'ship 1406: all 1507',
    build: 'build Sherman at Louisville',
  },
  'bobby-lee': {
    plan: '1408: Sumner 1309, Barry 1308; ship 1818: all 1715; build Slocum at Baltimore; done',
    move: '1408: Sumner 1309',
    strategic: 'ship 1818: all 1715',
    build: 'build Slocum at Baltimore',
  },
};

/** An example in the numbers of the map that is played: in the war of both theatres the hexes of the East lie lower [20.1]. */
function onItsMap({ id, scenario }: Theatre, text: string): string {
  if (id !== 'bobby-lee' || !scenario.isHalf) return text;
  return text.replace(/\b\d{4}\b/g, (hex) => hexId(columnOf(hex), rowOf(hex) + ROWS_DOWN));
}

export function example(theatre: Theatre, of: keyof (typeof EXAMPLES)['sam-grant']): string {
  return onItsMap(theatre, EXAMPLES[theatre.id][of]);
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

/** Most other answers that a line of the form names: there can be twenty hexes to regroup to, too many for a phone. */
const MOST_OTHERS = 8;

/** "Your blocks: Stand (or: Retreat at once, Retreat after round 1)" */
export function answerLine(heading: string, answer: string, others: readonly string[]): string {
  const left = others.length - MOST_OTHERS;
  const named = left > 0 ? [...others.slice(0, MOST_OTHERS), `${left} more`] : others;
  return `${heading}: ${answer}${named.length > 0 ? ` (or: ${named.join(', ')})` : ''}`;
}

const LONGEST_TITLE = 70;

/**
 * Tells plans of one ballot apart: "2205: 3 to 2107; 2206: 2 to 2107, 1 to 2108; Sherman at 2203; done". A single short order keeps its own
 * words.
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
      return `${order.from}: ${legsOf(order)
        .map(({ to, blocks }) => `${blocks.length} to ${to.replace(' by ', ' via ')}`)
        .join(', ')}`;
    case 'strategic':
      return `${order.from}: ${order.blocks.length} ${BY_MODE[order.mode]} to ${order.to}`;
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
  return `${blocksWord(crossing)} via ${via}, limit ${limit}`;
}

/** "forced march: Wood and Thomas roll a die each, 1–3 costs a step" */
export function forcedWords(theatre: Theatre, blocks: readonly BlockId[]): string {
  const [roll, each] = blocks.length === 1 ? ['rolls', ''] : ['roll', ' each'];
  const faces = facesUpTo(theatre.rules.forcedMarchLoss);
  return `forced march: ${blockNames(theatre, blocks, 4)} ${roll} a die${each}, ${faces} costs a step`;
}

export const PLAN_REFUSALS = {
  unread: (theatre: Theatre) => `name a hex, then who goes where, for example “${example(theatre, 'move')}”.`,
  strategic: (theatre: Theatre) =>
    `say rail, ship or cross, then a hex and who goes to one other, for example “${example(theatre, 'strategic')}”.`,
  build: (theatre: Theatre) => `name a block, then where to build it, for example “${example(theatre, 'build')}”.`,
  nobodyCalled: (name: string) => `none of your blocks there is called ${quoted(shortened(name, 40))}.`,
  noSuchPlace: (place: string) => `the map has no ${quoted(shortened(place, 40))}.`,
  noPlace: (theatre: Theatre) => `say where each block goes, for example “${example(theatre, 'move')}”.`,
  tooMany: 'one action moves blocks to four hexes at most.',
  oneHex: 'a strategic move goes to one hex.',
  nobodyLeft: 'no block is left there to move.',
  unclear: (names: readonly string[]) => `is it ${listed(names, ' or ')}?`,
  fromWhere: (theatre: Theatre) =>
    `say which hex they leave: “${example(theatre, 'move').replace(/\w+(?= \d+$)/, 'all')}”.`,
  cut: ({ scenario }: Theatre) => `say how many cards go to the bottom, 1 to ${scenario.cuts.length}.`,
  card: 'name a card: 1, 2, 3, Supply 2 or Supply 3.',
  bragg: (theatre: Theatre, sites: readonly HexId[]) => `say where Bragg comes in${orNames(theatre, sites)}.`,
  battle: (theatre: Theatre, hexes: readonly HexId[]) => `name the hex of a battle${orNames(theatre, hexes)}.`,
  notInPool: (name: string) => `no block in your pool is called ${quoted(shortened(name, 40))}.`,
  buildWhere: (theatre: Theatre, sites: readonly HexId[]) => `say where to build it${orNames(theatre, sites)}.`,
  otherStep: (step: string, now: string) => `that comes ${step}. Now: ${now}`,
} as const;

/** Most hexes that a refusal names. */
const MOST_NAMED = 6;

/** ": 2203 Louisville or 1103 St. Louis", ": 2203 Louisville, … or 3 other places" */
function orNames(theatre: Theatre, hexes: readonly HexId[]): string {
  if (hexes.length === 0) return '';
  const left = hexes.length - MOST_NAMED;
  const named = hexes.slice(0, MOST_NAMED).map((hex) => hexBriefly(theatre, hex));
  return `: ${listed([...named, ...(left > 0 ? [count(left, 'other place')] : [])], ' or ')}`;
}

/** The phase of each order, and words for when it can be given; `done` ends several phases. */
export const STEPS: { readonly [verb in Verb]: readonly [phase: State['phase'], when: string] } = {
  cut: ['cut', 'before the first game-turn'],
  card: ['cards', 'when both sides choose a card'],
  supply: ['supply', 'when you play a Supply card'],
  move: ['actions', 'in your actions'],
  strategic: ['actions', 'in your actions'],
  build: ['actions', 'in your actions'],
  bragg: ['actions', 'in your actions'],
  'plan-ahead': ['actions', 'in your actions'],
  battle: ['battles', 'when there are several battles to fight'],
  'battle-plan': ['battles', 'before a battle'],
  fire: ['battles', 'in a battle whose plan says to ask you each time'],
  regroup: ['battles', 'after you win a battle'],
  lose: ['attrition', 'when your blocks are out of supply'],
  offer: ['exchange', 'in Winter, when prisoners are exchanged'],
  accept: ['exchange', 'when the other side offers an exchange'],
  decline: ['exchange', 'when the other side offers an exchange'],
  done: ['actions', 'in your actions'],
};

/** Labels of forms, with examples from each game. */
const FORMS: {
  readonly [verb in Verb]?: { readonly label: string; readonly example: string; readonly east?: string };
} = {
  cut: { label: 'Cards that go to the bottom', example: 'cut 12' },
  card: { label: 'Your card', example: 'card 2' },
  supply: { label: 'Blocks that gain a step, +2 for two', example: 'Sherman +2, McCook', east: 'Sumner +2, Barry' },
  'battle-plan': {
    label: 'Your battle plan: change what you like',
    example: 'retreat after round 1, retreat 2107 then 2108',
    east: 'retreat after round 1, retreat 1309 then 1308',
  },
  battle: { label: 'The battle to fight next', example: 'fight 2007', east: 'fight 1211' },
  fire: { label: 'Who retreats; the others fire', example: 'McCook retreats', east: 'Sumner retreats' },
  regroup: {
    label: 'Who goes where; the others stay',
    example: 'McCook 2107, Wood 2108',
    east: 'Sumner 1309, Barry 1308',
  },
  lose: { label: 'Who loses a step', example: 'McCook, Wood', east: 'Sumner, Barry' },
  offer: {
    label: 'Prisoners you give for yours, or done',
    example: 'Hardee for McCook',
    east: 'Jackson for Sumner',
  },
  accept: { label: 'Accept or decline', example: 'accept' },
};

/** The label and the example of a form for an order; without one of its own, the form of the actions. */
export function formWords(theatre: Theatre, verb: Verb | null): { readonly label: string; readonly example: string } {
  const form = verb === null ? undefined : FORMS[verb];
  if (!form) return { label: 'Moves and builds, separated by ;', example: example(theatre, 'plan') };
  const { label, example: west, east = west } = form;
  return { label, example: onItsMap(theatre, theatre.id === 'bobby-lee' ? east : west) };
}

export function suggestedPlan(what: string): string {
  return shortened(`Suggested: ${what.replace(/^Plan: /, '')}`, LONGEST_LABEL);
}

import { LONGEST_LABEL } from '../../../game/index.ts';
import { count, quoted, shortened } from '../../../kit/plain-english.ts';
import type { GameId, Theatre } from '../theatre.ts';
import type { Order } from '../vocabulary.ts';
import { blocksWord } from './names.ts';
import { orderText } from './order-label.ts';

/** What plans, their form and their buttons say. */

/** Of each game, with its own hexes and blocks. */
export const EXAMPLES: { readonly [id in GameId]: { readonly plan: string; readonly move: string } } = {
  'sam-grant': {
    plan: '2206: McCook 2107, cavalry 2108; ship 1406: all 1507; build Sherman at Louisville; done',
    move: '2206: McCook 2107',
  },
  'bobby-lee': {
    plan: '1408: Sumner 1309, Barry 1308; ship 1818: all 1409; build Sedgwick at Baltimore; done',
    move: '1408: Sumner 1309',
  },
};

/** Before each answer of a battle plan, in the order in which they are asked. */
export const BATTLE_LINES = {
  main: 'Main attack from',
  stance: 'Your blocks',
  retreat: 'They retreat to',
  spare: 'Of equally strong blocks, last to lose steps',
  regroup: 'After a victory',
} as const;

export const BATTLE_FORM = 'Your battle plan: change what you like';
export const NOBODY = 'nobody';

/** "Your blocks: Stand (or: Retreat at once, Retreat after round 1)" */
export function answerLine(heading: string, answer: string, others: readonly string[]): string {
  return `${heading}: ${answer}${others.length > 0 ? ` (or: ${others.join(', ')})` : ''}`;
}

const LONGEST_TITLE = 60;

export function planTitle(theatre: Theatre, orders: readonly Order[]): string {
  const [first, ...more] = orders;
  if (!first) return '';
  const rest = more.length > 0 ? `, and ${count(more.length, 'more order')}` : '';
  return shortened(orderText(theatre, first), LONGEST_TITLE - rest.length) + rest;
}

/** How many blocks cross a hexside into a battle, and how many may [2.5]: "3 blocks via 2008, limit 4". */
export function roomWords(crossing: number, via: string, limit: number): string {
  return `${blocksWord(crossing)} via ${via}, limit ${limit}`;
}

export const PLAN_REFUSALS = {
  unread: ({ id }: Theatre) => `name a hex, then who goes where, for example “${EXAMPLES[id].move}”.`,
  nobodyCalled: (name: string) => `none of your blocks there is called ${quoted(shortened(name, 40))}.`,
  noPlace: ({ id }: Theatre) => `say where each block goes, for example “${EXAMPLES[id].move}”.`,
  tooMany: 'one action moves blocks to four hexes at most.',
  oneHex: 'a strategic move goes to one hex.',
  nobodyLeft: 'no block is left there to move.',
} as const;

export function suggestedPlan(what: string): string {
  return shortened(`Suggested: ${what.replace(/^Plan: /, '')}`, LONGEST_LABEL);
}

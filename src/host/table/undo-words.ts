import { capital, listed } from '../../kit/plain-english.ts';
import { plainName } from '../base/wording.ts';
import { type OrderEntry, withoutPassed } from './game-position.ts';
import type { LoadedGame } from './game-tables.ts';
import { type Seen, seenInWords } from './rolls-taken-back.ts';
import { orderAuthor } from './whose-turn.ts';

export const UNDO_FORM = { title: 'Take back what was seen', label: 'Why? One line that everyone will see' } as const;

export const UNDO = {
  yes: 'Take it back',
  no: 'Keep as it is',
  ask: 'Ask the other side',
  agree: 'Agree to take it back',
  results: 'These results will be undone:',
  question: (orders: string): string => `Take back ${orders}?`,
  seenToo: (seen: Seen): string => `This takes back ${seenInWords(seen)} too.`,
  reason: (reason: string): string => `Why: “${plainName(reason)}”`,
  sidesHear: (sides: readonly string[]): string => `${capital(listed(sides))} will be told in the channel.`,
  asksBack: (name: string, what: string, seen: Seen): string =>
    `**${plainName(name)}** asks to take back ${what}${withSeen(seen)}.`,
  /** `mentions`: empty if nobody can be pinged now. */
  doYouAgree: (mentions: readonly string[], side: string): string =>
    [...mentions, `**${side}:** do you agree?`].join(' '),
  yourOrderIsBack: (mentions: readonly string[], side: string): string =>
    `${mentions.join(' ')} **${side}:** your order has been taken back.`,
  theirOrderIsBack: (mentions: readonly string[], side: string): string =>
    `${mentions.join(' ')} **${side}:** the other side’s order has been taken back.`,
  takesBack: (name: string, what: string, seen: Seen): string =>
    `**${plainName(name)}** takes back ${what}${withSeen(seen)}.`,
  agreesBack: (name: string, side: string, what: string, seen: Seen): string =>
    `**${plainName(name)}** (${side}) agrees to take back ${what}${withSeen(seen)}.`,
} as const;

function withSeen(seen: Seen): string {
  const words = seenInWords(seen);
  return words === '' ? '' : `, with ${words}`;
}

/**
 * The reason that a member can’t take an order back. `seen`: empty if something came to light only after it. `sides`: members play
 * against each other.
 */
export function alreadySeen({ rolls, shuffles, reveals }: Seen, sides: boolean): string {
  const did = [
    ...(rolls > 0 ? ['rolled dice'] : []),
    ...(shuffles > 0 ? ['shuffled the cards'] : []),
    ...(reveals > 0 ? ['revealed something'] : []),
  ];
  const what =
    did.length > 0 ? `That order has already ${listed(did)}` : 'Since that order, something was seen and taken back';
  return `${what}, so only a moderator${sides ? ' who has played no side' : ''} can take it back. Ask one.`;
}

export const UNDO_ANSWERS = {
  nothingToTakeBack: 'There’s nothing to take back yet: no order has been given.',
  beginsThere:
    'There’s nothing to take back yet: no order has been given since this “what if” began. The earlier orders belong to the original game.',
  sameThrows: 'The dice are sealed: the same order at this point rolls the same numbers again.',
  leavesATrace:
    'The map, the log, the recap and `/verify` will show that it was taken back, and `/record` lists the game separately.',
  othersMustAgree: 'A moderator who has played no side can take it back. Without one, the other side has to agree.',
  nobodyAsks: 'Nobody is asking for that now.',
  notYoursToAgree:
    'Only a member of the other side can agree to this: one who can give its orders, and was on it when that order was given.',
  asksWhy: 'You’ll be asked why.',
  sayWhy: 'Say why in a few words. Everyone will see them.',
  onlyMachines: 'Only the bot has given orders so far, so you have nothing to take back.',
} as const;

/** "the last order (**Bo** moves 7 JR And to 1004)", with the bot's orders since. */
export function ordersInWords({ system }: LoadedGame, orders: readonly OrderEntry[]): string {
  const members = withoutPassed(system, orders).filter(({ cause }) => cause !== 'machine');
  const [first] = members.slice(-1);
  if (!first) throw new Error('Only a machine’s orders would be taken back');
  const what = `${orderAuthor(first)} ${system.orderWords.describe(first.order, 'public', first.seat)}`;
  const byClock = members.every(({ cause }) => cause === 'clock');
  const several = `the ${byClock ? '' : 'last '}${members.length} orders${byClock ? ' given when time ran out' : ''}`;
  const bot = orders.some(({ cause }) => cause === 'machine') ? ', and what the bot has done since' : '';
  return `${members.length === 1 ? `the last order (${what})` : several}${bot}`;
}

import { capital, count, listed } from '../../kit/plain-english.ts';
import { plainName } from '../wording.ts';

/** What the host says when orders are taken back. */

/** The form for why rolls are taken back. */
export const UNDO_FORM = { title: 'Take back a roll', label: 'Why? One line that everyone will see' } as const;

export const UNDO = { yes: 'Take it back', no: 'Keep as it is', results: 'These results will be undone:' } as const;

export function askUndo(orders: string): string {
  return `Take back ${orders}?`;
}

export function rollsToo(rolls: number): string {
  return `This takes back ${count(rolls, 'roll')} too.`;
}

export function undoReason(reason: string): string {
  return `Why: “${plainName(reason)}”`;
}

export function sidesHear(sides: readonly string[]): string {
  return `${capital(listed(sides))} will be told in the channel.`;
}

/** A member takes orders back. `what`: as `takenBack` words it. */
export function takesBack(name: string, what: string, rolls: number): string {
  return `**${plainName(name)}** takes back ${what}${rolls > 0 ? `, and ${count(rolls, 'roll')} of the dice` : ''}.`;
}

/** Tells a side that its order is gone. */
export function yourOrderIsBack(mentions: readonly string[], side: string): string {
  return `${mentions.join(' ')} **${side}:** your order has been taken back.`;
}

/** What is taken back. `what`: the order; null: several, given by a clock. `bot`: whether the bot has answered it. */
export function takenBack(what: string | null, orders: number, bot: boolean): string {
  const since = bot ? ', and what the bot has done since' : '';
  return `${what === null ? `the ${orders} orders given when time ran out` : `the last order (${what})`}${since}`;
}

/** What members are answered when they take orders back. */
export const UNDO_ANSWERS = {
  nothingToTakeBack: 'There’s nothing to take back yet: no order has been given.',
  beginsThere:
    'There’s nothing to take back yet: no order has been given since this “what if” began. The earlier orders belong to the original game.',
  sameThrows: 'The dice are sealed: the same order at this point rolls the same numbers again.',
  dieHasFallen: 'That order has already rolled dice, so only a moderator can take it back. Ask one.',
  leavesATrace:
    'The map, the log, the recap and the dice check will show that rolls were taken back, and `/record` lists the game separately.',
  asksWhy: 'You’ll be asked why.',
  sayWhy: 'Say why in a few words. Everyone will see them.',
  onlyMachines: 'Only the bot has given orders so far, so you have nothing to take back.',
} as const;

import { MANAGER } from '../../council/index.ts';
import { capital, listed, oneStop, possessive } from '../../kit/plain-english.ts';
import { plainName } from './common-words.ts';

/** Words about giving orders. Games word their orders. */

export function chosenSoFar(chosen: string, least: number, most: number): string {
  const bounds = least === most ? `${least}` : `${least} to ${most}`;
  return `Choose ${bounds}. Chosen so far: ${chosen === '' ? 'none' : chosen}.`;
}

export const CHOICE_FORM = { title: 'Find it by name', label: 'A name or its first letters, or a number' } as const;

export const AUTHOR = { clock: 'The clock', machine: 'The bot', pass: 'The game', council: 'The council' } as const;

/** Names of sides come in bold already. `asked`: the other side's prompt, or null if it is hidden. */
export const NOT_YOUR_TURN = {
  botPlays: (side: string) =>
    `The bot plays the ${side}. ${capital(MANAGER)} can put you in its place with \`/seat put\`.`,
  turnOf: (sides: readonly string[], asked: string | null) =>
    `It’s the ${listed(sides.map(possessive))} turn${asked === null ? '.' : `: “${capital(asked)}”`}`,
  voteStands:
    'Your side has voted, and what it decided lies face down. To change it, overrule the vote with `/vote overrule`.',
  yours: (side: string) => `You play the ${side}. The bot pings you when it’s your turn.`,
} as const;

export const ORDER_ANSWERS = {
  noPlans: 'This game has no plans. Give your orders one by one, with the button here or the ones under the map.',
  nothingOpen: 'You can’t order that right now. `/map` shows what you can do.',
  notAsked: 'This isn’t needed here. Leave it empty.',
  noRoom: 'No more names fit here. Clear this option to choose from a list instead.',
  noSuchOrder: 'That order isn’t possible now. Choose one from the list.',
  canChange: '-# You can change it until the other side is ready: give the order again. Nobody else sees that.',
  reasonStays: '-# Nobody else sees your reason until the game is over.',
  reasonKept: '-# Your reason goes with the order you choose here.',
  menuOver: 'There’s nothing to order right now. `/map` shows the game.',
} as const;

export const ORDER_MENU = {
  more: (count: number): string => `${count} more to choose from`,
  continueWith: (chosen: number): string => `Continue with ${chosen}`,
  sure: 'Give this order?',
  notUsedBy: (game: string): string => `${game} doesn’t use this. Leave it empty.`,
  notNow: (verb: string): string => `\`/${plainName(verb)}\` isn’t possible right now. Choose another order:`,
  notOfGame: (game: string, verb: string, known: string): string => `${game} has no \`/${verb}\`. Use ${known}.`,
  givesOrders: (who: string, orders: number): string => `${who} gives ${orders} orders.`,
  ordered: (name: string, order: string): string => oneStop(`**${plainName(name)}** ${order}.`),
  moreInLog: '-# and more: `/log` has everything.',
  overruling: ', overruling the ballot',
} as const;

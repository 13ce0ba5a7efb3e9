import { MANAGER } from '../../council/index.ts';
import { capital, count, listed, oneStop, possessive } from '../../kit/plain-english.ts';
import { plainName } from '../wording.ts';

/** What the host says when orders are given, asked for and taken back. A game words its orders. */

export const BUTTONS = {
  newGame: 'New game',
  recap: 'Recap',
  checkDice: 'Check the dice',
  log: 'Log',
  whatIf: 'What if from here',
  vote: 'Vote',
  inWords: 'In words',
  howWeDecide: 'How we decide',
  takeBack: 'Take back',
  rules: 'Rules',
  myVote: 'My vote',
  closer: 'Zoom in',
  wholeMap: 'Whole map',
  units: 'Units',
  earlier: 'Earlier',
  typeIt: 'Type a name …',
  back: 'Back',
  none: 'None',
  startAgain: 'Start again',
  cancel: 'Cancel',
} as const;

export function voteForSide(side: string): string {
  return `${BUTTONS.vote} (${side})`;
}

export function giveOrVote(voting: boolean): string {
  return voting ? 'Vote for an order' : 'Give an order';
}

export function moreToChoose(count: number): string {
  return `${count} more to choose from`;
}

/** What a member has marked in a list, and how many it needs. `chosen`: empty where nothing is. */
export function chosenSoFar(chosen: string, least: number, most: number): string {
  const bounds = least === most ? `${least}` : `${least} to ${most}`;
  return `Choose ${bounds}. Chosen so far: ${chosen === '' ? 'none' : chosen}.`;
}

export function continueWith(chosen: number): string {
  return `Continue with ${chosen}`;
}

/** In place of a question that has one answer. */
export const ONLY_ORDER = 'Only one order is possible now:';

export const ASK_SURE = 'Give this order?';

export function notNow(verb: string): string {
  return `\`/${plainName(verb)}\` isn’t possible right now. Choose another order:`;
}

export function notOfGame(game: string, verb: string, known: string): string {
  return `${game} has no \`/${verb}\`. Use ${known}.`;
}

export function notUsedBy(game: string): string {
  return `${game} doesn’t use this. Leave it empty.`;
}

/** The form for a choice that is typed. */
export const CHOICE_FORM = { title: 'Find it by name', label: 'A name, a number, or its first letters' } as const;

/** The form for why rolls are taken back. */
export const UNDO_FORM = { title: 'Take back a roll', label: 'Why? One line that everyone will see' } as const;

export const UNDO = { yes: 'Take it back', no: 'Keep as it is', results: 'These results will be undone:' } as const;

export function askUndo(orders: string): string {
  return `Take back ${orders}?`;
}

export function rollsToo(rolls: number): string {
  return `This takes back ${rolls === 1 ? 'its roll' : `its ${count(rolls, 'roll')}`} too.`;
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
  return `${mentions.join(' ')} **${side}:** your order is taken back.`;
}

/** A secret order, for its own side. */
export function ordered(name: string, order: string): string {
  return oneStop(`**${plainName(name)}** ${order}.`);
}

/** Who gives orders where no member does. */
export const AUTHOR = { clock: 'The clock', machine: 'The bot', council: 'The council' } as const;

/** After an order that was given in place of the vote. */
export const OVERRULING = ', overruling the ballot';

/** Several orders given at once, of which nothing more is said. `who`: Markdown. */
export function givesOrders(who: string, orders: number): string {
  return `${who} gives ${orders} orders.`;
}

export const MORE_IN_LOG = '-# and more: `/log` has everything.';

/** Why a side can't order now. Sides are in bold. `asked`: what the other side is asked; null: that isn't shown. */
export const NOT_YOUR_TURN = {
  botPlays: (side: string) =>
    `The bot plays the ${side}. ${capital(MANAGER)} can put you in its place with \`/seat put\`.`,
  turnOf: (sides: readonly string[], asked: string | null) =>
    `It’s the ${listed(sides.map(possessive))} turn${asked === null ? '.' : `: “${capital(asked)}”`}`,
  yours: (side: string) => `You play the ${side}. The bot pings you when it’s your turn.`,
} as const;

/** What is taken back. `what`: the order; null: several, given by a clock. `bot`: whether the bot has answered it. */
export function takenBack(what: string | null, orders: number, bot: boolean): string {
  const since = bot ? ', and what the bot did since' : '';
  return `${what === null ? `${orders} orders given by the clock` : `the last order (${what})`}${since}`;
}

/** What members are answered when they give orders and plans. */
export const ORDER_ANSWERS = {
  noPlans: 'This game has no plans. Give your orders one by one.',
  nothingOpen: 'You can’t order that right now. `/map` shows what you can do.',
  notAsked: 'This isn’t needed here. Leave it empty.',
  noRoom: 'No more names fit here. Leave this empty to choose from a list.',
  noSuchOrder: 'That order isn’t possible now. Choose one from the list.',
  reasonKept: '-# Your reason goes with the order you choose here.',
  menuOver: 'There’s nothing to order right now. `/map` shows the game.',
} as const;

/** What members are answered when they take orders back. */
export const UNDO_ANSWERS = {
  nothingToTakeBack: 'There’s nothing to take back yet: no order has been given.',
  beginsThere:
    'There’s nothing to take back yet: no order has been given since this “what if” began. The earlier orders belong to the original game.',
  sameThrows: 'The dice are sealed: the same order at this point rolls the same numbers again.',
  dieHasFallen: 'That order has already rolled dice, so only a moderator can take it back. Ask one.',
  leavesATrace: 'The map, the log, the recap and the dice check will say so, and `/record` lists the game separately.',
  asksWhy: 'You’ll be asked why.',
  sayWhy: 'Say why in a few words that others can read.',
  onlyMachines: 'Only the bot has given orders so far, so you have nothing to take back.',
} as const;

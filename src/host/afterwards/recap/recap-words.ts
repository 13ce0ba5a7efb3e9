import type { Balance, Course } from '../../../advisor/index.ts';
import { count, listed, percent, percentagePoints } from '../../../kit/plain-english.ts';
import type { PostResult } from '../../base/reply.ts';

export const RECAP = {
  underWay: 'This recap is already being written. It will be here in a moment.',
  best: 'Best decision',
  costliest: 'Costliest decision',
  start: 'The start',
  nothingSeen: 'The orders were secret.',
  goesOn: 'the game goes on',
  noneCostly: 'none. No other order would have been better.',
  /** @param order names its author; `seen` says how many voters found it, or is empty */
  bestBy: (order: string, points: string, nextBest: string, seen: string) =>
    `${order}: ${points} against the next best, “${nextBest}”${seen}.`,
  costliestBy: (order: string, points: string, best: string, seen: string) =>
    `${order}: ${points} against “${best}”${seen}.`,
} as const;

export function beingWritten(orders: number): string {
  return `The recap of ${count(orders, 'order')} is being written. It will be here in a moment.`;
}

export function onItsWay(channel: string): string {
  return `The recap is on its way to <#${channel}>.`;
}

export function playedIn(channel: string): string {
  return `Played in <#${channel}>`;
}

export function postedElsewhere(channel: string, result: PostResult): string {
  switch (result.how) {
    case 'posted':
      return `The recap is posted: ${result.link}`;
    case 'gone':
      return 'The recap couldn’t be posted: that channel is gone. Choose another one.';
    case 'forbidden': {
      const permissions = result.lacks.length > 0 ? `: ${listed(result.lacks)}` : '';
      return `The recap couldn’t be posted in <#${channel}>: the bot lacks permissions there${permissions}. A moderator of that channel can grant them.`;
    }
    case 'failed':
      return `The recap couldn’t be posted in <#${channel}>. Try again later.`;
    default:
      return result satisfies never;
  }
}

export function turningHeading(points: number): string[] {
  if (points === 0) return [];
  return [points > 1 ? 'Turning points:' : 'Turning point:'];
}

export function inHistory(really: string): string {
  return `In history: ${really}`;
}

export const PLAYED = {
  finished: 'played',
  abandoned: 'abandoned; played',
  running: 'still going on; played so far',
} as const;

export function chancesInWords(course: Course, { start, decisions, dice, end }: Balance, when: string): string {
  const [first, last] = [percent(course.start, start), percent(course.end, end)];
  return `${first} at the start, decisions ${percentagePoints(decisions)} percentage points, dice ${percentagePoints(dice)}: ${last} ${when}`;
}

export const BEFORE_LAST_DICE = 'before the last order’s dice';

/** "27.2 % → 19.4 %" */
export function fromTo({ before, after }: { readonly before: number; readonly after: number }): string {
  return `${percent(before)} → ${percent(after)}`;
}

/** "decision −8.4, dice +0.6", in percentage points. */
export function partsInWords({ decision, dice }: { readonly decision: number; readonly dice: number | null }): string {
  return [`decision ${percentagePoints(decision)}`, ...(dice === null ? [] : [`dice ${percentagePoints(dice)}`])].join(
    ', ',
  );
}

export function votedForBest({ saw, of }: { readonly saw: number; readonly of: number }): string {
  return `; ${saw} of ${of} voted for the best order`;
}

export function votesForBest(saw: number, of: number, ballots: number): string {
  return `Votes for the best order: ${saw} of ${of}, in ${count(ballots, 'ballot')}.`;
}

export function orderNamed(number: number, order: string): string {
  return `Order ${number}, “${order}”`;
}

export const FILE = {
  dice: '## The dice',
  arithmetic: '## The arithmetic',
  everyOrder: '## Every order',
  votes: '## Votes and reasons',
  proposedBy: (name: string) => `proposed by ${name}`,
  luck: '## Luck',
  points: '## Points',
  chancesNote: 'Winning chances before each order and after its dice; decision and dice in percentage points.',
  takenBack: 'These orders were taken back after everyone had seen what they did:',
  council: 'The council',
  total: '**In all**',
  turning: 'Turning point',
} as const;

export const HEADS = {
  when: 'When',
  day: 'Day',
  order: 'Order',
  dice: 'Roll',
  worth: ['Before → after', 'Decision', 'Dice'],
  changed: 'Changed',
  luckTotals: ['', '', 'Expected', 'Got', 'Luck'],
  luckAttacks: ['Attack', 'Whose', 'Expected', 'Got', 'Luck'],
} as const;

export function luckNote(measure: string, note: string | null): string {
  return `Counted in ${measure}${note === null ? '' : `: ${note}`}. “Expected” is the average over all possible rolls.`;
}

/** Once the game is over, with the secret and the fingerprint of the replay file. */
export function sealInWords(seal: string, secret: string | null, fingerprint: string | null): string {
  const sealed = `The dice were sealed before the first order with \`${seal}\`, the SHA-256 of a secret.`;
  if (secret === null) return `${sealed} The secret is published when the game ends.`;
  return [
    `${sealed} The secret is \`${secret}\`: with it anyone can check every roll.`,
    ...(fingerprint === null ? [] : [`The fingerprint of the replay file is \`${fingerprint}\`.`]),
  ].join(' ');
}

/** @param agreed the member agreed to a request of the other side */
export function takenBackLine(what: string, by: string, agreed: boolean, reason: string | null): string {
  return `- ${what}. Taken back ${agreed ? 'with the agreement of' : 'by'} ${by}${reason === null ? '' : `: “${reason}”`}`;
}

/** For further members who were let play a side despite having seen another's secrets. */
export function moreLet(others: number): string {
  return `The log names ${others} more.`;
}

export const RECAP_ANSWERS = {
  noSuchYear: 'The story has no chapter for that year, so all of it is told.',
  nothingToTell: 'There’s nothing to recap yet: no order has been given in this game.',
  recapNotYours: 'Only moderators can post the recap in another channel. Leave `channel` empty to post it here.',
  recapNotThere: 'You can’t see that channel, or can’t post in it. Choose another one.',
  recapSoFar:
    'Winning chances are shown up to the last order, before its roll. What that roll changed is shown after the next order.',
  recapSealed: 'Winning chances are hidden while a sealed ballot is open.',
} as const;

/** Notes on the maps of a finished game with secrets. */
export const AS_IT_WAS = 'As it was';
export function seenBy(side: string): string {
  return `As the ${side} saw it`;
}

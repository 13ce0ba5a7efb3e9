import { balanceOf } from '../../advisor/index.ts';
import { percent } from '../advice/figures.ts';
import type { Campaign } from '../campaign.ts';
import type { Beat } from './beats.ts';

/** Discord's limit for the description of a picture. */
const LONGEST = 1024;

/** `swing` of nothing. */
export const NO_SWING = '0.0';

/** "+14.2", "−3.2", "0.0": so many tenths of a percentage point. */
export function swing(tenths: number): string {
  const size = (Math.abs(tenths) / 10).toFixed(1);
  return tenths === 0 ? size : `${tenths < 0 ? '−' : '+'}${size}`;
}

/** "58.3": a chance in tenths of a percentage point. */
function points(tenths: number): string {
  return (tenths / 10).toFixed(1);
}

/** How a campaign ended, or that it has not. */
export function endOf({ game, system, position }: Campaign): string {
  const outcome = system.outcome(position.state);
  if (outcome) return outcome.headline;
  return game.ended ? 'The campaign was abandoned.' : 'It is still being played.';
}

/** "Order 7, Grant attacks Lee: +14.2, to 58.3 %." Without what it was worth, where that is not told. */
function told(beat: Beat): string {
  const { number, words, worth } = beat;
  const order = number === 0 ? words : `Order ${number}, ${words}`;
  if (!worth) return `${order}.`;
  return number === 0
    ? `${order}: ${percent(worth.after)}.`
    : `${order}: ${swingOf(beat)}, to ${percent(worth.after)}.`;
}

/** By how much the chance of winning rose or fell with an order; empty where that is not told. */
export function swingOf({ worth }: Beat): string {
  return worth ? swing(Math.round(worth.after * 1000) - Math.round(worth.before * 1000)) : '';
}

export function reelInWords(campaign: Campaign, beats: readonly Beat[], frames: number): string {
  const orders = counted(beats.length - 1, 'order');
  const named = campaign.course ? beats.filter(({ number, turning }) => number === 0 || turning) : beats;
  return fitted(
    `Animation: the maps of ${titleOf(campaign)} in order, ${orders} in ${counted(frames, 'picture')}, the dice of each shown large.`,
    named.map(told),
    `${endOf(campaign)}${by(campaign)}`,
  );
}

export function chartInWords(campaign: Campaign, beats: readonly Beat[]): string {
  const { course } = campaign;
  if (!course) return '';
  const { start, decisions, dice, end, moves } = balanceOf(course);
  const turns = beats.flatMap((beat) => {
    const move = moves[beat.number - 1];
    if (!beat.turning || !move || !beat.worth) return [];
    const parts = `decision ${swing(move.decision)}, dice ${swing(move.dice)}, to ${percent(beat.worth.after)}`;
    return [`Order ${beat.number}, ${beat.words}: ${parts}.`];
  });
  const sum = `${points(start)} at the start, decisions ${swing(decisions)}, dice ${swing(dice)}, ${points(end)} ${campaign.game.ended ? 'at the end' : 'so far'}`;
  return fitted(
    `Chart: the winning chances of ${titleOf(campaign)} over ${counted(moves.length, 'order')}. In percentage points: ${sum}. Turning points:`,
    turns,
    `${endOf(campaign)}${by(campaign)}`,
  );
}

export function storyboardInWords(campaign: Campaign, beats: readonly Beat[]): string {
  return fitted(
    `${counted(beats.length, 'map')} of ${titleOf(campaign)} in order.`,
    beats.map(told),
    `${endOf(campaign)}${by(campaign)}`,
  );
}

function titleOf({ system, game }: Campaign): string {
  return game.whatIf ? `a “what if” of ${system.title}` : system.title;
}

/** What the chances rest on. */
function by({ course, system }: Campaign): string {
  return course ? ` Winning chances by ${system.basis}.` : '';
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** As many sentences as there is room for, of the first; `last` in any case. */
function fitted(first: string, sentences: readonly string[], last: string): string {
  const whole = [first, ...sentences, last].join(' ');
  if (whole.length <= LONGEST) return whole;
  const kept: string[] = [];
  let room = LONGEST - [first, '…', last].join(' ').length;
  for (const sentence of sentences) {
    room -= sentence.length + 1;
    if (room < 0) break;
    kept.push(sentence);
  }
  return [first, ...kept, '…', last].join(' ');
}

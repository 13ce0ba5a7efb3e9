import {
  balanceOf,
  bestDecision,
  type Course,
  costliestDecision,
  foundBy,
  type Move,
  type Prospect,
  SAME_WORTH,
  turningPoints,
} from '../../advisor/index.ts';
import { counted } from '../../council/index.ts';
import { percent } from '../advice/figures.ts';
import type { Campaign } from '../campaign.ts';
import { plainName } from '../wording.ts';
import { diceGiven, orderGiven, votesThatSaw } from './given.ts';

/** What became of the chance of winning, in sentences. Markdown; names of members are escaped by `name`. */
export interface Arithmetic {
  /** "by reconstruction-1" */
  readonly basis: string;
  /** Start, decisions, dice and end: they add up to the last digit. */
  readonly totals: string;
  /** The orders at which it turned most, in the order of time; at most three. */
  readonly turning: readonly string[];
  /** The order that was best chosen; null: no choice mattered. */
  readonly best: string | null;
  /** The order that cost most, or that none did; null: it is left out. */
  readonly costliest: string | null;
  /** How many of all votes were for an order as good as any; null: none was voted on. */
  readonly votes: string | null;
}

/**
 * Null: what orders were worth is not to be told.
 * @param name of a member as it is to be shown
 */
export function arithmeticOf(campaign: Campaign, name: (name: string) => string = plainName): Arithmetic | null {
  const { course, system } = campaign;
  if (course === null || course.moves.length === 0) return null;
  return {
    basis: `by ${system.basis}`,
    totals: totals(campaign, course),
    turning: turned(campaign, course),
    best: best(campaign, course, name),
    costliest: costliest(campaign, course),
    votes: votes(campaign),
  };
}

/** `41.3 %`, with a no-break space; tenths of a percentage point. */
export function percentOf(tenths: number): string {
  return `${(tenths / 10).toFixed(1)}\u00a0%`;
}

/** `−3.2`, `+61.9`, `0.0`: tenths of a percentage point, with a real minus. */
export function pointsOf(tenths: number): string {
  const digits = (Math.abs(tenths) / 10).toFixed(1);
  return tenths === 0 ? digits : `${tenths < 0 ? '−' : '+'}${digits}`;
}

function totals({ game }: Campaign, course: Course): string {
  const { start, decisions, dice, end } = balanceOf(course);
  return (
    `${percentOf(start)} at the start, decisions ${pointsOf(decisions)} percentage points, dice ${pointsOf(dice)}: ` +
    `${percentOf(end)} ${ENDINGS[game.ended?.how ?? 'running']}.`
  );
}

const ENDINGS = { finished: 'at the end', abandoned: 'when it was abandoned', running: 'as last told' } as const;

function turned(campaign: Campaign, course: Course): string[] {
  return turningPoints(course).map((place) => {
    const { before, after } = course.moves[place] as Move;
    return `${named(campaign, place)} (${diceGiven(campaign, place)}): ${percent(before)} → ${percent(after)}`;
  });
}

function best(campaign: Campaign, course: Course, name: (name: string) => string): string | null {
  const place = bestDecision(course);
  if (place === null) return null;
  const move = course.moves[place] as Move;
  const { by = null } = campaign.deeds[place] ?? {};
  const gained = pointsOf(Math.round(foundBy(move) * 1000));
  const next = move.prospects.find(({ worth }) => move.before - worth >= SAME_WORTH);
  const whose = by === null ? '' : `, by ${name(by.name)}`;
  return `${named(campaign, place)}${whose}: ${gained} against the next best, “${next?.label.text}”${seen(campaign, place, 'it')}.`;
}

function costliest(campaign: Campaign, course: Course): string {
  const place = costliestDecision(course);
  if (place === null) return 'none; no order was better than the one given.';
  const { before, chosen, prospects } = course.moves[place] as Move;
  const cost = Math.round((chosen - before) * 1000);
  const better = (prospects[0] as Prospect).label.text;
  return `${named(campaign, place)}: ${pointsOf(cost)} against “${better}”${seen(campaign, place, 'the best')}.`;
}

/** How many of those who voted saw the best order. */
function seen(campaign: Campaign, place: number, what: string): string {
  const found = votesThatSaw(campaign, place);
  return found === null ? '' : `; ${found.saw} of ${found.of} voted for ${what}`;
}

function votes(campaign: Campaign): string | null {
  const found = campaign.deeds.flatMap((_, place) => votesThatSaw(campaign, place) ?? []);
  if (found.length === 0) return null;
  const [saw, of] = [sum(found.map((one) => one.saw)), sum(found.map((one) => one.of))];
  return `Votes for the best order: ${saw} of ${of}, in ${counted(found.length, 'ballot')}.`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** `Order 4, “Grant attacks Lee”` */
function named(campaign: Campaign, place: number): string {
  return `Order ${place + 1}, “${orderGiven(campaign, place)}”`;
}

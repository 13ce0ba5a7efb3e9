import {
  type Balance,
  balanceOf,
  bestDecision,
  type Course,
  foundBy,
  type Move,
  type Prospect,
  SAME_WORTH,
  tenths,
} from '../../../advisor/index.ts';
import type { Fortune, Tally } from '../../../game/index.ts';
import { count, numberWord, percentagePoints, withMinus } from '../../../kit/plain-english.ts';
import { plainName } from '../../base/common-words.ts';
import { diceGiven, orderGiven, orderWasSecret, type PlayedGame, votesThatSaw } from '../../table/played-game.ts';
import { changesBetween, type Passage, type ScoreHistory, type Turning } from '../../table/turning-points.ts';
import {
  CHART,
  fittedAlt,
  gameEnd,
  pictureTitle,
  pointsInBrief,
  wordsForLast,
} from './pictures/recap-picture-words.ts';
import { costliestIn, episodesOf, fortuneAt, recapPlanOf, type ShownOrder, showsLuck } from './plan.ts';
import {
  BEFORE_LAST_DICE,
  chancesInWords,
  fromTo,
  orderNamed,
  partsInWords,
  RECAP,
  votedForBest,
  votesForBest,
} from './recap-words.ts';

interface PointsInWords {
  /** "Union 38, Confederacy 45 at the end." */
  readonly totals: string;
  /** The phases in which the lead changed most, the earliest first. */
  readonly turning: readonly string[];
}

export function pointsInWords(playedGame: PlayedGame, scores: ScoreHistory): PointsInWords {
  return {
    totals: `${pointsInBrief(scores, scores.points.at(-1) ?? [])} ${when(playedGame)}.`,
    turning: scores.turning.map((one) => turningInWords(playedGame, scores, one)),
  };
}

/** "Confederacy 31 → 45": the points that a phase changed. */
export function changedIn({ seats, points }: ScoreHistory, { first, end }: Passage): string {
  const changes = changesBetween(points, first, end);
  const moved = seats.flatMap(({ name }, seat) =>
    changes[seat] ? [`${name} ${withMinus(points[first]?.[seat] ?? 0)} → ${withMinus(points[end]?.[seat] ?? 0)}`] : [],
  );
  return moved.join(', ');
}

export function pointsChartInWords(playedGame: PlayedGame, scores: ScoreHistory): string {
  const { passages, points, turning } = scores;
  const last = pointsInBrief(scores, points.at(-1) ?? []);
  const first =
    `Chart: the points of ${pictureTitle(playedGame)} over ${count(passages.length, 'phase')}: ` +
    `${last} ${wordsForLast(playedGame, CHART.atTheEnd, CHART.soFar, CHART.soFar)}.`;
  const turns = turning.map(({ passage }) => {
    const phase = passages[passage] as Passage;
    return `Turning point: ${phase.when}, ${changedIn(scores, phase)}.`;
  });
  const others = passages.flatMap((passage, index) => {
    const changed = changedIn(scores, passage);
    return changed === '' || turning.some((one) => one.passage === index) ? [] : [`${passage.when}, ${changed}.`];
  });
  return fittedAlt(first, [...turns, ...others], gameEnd(playedGame));
}

function turningInWords(playedGame: PlayedGame, scores: ScoreHistory, { passage, peak, ended }: Turning): string {
  const phase = scores.passages[passage] as Passage;
  if (ended)
    return `${phase.when}: ${changedIn(scores, phase)}, mostly at the end of ${peak + 1 === phase.end ? 'the turn' : 'a phase'}`;
  const alone = phase.end - phase.first === 1;
  const order = `order ${peak + 1}, ${orderQuoted(playedGame, peak)}`;
  return `${phase.when}: ${changedIn(scores, phase)}${alone ? ` with ${order}` : `, mostly with ${order}`}`;
}

/** “Fight at 1308”. A secret order is named after its battle: the Union attack on 1909 Nashville. */
function orderQuoted(playedGame: PlayedGame, place: number): string {
  const battle = orderWasSecret(playedGame, place) ? fortuneAt(playedGame, place) : null;
  return battle ? `the ${battle.what}` : `“${orderGiven(playedGame, place)}”`;
}

/** @param undiced the words while what the last order's dice did is hidden */
function when(playedGame: PlayedGame, undiced = 'now'): string {
  const isAbandoned = playedGame.game.ended?.how === 'abandoned';
  return wordsForLast(playedGame, isAbandoned ? 'when it was abandoned' : CHART.atTheEnd, CHART.now, undiced);
}

/** "Union +4.2 in 31 attacks, Confederates −3.1 in 20 attacks". */
export function luckInBrief({ totals }: GameLuck): string {
  return totals.map((one) => `${one.name} ${signedFigure(luckOf(one))} in ${count(one.attacks, 'attack')}`).join(', ');
}

export function extremesOfLuck({ best, worst }: GameLuck): readonly string[] {
  const line = (what: string, one: GameLuck['best']) =>
    one ? [`${what}: ${one.what}, ${measured(one.actual)} (expected ${measured(one.expected)})`] : [];
  return [...line('Luckiest', best), ...line('Unluckiest', worst)];
}

const NAMED = 4;

/** A table in one line, greatest first: "V Corps 12, A. P. Hill 8, two others 3 in all". Null if all are 0. */
export function tallyInBrief({ title, rows }: Tally): { readonly title: string; readonly line: string } | null {
  const counts = rows
    .flatMap(([name, figure]) => (typeof figure === 'number' && figure !== 0 ? [{ name: String(name), figure }] : []))
    .sort((a, b) => b.figure - a.figure);
  if (counts.length === 0) return null;
  // Instead of “one others”, a fifth row is named.
  const most = counts.length === NAMED + 1 ? NAMED + 1 : NAMED;
  const named = counts.slice(0, most).map(({ name, figure }) => `${name} ${figure}`);
  const others = counts.slice(most);
  const rest = `${numberWord(others.length)} others ${sum(others.map(({ figure }) => figure))} in all`;
  return { title, line: [...named, ...(others.length > 0 ? [rest] : [])].join(', ') };
}

interface GameLuck {
  /** The unit, such as "strength points lost". */
  readonly measure: string;
  readonly note: string | null;
  readonly each: readonly Fortune[];
  /** For each seat that attacked, in the order of the game's seats. */
  readonly totals: readonly SeatLuck[];
  readonly best: Fortune | null;
  readonly worst: Fortune | null;
}

interface SeatLuck {
  readonly name: string;
  readonly attacks: number;
  readonly expected: number;
  readonly actual: number;
}

/** Null if the game has no figures on luck, or hides them for now. */
export function gameLuck(playedGame: PlayedGame): GameLuck | null {
  const { system } = playedGame;
  if (!system.afterwards?.fortunes || !showsLuck(playedGame)) return null;
  const { measure, note = null, each } = system.afterwards.fortunes(episodesOf(playedGame));
  if (each.length === 0) return null;
  const totals = system.about.seats.flatMap(({ id, name }): SeatLuck[] => {
    const own = each.filter(({ seat }) => seat === id);
    if (own.length === 0) return [];
    return [
      {
        name,
        attacks: own.length,
        expected: sum(own.map((one) => one.expected)),
        actual: sum(own.map((one) => one.actual)),
      },
    ];
  });
  const byLuck = [...each].sort((a, b) => luckOf(b) - luckOf(a));
  const [first] = byLuck;
  const last = byLuck.at(-1);
  return {
    measure,
    note,
    each,
    totals,
    best: first && luckOf(first) > 0 ? first : null,
    worst: last && luckOf(last) < 0 ? last : null,
  };
}

export function talliesOf(playedGame: PlayedGame): readonly Tally[] {
  if (!showsLuck(playedGame)) return [];
  return (playedGame.system.afterwards?.tallies?.(episodesOf(playedGame)) ?? []).filter(({ rows }) => rows.length > 0);
}

/** The luck of dice: their result beyond its expected value. */
export function luckOf({ expected, actual }: Pick<Fortune, 'expected' | 'actual'>): number {
  return actual - expected;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** `−3.1`, `+4.0`, `0.0`, with a real minus. */
export function signedFigure(value: number): string {
  const figure = measured(value);
  return value > 0 && Number(figure) !== 0 ? `+${figure}` : figure;
}

/** `2.3`, `−1.0`. */
export function measured(value: number): string {
  const digits = Math.abs(value).toFixed(1);
  return value < 0 && Number(digits) !== 0 ? `−${digits}` : digits;
}

/** Winning chances in sentences, in Markdown; null values are left out. */
export interface ChancesInWords {
  readonly totals: string;
  readonly turning: readonly string[];
  readonly best: string | null;
  readonly costliest: string | null;
  readonly votes: string | null;
}

/**
 * Null if the worth of orders is hidden. Rounded like every table and picture of the game.
 * @param name escapes the name of a member
 */
export function gameChances(playedGame: PlayedGame, name: (name: string) => string = plainName): ChancesInWords | null {
  const { course } = playedGame;
  if (course === null || course.moves.length === 0) return null;
  const balance = balanceOf(course);
  return {
    totals: `${chancesInWords(course, balance, when(playedGame, BEFORE_LAST_DICE))}.`,
    turning: turningByChance(playedGame),
    best: bestInWords(playedGame, course, name),
    costliest: costliestInWords(playedGame, course, balance),
    votes: votesInWords(playedGame),
  };
}

function turningByChance(playedGame: PlayedGame): string[] {
  return recapPlanOf(playedGame).orders.flatMap(({ turning, number, worth }) =>
    turning && worth
      ? [
          `${orderInWords(playedGame, number - 1)} (${diceGiven(playedGame, number - 1)}): ${fromTo(worth)}, ${partsInWords(worth)}`,
        ]
      : [],
  );
}

function bestInWords(playedGame: PlayedGame, course: Course, name: (name: string) => string): string | null {
  const place = bestDecision(course);
  if (place === null) return null;
  const move = course.moves[place] as Move;
  const { by = null } = playedGame.givenOrders[place] ?? {};
  const next = move.prospects.find(({ worth }) => move.before - worth >= SAME_WORTH);
  const whose = by === null ? '' : `, by ${name(by.name)}`;
  return RECAP.bestBy(
    `${orderInWords(playedGame, place)}${whose}`,
    differenceInWords(tenths(foundBy(move))),
    next?.label.text ?? '',
    votesSeeing(playedGame, place),
  );
}

function costliestInWords(playedGame: PlayedGame, course: Course, balance: Balance): string {
  const place = costliestIn(course, balance);
  if (place === null) return RECAP.noneCostly;
  const decision = balance.moves[place]?.decision ?? 0;
  const better = ((course.moves[place] as Move).prospects[0] as Prospect).label.text;
  return RECAP.costliestBy(
    orderInWords(playedGame, place),
    differenceInWords(decision),
    better,
    votesSeeing(playedGame, place),
  );
}

/** @param rounded in tenths of a percentage point */
function differenceInWords(rounded: number): string {
  return rounded === 0 ? 'less than 0.1' : percentagePoints(rounded);
}

/** How many of an order's voters found the best one; empty without a vote. */
function votesSeeing(playedGame: PlayedGame, place: number): string {
  const found = votesThatSaw(playedGame, place);
  return found === null ? '' : votedForBest(found);
}

function votesInWords(playedGame: PlayedGame): string | null {
  const found = playedGame.givenOrders.flatMap((_, place) => votesThatSaw(playedGame, place) ?? []);
  if (found.length === 0) return null;
  const [saw, of] = [sum(found.map((one) => one.saw)), sum(found.map((one) => one.of))];
  return votesForBest(saw, of, found.length);
}

function orderInWords(playedGame: PlayedGame, place: number): string {
  return orderNamed(place + 1, (recapPlanOf(playedGame).orders[place + 1] as ShownOrder).words);
}

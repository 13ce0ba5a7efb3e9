import type { Fortune, Tally } from '../../../game/index.ts';
import { count, numberWord, withMinus } from '../../../kit/plain-english.ts';
import { orderGiven, orderWasSecret, type PlayedGame } from '../../table/played-game.ts';
import { changesBetween, type Passage, type Tide, type Turning } from '../../table/turning-points.ts';
import { episodesOf, fortuneAt, showsLuck } from './episodes.ts';
import { CHART, fittedAlt, gameEnd, lastTold, pictureTitle, pointsInBrief } from './pictures/picture-words.ts';

export interface PointsInWords {
  /** "Union 38, Confederacy 45 at the end." */
  readonly totals: string;
  /** The phases in which the lead changed most, the earliest first. */
  readonly turning: readonly string[];
}

export function pointsInWords(playedGame: PlayedGame, tide: Tide): PointsInWords {
  return {
    totals: `${pointsInBrief(tide, tide.points.at(-1) ?? [])} ${when(playedGame)}.`,
    turning: tide.turning.map((one) => turned(playedGame, tide, one)),
  };
}

/** "Confederacy 31 → 45": the points that a phase changed. */
export function changedIn({ seats, points }: Tide, { first, end }: Passage): string {
  const changes = changesBetween(points, first, end);
  const moved = seats.flatMap(({ name }, seat) =>
    changes[seat] ? [`${name} ${withMinus(points[first]?.[seat] ?? 0)} → ${withMinus(points[end]?.[seat] ?? 0)}`] : [],
  );
  return moved.join(', ');
}

export function pointsChartInWords(playedGame: PlayedGame, tide: Tide): string {
  const { passages, points, turning } = tide;
  const last = pointsInBrief(tide, points.at(-1) ?? []);
  const first =
    `Chart: the points of ${pictureTitle(playedGame)} over ${count(passages.length, 'phase')}: ` +
    `${last} ${lastTold(playedGame, CHART.atTheEnd, CHART.soFar, CHART.soFar)}.`;
  const turns = turning.map(({ passage }) => {
    const phase = passages[passage] as Passage;
    return `Turning point: ${phase.when}, ${changedIn(tide, phase)}.`;
  });
  const others = passages.flatMap((passage, index) => {
    const changed = changedIn(tide, passage);
    return changed === '' || turning.some((one) => one.passage === index) ? [] : [`${passage.when}, ${changed}.`];
  });
  return fittedAlt(first, [...turns, ...others], gameEnd(playedGame));
}

function turned(playedGame: PlayedGame, tide: Tide, { passage, peak, ended }: Turning): string {
  const phase = tide.passages[passage] as Passage;
  if (ended)
    return `${phase.when}: ${changedIn(tide, phase)}, mostly at the end of ${peak + 1 === phase.end ? 'the turn' : 'a phase'}`;
  const alone = phase.end - phase.first === 1;
  const order = `order ${peak + 1}, ${orderQuoted(playedGame, peak)}`;
  return `${phase.when}: ${changedIn(tide, phase)}${alone ? ` with ${order}` : `, mostly with ${order}`}`;
}

/** “Fight at 1308”; a secret order is named by the battle that its dice decided: the Union attack on 1909 Nashville */
function orderQuoted(playedGame: PlayedGame, place: number): string {
  const battle = orderWasSecret(playedGame, place) ? fortuneAt(playedGame, place) : null;
  return battle ? `the ${battle.what}` : `“${orderGiven(playedGame, place)}”`;
}

function when({ game }: PlayedGame): string {
  if (!game.ended) return 'now';
  return game.ended.how === 'abandoned' ? 'when it was abandoned' : 'at the end';
}

/** "Union +4.2 in 31 attacks, Confederates −3.1 in 20 attacks". */
export function luckInBrief({ totals }: GameLuck): string {
  return totals.map((one) => `${one.name} ${signedFigure(given(one))} in ${count(one.attacks, 'attack')}`).join(', ');
}

export function extremesOfLuck({ best, worst }: GameLuck): readonly string[] {
  const line = (what: string, one: GameLuck['best']) =>
    one ? [`${what}: ${one.what}, ${measured(one.actual)} (expected ${measured(one.expected)})`] : [];
  return [...line('Luckiest', best), ...line('Unluckiest', worst)];
}

const NAMED = 4;

/** A table in one line, the greatest figures first: "V Corps 12, A. P. Hill 8, two others 3 in all". Returns null if all are 0. */
export function tallyInBrief({ title, rows }: Tally): { readonly title: string; readonly line: string } | null {
  const counts = rows
    .map(([name, figure]) => ({ name: String(name), figure: typeof figure === 'number' ? figure : null }))
    .filter(({ figure }) => figure !== null && figure !== 0)
    .sort((a, b) => (b.figure ?? 0) - (a.figure ?? 0));
  if (counts.length === 0) return null;
  // Instead of “one others”, a fifth row is named.
  const most = counts.length === NAMED + 1 ? NAMED + 1 : NAMED;
  const named = counts.slice(0, most).map(({ name, figure }) => `${name} ${figure}`);
  const others = counts.slice(most);
  const rest = others.reduce((sum, { figure }) => sum + (figure ?? 0), 0);
  return {
    title,
    line: [...named, ...(others.length > 0 ? [`${numberWord(others.length)} others ${rest} in all`] : [])].join(', '),
  };
}

export interface GameLuck {
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

/** Returns null if the game has none, or hides it for now. */
export function gameLuck(playedGame: PlayedGame): GameLuck | null {
  const { system } = playedGame;
  if (!system.afterwards?.fortunes || !showsLuck(playedGame)) return null;
  const { measure, note = null, each } = system.afterwards.fortunes(episodesOf(playedGame));
  if (each.length === 0) return null;
  const totals = system.about.seats.flatMap(({ id, name }): SeatLuck[] => {
    const own = each.filter(({ seat }) => seat === id);
    if (own.length === 0) return [];
    return [{ name, attacks: own.length, expected: sum(own, 'expected'), actual: sum(own, 'actual') }];
  });
  const byLuck = [...each].sort((a, b) => given(b) - given(a));
  const [first] = byLuck;
  const last = byLuck.at(-1);
  return {
    measure,
    note,
    each,
    totals,
    best: first && given(first) > 0 ? first : null,
    worst: last && given(last) < 0 ? last : null,
  };
}

export function talliesOf(playedGame: PlayedGame): readonly Tally[] {
  if (!showsLuck(playedGame)) return [];
  return (playedGame.system.afterwards?.tallies?.(episodesOf(playedGame)) ?? []).filter(({ rows }) => rows.length > 0);
}

/** The luck of dice: their result beyond its expected value. */
export function given({ expected, actual }: Pick<Fortune, 'expected' | 'actual'>): number {
  return actual - expected;
}

function sum(fortunes: readonly Fortune[], what: 'expected' | 'actual'): number {
  return fortunes.reduce((total, fortune) => total + fortune[what], 0);
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

import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { trace } from '../../../kit/hex/search.ts';
import { sum } from '../../../kit/subsets.ts';
import { type Board, boardOf } from '../board.ts';
import type { State } from '../state.ts';
import { scenarioOf, type Theatre } from '../theatre.ts';
import { type Event, otherSide, SIDES, type Side } from '../vocabulary.ts';
import { scored } from './combat/aftermath.ts';

/** Reasons for points. Events of running games contain these texts, so they must not change [7.4, 12.1]. */
export const POINTS_FOR = {
  north: 'divisions in the North',
  railroad: (name: string): string => `${name} railroad cut`,
  noGarrison: { union: 'Washington’s garrison is too small', confederate: 'Richmond’s garrison is too small' },
} as const;

interface Item {
  readonly side: Side;
  readonly why: string;
  readonly points: number;
}

/** Scores at the end of a turn, all from public facts [12.1]. */
export function turnItems(theatre: Theatre, state: State): readonly Item[] {
  const { lines, invasion } = theatre.points;
  const { held } = scenarioOf(theatre, state.scenario);
  const board = boardOf(theatre, state);
  const items: Item[] = held.flatMap(({ name, hexes, ...points }): Item[] => {
    const side = SIDES.find((one) => hexes.every((hex) => state.control[hex] === one));
    return side === undefined ? [] : [{ side, why: name, points: points[side] }];
  });
  const invaders = shown(board, 'confederate').filter(
    ({ kind, hex }) => kind === 'infantry' && theatre.zones.north.has(hex),
  );
  items.push({
    side: 'confederate',
    why: POINTS_FOR.north,
    points: Math.min(invasion.most, invaders.length * invasion.each),
  });
  for (const { name, from, to, union } of lines)
    if (!isLineOpen(theatre, state, from, to))
      items.push({ side: 'union', why: POINTS_FOR.railroad(name), points: union });
  return items.filter(({ points }) => points > 0);
}

function shown(board: Board, side: Side) {
  return board.of(side).filter(({ up }) => up);
}

/** Whether rails lead from a city to an exit without a Union-controlled hex or a face-up Union unit [12.1]. */
export function isLineOpen(theatre: Theatre, state: State, from: readonly HexId[], to: readonly HexId[]): boolean {
  const blocked = new Set(
    shown(boardOf(theatre, state), 'union').flatMap(({ kind, hex }) => (kind === 'leader' ? [] : [hex])),
  );
  const open = (hex: HexId) => state.control[hex] !== 'union' && !blocked.has(hex);
  const found = trace(from.filter(open), (hex) => (theatre.rails.get(hex) ?? []).filter(open));
  return to.some((hex) => found.has(hex));
}

/** Scores a turn, with one event for each side that gains points. */
export function scoreTurn(theatre: Theatre, state: State, events: Event[]): State {
  const items = turnItems(theatre, state);
  let now = state;
  for (const side of SIDES) {
    const own = items.filter((item) => item.side === side);
    if (own.length === 0) continue;
    const points = sum(own.map((item) => item.points));
    events.push({ type: 'scored', side, points, why: own.map((item) => `${item.why} ${item.points}`).join(', ') });
    now = scored(now, side, points);
  }
  return now;
}

/** At the end of a side's Movement Phase, too weak a garrison around its capital gives the enemy points [7.4]. */
export function scoreGarrison(theatre: Theatre, state: State, events: Event[]): State {
  const { washington, richmond } = theatre.points.garrisons;
  const { side } = state;
  const [zone, { least, points }] =
    side === 'union' ? [theatre.zones.security, washington] : [theatre.zones.command, richmond];
  const foot = boardOf(theatre, state)
    .of(side)
    .flatMap(({ kind, hex, strength }) => (kind === 'infantry' && zone.has(hex) ? [strength] : []));
  const forts = theatre.forts.flatMap((fort) =>
    side === 'union' && fort.side === side && zone.has(fort.hex) ? [state.forts[fort.id] ?? 0] : [],
  );
  if (sum([...foot, ...forts]) >= least) return state;
  const enemy = otherSide(side);
  events.push({ type: 'scored', side: enemy, points, why: POINTS_FOR.noGarrison[side] });
  return scored(state, enemy, points);
}

/** Points added to the Union's before the comparison; 0 if totals decide [12.3]. */
export function parOf(theatre: Pick<Theatre, 'scenario' | 'scenarios'>, scenario: string): number {
  const { decides, par } = scenarioOf(theatre, scenario);
  return decides === 'graded' ? par : 0;
}

/** The Union's lead in points, including par if it is graded [12.3]. */
export function unionLead(theatre: Theatre, { points, scenario }: Pick<State, 'points' | 'scenario'>): number {
  return points.union + parOf(theatre, scenario) - points.confederate;
}

/** The grade of the Union's lead, in a scenario that is graded [12.3]. */
export function gradeOf(theatre: Theatre, state: Pick<State, 'points' | 'scenario'>): string {
  const lead = unionLead(theatre, state);
  const { grades } = theatre.points;
  return (grades.find(({ least }) => lead >= least) ?? grades.at(-1))?.grade ?? 'draw';
}

/** The winner by the current points; `null` for a draw [12.3]. */
export function winnerOf(theatre: Theatre, state: Pick<State, 'points' | 'scenario'>): Side | null {
  if (scenarioOf(theatre, state.scenario).decides === 'total') {
    const lead = unionLead(theatre, state);
    return lead === 0 ? null : lead > 0 ? 'union' : 'confederate';
  }
  const grade = gradeOf(theatre, state);
  return grade === 'draw' ? null : grade.startsWith('Union') ? 'union' : 'confederate';
}

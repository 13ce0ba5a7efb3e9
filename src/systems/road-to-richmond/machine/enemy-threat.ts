import { type Piece, STACK_LIMIT, strengthOf } from '../field.ts';
import { CRT } from '../rules/combat/results-table.ts';
import { reachOf } from '../rules/movement/reach.ts';
import { isOnMap, lastTurnOf, type State } from '../state.ts';
import { LAST_TURN, otherSide, type Side } from '../vocabulary.ts';
import type { MachineLink, MachineMap } from './machine-map.ts';
import type { TrialPosition } from './trial-position.ts';

/** What the enemy could do to a hex in his next turn. */
export interface Threat {
  /** Strength points that pieces in a hex are likely to lose there. */
  danger(position: TrialPosition, hex: number, pieces: readonly Piece[]): number;
}

/** Of an attack that is no more than possible, so much counts: the enemy cannot be everywhere. */
const LIKELY = 0.55;
/** What an exchange costs beside a loss without one, and a retreat. */
const EXCHANGED = 0.4;
const PUSHED = 0.1;

/** Pieces in the order of their strength that could stand in each hex after the enemy's next movement. */
export function threatOf(ground: MachineMap, state: State, side: Side): Threat {
  const enemy = otherSide(side);
  const comers: Piece[][] = ground.ids.map(() => []);
  const turn = enemy === 'confederate' ? Math.min(LAST_TURN, state.turn + 1) : state.turn;
  // They move from where they are now; what pins them may be gone by then.
  const later: State = { ...state, turn, side: enemy, step: 'move', moved: {}, columns: {}, pending: [] };
  // The Union moves last.
  const isLast = side === 'union' && state.turn === lastTurnOf(state);
  for (const piece of isLast ? [] : ground.field.pieces) {
    if (piece.side !== enemy || piece.kind === 'train') continue;
    const hex = state.where[piece.id];
    if (isOnMap(hex)) comers[ground.place.get(hex) as number]?.push(piece);
    for (const to of reachOf(ground.field, later, piece.id).keys()) {
      const place = ground.place.get(to as never);
      if (place !== undefined) comers[place]?.push(piece);
    }
  }
  for (const pieces of comers) pieces.sort((a, b) => b.strength - a.strength || a.index - b.index);
  const known = new Map<string, number>();
  return {
    danger(position, hex, pieces) {
      if (pieces.length === 0) return 0;
      const key = `${hex} ${pieces.map(({ index }) => index).join()}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const loss = lossIn(ground, position, comers, side, hex, pieces);
      known.set(key, loss);
      return loss;
    },
  };
}

interface Onslaught {
  readonly strength: number;
  /** Hexes that it comes from. */
  readonly from: readonly MachineLink[];
}

/** The most that could be brought against a hex: the two strongest into each hex beside it, nobody twice. */
function onslaught(
  ground: MachineMap,
  position: TrialPosition,
  comers: readonly (readonly Piece[])[],
  side: Side,
  hex: number,
): Onslaught {
  const used = new Set<number>();
  const from: MachineLink[] = [];
  let strength = 0;
  for (const link of ground.links[hex] as readonly MachineLink[]) {
    if (position.holder(link.to) === side) continue;
    let room = 2;
    for (const { index, strength: more } of comers[link.to] as readonly Piece[]) {
      if (room === 0) break;
      if (used.has(index)) continue;
      used.add(index);
      strength += more;
      room -= 1;
    }
    if (room < 2) from.push(link);
  }
  return { strength, from };
}

function lossIn(
  ground: MachineMap,
  position: TrialPosition,
  comers: readonly (readonly Piece[])[],
  side: Side,
  hex: number,
  pieces: readonly Piece[],
): number {
  const { strength: attack, from } = onslaught(ground, position, comers, side, hex);
  if (attack === 0) return 0;
  const own = strengthOf(pieces);
  const over = (is: (link: MachineLink) => boolean) => from.every(is);
  const doubled = ground.rugged[hex] || over(({ water }) => water) || over(({ redoubt }) => redoubt === 'out');
  const column = CRT.oddsOf(attack, Math.max(1, doubled ? 2 * own : own));
  const all = own + pieces.length + (pieces.some(({ kind }) => kind === 'train') ? 10 : 0);
  // Pressed from several sides, pieces have no way back.
  const caught = Math.max(0, pieces.length - waysBack(ground, position, side, hex, from)) / pieces.length;
  let loss = 0;
  for (const [result, faces] of CRT.resultsOf(column)) {
    if (result === 'De') loss += faces * all;
    if (result === 'Ex') loss += faces * EXCHANGED * all;
    if (result === 'Dr') loss += faces * all * (caught + PUSHED * (1 - caught));
  }
  return (LIKELY * loss) / CRT.faces;
}

/** For how many pieces there is a hex to retreat to that attackers from some hexes do not control [8.1]. */
function waysBack(
  ground: MachineMap,
  position: TrialPosition,
  side: Side,
  hex: number,
  from: readonly MachineLink[],
): number {
  const near = new Set(
    from.flatMap(({ to }) => [to, ...(ground.links[to] as readonly MachineLink[]).map((link) => link.to)]),
  );
  let ways = 0;
  for (const { to } of ground.links[hex] as readonly MachineLink[]) {
    const there = position.at(to);
    if (near.has(to) || there.some((piece) => piece.side !== side || piece.kind === 'train')) continue;
    ways += Math.max(0, STACK_LIMIT - there.length);
  }
  return ways;
}

import { type Piece, strengthOf } from '../field.ts';
import { reachOf } from '../rules/movement/reach.ts';
import { isOnMap, type State } from '../state.ts';
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

/** Pieces in the order of their strength that could stand in each hex after the enemy's next movement. */
export function threatOf(ground: MachineMap, state: State, side: Side): Threat {
  const enemy = otherSide(side);
  const comers: Piece[][] = ground.ids.map(() => []);
  const turn = enemy === 'confederate' ? Math.min(LAST_TURN, state.turn + 1) : state.turn;
  // They move from where they are now; what pins them may be gone by then.
  const later: State = { ...state, turn, side: enemy, step: 'move', moved: {}, columns: {}, pending: [] };
  for (const piece of ground.field.pieces) {
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
  const odds = attack / Math.max(1, doubled ? 2 * own : own);
  const train = pieces.some(({ kind }) => kind === 'train') ? 10 : 0;
  const share = odds >= 5 ? 0.6 : odds >= 3 ? 0.45 : odds >= 2 ? 0.28 : odds >= 1 ? 0.14 : odds >= 0.5 ? 0.05 : 0;
  // Come at from all sides, one cannot get away.
  const round = from.length >= 4 ? 1.5 : from.length === 3 ? 1.2 : 1;
  return LIKELY * Math.min(1, share * round) * (own + pieces.length + train);
}

import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sum } from '../../../../kit/subsets.ts';
import { boardOf, pieceOf } from '../../board.ts';
import type { Field, Piece } from '../../field.ts';
import type { Pending, State } from '../../state.ts';
import { otherSide, type PieceId } from '../../vocabulary.ts';
import { mayEnterZone } from '../movement/command-zone.ts';
import { hexOf, touches } from './contact.ts';
import { type RetreatWay, retreatWaysOf } from './retreat-ways.ts';

/** What there is to choose of something pending. */

type Retreat = Extract<Pending, { kind: 'retreat' }>;
type Lose = Extract<Pending, { kind: 'lose' }>;
type Advance = Extract<Pending, { kind: 'advance' }>;

/** Those that have a way to go, with their ways. A piece without one waits: it is lost only when no other is left to go. */
export function retreats(
  field: Field,
  state: State,
  { pieces, chain }: Retreat,
): ReadonlyMap<PieceId, readonly RetreatWay[]> {
  const found = new Map<PieceId, readonly RetreatWay[]>();
  for (const id of pieces) {
    const ways = retreatWaysOf(field, state, id, chain);
    if (ways.length > 0) found.set(id, ways);
  }
  return found;
}

/** Guns that may share the retreat of an attack and have somewhere to go [9.1]. */
export function sharers(field: Field, state: State): ReadonlyMap<PieceId, readonly RetreatWay[]> {
  return retreats(field, state, {
    kind: 'retreat',
    side: state.side,
    pieces: state.mayShare,
    why: 'shared',
    chain: [],
  });
}

/** Who can go in an exchange, the strongest first. */
export function losable(field: Field, state: State, { among }: Lose): readonly Piece[] {
  return among
    .filter((id) => hexOf(state, id) !== null)
    .map((id) => pieceOf(field, id))
    .sort((a, b) => b.strength - a.strength || a.index - b.index);
}

/** How many of the strongest it takes. */
export function fewest(pieces: readonly Piece[], need: number): number {
  let reached = 0;
  const at = pieces.findIndex(({ strength }) => {
    reached += strength;
    return reached >= need;
  });
  return at < 0 ? pieces.length : at + 1;
}

/** Whether all of them have to go: without the weakest the rest does not reach the need. */
export function allGo(pieces: readonly Piece[], need: number): boolean {
  const strengths = pieces.map(({ strength }) => strength);
  return sum(strengths) - Math.min(...strengths) < need;
}

/** Who may enter which of the hexes emptied, ignoring enemy control [8.5]. */
export function advances(field: Field, state: State, pending: Advance): ReadonlyMap<PieceId, readonly HexId[]> {
  const { side, pieces, into } = pending;
  const board = boardOf(field, state);
  const found = new Map<PieceId, readonly HexId[]>();
  for (const id of pieces) {
    const from = hexOf(state, id);
    if (from === null) continue;
    const open = into.filter(
      (hex) =>
        board.holder(hex) === null &&
        touches(field, from, hex) &&
        mayEnterZone(field, state, side, hex) &&
        // An ineffective piece does not enter enemy control [11.1].
        !(state.ineffective.includes(id) && board.controls(otherSide(side), hex)),
    );
    if (open.length > 0) found.set(id, open);
  }
  return found;
}

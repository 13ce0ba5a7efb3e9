import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../../kit/hex/hex-map.ts';
import { boardOf, pieceOf } from '../../board.ts';
import { type Field, type Piece, STACK_LIMIT } from '../../field.ts';
import type { State } from '../../state.ts';
import { otherSide, type PieceId } from '../../vocabulary.ts';
import { mayEnterZone } from '../movement/barriers-and-stops.ts';
import { hexOf } from './contact.ts';

/** A hex that a piece may retreat into, and the pieces that could make room there; none if it has room. */
export interface RetreatWay {
  readonly to: HexId;
  readonly displacing: readonly PieceId[];
}

/** The part of a position that retreats depend on. */
type Ground = Pick<State, 'where' | 'turn' | 'trainLeft' | 'corpsCame'>;

/**
 * The hexes that a piece may retreat into [8.1, 15.5]: those with room or, only if there are none, full ones of its own side in which a piece can
 * make room [8.2]. With no hex it is eliminated.
 * @param chain the pieces already moved in a chain of displacements, this one included
 */
export function retreatWaysOf(
  field: Field,
  ground: Ground,
  id: PieceId,
  chain: readonly PieceId[] = [],
): readonly RetreatWay[] {
  const piece = pieceOf(field, id);
  const from = hexOf(ground, id);
  if (from === null) return [];
  const open = neighboursFor(field, ground, piece, from);
  const free = open.filter((hex) => hasRoom(field, ground, piece, hex));
  if (free.length > 0) return free.map((to) => ({ to, displacing: [] }));
  return open.flatMap((to) => {
    const displacing = displaceable(field, ground, piece, to).filter(
      (other) =>
        !chain.includes(other.id) &&
        getsAway(field, entered(ground, id, to), other, { hexes: new Set([to]), chain: new Set([...chain, id]) }),
    );
    return displacing.length > 0 ? [{ to, displacing: displacing.map((other) => other.id) }] : [];
  });
}

/** Adjacent hexes not barred by terrain, the enemy or the closed zone, whether or not they have room. */
function neighboursFor(field: Field, ground: Ground, { side, kind }: Piece, from: HexId): readonly HexId[] {
  const board = boardOf(field, ground);
  const enemy = otherSide(side);
  return sidesOf(field, from).flatMap(({ to, barred }) => {
    const closed =
      barred || board.holder(to) === enemy || board.controls(enemy, to) || !mayEnterZone(field, ground, side, to);
    return closed || (kind === 'train' && !field.hex.get(to)?.hasWay) ? [] : [to];
  });
}

/** The Train stands alone [5.2]; other units stand at most two to a hex [5.1]. */
function hasRoom(field: Field, ground: Ground, { kind }: Piece, hex: HexId): boolean {
  const there = boardOf(field, ground).at(hex);
  if (kind === 'train') return there.length === 0;
  return there.length < STACK_LIMIT && !there.some((other) => other.kind === 'train');
}

/** Pieces in a full hex, any of which would make room by leaving. */
function displaceable(field: Field, ground: Ground, { kind }: Piece, hex: HexId): readonly Piece[] {
  const there = boardOf(field, ground).at(hex);
  // The Train shares its hex with no unit, so it cannot enter one that holds more than one [15.5].
  return kind === 'train' && there.length > 1 ? [] : there;
}

/** The position after a piece has entered a hex, which may now be overfull. */
function entered(ground: Ground, id: PieceId, to: HexId): Ground {
  return { ...ground, where: { ...ground.where, [id]: to } };
}

/** The progress of a search for a way out: hexes already searched, and pieces not to be displaced again. */
interface Seen {
  readonly hexes: Set<HexId>;
  readonly chain: Set<PieceId>;
}

/**
 * Whether a displaced piece finds a way out, by a further displacement if needed. All pieces of a hex except the Train have the same retreats, so one
 * look at each hex is enough.
 */
function getsAway(field: Field, ground: Ground, piece: Piece, seen: Seen): boolean {
  seen.chain.add(piece.id);
  const open = neighboursFor(field, ground, piece, hexOf(ground, piece.id) as HexId);
  if (open.some((hex) => hasRoom(field, ground, piece, hex))) return true;
  for (const hex of open) {
    if (seen.hexes.has(hex)) continue;
    const there = displaceable(field, ground, piece, hex).filter(({ id }) => !seen.chain.has(id));
    if (there.length > 0) seen.hexes.add(hex);
    for (const other of there) if (getsAway(field, entered(ground, piece.id, hex), other, seen)) return true;
  }
  return false;
}

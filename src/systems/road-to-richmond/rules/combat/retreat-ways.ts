import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../../kit/hex/hex-map.ts';
import { boardOf, pieceOf } from '../../board.ts';
import { type Field, type Piece, STACK_LIMIT } from '../../field.ts';
import type { State } from '../../state.ts';
import { otherSide, type PieceId } from '../../vocabulary.ts';
import { mayEnterZone } from '../movement/barriers-and-stops.ts';
import { hexOf } from './contact.ts';

/** A hex that a piece may retreat into, and who may make room for it there; nobody needs to: it has room. */
export interface RetreatWay {
  readonly to: HexId;
  readonly displacing: readonly PieceId[];
}

/** As much of a position as retreats depend on. */
type Ground = Pick<State, 'where' | 'turn' | 'trainLeft' | 'corpsCame'>;

/**
 * Where a piece may retreat [8.1, 15.5]: hexes with room for it or, only where there is none, full ones of its own side in which somebody
 * can make room [8.2]. None: it is eliminated.
 * @param chain those that have moved in a chain of displacements already, the piece itself among them
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

/** Neighbours that neither the ground, the enemy, nor a closed zone bars, whether or not there is room. */
function neighboursFor(field: Field, ground: Ground, { side, kind }: Piece, from: HexId): readonly HexId[] {
  const board = boardOf(field, ground);
  const enemy = otherSide(side);
  return sidesOf(field, from).flatMap(({ to, barred }) => {
    const closed =
      barred || board.holder(to) === enemy || board.controls(enemy, to) || !mayEnterZone(field, ground, side, to);
    return closed || (kind === 'train' && !field.hex.get(to)?.hasWay) ? [] : [to];
  });
}

/** The Train stands alone [5.2]; nobody else stands with it, or with more than one other [5.1]. */
function hasRoom(field: Field, ground: Ground, { kind }: Piece, hex: HexId): boolean {
  const there = boardOf(field, ground).at(hex);
  if (kind === 'train') return there.length === 0;
  return there.length < STACK_LIMIT && !there.some((other) => other.kind === 'train');
}

/** Those in a hex without room any one of whom would make room by going. */
function displaceable(field: Field, ground: Ground, { kind }: Piece, hex: HexId): readonly Piece[] {
  const there = boardOf(field, ground).at(hex);
  // The Train shares a hex with nobody: it can't enter where more than one unit stands [15.5].
  return kind === 'train' && there.length > 1 ? [] : there;
}

/** The position once a piece has gone into a hex, where there may be one too many now. */
function entered(ground: Ground, id: PieceId, to: HexId): Ground {
  return { ...ground, where: { ...ground.where, [id]: to } };
}

/** What a search for a way out has been through: hexes that it need not look at twice, pieces that are not displaced again. */
interface Seen {
  readonly hexes: Set<HexId>;
  readonly chain: Set<PieceId>;
}

/**
 * Whether a displaced piece finds a way out, by a chain if need be. Pieces in one hex have the same ways, but for the Train: it is enough to
 * look at each hex once.
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

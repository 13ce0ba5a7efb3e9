import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { type Board, hasZone, isRiver, type Piece } from '../../board.ts';
import type { Deed } from '../../state.ts';
import { type Theatre, unitOf } from '../../theatre.ts';
import { otherSide, type Side } from '../../vocabulary.ts';
import { type RefusalReason, reason } from '../order-slots.ts';

/** Movement points of the terrain and of zones of control [3.1]. */
const ESTUARY = 4;
const RIVER = 1;
const ENTER_ZONE = 2;
const LEAVE_ZONE = 1;

/** Actions that end a counter’s move in a phase, with their paragraph. */
const LAST_DEEDS = { sailed: '3.8', entrenched: '3.10', repulsed: '4.2' } as const satisfies {
  [deed in Deed]?: string;
};

/** Why a counter’s move is over, whatever points it has left. */
export function moveOver({ id: unit, deeds }: Pick<Piece, 'id' | 'deeds'>): RefusalReason | null {
  const last = deeds.find((deed): deed is keyof typeof LAST_DEEDS => deed in LAST_DEEDS);
  return last ? reason('move-over', LAST_DEEDS[last], { unit, last }) : null;
}

/** The refusal of a counter without enough movement points. */
export function notGoingOn(piece: Piece): RefusalReason {
  return moveOver(piece) ?? reason('no-points', '3.2', { unit: piece.id });
}

/** Movement points that a counter has left in this phase [3.2, 3.3]. */
export function pointsLeft(theatre: Pick<Theatre, 'unit'>, piece: Piece): number {
  const { movement } = unitOf(theatre, piece.id);
  if (moveOver(piece)) return 0;
  return Math.max(0, (piece.halved ? Math.floor(movement / 2) : movement) - piece.spent);
}

/** Movement points to enter an adjacent hex; `null` if it may not be entered. Depends on public facts only. */
export function costOf(theatre: Theatre, board: Board, side: Side, from: HexId, to: HexId): number | null {
  const enemy = otherSide(side);
  const terrain = theatre.hex.get(to)?.terrain;
  if (terrain === undefined || terrain === 'mountain' || terrain === 'sea') return null;
  if (terrain === 'estuary' && side !== 'union') return null;
  if (board.isHeld(enemy, to)) return null;
  return (
    (terrain === 'estuary' ? ESTUARY : 1) +
    (isRiver(theatre, from, to) ? RIVER : 0) +
    (board.isInZone(enemy, to) ? ENTER_ZONE : 0) +
    (board.isInZone(enemy, from) ? LEAVE_ZONE : 0)
  );
}

/** Whether anything in an enemy hex has a zone of control [3.5, 4.2]. */
export function zoneIn(board: Board, hex: HexId): boolean {
  return board.at(hex).some(hasZone);
}

import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { boardOf, pieceOf } from '../../board.ts';
import type { Pending } from '../../state.ts';
import type { PieceId } from '../../vocabulary.ts';
import { STACK_LIMIT } from '../stacking-limit.ts';
import type { CombatProgress } from './combat-progress.ts';
import { advances, allGo, losable, retreats } from './pending-choices.ts';
import type { RetreatWay } from './retreat-ways.ts';

/** Does what waits for no decision, until something does or nothing is left. */
export function settle(course: CombatProgress): void {
  for (;;) {
    const [pending] = course.state.pending;
    if (pending === undefined || !forced(course, pending)) return;
  }
}

/** @returns false where somebody has to choose */
function forced(course: CombatProgress, pending: Pending): boolean {
  switch (pending.kind) {
    case 'retreat':
      return forcedRetreat(course, pending);
    case 'lose': {
      const pieces = losable(course.field, course.state, pending);
      if (pieces.length > 0 && pending.need > 0 && !allGo(pieces, pending.need)) return false;
      course.answered();
      if (pending.need > 0) course.eliminate(pieces, 'exchange');
      return true;
    }
    case 'advance':
      if (advances(course.field, course.state, pending).size > 0) return false;
      course.answered();
      return true;
    default:
      return pending satisfies never;
  }
}

function forcedRetreat(course: CombatProgress, pending: Extract<Pending, { kind: 'retreat' }>): boolean {
  const { field, state } = course;
  const ways = retreats(field, state, pending);
  if (ways.size === 0) {
    course.answered();
    const pieces = pending.pieces.map((id) => pieceOf(field, id));
    for (const piece of pieces) course.eliminate([piece], piece.kind === 'train' ? 'train' : 'no-way');
    return true;
  }
  const single = onlyWays(ways);
  if (single === null || (ways.size > 1 && !haveRoom(course, single))) return false;
  const [[id, way]] = [...single] as [[PieceId, RetreatWay]];
  retreat(course, pending, id, way.to, way.displacing[0] ?? null);
  return true;
}

/** Takes one of several pieces that have to go back its way. */
export function retreat(
  course: CombatProgress,
  pending: Extract<Pending, { kind: 'retreat' }>,
  id: PieceId,
  to: HexId,
  displacing: PieceId | null,
): void {
  const left = pending.pieces.filter((other) => other !== id);
  if (left.length > 0) course.instead({ ...pending, pieces: left });
  else course.answered();
  course.goBack(id, to, displacing, pending.why, pending.chain);
}

/** The way of each piece, where none has a choice. */
function onlyWays(ways: ReadonlyMap<PieceId, readonly RetreatWay[]>): ReadonlyMap<PieceId, RetreatWay> | null {
  const single = new Map<PieceId, RetreatWay>();
  for (const [id, [way, another]] of ways) {
    if (way === undefined || another !== undefined || way.displacing.length > 1) return null;
    single.set(id, way);
  }
  return single;
}

/** Whether all can go where they have to, so that it does not matter who goes first. */
function haveRoom({ field, state }: CombatProgress, single: ReadonlyMap<PieceId, RetreatWay>): boolean {
  const board = boardOf(field, state);
  const coming = new Map<HexId, number>();
  for (const [id, { to, displacing }] of single) {
    if (displacing.length > 0 || pieceOf(field, id).kind === 'train') return false;
    coming.set(to, (coming.get(to) ?? 0) + 1);
  }
  return [...coming].every(([hex, more]) => board.at(hex).length + more <= STACK_LIMIT);
}

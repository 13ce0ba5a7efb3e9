import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sum } from '../../../../kit/subsets.ts';
import { boardOf, pieceOf } from '../../board.ts';
import { type Field, type Piece, STACK_LIMIT } from '../../field.ts';
import type { Pending, State } from '../../state.ts';
import { otherSide, type PieceId } from '../../vocabulary.ts';
import { mayEnterZone } from '../movement/barriers-and-stops.ts';
import type { CombatProgress } from './combat-progress.ts';
import { hexOf, touches } from './contact.ts';
import { type RetreatWay, retreatWaysOf } from './retreat-ways.ts';

type Retreat = Extract<Pending, { kind: 'retreat' }>;
type Lose = Extract<Pending, { kind: 'lose' }>;
type Advance = Extract<Pending, { kind: 'advance' }>;

/** Pieces that can retreat, with their hexes. A piece that cannot waits, and is lost only once no other piece is left to retreat. */
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

/** Guns that may share an attack's retreat and have a hex to retreat to [9.1]. */
export function sharers(field: Field, state: State): ReadonlyMap<PieceId, readonly RetreatWay[]> {
  return retreats(field, state, {
    kind: 'retreat',
    side: state.side,
    pieces: state.mayShare,
    why: 'shared',
    chain: [],
  });
}

/** Candidates for losses in an exchange, the strongest first. */
export function losable(field: Field, state: State, { among }: Lose): readonly Piece[] {
  return among
    .filter((id) => hexOf(state, id) !== null)
    .map((id) => pieceOf(field, id))
    .sort((a, b) => b.strength - a.strength || a.index - b.index);
}

/** The least number of pieces, the strongest first, that reaches the need. */
export function fewest(pieces: readonly Piece[], need: number): number {
  let reached = 0;
  const at = pieces.findIndex(({ strength }) => {
    reached += strength;
    return reached >= need;
  });
  return at < 0 ? pieces.length : at + 1;
}

/** Whether all pieces are lost: without the weakest, the rest would not reach the need. */
function allGo(pieces: readonly Piece[], need: number): boolean {
  const strengths = pieces.map(({ strength }) => strength);
  return sum(strengths) - Math.min(...strengths) < need;
}

/** Pieces that may advance, and the vacated hexes they may enter, ignoring enemy control [8.5]. */
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

/** Carries out pending effects that need no decision, up to the first that does. */
export function settle(course: CombatProgress): void {
  for (;;) {
    const [pending] = course.state.pending;
    if (pending === undefined || !forced(course, pending)) return;
  }
}

/** @returns `false` if a side must choose */
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

/** Carries out one of several retreats. */
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

/** Each piece's retreat if none has a choice; `null` if one has. */
function onlyWays(ways: ReadonlyMap<PieceId, readonly RetreatWay[]>): ReadonlyMap<PieceId, RetreatWay> | null {
  const single = new Map<PieceId, RetreatWay>();
  for (const [id, [way, another]] of ways) {
    if (way === undefined || another !== undefined || way.displacing.length > 1) return null;
    single.set(id, way);
  }
  return single;
}

/** Whether all pieces can retreat as they must, so that their order does not matter. */
function haveRoom({ field, state }: CombatProgress, single: ReadonlyMap<PieceId, RetreatWay>): boolean {
  const board = boardOf(field, state);
  const coming = new Map<HexId, number>();
  for (const [id, { to, displacing }] of single) {
    if (displacing.length > 0 || pieceOf(field, id).kind === 'train') return false;
    coming.set(to, (coming.get(to) ?? 0) + 1);
  }
  return [...coming].every(([hex, more]) => board.at(hex).length + more <= STACK_LIMIT);
}

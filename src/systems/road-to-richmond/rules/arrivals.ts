import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { boardOf } from '../board.ts';
import type { Field, Piece } from '../field.ts';
import { isOnMap, type State } from '../state.ts';
import { type Event, otherSide, type PieceId } from '../vocabulary.ts';

/** The groups that may come sooner where early arrival is set off in a turn: the turn printed for each, and that from which it may come. */
export function soonerBy({ earlyArrival }: Field, turn: number): readonly (readonly [printed: number, from: number])[] {
  return Object.entries(earlyArrival)
    .map(([printed, later]) => [Number(printed), turn + later] as const)
    .filter(([printed, from]) => from < printed);
}

/** The first game-turn in which a piece may enter, as far as is known [12.1, 13.3]; null: it is there from the start. */
export function arrivalOf({ alarm }: Pick<State, 'alarm'>, { arrives, early }: Piece): number | null {
  return arrives !== null && early !== null && alarm !== null ? Math.min(arrives, alarm + early) : arrives;
}

/** Early arrival is set off where a Confederate piece gets into one of these hexes in a Confederate phase [13.1]. Its event is put behind `events`. */
export function alarmed(field: Field, state: State, piece: PieceId, hexes: readonly HexId[], events: Event[]): State {
  if (state.alarm !== null || state.side !== 'confederate' || field.piece.get(piece)?.side !== 'confederate')
    return state;
  const hex = hexes.find((one) => field.alarms.has(one));
  if (hex === undefined) return state;
  events.push({ type: 'alarm', turn: state.turn, piece, hex });
  return { ...state, alarm: state.turn };
}

/** A unit that got there in a Union phase triggers early arrival when the next Confederate phase begins, if it is still there [13.1]. */
export function alarmedByStanding(field: Field, state: State, events: Event[]): State {
  for (const { id } of field.pieces) {
    const hex = state.where[id];
    const after = isOnMap(hex) ? alarmed(field, state, id, [hex], events) : state;
    if (after !== state) return after;
  }
  return state;
}

/** Whether a piece waits for its turn no longer. */
export function isDue(state: State, piece: Piece): boolean {
  const turn = arrivalOf(state, piece);
  return state.where[piece.id] === 'waiting' && turn !== null && turn <= state.turn;
}

/** The pair that the next piece through an entry hex belongs to, counted from 1: what it pays for that hex [12.2, 12.3]. */
export function pairAt({ columns }: State, hex: HexId): number {
  return Math.floor((columns[hex] ?? 0) / 2) + 1;
}

/** Whether the next piece through an entry hex is the first of its pair. */
export function opensPair({ columns }: State, hex: HexId): boolean {
  return (columns[hex] ?? 0) % 2 === 0;
}

/** The entry hexes a piece may choose between, whether or not they can be entered [12.7, 12.8]. */
export function entriesOf(field: Field, state: State, { entry, otherEntry, side }: Piece): readonly HexId[] {
  const [main] = entry;
  if (main === undefined || otherEntry === null) return entry;
  // Made once for the whole group in a turn.
  const settled = [main, otherEntry].find((hex) => (state.columns[hex] ?? 0) > 0);
  if (settled !== undefined) return [settled];
  const board = boardOf(field, state);
  const enemy = otherSide(side);
  if (board.holder(main) === enemy) return [otherEntry];
  return board.controls(enemy, main) ? [main, otherEntry] : [main];
}

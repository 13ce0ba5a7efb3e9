import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { boardOf } from '../board.ts';
import type { Field, Piece } from '../field.ts';
import { isOnMap, type State } from '../state.ts';
import { type Event, otherSide, type PieceId } from '../vocabulary.ts';

/**
 * The groups that can come sooner if early arrival is triggered in a turn [13.3]: for each, its printed turn and the
 * first turn in which it can come.
 */
export function soonerBy({ earlyArrival }: Field, turn: number): readonly (readonly [printed: number, from: number])[] {
  return Object.entries(earlyArrival)
    .map(([printed, later]) => [Number(printed), turn + later] as const)
    .filter(([printed, from]) => from < printed);
}

/** The first game-turn in which a piece may enter, as far as is known [12.1, 13.3]; `null` if it starts on the map. */
export function arrivalOf({ alarm }: Pick<State, 'alarm'>, { arrives, early }: Piece): number | null {
  return arrives !== null && early !== null && alarm !== null ? Math.min(arrives, alarm + early) : arrives;
}

/**
 * A Confederate piece that enters one of the field's `alarms` in a Confederate phase triggers early arrival [13.1].
 * @param hexes those that the piece has entered
 * @param events gets the event that tells it
 */
export function alarmed(field: Field, state: State, piece: PieceId, hexes: readonly HexId[], events: Event[]): State {
  if (state.alarm !== null || state.side !== 'confederate' || field.piece.get(piece)?.side !== 'confederate')
    return state;
  const hex = hexes.find((one) => field.alarms.has(one));
  if (hex === undefined) return state;
  events.push({ type: 'alarm', turn: state.turn, piece, hex });
  return { ...state, alarm: state.turn };
}

/** A Confederate piece that retreated or advanced there in a Union phase triggers it as its own phase begins [13.1]. */
export function alarmedByStanding(field: Field, state: State, events: Event[]): State {
  for (const { id } of field.pieces) {
    const hex = state.where[id];
    const after = isOnMap(hex) ? alarmed(field, state, id, [hex], events) : state;
    if (after !== state) return after;
  }
  return state;
}

export function isDue(state: State, piece: Piece): boolean {
  const turn = arrivalOf(state, piece);
  return state.where[piece.id] === 'waiting' && turn !== null && turn <= state.turn;
}

/** The number, from 1, of the next pair at an entry hex. It is also what that hex costs the pair [12.2, 12.3]. */
export function pairAt({ columns }: State, hex: HexId): number {
  return Math.floor((columns[hex] ?? 0) / 2) + 1;
}

/** Whether the next piece at an entry hex begins a pair. */
export function opensPair({ columns }: State, hex: HexId): boolean {
  return (columns[hex] ?? 0) % 2 === 0;
}

/** The entry hexes that a piece may choose from, open or not [12.7, 12.8]. */
export function entriesOf(field: Field, state: State, { entry, otherEntry, side }: Piece): readonly HexId[] {
  const [main] = entry;
  if (main === undefined || otherEntry === null) return entry;
  // The choice is made once for a whole group in a turn.
  const settled = [main, otherEntry].find((hex) => (state.columns[hex] ?? 0) > 0);
  if (settled !== undefined) return [settled];
  const board = boardOf(field, state);
  const enemy = otherSide(side);
  if (board.holder(main) === enemy) return [otherEntry];
  return board.controls(enemy, main) ? [main, otherEntry] : [main];
}

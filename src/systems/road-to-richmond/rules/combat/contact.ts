import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sideBetween, sidesOf } from '../../../../kit/hex/hex-map.ts';
import { MemoPer, oncePer } from '../../../../kit/memo.ts';
import { boardOf, pieceOf } from '../../board.ts';
import { type Field, HEX_GRID, idsOf, inOrder, type Piece } from '../../field.ts';
import { isOnMap, type State } from '../../state.ts';
import { type Battle, otherSide, type PieceId } from '../../vocabulary.ts';
import { LEAST_RANGE, RANGE, sees } from './line-of-sight.ts';

export function hexOf({ where }: Pick<State, 'where'>, piece: PieceId): HexId | null {
  const hex = where[piece];
  return isOnMap(hex) ? hex : null;
}

/** Whether units in one hex can attack another: adjacent, and no creek or lake between without a bridge or ford [4]. */
export function touches(field: Field, from: HexId, to: HexId): boolean {
  const side = sideBetween(field, from, to);
  return side !== null && !side.barred;
}

/** Whether a piece stands in enemy control [6.1]. */
export function inControl(field: Field, state: State, { id, side }: Piece): boolean {
  const hex = hexOf(state, id);
  return hex !== null && boardOf(field, state).controls(otherSide(side), hex);
}

export function mayAttack(field: Field, state: State, id: PieceId): boolean {
  const { side, kind } = pieceOf(field, id);
  return (
    side === state.side &&
    kind !== 'train' &&
    hexOf(state, id) !== null &&
    !state.ineffective.includes(id) &&
    !state.advanced.includes(id) &&
    !state.fought.pieces.includes(id) &&
    !state.shaken.displaced.includes(id)
  );
}

/** Whether a piece that may attack is adjacent to all of the hexes [7.4]. */
export function isAdjacentToAll(field: Field, state: State, id: PieceId, hexes: readonly HexId[]): boolean {
  const from = hexOf(state, id);
  return from !== null && hexes.length > 0 && hexes.every((hex) => touches(field, from, hex));
}

/** Whether guns that may attack can bombard a hex from their own [9.1, 9.2]. */
export function canBombard(field: Field, state: State, id: PieceId, hex: HexId): boolean {
  const piece = pieceOf(field, id);
  const from = hexOf(state, id);
  if (piece.kind !== 'artillery' || from === null || inControl(field, state, piece)) return false;
  return reaches(field, from, hex) && sees(field, from, hex);
}

/** In range: two or three hexes, or adjacent across a creek or lake [9.1, 9.2]. */
export function reaches(field: Field, from: HexId, to: HexId): boolean {
  const range = HEX_GRID.distance(from, to);
  return range === 1 ? !touches(field, from, to) : range >= LEAST_RANGE && range <= RANGE;
}

/** Pieces of the side to act adjacent to all of these hexes, in the order of `units.json`. */
export function adjacentAttackers(field: Field, state: State, hexes: readonly HexId[]): readonly Piece[] {
  const [first] = hexes;
  if (first === undefined) return [];
  const board = boardOf(field, state);
  const found = sidesOf(field, first).flatMap(({ to, barred }) =>
    barred || board.holder(to) !== state.side ? [] : board.at(to),
  );
  return inOrder(found.filter(({ id }) => mayAttack(field, state, id) && isAdjacentToAll(field, state, id, hexes)));
}

/** Guns that can bombard one of the hexes and are not adjacent to all of them, in the order of `units.json`. */
export function gunsOn(field: Field, state: State, hexes: readonly HexId[]): readonly Piece[] {
  return gunsOf(field, state).filter(
    ({ id }) => !isAdjacentToAll(field, state, id, hexes) && hexes.some((hex) => canBombard(field, state, id, hex)),
  );
}

export function gunsOf(field: Field, state: State): readonly Piece[] {
  return artilleryOf(field).filter(({ id, side }) => side === state.side && mayAttack(field, state, id));
}

const artilleryOf = oncePer((field: Field): readonly Piece[] =>
  field.pieces.filter(({ kind }) => kind === 'artillery'),
);

/** Hexes held by the enemy of the side to act, ordered by id. */
export function enemyHexes(field: Field, state: State): readonly HexId[] {
  return boardOf(field, state).hexesOf(otherSide(state.side));
}

export function ownHexes(field: Field, state: State): readonly HexId[] {
  return boardOf(field, state).hexesOf(state.side);
}

/** Adjacent hexes with enemies of the side to act that can be attacked from here, ordered by id. */
export function enemiesBeside(field: Field, state: State, hex: HexId): readonly HexId[] {
  const board = boardOf(field, state);
  const enemy = otherSide(state.side);
  return sidesOf(field, hex)
    .flatMap(({ to, barred }) => (!barred && board.holder(to) === enemy ? [to] : []))
    .sort();
}

export type MandatoryAttacks = ReturnType<typeof mandatoryAttacks>;

/** The attacks missing from the plan of a combat phase [7.1]. */
export function mandatoryAttacks(field: Field, state: State, battles: readonly Battle[] = state.battles) {
  const board = boardOf(field, state);
  const attacked = new Set(battles.flatMap(({ hexes }) => hexes));
  const busy = new Set(battles.flatMap(({ attackers }) => attackers));
  const { enemies, own } = contactsOf(field, state);
  return {
    /** Enemy hexes that control pieces of the side to act and are in no battle; `from`: its hexes beside them. */
    enemies: [...enemies].flatMap(([hex, from]) =>
      attacked.has(hex) ? [] : [{ hex, pieces: idsOf(board.at(hex)), from }],
    ),
    /** Hexes of the side to act in enemy control whose pieces are in no battle; `against`: the hexes in control. */
    own: [...own].flatMap(([hex, against]) => {
      const pieces = board.at(hex).flatMap(({ id }) => (busy.has(id) ? [] : [id]));
      return pieces.length === 0 ? [] : [{ hex, pieces, against }];
    }),
  };
}

export function isOpen({ enemies, own }: MandatoryAttacks): boolean {
  return enemies.length + own.length > 0;
}

const knownContacts = new MemoPer<State['where'], ReturnType<typeof contacts>>();

export function contactsOf(field: Field, state: State) {
  return knownContacts.get(state.where, state.side, () => contacts(field, state));
}

/**
 * Mandatory attacks by hex: for each enemy hex the adjacent own hexes, and the reverse. The Train takes no part [7.1].
 */
function contacts(field: Field, state: State) {
  const board = boardOf(field, state);
  const fights = (hex: HexId) => board.at(hex).some(({ kind }) => kind !== 'train');
  const own = new Map<HexId, readonly HexId[]>();
  for (const hex of ownHexes(field, state)) {
    const against = fights(hex) ? enemiesBeside(field, state, hex).filter(fights) : [];
    if (against.length > 0) own.set(hex, against);
  }
  const enemies = new Map<HexId, readonly HexId[]>();
  for (const hex of enemyHexes(field, state)) {
    const from = sidesOf(field, hex).flatMap(({ to }) => (own.get(to)?.includes(hex) ? [to] : []));
    if (from.length > 0) enemies.set(hex, from.sort());
  }
  return { enemies, own };
}

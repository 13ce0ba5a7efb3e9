import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../../kit/hex/hex-map.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { boardOf } from '../../board.ts';
import type { Field } from '../../field.ts';
import type { State } from '../../state.ts';
import type { Battle, PieceId } from '../../vocabulary.ts';
import { enemiesBeside, enemyHexes, ownHexes } from './contact.ts';

/** The attacks missing from the plan of a combat phase [7.1]. */
export interface MandatoryAttacks {
  /** Enemy hexes that control pieces of the side to act and are in no battle. */
  readonly enemies: readonly {
    readonly hex: HexId;
    readonly pieces: readonly PieceId[];
    /** The adjacent hexes of the side to act. */
    readonly from: readonly HexId[];
  }[];
  /** Hexes of the side to act in enemy control whose pieces are in no battle. */
  readonly own: readonly {
    readonly hex: HexId;
    readonly pieces: readonly PieceId[];
    /** The enemy hexes that control them. */
    readonly against: readonly HexId[];
  }[];
}

export function mandatoryAttacks(
  field: Field,
  state: State,
  battles: readonly Battle[] = state.battles,
): MandatoryAttacks {
  const board = boardOf(field, state);
  const attacked = new Set(battles.flatMap(({ hexes }) => hexes));
  const busy = new Set(battles.flatMap(({ attackers }) => attackers));
  const { enemies, own } = contactsOf(field, state);
  return {
    enemies: [...enemies].flatMap(([hex, from]) =>
      attacked.has(hex) ? [] : [{ hex, pieces: board.at(hex).map(({ id }) => id), from }],
    ),
    own: [...own].flatMap(([hex, against]) => {
      const pieces = board.at(hex).flatMap(({ id }) => (busy.has(id) ? [] : [id]));
      return pieces.length === 0 ? [] : [{ hex, pieces, against }];
    }),
  };
}

export function isOpen({ enemies, own }: MandatoryAttacks): boolean {
  return enemies.length + own.length > 0;
}

/** Mandatory attacks by hex: for each enemy hex the adjacent own hexes, and the reverse. The Train takes no part [7.1]. */
export interface Contacts {
  readonly enemies: ReadonlyMap<HexId, readonly HexId[]>;
  readonly own: ReadonlyMap<HexId, readonly HexId[]>;
}

const known = new MemoPer<State['where'], Contacts>();

export function contactsOf(field: Field, state: State): Contacts {
  return known.get(state.where, state.side, () => made(field, state));
}

function made(field: Field, state: State): Contacts {
  const fights = (hex: HexId) =>
    boardOf(field, state)
      .at(hex)
      .some(({ kind }) => kind !== 'train');
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

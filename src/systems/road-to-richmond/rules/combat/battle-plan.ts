import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { pieceOf } from '../../board.ts';
import type { Field } from '../../field.ts';
import type { State } from '../../state.ts';
import { type Battle, type Column, type PieceId, targetOf } from '../../vocabulary.ts';
import { reason, type Slot } from '../moment.ts';
import { reckon } from './battle-odds.ts';
import { adjacentAttackers, enemiesBeside, hexOf, isAdjacentToAll, touches } from './contact.ts';
import { contactsOf } from './mandatory-attacks.ts';
import { CRT } from './results-table.ts';

/** A battle with its attackers in the order of `units.json`; `column`: what is named, none: the odds themselves. */
export function battleOf(
  field: Field,
  state: State,
  hexes: readonly HexId[],
  attackers: readonly PieceId[],
  column?: Column,
): Battle {
  const inOrder = attackers.toSorted((a, b) => pieceOf(field, a).index - pieceOf(field, b).index);
  const { odds } = reckon(field, state, { hexes, attackers: inOrder });
  const named = column === undefined ? odds : CRT.lowerOf(column, odds);
  return {
    hexes,
    attackers: inOrder,
    bombardment: !inOrder.some((id) => isAdjacentToAll(field, state, id, hexes)),
    column: named,
    ...(named === odds ? {} : { lower: true as const }),
  };
}

/**
 * The units chosen for an attack, and those that must join it: units that could attack nobody else [7.1, 7.2], not even the Train, and
 * units in an enemy zone of control that share a hex with one of them [7.3].
 */
export function withThoseBound(
  field: Field,
  state: State,
  hexes: readonly HexId[],
  chosen: readonly PieceId[],
): readonly PieceId[] {
  const { own } = contactsOf(field, state);
  const taken = new Set(chosen.map((id) => hexOf(state, id)));
  const bound = adjacentAttackers(field, state, hexes).filter(({ id }) => {
    const from = hexOf(state, id) as HexId;
    return own.has(from) && (taken.has(from) || hasNobodyElse(field, state, from, hexes));
  });
  return [...new Set([...chosen, ...bound.map(({ id }) => id)])];
}

/** Whether those in a hex have nobody beside them but in some hexes. The Train binds nobody, but attacking it is an attack [7.1, 15.2]. */
function hasNobodyElse(field: Field, state: State, from: HexId, hexes: readonly HexId[]): boolean {
  const against = contactsOf(field, state).own.get(from) ?? [];
  const inside = (hex: HexId) => hexes.includes(hex);
  return against.every(inside) && enemiesBeside(field, state, from).every(inside);
}

/** Everybody who takes part in a battle as it is ordered. */
export function attackersOf(
  field: Field,
  state: State,
  hexes: readonly HexId[],
  { verb, with: chosen = [], guns = [] }: Pick<Laying, 'verb'> & Partial<Pick<Laying, 'with' | 'guns'>>,
): readonly PieceId[] {
  return [...(verb === 'attack' ? withThoseBound(field, state, hexes, chosen) : chosen), ...guns];
}

interface Laying {
  readonly verb: string;
  readonly with: readonly PieceId[];
  readonly guns: readonly PieceId[];
}

/** Whether an attack on these hexes leaves somebody with nobody to attack: in control of some of them alone, and not beside all [7.4]. */
export function strands(field: Field, state: State, hexes: readonly HexId[]): readonly HexId[] {
  const { enemies } = contactsOf(field, state);
  const beside = new Set(hexes.flatMap((hex) => enemies.get(hex) ?? []));
  return [...beside].filter(
    (from) => !hexes.every((hex) => touches(field, from, hex)) && hasNobodyElse(field, state, from, hexes),
  );
}

/** What laying a battle out does to the plan. */
export interface Laid {
  readonly battles: readonly Battle[];
  /** Battles that are no longer planned, apart from one of the same name that is planned anew. */
  readonly struck: readonly Battle[];
}

/**
 * Adds a battle to a plan. Each hex is attacked once, so battles with one of its hexes are removed [7.2]. Its attackers leave their other
 * battles, and so do units that share a hex with them [7.3]. A battle left without an adjacent attacker is removed, unless it was a
 * bombardment.
 */
export function laidOut(field: Field, state: State, battle: Battle): Laid {
  const from = new Set(battle.attackers.map((id) => hexOf(state, id)));
  const battles: Battle[] = [];
  const struck: Battle[] = [];
  for (const other of state.battles) {
    if (other.hexes.some((hex) => battle.hexes.includes(hex))) {
      if (targetOf(other.hexes) !== targetOf(battle.hexes)) struck.push(other);
      continue;
    }
    const left = other.attackers.filter((id) => !from.has(hexOf(state, id)));
    if (left.length === other.attackers.length) battles.push(other);
    else {
      const fewer = left.length === 0 ? null : battleOf(field, state, other.hexes, left, namedColumn(other));
      if (fewer !== null && fewer.bombardment === other.bombardment) battles.push(fewer);
      else struck.push(other);
    }
  }
  return { battles: inOrderOfHexes([...battles, battle]), struck };
}

/** The column that was named for a battle; undefined: none, it follows the odds. */
export function namedColumn({ column, lower }: Battle): Column | undefined {
  return lower ? column : undefined;
}

export function inOrderOfHexes(battles: readonly Battle[]): readonly Battle[] {
  return battles.toSorted((a, b) => (targetOf(a.hexes) < targetOf(b.hexes) ? -1 : 1));
}

/** The battle of a name. */
export function battleNamed({ battles }: Pick<State, 'battles'>, target: string): Battle | undefined {
  return battles.find(({ hexes }) => targetOf(hexes) === target);
}

/** One of the battles of the plan. */
export const plannedTarget: Slot = {
  slot: 'target',
  candidates: ({ state }) => state.battles.map(({ hexes }) => targetOf(hexes)),
  fault: ({ state }, _draft, target) => (battleNamed(state, target) ? null : reason('no-battle', '7.5', { target })),
};

/** The battle that a legal order names. */
export function battleOrdered(state: State, { target }: { readonly target: string }): Battle {
  const battle = battleNamed(state, target);
  if (!battle) throw new Error(`No battle at ${target} is planned`);
  return battle;
}

/** The battle that a piece has a part in. */
export function battleWith({ battles }: Pick<State, 'battles'>, id: PieceId): Battle | undefined {
  return battles.find(({ attackers }) => attackers.includes(id));
}

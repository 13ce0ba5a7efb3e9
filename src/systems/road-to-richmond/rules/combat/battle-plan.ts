import type { Draft } from '../../../../game/index.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { many, one } from '../../../../kit/order-rules.ts';
import { subsets } from '../../../../kit/subsets.ts';
import { boardOf } from '../../board.ts';
import { type Field, idsOf, inOrder, piecesNamed, strengthOf } from '../../field.ts';
import type { State } from '../../state.ts';
import { type Battle, type Column, type PieceId, targetOf } from '../../vocabulary.ts';
import { hexesOf, reason, type Slot } from '../moment.ts';
import { CRT, reckon } from './battle-odds.ts';
import {
  adjacentAttackers,
  canBombard,
  contactsOf,
  enemiesBeside,
  enemyHexes,
  gunsOf,
  gunsOn,
  hexOf,
  isAdjacentToAll,
  mayAttack,
  ownHexes,
  touches,
} from './contact.ts';

/** @param named the column named; without it the odds decide */
export function battleOf(
  field: Field,
  state: State,
  hexes: readonly HexId[],
  joined: readonly PieceId[],
  named?: Column,
): Battle {
  const attackers = idsOf(inOrder(piecesNamed(field, joined)));
  const { odds } = reckon(field, state, { hexes, attackers });
  const column = named === undefined ? odds : CRT.lowerOf(named, odds);
  return {
    hexes,
    attackers,
    bombardment: !attackers.some((id) => isAdjacentToAll(field, state, id, hexes)),
    column,
    ...(column === odds ? {} : { lower: true as const }),
  };
}

/**
 * The units chosen for an attack, and those that must join it: units that could attack nothing else, not even the Train
 * [7.1, 7.2], and units in an enemy zone of control that share a hex with an attacker [7.3].
 */
export function withThoseBound(
  field: Field,
  state: State,
  hexes: readonly HexId[],
  chosen: readonly PieceId[],
): readonly PieceId[] {
  const { own } = contactsOf(field, state);
  const chosenHexes = new Set(chosen.map((id) => hexOf(state, id)));
  const bound = adjacentAttackers(field, state, hexes).filter(({ id }) => {
    const from = hexOf(state, id) as HexId;
    return own.has(from) && (chosenHexes.has(from) || hasNobodyElse(field, state, from, hexes));
  });
  return [...new Set([...chosen, ...bound.map(({ id }) => id)])];
}

/**
 * Whether the units in a hex have enemies only in these hexes. The Train forces no attack, but it can be attacked [7.1,
 * 15.2].
 */
function hasNobodyElse(field: Field, state: State, from: HexId, hexes: readonly HexId[]): boolean {
  const against = contactsOf(field, state).own.get(from) ?? [];
  const inside = (hex: HexId) => hexes.includes(hex);
  return against.every(inside) && enemiesBeside(field, state, from).every(inside);
}

/** The part of an order to attack or to bombard that says who takes part. */
interface NamedAttackers {
  readonly verb: string;
  readonly with: readonly PieceId[];
  readonly guns?: readonly PieceId[];
}

/** All who take part: the units named, those that must join an attack, and guns. */
export function attackersOf(
  field: Field,
  state: State,
  hexes: readonly HexId[],
  { verb, with: named, guns = [] }: NamedAttackers,
): readonly PieceId[] {
  return [...(verb === 'attack' ? withThoseBound(field, state, hexes, named) : named), ...guns];
}

export function attackersInDraft(field: Field, state: State, draft: Draft): readonly PieceId[] {
  const named = { verb: one(draft.verb), with: many(draft.with), guns: many(draft.guns) };
  return attackersOf(field, state, hexesOf(draft), named);
}

/**
 * Hexes whose units must attack, but would have no target left after an attack on `hexes` [7.4].
 * All their enemies are among these, but they are not adjacent to every one.
 */
export function strands(field: Field, state: State, hexes: readonly HexId[]): readonly HexId[] {
  const { enemies } = contactsOf(field, state);
  const beside = new Set(hexes.flatMap((hex) => enemies.get(hex) ?? []));
  return [...beside].filter(
    (from) => !hexes.every((hex) => touches(field, from, hex)) && hasNobodyElse(field, state, from, hexes),
  );
}

/**
 * The plan with one more battle. Each hex is attacked once, so battles that share a hex with it go [7.2].
 * Its attackers leave their other battles, and so do units stacked with them [7.3].
 * A battle left without an adjacent attacker goes too, unless it was a bombardment.
 */
export function planWith(field: Field, state: State, battle: Battle): readonly Battle[] {
  const from = new Set(battle.attackers.map((id) => hexOf(state, id)));
  const others = state.battles.flatMap((other) => {
    if (other.hexes.some((hex) => battle.hexes.includes(hex))) return [];
    const remaining = other.attackers.filter((id) => !from.has(hexOf(state, id)));
    if (remaining.length === other.attackers.length) return [other];
    if (remaining.length === 0) return [];
    const smaller = battleOf(field, state, other.hexes, remaining, namedColumn(other));
    return smaller.bombardment === other.bombardment ? [smaller] : [];
  });
  return inOrderOfHexes([...others, battle]);
}

/** The column named for a battle; `undefined` if it follows the odds. */
export function namedColumn({ column, lower }: Battle): Column | undefined {
  return lower ? column : undefined;
}

export function inOrderOfHexes(battles: readonly Battle[]): readonly Battle[] {
  return battles.toSorted((a, b) => (targetOf(a.hexes) < targetOf(b.hexes) ? -1 : 1));
}

export function battleNamed({ battles }: Pick<State, 'battles'>, target: string): Battle | undefined {
  return battles.find(({ hexes }) => targetOf(hexes) === target);
}

export const plannedTarget: Slot = {
  slot: 'target',
  candidates: ({ state }) => state.battles.map(({ hexes }) => targetOf(hexes)),
  fault: ({ state }, _draft, target) => (battleNamed(state, target) ? null : reason('no-battle', '7.5', { target })),
};

export function battleOrdered(state: State, { target }: { readonly target: string }): Battle {
  const battle = battleNamed(state, target);
  if (!battle) throw new Error(`No battle at ${target} is planned`);
  return battle;
}

export function battleWith({ battles }: Pick<State, 'battles'>, id: PieceId): Battle | undefined {
  return battles.find(({ attackers }) => attackers.includes(id));
}

interface Targets {
  /** Targets of adjacent attacks: single hexes, then groups of hexes adjacent to one attacking hex [7.4]. */
  readonly attack: readonly (readonly HexId[])[];
  /** Hexes that guns can bombard [9.1]. */
  readonly bombard: readonly HexId[];
}

const targets = new MemoPer<State, Targets>();

export function targetsOf(field: Field, state: State): Targets {
  return targets.get(state, '', () => {
    const guns = gunsOf(field, state);
    const bombard = enemyHexes(field, state).filter((hex) => guns.some(({ id }) => canBombard(field, state, id, hex)));
    return { attack: attackable(field, state), bombard };
  });
}

function attackable(field: Field, state: State): readonly (readonly HexId[])[] {
  const board = boardOf(field, state);
  const found = new Map<string, readonly HexId[]>();
  for (const hex of ownHexes(field, state)) {
    if (!board.at(hex).some(({ id }) => mayAttack(field, state, id))) continue;
    for (const hexes of subsets(enemiesBeside(field, state, hex)))
      if (strands(field, state, hexes).length === 0) found.set(targetOf(hexes), hexes);
  }
  return [...found.values()].sort((a, b) => a.length - b.length || (targetOf(a) < targetOf(b) ? -1 : 1));
}

/**
 * Battles that can be planned, each with every unit that can join it.
 * A group of hexes is among them only if one of its hexes can't be attacked alone.
 * A bombardment is among them only if its hex is in none of these attacks.
 */
export function possibleBattles(field: Field, state: State): readonly Battle[] {
  const alone = new Set<HexId>();
  const targets = targetsOf(field, state);
  const attacks = targets.attack.flatMap((hexes) => {
    const [only, ...others] = hexes;
    if (only !== undefined && others.length === 0) alone.add(only);
    else if (hexes.every((hex) => alone.has(hex))) return [];
    const joined = [...adjacentAttackers(field, state, hexes), ...gunsOn(field, state, hexes)];
    return [battleOf(field, state, hexes, idsOf(joined))];
  });
  const near = new Set(attacks.flatMap(({ hexes }) => hexes));
  const far = targets.bombard.filter((hex) => !near.has(hex));
  return [...attacks, ...far.map((hex) => battleOf(field, state, [hex], idsOf(gunsOn(field, state, [hex]))))];
}

/** Guns outside the plan that could force a retreat by a bombardment, which costs nothing [9.1]. */
export function idleGuns(field: Field, state: State): readonly PieceId[] {
  const idle = gunsOf(field, state).filter(({ id }) => battleWith(state, id) === undefined);
  const open = enemyHexes(field, state).filter((hex) => !state.battles.some(({ hexes }) => hexes.includes(hex)));
  const useful = new Set<PieceId>();
  for (const hex of open) {
    const able = idle.filter(({ id }) => canBombard(field, state, id, hex));
    // Against a doubled defence, so that only bombardments that are worthwhile in any case count.
    const defence = 2 * strengthOf(boardOf(field, state).at(hex));
    const column = CRT.oddsOf(strengthOf(able), defence);
    if (column !== '1-5' && column !== '1-4') for (const { id } of able) useful.add(id);
  }
  return idle.flatMap(({ id }) => (useful.has(id) ? [id] : []));
}

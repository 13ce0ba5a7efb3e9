import { type Dice, isLegal, isRefusal } from '../../../game/index.ts';
import { grouped } from '../../../kit/plain-english.ts';
import type { Field, Piece } from '../field.ts';
import { apply } from '../rules/apply.ts';
import { expectedSwing, reckon } from '../rules/combat/battle-odds.ts';
import { gunsOf, gunsOn, inControl } from '../rules/combat/contact.ts';
import { defaultOrderOf } from '../rules/combat/default-order.ts';
import { CRT } from '../rules/combat/results-table.ts';
import { legality } from '../rules/legality.ts';
import type { State } from '../state.ts';
import { type Column, type Order, type Side, targetOf } from '../vocabulary.ts';
import { battleValueOf } from './battle-value.ts';
import { machineMapOf } from './machine-map.ts';
import { type Intended, outlookOf } from './required-battles.ts';
import { TrialPosition } from './trial-position.ts';

/** More orders than any plan has. */
const MOST_ORDERS = 120;

/** The orders of a plan, its end the last of them [7.5]. */
export function planOf(field: Field, state: State, side: Side): readonly Order[] {
  const orders: Order[] = [];
  let now = state;
  const give = (order: Order): boolean => {
    if (!isLegal(legality(field), now, side, order)) return false;
    const applied = apply(field, now, side, order, NO_DICE);
    if (isRefusal(applied)) return false;
    orders.push(order);
    now = applied.state;
    return true;
  };
  // Battles that were planned before are planned anew.
  for (const { hexes } of state.battles) give({ verb: 'cancel', target: targetOf(hexes) });
  const position = new TrialPosition(machineMapOf(field), now);
  const { battles } = outlookOf(position, side);
  const guns = new Map(gunStacks(field, now, position));
  for (const battle of supported(position, side, battles, guns)) give(attack(field, now, position, battle));
  for (const order of bombardments(field, now, position, guns)) give(order);
  while (orders.length < MOST_ORDERS && !give({ verb: 'done' }) && !give({ verb: 'done', sure: 'yes' })) {
    const order = defaultOrderOf(field, now);
    if (!order || !give(order)) break;
  }
  return orders;
}

/** Planning rolls no die. */
const NO_DICE: Dice = {
  roll() {
    throw new Error('No die can be rolled while planning');
  },
  shuffle() {
    throw new Error('No die can be rolled while planning');
  },
};

/** Guns that can bombard, by the hex they stand in: those of one hex share a target [9.1]. */
function gunStacks(field: Field, state: State, position: TrialPosition): [number, Piece[]][] {
  const free = gunsOf(field, state).filter((gun) => position.hexOf(gun) !== null && !inControl(field, state, gun));
  return grouped(free, (gun) => String(position.hexOf(gun))).map(([hex, guns]) => [Number(hex), guns]);
}

/** Battles with the guns that serve them best, which are taken from `guns`. */
function supported(
  position: TrialPosition,
  side: Side,
  battles: readonly Intended[],
  guns: Map<number, Piece[]>,
): readonly Intended[] {
  const with_ = [...battles];
  for (const [hex, pieces] of [...guns]) {
    const seen = position.ground.targets(hex);
    let best: { at: number; battle: Intended; more: number } | null = null;
    for (const [at, battle] of with_.entries()) {
      if (!battle.targets.some((target) => seen.includes(target))) continue;
      const clash = { ...battle, guns: [...battle.guns, ...pieces] };
      const valued = { ...clash, ...battleValueOf(position, side, clash) };
      const more = valued.value - battle.value;
      if (!best || more > best.more) best = { at, battle: valued, more };
    }
    if (!best || best.more < 0.05) continue;
    with_[best.at] = best.battle;
    guns.delete(hex);
  }
  return with_;
}

function attack(
  field: Field,
  state: State,
  position: TrialPosition,
  { targets, beside, guns, column }: Intended,
): Order {
  const hexes = targets.map((hex) => position.idOf(hex)).sort();
  const ids = (pieces: readonly Piece[]) => [...pieces].sort((a, b) => a.index - b.index).map(({ id }) => id);
  const { odds } = reckon(field, state, { hexes, attackers: ids([...beside, ...guns]) });
  const asked = gunsOn(field, state, hexes).length > 0;
  return {
    verb: 'attack',
    target: targetOf(hexes),
    with: ids(beside),
    ...(asked ? { guns: ids(guns) } : {}),
    column: CRT.columnsFrom(odds).includes(column) ? column : odds,
  } as Order;
}

/** Guns that support no attack fire where they do most harm; it costs nothing. */
function bombardments(
  field: Field,
  state: State,
  position: TrialPosition,
  guns: ReadonlyMap<number, Piece[]>,
): Order[] {
  const taken = new Set(state.battles.flatMap(({ hexes }) => hexes));
  const by = new Map<string, Piece[]>();
  for (const [hex, pieces] of guns) {
    const targets = position.ground
      .targets(hex)
      .filter((at) => position.holder(at) !== null && position.holder(at) !== state.side)
      .map((at) => position.idOf(at))
      .filter((id) => !taken.has(id));
    const promise = (id: string) =>
      expectedSwing(field, state, { hexes: [id], attackers: [...(by.get(id) ?? []), ...pieces].map((one) => one.id) });
    const [best] = targets.sort((a, b) => promise(b) - promise(a) || (a < b ? -1 : 1));
    if (best !== undefined) by.set(best, [...(by.get(best) ?? []), ...pieces]);
  }
  return [...by].flatMap(([hex, pieces]): Order[] => {
    const ids = [...pieces].sort((a, b) => a.index - b.index).map(({ id }) => id);
    const { odds } = reckon(field, state, { hexes: [hex], attackers: ids });
    return USELESS.includes(odds) ? [] : [{ verb: 'bombard', target: hex, with: ids, column: odds }];
  });
}

/** Columns on which no roll makes a bombardment succeed. */
const USELESS: readonly Column[] = ['1-5', '1-4'];

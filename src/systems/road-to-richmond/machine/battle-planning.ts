import { best, bestBy, type Candidate } from '../../../kit/machine-search.ts';
import { grouped } from '../../../kit/plain-english.ts';
import { type Field, idsOf, inOrder, type Piece } from '../field.ts';
import { defaultOrderOf } from '../rules/asked.ts';
import { CRT, expectedSwing, reckon } from '../rules/combat/battle-odds.ts';
import { gunsOf, gunsOn, inControl } from '../rules/combat/contact.ts';
import { RichmondDryRun } from '../rules/legality.ts';
import type { State } from '../state.ts';
import { type Column, type Order, type Side, targetOf } from '../vocabulary.ts';
import { type Intended, outlookOf, valued } from './battles.ts';
import { TrialPosition } from './position.ts';

/** More orders than any plan has. */
const MOST_ORDERS = 120;
/** Strength points that guns have to add to a battle that they support. */
const LEAST_SUPPORT = 0.05;
/** Columns on which no roll makes a bombardment succeed. */
const USELESS: readonly Column[] = ['1-5', '1-4'];

/** The orders of a plan; ending the planning comes last [7.5]. */
export function planOf(field: Field, state: State, side: Side): readonly Order[] {
  const run = new RichmondDryRun(field, state, side);
  const give = (order: Order | undefined) => order !== undefined && run.give(order) === null;
  // Planned battles are cancelled, so that the plan starts afresh.
  for (const { hexes } of state.battles) give({ verb: 'cancel', target: targetOf(hexes) });
  const position = new TrialPosition(field, run.state);
  const guns = gunStacks(position);
  for (const battle of supported(position, side, guns)) give(attack(field, run.state, position, battle));
  for (const order of bombardments(field, run.state, position, guns)) give(order);
  while (run.orders.length < MOST_ORDERS && !give({ verb: 'done' }) && !give({ verb: 'done', sure: 'yes' }))
    if (!give(defaultOrderOf(field, run.state))) break;
  return run.orders;
}

/** Guns that can bombard, by hex; those of one hex share a target [9.1]. */
function gunStacks(position: TrialPosition): Map<number, readonly Piece[]> {
  const { field } = position.ground;
  const free = gunsOf(field, position.state).filter(
    (gun) => position.hexOf(gun) !== null && !inControl(field, position.state, gun),
  );
  return new Map(grouped(free, (gun) => String(position.hexOf(gun))).map(([hex, guns]) => [Number(hex), guns]));
}

/** Battles with the guns that help them most; these guns are removed from `guns`. */
function supported(position: TrialPosition, side: Side, guns: Map<number, readonly Piece[]>): readonly Intended[] {
  const battles = [...outlookOf(position, side).battles];
  for (const [hex, pieces] of [...guns]) {
    const seen = position.ground.targets(hex);
    const served = battles.flatMap((battle, at): readonly (Candidate & { at: number; battle: Intended })[] => {
      if (!battle.targets.some((target) => seen.includes(target))) return [];
      const helped = valued(position, side, { ...battle, guns: [...battle.guns, ...pieces] });
      return [{ at, battle: helped, value: helped.value - battle.value }];
    });
    const most = best(served, LEAST_SUPPORT);
    if (!most) continue;
    battles[most.at] = most.battle;
    guns.delete(hex);
  }
  return battles;
}

function attack(field: Field, state: State, position: TrialPosition, intended: Intended): Order {
  const { targets, beside, guns, column } = intended;
  const hexes = targets.map((hex) => position.idOf(hex)).sort();
  const { odds } = reckon(field, state, { hexes, attackers: idsOf(inOrder([...beside, ...guns])) });
  const asked = gunsOn(field, state, hexes).length > 0;
  return {
    verb: 'attack',
    target: targetOf(hexes),
    with: idsOf(inOrder(beside)),
    ...(asked ? { guns: idsOf(inOrder(guns)) } : {}),
    column: CRT.columnsFrom(odds).includes(column) ? column : odds,
  } as Order;
}

/** Guns that support no attack bombard the hex they harm most, since it costs nothing. */
function bombardments(
  field: Field,
  state: State,
  position: TrialPosition,
  guns: ReadonlyMap<number, readonly Piece[]>,
): readonly Order[] {
  const taken = new Set(state.battles.flatMap(({ hexes }) => hexes));
  const by = new Map<string, readonly Piece[]>();
  for (const [hex, pieces] of guns) {
    const together = (target: string) => [...(by.get(target) ?? []), ...pieces];
    const targets = position.ground
      .targets(hex)
      .filter((at) => position.holder(at) !== null && position.holder(at) !== state.side)
      .map((at) => position.idOf(at))
      .filter((id) => !taken.has(id))
      .sort();
    const target = bestBy(targets, (id) =>
      expectedSwing(field, state, { hexes: [id], attackers: together(id).map((one) => one.id) }),
    );
    if (target !== null) by.set(target, together(target));
  }
  return [...by].flatMap(([hex, pieces]): readonly Order[] => {
    const { odds } = reckon(field, state, { hexes: [hex], attackers: idsOf(inOrder(pieces)) });
    return USELESS.includes(odds) ? [] : [{ verb: 'bombard', target: hex, with: idsOf(inOrder(pieces)), column: odds }];
  });
}

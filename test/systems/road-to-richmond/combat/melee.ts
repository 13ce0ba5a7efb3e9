import { type Applied, isRefusal, legalOrders, recording, walkToOrder } from '../../../../src/game/index.ts';
import type { HexId } from '../../../../src/kit/hex/hex-grid.ts';
import { HEX_GRID } from '../../../../src/systems/road-to-richmond/field.ts';
import { openCombat } from '../../../../src/systems/road-to-richmond/rules/combat/fight.ts';
import { apply, legality, toDecide } from '../../../../src/systems/road-to-richmond/rules/legality.ts';
import { mayEnterZone } from '../../../../src/systems/road-to-richmond/rules/movement/movement-costs.ts';
import { NEW_COMBAT } from '../../../../src/systems/road-to-richmond/rules/phases.ts';
import type { State } from '../../../../src/systems/road-to-richmond/state.ts';
import type { Event, Order, Side, Where } from '../../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from '../data.ts';
import { type At, position, read, type Said } from '../position.ts';

export type Pick = (count: number) => number;

/** A combat phase of a side begins in a position; absent in `more`: turn 6. */
export function opened(side: Side, at: At, more: Partial<State> = {}) {
  return openCombat(field, position(at, { side, step: 'plan', ...NEW_COMBAT, ...more }));
}

/** The same after the opening. */
export function planning(...given: Parameters<typeof opened>): State {
  return opened(...given).state;
}

/** Dice that show these faces and no more. */
export function showing(...faces: readonly number[]) {
  const left = [...faces];
  const face = () => {
    const next = left.shift();
    if (next === undefined) throw new Error('Another die is thrown');
    return next;
  };
  const deal = () => {
    throw new Error('Nothing is shuffled');
  };
  return recording({ face, deal });
}

/** Orders one after the other, all of them legal, with these dice: the last position and everything that happened. */
export function fought(state: State, orders: readonly Said[], ...faces: readonly number[]): Applied<State, Event> {
  const dice = showing(...faces);
  let now = state;
  const events: Event[] = [];
  for (const said of orders) {
    const order = read(said);
    const applied = apply(field, now, toDecide(now) as string, order, dice);
    if (isRefusal(applied))
      throw new Error(`${JSON.stringify(order)}: ${applied.code} ${JSON.stringify(applied.facts)}`);
    now = applied.state;
    events.push(...applied.events);
  }
  return { state: now, events };
}

/** A crowded position in which battle is near: all pieces of both sides round a hex, the phase of one of them about to begin. */
export function melee(pick: Pick): State {
  const hexes = field.hexes;
  const middle = hexes[pick(hexes.length)] as HexId;
  const near = hexes.filter((hex) => HEX_GRID.distance(hex, middle) <= 2 + pick(3));
  const side: Side = pick(2) === 0 ? 'confederate' : 'union';
  const open = pick(2) === 0;
  // All who arrive later than that have come early; the zone opens in turn 17.
  const more: Partial<State> = {
    turn: open ? 18 : 16,
    side,
    step: 'plan',
    alarm: 1,
    corpsCame: 14,
    variant: pick(2) === 0 ? 'standard' : 'effectiveness',
  };
  const where: Record<string, Where> = {};
  const there = new Map<HexId, { side: Side; train: boolean; count: number }>();
  const many = 2 + pick(40);
  for (let at = 0; at < many; at++) {
    const piece = field.pieces[pick(8) === 0 ? TRAIN : pick(field.pieces.length)];
    const hex = near[pick(near.length)] as HexId;
    if (!piece || where[piece.id] !== undefined) continue;
    const train = piece.kind === 'train';
    const stack = there.get(hex);
    if (stack && (stack.side !== piece.side || stack.count > 1 || stack.train || train)) continue;
    if (train && !field.hex.get(hex)?.hasWay) continue;
    if (!mayEnterZone(field, { turn: more.turn as number, trainLeft: null, corpsCame: 14 }, piece.side, hex)) continue;
    where[piece.id] = hex;
    there.set(hex, { side: piece.side, train, count: (stack?.count ?? 0) + 1 });
  }
  const hearts = more.variant === 'effectiveness' ? Object.keys(where).filter(() => pick(5) === 0) : [];
  const own = hearts.filter((id) => field.piece.get(id)?.kind !== 'train');
  return position(where, { ...more, ...NEW_COMBAT, ineffective: own });
}

const TRAIN = field.pieces.findIndex(({ kind }) => kind === 'train');

/** Whether the combat phase of a position is still going on in another. */
export function samePhase(one: State, other: State): boolean {
  return !other.over && other.step !== 'move' && one.side === other.side && one.turn === other.turn;
}

/** A legal order at random; throws where the list has none, or leads nowhere. */
export function anyOrder(state: State, pick: Pick): Order {
  const order = walkToOrder(legality(field), state, toDecide(state) as string, pick);
  if (order === null) throw new Error('The list of legal orders leads nowhere');
  return order as Order;
}

/** The first so many legal orders. */
export function firstOrders(state: State, most: number): readonly Order[] {
  const found: Order[] = [];
  for (const order of legalOrders(legality(field), state, toDecide(state) as string)) {
    found.push(order as Order);
    if (found.length === most) break;
  }
  return found;
}

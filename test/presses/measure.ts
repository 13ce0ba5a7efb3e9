import { createHash } from 'node:crypto';
import {
  isRefusal,
  type Order,
  orderKey,
  type Planning,
  replayedDice,
  type SeatId,
  type State,
  sealedDice,
  walkToOrder,
} from '../../src/game/index.ts';
import { picker } from '../dice/sealed.ts';
import { Desk, type DeskGame } from './desk.ts';

/** How many presses, choices and commands a phase takes. */
export interface Phase {
  /** A side's whole turn where phases are short. */
  readonly kind: 'movement' | 'combat' | 'turn';
  /** Of the side whose phase it is. */
  readonly interactions: number;
  /** Of the other side: where its units retreat, and who of it is lost. */
  readonly others: number;
  readonly posts: number;
  readonly typed: number;
  readonly orders: number;
}

/** What a member wants to do from a position on, up to the end of its phase or to a die. */
export type Chooser = (state: State, seat: SeatId) => readonly Order[];

/** How a member gives what they want. @throws Error where something else is given */
export type Giver = (desk: Desk, seat: SeatId, orders: readonly Order[]) => void;

interface Where {
  readonly turn: number;
  readonly side: SeatId;
  readonly step: string;
}

/** Plays so many phases and counts what they take. */
export function phasesOf(game: DeskGame, choose: (desk: Desk) => Chooser, give: Giver, most: number): Phase[] {
  const desk = new Desk(game);
  const chooser = choose(desk);
  const phases: Phase[] = [];
  let now = whereIs(desk);
  let count = zero(desk);
  while (phases.length < most) {
    const { system, position } = desk.table;
    const [asked] = system.asked(position.state);
    if (!asked) break;
    const before = desk.interactions;
    const turn = position.turn;
    give(desk, asked.seat, chooser(position.state, asked.seat));
    const took = desk.interactions - before;
    if (asked.seat === now.side) count.own += took;
    else count.others += took;
    count.orders += desk.table.position.turn - turn;
    const then = whereIs(desk);
    const isSame =
      then.turn === now.turn && then.side === now.side && (then.step === 'setup') === (now.step === 'setup');
    if (isSame && kindOf(game, then) === kindOf(game, now)) continue;
    if (now.step === 'setup') {
      now = then;
      count = zero(desk);
      continue;
    }
    phases.push({
      kind: kindOf(game, now),
      interactions: count.own,
      others: count.others,
      posts: desk.posts - count.posts,
      typed: desk.typed - count.typed,
      orders: count.orders,
    });
    now = then;
    count = zero(desk);
  }
  return phases;
}

function zero({ posts, typed }: Desk) {
  return { own: 0, others: 0, orders: 0, posts, typed };
}

function kindOf(game: DeskGame, { step }: Where): Phase['kind'] {
  if (game === 'wilderness') return 'turn';
  return step === 'move' ? 'movement' : 'combat';
}

function whereIs({ table }: Desk): Where {
  return table.position.state as unknown as Where;
}

/** What the machine would do. */
export function machineChooser(seed: string): (desk: Desk) => Chooser {
  const hmac = (message: string) => createHash('sha256').update(`${seed} ${message}`).digest();
  return (desk) => (state, seat) => {
    const { system, position } = desk.table;
    const dice = sealedDice(hmac, { game: seed, turn: position.turn, order: 'machine' });
    return system.machine?.orders(system.view(state, seat), seat, dice) ?? [];
  };
}

/** What somebody would do who answers every question at random; movement goes on for a while before it is ended. */
export function randomChooser(seed: number): (desk: Desk) => Chooser {
  const pick = picker(seed);
  return (desk) => (from, seat) => {
    const { system } = desk.table;
    const orders: Order[] = [];
    let state = from;
    const key = system.asked(from)[0]?.phaseKey;
    for (;;) {
      const [asked] = system.asked(state);
      if (asked?.seat !== seat || asked.phaseKey !== key) return orders;
      const restless = (state as unknown as Where).step === 'move' ? pick(40) : 0;
      let order = walkToOrder(system, state, seat, pick);
      for (let tries = 0; order?.verb === 'done' && tries < restless; tries++)
        order = walkToOrder(system, state, seat, pick);
      if (!order) throw new Error('Nothing can be done');
      orders.push(order);
      const applied = dry(() => system.apply(state, seat, order, replayedDice([])));
      if (applied === null) return orders;
      if (isRefusal(applied)) throw new Error(`${orderKey(order)} is refused: ${applied.code}`);
      state = applied.state;
    }
  };
}

/** Null: a die is thrown for it. */
function dry<Done>(apply: () => Done): Done | null {
  try {
    return apply();
  } catch {
    return null;
  }
}

/** One after the other, each by lists and buttons. */
export const oneByOne: Giver = (desk, seat, orders) => {
  for (const order of orders) desk.giveOne(seat, order);
};

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}

/**
 * The cheapest way there is: what the bot suggests where that is it, the line of a plan, the buttons that give all of a kind; what is
 * left one by one. Battles are fought all at once, whatever their order.
 */
export const cheapest: Giver = (desk, seat, orders) => {
  const { system, position } = desk.table;
  const { planning } = system;
  if (!planning || orders.length === 0) return oneByOne(desk, seat, orders);
  const [first] = orders as readonly [Order];
  if (first.verb === 'fight') {
    if (!desk.pressShortcut(seat, 'fight')) oneByOne(desk, seat, orders);
    return;
  }
  const usual = planning.follow(position.state, seat, 'usual');
  if (usual && orders.length > 1 && orderKey(usual) === orderKey(first) && desk.pressShortcut(seat, 'usual')) return;
  const alone = planning.shortcuts(position.state, seat).find(({ id }) => {
    const next = planning.follow(position.state, seat, id);
    return orders.length === 1 && next !== null && orderKey(next) === orderKey(first);
  });
  if (alone && desk.pressShortcut(seat, alone.id)) return;
  if (orders.length < 2) return oneByOne(desk, seat, orders);
  byPlan(desk, seat, planning, orders);
};

/** A command for one order, the line of a plan for several: where the order buttons lie in a private answer, a command is shorter. */
export const byCommands: Giver = (desk, seat, orders) => {
  const { planning } = desk.table.system;
  const [first, second] = orders;
  if (planning && second) byPlan(desk, seat, planning, orders);
  else if (first) desk.command(seat, first);
};

function byPlan(desk: Desk, seat: SeatId, planning: Planning, orders: readonly Order[]): void {
  const { state, turn } = desk.table.position;
  const text = planning.write(state, seat, orders);
  desk.givePlan(seat, text);
  const given = desk.ordersSince(turn);
  for (const [at, order] of given.entries())
    if (orderKey(order) !== orderKey(orders[at] as Order))
      throw new Error(`${orderKey(orders[at] as Order)} became ${orderKey(order)} in “${text}”`);
  oneByOne(desk, seat, orders.slice(given.length));
}

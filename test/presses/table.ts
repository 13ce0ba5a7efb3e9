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

/** How many presses, choices and commands a phase of the game takes: what one message shows. */
interface Phase {
  /** "movement", "cards": the end of the phase's name. */
  readonly kind: string;
  /** Of the side that has more to do in it; and of the other. */
  readonly interactions: number;
  readonly others: number;
  readonly typed: number;
  readonly orders: number;
}

/** What a member wants to do from a position on, up to the end of its phase or to a die. */
type Chooser = (state: State, seat: SeatId) => readonly Order[];

/** How a member gives what they want. @throws Error where something else is given */
type Giver = (desk: Desk, seat: SeatId, orders: readonly Order[]) => void;

/** Plays so many phases, the set-up beside them, and counts what they take. */
function phasesOf(game: DeskGame, choose: (desk: Desk) => Chooser, give: Giver, most: number): Phase[] {
  const desk = new Desk(game);
  const chooser = choose(desk);
  const phases: Phase[] = [];
  let now = phaseOf(desk);
  let from = tallied(desk);
  let presses = new Map<SeatId, number>();
  while (phases.length < most) {
    const { system, position } = desk.table;
    const [asked] = system.rules.asked(position.state);
    if (!asked) break;
    const before = desk.interactions;
    give(desk, asked.seat, chooser(position.state, asked.seat));
    presses.set(asked.seat, (presses.get(asked.seat) ?? 0) + desk.interactions - before);
    const then = phaseOf(desk);
    if (then === now) continue;
    const to = tallied(desk);
    const [interactions = 0, others = 0] = [...presses.values()].sort((a, b) => b - a);
    phases.push({
      kind: kindOf(now),
      interactions,
      others,
      typed: to.typed - from.typed,
      orders: to.orders - from.orders,
    });
    now = then;
    from = to;
    presses = new Map();
  }
  return phases;
}

function tallied({ typed, table }: Desk) {
  return { typed, orders: table.position.turn };
}

/** A battle with plans of its own is a phase by itself. */
function phaseOf({ table: { system, position } }: Desk): string {
  const { battle } = position.state as { readonly battle?: { readonly hex: string } | null };
  const key = system.rules.phase?.(position.state).key ?? '';
  return battle ? `${key}-${battle.hex}` : key;
}

/** "turn-3-union-combat" is "combat". */
function kindOf(phase: string): string {
  return phase.split('-').findLast((part) => !/^(\d+|union|confederate|usa|csa)$/.test(part)) ?? phase;
}

/** What the machine would do. */
function machineChooser(seed: string): (desk: Desk) => Chooser {
  const hmac = (message: string) => createHash('sha256').update(`${seed} ${message}`).digest();
  return (desk) => (state, seat) => {
    const { system, position } = desk.table;
    const dice = sealedDice(hmac, { game: seed, turn: position.turn, order: 'machine' });
    return system.play?.machine?.orders(system.knowledge.view(state, seat), seat, dice) ?? [];
  };
}

/** What somebody would do who answers every question at random; movement goes on for a while before it is ended. */
function randomChooser(seed: number): (desk: Desk) => Chooser {
  const pick = picker(seed);
  return (desk) => (from, seat) => {
    const { system } = desk.table;
    const orders: Order[] = [];
    let state = from;
    const key = system.rules.asked(from)[0]?.phaseKey;
    for (;;) {
      const [asked] = system.rules.asked(state);
      if (asked?.seat !== seat || asked.phaseKey !== key) return orders;
      const restless = (state as unknown as { readonly step?: string }).step === 'move' ? pick(40) : 0;
      let order = walkToOrder(system.rules, state, seat, pick);
      for (let tries = 0; order?.verb === 'done' && tries < restless; tries++)
        order = walkToOrder(system.rules, state, seat, pick);
      if (!order) throw new Error('Nothing can be done');
      orders.push(order);
      const applied = dry(() => system.rules.apply(state, seat, order, replayedDice([])));
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

/** Slots of an order, its verb among them, that take no more presses than a typed plan. */
const SHORT_ORDER = 2;

/** One after the other, each by lists and buttons. */
const oneByOne: Giver = (desk, seat, orders) => {
  const { turn } = desk.table.position;
  for (const order of orders) if (!desk.hasPassed(turn, order)) desk.giveOne(seat, order);
};

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}

/**
 * The cheapest way there is: what the bot suggests where that is it, the line of a plan, the buttons that give all of a kind; what is
 * left one by one. An order of several questions is typed alone too. Battles are fought all at once, whatever their order.
 */
const cheapest: Giver = (desk, seat, orders) => {
  const { system, position } = desk.table;
  const planning = system.play?.planning;
  if (!planning || orders.length === 0) return oneByOne(desk, seat, orders);
  const [first] = orders as readonly [Order];
  if (first.verb === 'fight') {
    if (!desk.pressShortcut(seat, 'fight')) oneByOne(desk, seat, orders);
    return;
  }
  const usual = planning.shortcuts.next(position.state, seat, 'usual');
  if (usual && orders.length > 1 && orderKey(usual) === orderKey(first) && desk.pressShortcut(seat, 'usual')) return;
  const alone = planning.shortcuts.offered(position.state, seat).find(({ id }) => {
    const next = planning.shortcuts.next(position.state, seat, id);
    return orders.length === 1 && next !== null && orderKey(next) === orderKey(first);
  });
  if (alone && desk.pressShortcut(seat, alone.id)) return;
  // Steps in which nothing can happen pass by themselves: an order that was followed by the end of its step stands alone.
  const fitsInId = orders.length === 1 && Object.keys(first).length <= SHORT_ORDER;
  if (fitsInId) return oneByOne(desk, seat, orders);
  byPlan(desk, seat, planning, orders);
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

/** What a phase takes, by who plays and how the orders are given. */
export interface Row {
  readonly who: 'machine' | 'random';
  readonly how: 'one by one' | 'in few presses';
  readonly kind: Phase['kind'];
  readonly phases: number;
  readonly interactions: number;
  readonly most: number;
  readonly others: number;
  readonly orders: number;
  readonly typed: number;
}

const WAYS: readonly (readonly [Row['how'], Giver])[] = [
  ['one by one', oneByOne],
  ['in few presses', cheapest],
];

/** Plays games of machines and at random, so many of each and so many phases of each game. */
export function* rows(
  game: DeskGame,
  games: number,
  phases: number,
  ways: readonly Row['how'][] = WAYS.map(([how]) => how),
): Generator<Row> {
  for (const who of ['machine', 'random'] as const)
    for (const [how, give] of WAYS) {
      if (!ways.includes(how)) continue;
      const all = Array.from({ length: games }, (_, seed) =>
        phasesOf(game, who === 'machine' ? machineChooser(`game ${seed}`) : randomChooser(seed + 7), give, phases),
      ).flat();
      for (const kind of new Set(all.map((phase) => phase.kind))) {
        const some = all.filter((phase) => phase.kind === kind);
        const of = (what: 'interactions' | 'others' | 'orders' | 'typed') => some.map((phase) => phase[what]);
        yield {
          who,
          how,
          kind,
          phases: some.length,
          interactions: median(of('interactions')),
          most: Math.max(...of('interactions')),
          others: median(of('others')),
          orders: median(of('orders')),
          typed: median(of('typed')),
        };
      }
    }
}

import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import {
  isRefusal,
  type Order,
  replayedDice,
  type SeatId,
  type State,
  type System,
  sealedDice,
} from '../../src/game/index.ts';
import { replayFile } from '../../src/host/afterwards/replay-file/write-replay-file.ts';
import { replayLog } from '../../src/host/table/replay-log.ts';
import { manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { LONG } from '../trials/long.ts';
import { knownChance, type Product, startProduct } from './fixture.ts';

/** A whole game of Road to Richmond by two councils of six members, through discord.js: each order is voted for by four of them. At a landing its short variant. */

const CHANNEL = 'parade-ground';
const VARIANT = LONG ? 'standard' : 'first-day';
const VOTES = 4;
/** Pieces that a side moves in one phase: the bot that the members follow would move them all. */
const MOVES = 2;
const MOST_ORDERS = 900;
const A_WHILE = 6000;
const NAMES = Array.from({ length: 12 }, (_, index) => `Member ${index + 1}`);
const COUNCILS: Readonly<Record<SeatId, readonly string[]>> = {
  confederate: NAMES.slice(0, 6),
  union: NAMES.slice(6),
};

let product: Product;
afterAll(() => product?.close());

const at = (member: string) => product.sandbox.as(member).in(CHANNEL);

/** What the machine advises for a phase, some of it: a council has less patience than a machine. */
class Advice {
  readonly #system: System;
  readonly #queue: Order[] = [];
  #asked = 0;

  constructor(system: System) {
    this.#system = system;
  }

  forget(): void {
    this.#queue.length = 0;
  }

  next(state: State, seat: SeatId): Order {
    if (this.#queue.length === 0) this.#queue.push(...this.#phase(state, seat));
    return this.#queue.shift() as Order;
  }

  #phase(state: State, seat: SeatId): Order[] {
    const hmac = (message: string) => createHash('sha256').update(message).digest();
    const dice = sealedDice(hmac, { game: 'advice', turn: this.#asked++, order: 'machine' });
    const orders = this.#system.play?.machine?.orders(this.#system.knowledge.view(state, seat), seat, dice) ?? [];
    const moves = orders.filter(({ verb }) => verb === 'move');
    if (moves.length <= MOVES) return [...orders];
    for (let number = MOVES; number < moves.length; number++) {
      const done = doneAfter(this.#system, state, seat, moves.slice(0, number));
      if (done) return [...moves.slice(0, number), done];
    }
    return [...orders];
  }
}

/** Ends a movement phase after so many moves, saying so where something useful is left undone. Null: something must still be moved. */
function doneAfter(system: System, state: State, seat: SeatId, moves: readonly Order[]): Order | null {
  let now = state;
  for (const order of moves) {
    const applied = system.rules.apply(now, seat, order, replayedDice([]));
    if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
    now = applied.state;
  }
  const ways: readonly Order[] = [{ verb: 'done' }, { verb: 'done', sure: 'yes' }];
  return ways.find((order) => !isRefusal(system.rules.apply(now, seat, order, replayedDice([])))) ?? null;
}

function typed({ verb, ...slots }: Order): Record<string, string> {
  return Object.fromEntries(
    Object.entries(slots).flatMap(([slot, value]) => {
      const text = typeof value === 'string' ? value : (value ?? []).join(', ');
      return text === '' ? [] : [[slot, text]];
    }),
  );
}

test('two councils of six vote a whole game through', async () => {
  const clock = manualClock();
  product = await startProduct({ chance: knownChance(1), extraMembers: 12, clock });
  const { store, host } = product;
  const system = host.systems.find(({ id }) => id === 'road-to-richmond') as System;
  answer(await at('Ada').command('new', { game: 'road-to-richmond', variant: VARIANT }));
  for (const [side, members] of Object.entries(COUNCILS))
    for (const member of members) answer(await at(member).command('join', { side }));
  // A moderator sets how a side decides from a seat of their own there.
  for (const side of Object.keys(COUNCILS)) {
    answer(await at('Ada').command('join', { side }));
    const set = answer(await at('Ada').command('council', { mode: 'vote', early: VOTES, quorum: 2 }));
    expect(set.content).not.toContain('side first');
    answer(await at('Ada').command('seat bench', {}));
  }

  // Until the first map is there, time goes on no faster than it does: that map takes longest.
  const owedSoon = () => {
    clock.advance(50);
    return store.undeliveredMaps();
  };
  await expect.poll(owedSoon, { interval: 50 }).toEqual([]);

  const game = store.latestIn(product.sandbox.world.channel(CHANNEL).id);
  if (!game) throw new Error('No game has begun');
  const advice = new Advice(system);
  let { state } = system.rules.start(game.variant, replayedDice([]));
  let known = 1;
  let orders = 0;
  let said = '';
  for (; orders < MOST_ORDERS; orders++) {
    const [asked] = system.rules.asked(state);
    if (!asked) break;
    const order = advice.next(state, asked.seat);
    const members = COUNCILS[asked.seat] ?? [];
    // What is typed in the moment in which a ballot closes is not taken for the next one.
    clock.advance(A_WHILE);
    // Another four of the six each time.
    for (let vote = 0; vote < VOTES; vote++) {
      const member = members[(orders + vote) % members.length] as string;
      said = answer(await at(member).command(order.verb, typed(order))).content;
    }
    const entries = store.entries(game.id).slice(known);
    known += entries.length;
    const given = entries.flatMap((entry) => (entry.kind === 'order' ? [entry] : []));
    // Steps in which nothing can happen pass by themselves; what was advised for them is left.
    const own = given.filter(({ cause }) => cause !== 'pass');
    if (given.length > own.length) advice.forget();
    if (own.length !== 1) throw new Error(`${given.length} orders after ${JSON.stringify(order)}: ${said}`);
    for (const entry of given) {
      if (entry.cause !== 'pass') expect(entry.order).toEqual(order);
      const applied = system.rules.apply(state, entry.seat, entry.order, replayedDice(entry.throws));
      if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
      ({ state } = applied);
    }
  }
  expect(system.rules.outcome(state)).not.toBeNull();
  const ballots = store.ballotsOf(game.id).filter(({ closed }) => closed?.how === 'decided');
  expect(ballots).toHaveLength(orders);
  expect(store.votesOf(game.id)).toHaveLength(orders * VOTES);
  const verbs = new Set(store.entries(game.id).flatMap((entry) => (entry.kind === 'order' ? [entry.order.verb] : [])));
  expect([...verbs]).toEqual(expect.arrayContaining(['move', 'attack', 'fight', 'done']));
  const owed = () => {
    clock.advance(A_WHILE);
    return store.undeliveredMaps();
  };
  // Members vote faster than maps are drawn.
  await expect.poll(owed, { interval: 200 }).toEqual([]);
  // What a long log takes may come after a first answer.
  for (const [command, said] of [
    ['recap', '**Points**'],
    ['verify', 'The dice are honest'],
  ] as const) {
    answer(await at('Member 1').command(command, {}));
    // Time goes on: what a busy machine puts off is done later.
    const isTold = () => {
      clock.advance(A_WHILE);
      return product.sandbox.messages(CHANNEL).some(({ content }) => content.includes(said));
    };
    await expect.poll(isTold, { interval: 200 }).toBe(true);
  }
  expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  const ended = store.game(game.id);
  const log = { system, ...replayLog(system, game.variant, store.entries(game.id)) };
  const size = ended ? replayFile(store, ended, log).text.length : 0;
  console.log(`${orders} orders, ${orders * VOTES} votes; its file has ${Math.round(size / 1000)} KB`);
});

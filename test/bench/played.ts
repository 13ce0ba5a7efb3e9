import {
  isRefusal,
  type Order,
  orderKey,
  replayedDice,
  type SeatId,
  type State,
  type System,
  sealedDice,
  type Throw,
  walkToOrder,
} from '../../src/game/index.ts';
import { type Caller, type Chance, createHost, type Host, type Reply } from '../../src/host/index.ts';
import { hmacOf } from '../../src/host/table/game-secret.ts';
import { type Database, openStore, type Store } from '../../src/store/index.ts';
import { picker } from '../dice/sealed.ts';
import { PRODUCT } from '../library.ts';

export const LIBRARY = PRODUCT;
export const ROAD = 'road-to-richmond';

export function systemOf(id: string): System {
  const edition = LIBRARY.editions.find(({ system }) => system.id === id);
  if (!edition) throw new Error(`There is no game ${id}`);
  return edition.system;
}

/** An order at random. A phase of movement goes on for at most so many tries before it is ended. Null: none is legal. */
export function restless(
  system: System,
  state: State,
  seat: SeatId,
  pick: (count: number) => number,
  most = 4,
): Order | null {
  let order = walkToOrder(system.rules, state, seat, pick);
  for (let tries = pick(most); order?.verb === 'done' && tries > 0; tries--)
    order = walkToOrder(system.rules, state, seat, pick);
  return order;
}

/** How a campaign is played. */
export interface Manner {
  readonly system: 'overland' | typeof ROAD;
  /** Ends after so many orders, if it has not before; a game that is over ends by itself. */
  readonly orders: number;
  /** Orders are decided by votes of the members. For games of one side. */
  readonly voted?: boolean;
  /** So many orders are written into the log straight from the rules; the host plays it through and goes on from there. */
  readonly straight?: number;
  /** Every so many orders one is taken back. */
  readonly undone?: number;
  /** It is ended before it is over. */
  readonly abandoned?: boolean;
}

/** Members at a table; the first may manage its channel. */
const MEMBERS = 6;
const NAMES = ['Ada', 'Bo', 'Cy', 'Dee', 'Ely', 'Flo'];
/** Of a hundred orders, so many have a reason. */
const REASONED = 20;
/** Milliseconds between two acts of members. */
const PACE = 90_000;
/** Where the ids of what Discord sends begin, and how many one campaign may have. */
export const FIRST_INTERACTION = 1_000_000_000_000_000_000n;

/** A member in a channel of the server in which all of this is played. `at`: milliseconds since 1970. */
export function callerIn(channel: string, member: number, interaction: string, at: number): Caller {
  return {
    channel,
    guild: '500000000000000000',
    member: { discordId: String(600_000_000_000_000_000n + BigInt(member)), name: NAMES[member] as string },
    isModerator: member === 0,
    roles: [],
    joinedAt: 0,
    accountSince: 0,
    everyone: '500000000000000000',
    threads: { kind: 'channel', mayOpen: true, lacks: [] },
    inPrivate: false,
    interaction,
    at,
  };
}

/** A campaign being played. */
interface Table {
  readonly channel: string;
  readonly game: string;
  readonly system: System;
  /** At the start and after each order that stands. */
  readonly states: State[];
  readonly pick: (count: number) => number;
  readonly voted: boolean;
}

/** Campaigns played by the rules through a host, by seed: the same orders, votes and dice each time. */
export class Players {
  readonly host: Host;
  readonly store: Store;
  readonly #last: (game: string, kind: string) => unknown;
  #interactions = FIRST_INTERACTION;
  #at: number;

  /** @param from milliseconds since 1970: when the first of them begins */
  constructor(database: Database, from: number, chance: Chance) {
    this.store = openStore(database);
    this.host = createHost(this.store, LIBRARY, () => Promise.resolve(Buffer.alloc(0)), chance);
    this.#at = from;
    const last = database.prepare(
      'SELECT seat, body, throws FROM entry WHERE game = ? AND kind = ? ORDER BY seq DESC LIMIT 1',
    );
    this.#last = (game, kind) => last.get(game, kind);
  }

  /** The time after the last act, milliseconds since 1970. */
  get now(): number {
    return this.#at;
  }

  caller(channel: string, member: number): Caller {
    this.#interactions += 1n;
    this.#at += PACE;
    return callerIn(channel, member, String(this.#interactions), this.#at);
  }

  /** Plays a campaign in a channel, and gives its id. Nothing of it is owed to the channel. */
  play(channel: string, seed: number, manner: Manner): string {
    const pick = picker(seed);
    const system = systemOf(manner.system);
    const variant = system.about.variants[seed % system.about.variants.length]?.id;
    answered(this.host.games.start(this.caller(channel, 0), { systemId: system.id, variantId: variant }));
    const game = this.store.runningIn(channel);
    if (!game) throw new Error(`Nothing is played in ${channel}`);
    this.#sit(channel, system);
    if (manner.voted === true) this.#decree(channel);
    const states = [system.rules.start(game.variant, replayedDice(this.#entry(game.id, 'start').throws)).state];
    const table: Table = { channel, game: game.id, system, states, pick, voted: manner.voted === true };
    const written = this.#write(table, manner.straight ?? 0);
    for (let given = written; given < manner.orders; given++) {
      if (manner.undone !== undefined && given % manner.undone === manner.undone - 1) this.#takeBack(table);
      if (!this.#order(table)) break;
    }
    if (manner.abandoned === true) this.host.games.abandon(this.caller(channel, 0), null);
    this.#settle(channel, game.id);
    return game.id;
  }

  #sit(channel: string, { about: { seats } }: System): void {
    if (seats.length < 2) return;
    for (const [at, { id }] of seats.entries())
      for (const member of [at, at + seats.length]) answered(this.host.seats.join(this.caller(channel, member), id));
  }

  #decree(channel: string): void {
    const options = { mode: 'vote', window: '7 days', quorum: '2', early: '3' };
    answered(this.host.council.set(this.caller(channel, 0), options, {}));
  }

  /** @returns how many orders were written: never the one that ends the game */
  #write({ channel, game, system, states, pick }: Table, orders: number): number {
    const { secret } = this.store.game(game) as { secret: string };
    const hmac = hmacOf(secret);
    const first = this.store.lastSeq(game) + 1;
    return this.store.transaction(() => {
      for (let given = 0; given < orders; given++) {
        const state = states.at(-1) as State;
        const seat = system.rules.asked(state)[0]?.seat;
        const order = seat === undefined ? null : restless(system, state, seat, pick);
        if (seat === undefined || order === null) return given;
        const dice = sealedDice(hmac, { game, turn: given, order: orderKey(order) });
        const applied = system.rules.apply(state, seat, order, dice);
        if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
        if (system.rules.asked(applied.state).length === 0) return given;
        const { interaction, at, member } = this.#by(channel, system, seat);
        const { id } = this.store.member(member.discordId, member.name);
        const body = { kind: 'order', seat, order, throws: dice.thrown, reason: null, ballot: null } as const;
        this.store.append({ game, seq: first + given, member: id, interaction, at, body });
        states.push(applied.state);
      }
      return orders;
    });
  }

  /** @returns whether the game goes on */
  #order(table: Table): boolean {
    const { channel, game, system, states, pick } = table;
    const state = states.at(-1) as State;
    const seat = system.rules.asked(state)[0]?.seat;
    const order = seat === undefined ? null : restless(system, state, seat, pick);
    if (seat === undefined || order === null) return false;
    const reason = pick(100) < REASONED ? 'They are tired.' : null;
    if (table.voted) this.#vote(table, seat, order);
    else answered(this.host.orders.give(this.#by(channel, system, seat), order, null, reason));
    const entry = this.#entry(game, 'order');
    const applied = system.rules.apply(state, entry.seat, entry.order, replayedDice(entry.throws));
    if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
    states.push(applied.state);
    return system.rules.asked(applied.state).length > 0;
  }

  /** Three votes for an order close its ballot. One votes for something else first. */
  #vote({ channel, game, system, states, pick }: Table, seat: SeatId, order: Order): void {
    const point = { game, seq: this.store.lastSeq(game) };
    const other = restless(system, states.at(-1) as State, seat, pick) ?? order;
    answered(this.host.orders.give(this.caller(channel, 4), other, point, 'Not that way.'));
    for (const member of [1, 2, 3, 4]) {
      if (this.store.lastSeq(game) !== point.seq) return;
      answered(
        this.host.orders.give(this.caller(channel, member), order, point, pick(2) === 0 ? 'The road is open.' : null),
      );
    }
  }

  #takeBack({ channel, states }: Table): void {
    if (states.length < 2) return;
    answered(this.host.undo.takeBack(this.caller(channel, 0), null, true, 'A slip'));
    states.pop();
  }

  #by(channel: string, { about: { seats } }: System, seat: SeatId): Caller {
    const at = seats.findIndex(({ id }) => id === seat);
    return this.caller(channel, seats.length < 2 ? Number(this.#interactions % BigInt(MEMBERS)) : at);
  }

  /** The last entry of its kind in a log. */
  #entry(game: string, kind: 'start' | 'order'): { seat: SeatId; order: Order; throws: readonly Throw[] } {
    const row = this.#last(game, kind) as { seat: SeatId; body: string | null; throws: string };
    return {
      seat: row.seat,
      order: JSON.parse(row.body ?? 'null') as Order,
      throws: JSON.parse(row.throws) as Throw[],
    };
  }

  /** Channels have all that they are owed; each ballot is on a message that shows it as it is. */
  #settle(channel: string, game: string): void {
    this.store.delivered(game, this.store.lastSeq(game));
    this.host.undelivered.heard(this.store.noticesOf(game).map(({ id }) => id));
    for (const { id, revision } of this.store.ballotsOf(game))
      this.store.carry(id, { channel, id: this.caller(channel, 0).interaction }, revision);
  }
}

function answered(answer: Reply | null): Reply {
  if (answer === null) throw new Error('There is no answer');
  return answer;
}

import type BetterSqlite3 from 'better-sqlite3';
import {
  isRefusal,
  type Order,
  replayedDice,
  type State,
  type System,
  type Throw,
  walkToOrder,
} from '../../../src/game/index.ts';
import type { AnswerOutcome, Sandbox, SeenMessage } from '../../../src/sandbox/sandbox.ts';
import { picker } from '../../dice/sealed.ts';
import { buttonOf, offersOf, optionsOf } from '../../harness/channel.ts';

/** A channel in which a campaign is played, one after the other. */
export interface Table {
  readonly channel: string;
  /** What is done next there, by a member: it gives an order or begins a campaign. Null: nothing can be done. */
  next(member: string): (() => Promise<AnswerOutcome>) | null;
  /** Its new map. */
  saw(message: SeenMessage): void;
}

/** One where whoever comes presses any of the orders under the map. */
export class PressedTable implements Table {
  readonly channel: string;
  readonly #sandbox: Sandbox;
  readonly #pick: (count: number) => number;
  #map: SeenMessage | null = null;

  constructor(sandbox: Sandbox, channel: string, seed: number) {
    this.#sandbox = sandbox;
    this.channel = channel;
    this.#pick = picker(seed);
  }

  next(member: string): (() => Promise<AnswerOutcome>) | null {
    const seat = this.#sandbox.as(member).in(this.channel);
    const map = this.#map;
    if (!map) return () => seat.command('new', { game: 'overland' });
    const offers = offersOf(map);
    const button = offers[offers.length === 0 ? 0 : this.#pick(offers.length)]?.button ?? buttonOf(map, 'start:');
    return button === null ? null : () => seat.press(map, button);
  }

  saw(message: SeenMessage): void {
    this.#map = message;
  }
}

const MAP = /-([a-z0-9]{10})-(\d+)\.png$/;

/**
 * One where a single member leads both sides of a long game, and types the orders: what can be ordered is known from the log, read
 * beside the program.
 */
export class TypedTable implements Table {
  readonly channel: string;
  readonly #sandbox: Sandbox;
  readonly #system: System;
  readonly #log: BetterSqlite3.Statement<[string, number]>;
  readonly #pick: (count: number) => number;
  readonly #member: string;
  #game: { readonly id: string; seq: number; state: State } | null = null;

  /** @param database a connection that only reads */
  constructor(
    sandbox: Sandbox,
    channel: string,
    seed: number,
    {
      system,
      database,
      member,
    }: { readonly system: System; readonly database: BetterSqlite3.Database; readonly member: string },
  ) {
    this.#sandbox = sandbox;
    this.channel = channel;
    this.#system = system;
    this.#member = member;
    this.#pick = picker(seed);
    this.#log = database.prepare(
      `SELECT seq, kind, seat, body, throws, (SELECT variant FROM game WHERE id = game) AS variant
       FROM entry WHERE game = ? AND seq > ? ORDER BY seq`,
    );
  }

  next(): (() => Promise<AnswerOutcome>) | null {
    const seat = this.#sandbox.as(this.#member).in(this.channel);
    const state = this.#game?.state;
    const asked = state && this.#system.rules.asked(state)[0]?.seat;
    if (!state || asked === undefined) return () => seat.command('new', { game: this.#system.id });
    const order = walkToOrder(this.#system.rules, state, asked, this.#pick);
    return order && (() => seat.command(order.verb, optionsOf(order)));
  }

  /** Takes every side, which brings no map, and has every order posted with its own: a live board shows several in one edit. */
  async sit(): Promise<void> {
    const seat = this.#sandbox.as(this.#member).in(this.channel);
    await seat.command('table', { posts: 'orders' });
    for (const { id } of this.#system.about.seats) await seat.command('join', { side: id });
  }

  saw({ files }: SeenMessage): void {
    const id = files.map(({ filename }) => MAP.exec(filename)?.[1]).find((found) => found !== undefined);
    if (id === undefined) return;
    const rows = this.#log.all(id, this.#game?.id === id ? this.#game.seq : -1) as Row[];
    for (const row of rows) this.#play(id, row);
  }

  #play(id: string, { seq, kind, seat, body, throws, variant }: Row): void {
    const dice = replayedDice(JSON.parse(throws ?? '[]') as Throw[]);
    if (kind === 'start') this.#game = { id, seq, state: this.#system.rules.start(variant, dice).state };
    if (!this.#game) return;
    this.#game.seq = seq;
    if (kind !== 'order') return;
    const applied = this.#system.rules.apply(
      this.#game.state,
      seat as string,
      JSON.parse(body as string) as Order,
      dice,
    );
    if (isRefusal(applied)) throw new Error(this.#system.orderWords.refusal(applied));
    this.#game.state = applied.state;
  }
}

interface Row {
  readonly seq: number;
  readonly kind: string;
  readonly seat: string | null;
  readonly body: string | null;
  readonly throws: string | null;
  readonly variant: string;
}

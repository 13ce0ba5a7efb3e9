import fc from 'fast-check';
import {
  type Applied,
  type Asked,
  type Event,
  isRefusal,
  type Order,
  orderKey,
  type RecordedDice,
  type SeatId,
  type State,
  type System,
  type Throw,
  type View,
  type Viewer,
  walkToOrder,
} from '../../src/game/index.ts';
import { picker, sealedAt } from '../dice/sealed.ts';
import { drawnCases } from '../trials/long.ts';
import { frozen } from './plain.ts';

/** What a system with secrets tells the suite about them. A system that names none must hide nothing from anybody. */
export interface Secrets<S extends State = State> {
  /** Another state that `viewer` cannot tell from this one: what is hidden from him, dealt anew. */
  shuffle(state: S, viewer: Viewer, pick: (count: number) => number): S;
  /** Whether this order, given now, is kept from all other seats and the public until something reveals it. */
  sealed(state: S, order: Order, seat: SeatId): boolean;
  /** What is hidden from others until something shows it, and a view shows: each face by a name of its own. */
  faces(view: View): readonly string[];
}

export interface Expectations<S extends State = State> {
  readonly secrets?: Secrets<S>;
  /** A game played at random ends within so many orders. */
  readonly limit?: number;
  /** Random games played of each variant. */
  readonly games?: number;
  /** The variants that are played. Absent: all. */
  readonly variants?: readonly string[];
  /** Positions looked at by each check. */
  readonly runs?: number;
}

/** An order as it was carried out. */
export interface Turn {
  readonly seat: SeatId;
  readonly order: Order;
  readonly thrown: readonly Throw[];
  readonly events: readonly Event[];
}

/** A moment of a game played at random. */
export interface Position {
  readonly state: State;
  readonly asked: readonly Asked[];
  /** The orders carried out so far. */
  readonly number: number;
  /** The last order; null at the start of the game. */
  readonly last: Turn | null;
  /** What the last order did, or the start of the game. */
  readonly events: readonly Event[];
  /** The same dice for the same order, every time. */
  dice(order: Order): RecordedDice;
}

/** A system set out to be looked at: its games, played at random by the list of what is legal. */
export interface Table {
  readonly system: System;
  readonly secrets: Secrets | null;
  readonly limit: number;
  readonly viewers: readonly Viewer[];
  /** The positions of one random game, from its start to its end or the limit. */
  game(variant: string, number: number): readonly Position[];
  /** All the random games there are. */
  games(): Iterable<readonly Position[]>;
  /**
   * Runs `check` at many positions of many games. A failure is shrunk to the earliest position, and fast-check prints its seed.
   * @param round another number draws other positions
   */
  each(check: (position: Position, pick: (count: number) => number) => void, runs?: number, round?: number): void;
}

/** Something every system does. Throws where this one does not. */
export interface Check {
  readonly name: string;
  readonly run: (table: Table) => void;
}

export function tableOf(system: System, expects: Expectations<never> = {}): Table {
  const { limit = 500, games = 12, runs = drawnCases(80) } = expects;
  const kept = new Map<string, readonly Position[]>();
  const variants = expects.variants ?? system.about.variants.map(({ id }) => id);
  const game = (variant: string, number: number): readonly Position[] => {
    const key = `${variant} ${number}`;
    const played = kept.get(key) ?? play(system, variant, number, limit);
    kept.set(key, played);
    return played;
  };
  const where = fc
    .record({ variant: fc.constantFrom(...variants), game: fc.nat(games - 1) })
    .chain((of) =>
      fc.record({ of: fc.constant(of), orders: fc.nat(game(of.variant, of.game).length - 1), pick: fc.nat() }),
    );
  return {
    system,
    secrets: (expects.secrets as Secrets | undefined) ?? null,
    limit,
    viewers: [...system.about.seats.map(({ id }) => id), 'public', 'referee'],
    game,
    *games() {
      for (const variant of variants) for (let number = 0; number < games; number++) yield game(variant, number);
    },
    each(check, most = runs, round = 0) {
      const property = fc.property(where, ({ of, orders, pick }) => {
        check(game(of.variant, of.game)[orders] as Position, picker(pick));
      });
      const { seed = Date.now() } = fc.readConfigureGlobal();
      fc.assert(property, { numRuns: Math.min(runs, most), seed: seed + round });
    },
  };
}

/** Plays a game at random: an asked seat, an order out of its list, until nobody is asked or the limit is reached. */
function play(system: System, variant: string, number: number, limit: number): readonly Position[] {
  const pick = picker(number);
  const name = `${variant} ${number}`;
  const positions: Position[] = [];
  const stand = ({ state, events }: Applied<State, Event>, last: Turn | null) => {
    const at = positions.length;
    const dice = (order: Order) => sealedAt(name, at, orderKey(order));
    const asked = frozen(system.rules.asked(frozen(state)));
    positions.push({ state, asked, number: at, last, events: frozen(events), dice });
    return positions[at] as Position;
  };
  let position = stand(system.rules.start(variant, sealedAt(name, 0, 'start')), null);
  while (position.asked.length > 0 && positions.length <= limit) {
    const { seat } = position.asked[pick(position.asked.length)] as Asked;
    const order = walkToOrder(system.rules, position.state, seat, pick);
    // A dead end; the checks of who is asked say so.
    if (order === null) return positions;
    const dice = position.dice(frozen(order));
    const applied = system.rules.apply(position.state, seat, order, dice);
    if (isRefusal(applied))
      throw new Error(
        `${name}, order ${position.number + 1}: ${orderKey(order)} is offered and refused (${applied.code})`,
      );
    position = stand(applied, { seat, order, thrown: dice.thrown, events: applied.events });
  }
  return positions;
}

import type { About } from './about.ts';
import type { Afterwards } from './afterwards.ts';
import type { Json } from './json.ts';
import { ask, type Next, type Question } from './legality.ts';
import type { Draft, Order } from './order.ts';
import type { Pictures } from './picture.ts';
import type { Play } from './play.ts';
import type { Rules } from './rules.ts';
import type { SeatId } from './seat.ts';
import type { Event, Knowledge, State, View } from './state.ts';
import type { EventWords, OrderWords, PositionWords } from './wording.ts';

/**
 * A game system, facet by facet, over plain JSON. No method does I/O, reads a clock or throws at a bad order; none changes its arguments.
 * `S` state, `O` order, `E` event, `V` view.
 */
export interface System<
  S extends State = State,
  O extends Order = Order,
  E extends Event = Event,
  V extends View = View,
> {
  readonly id: string;
  readonly about: About;
  readonly rules: Rules<S, O, E>;
  readonly knowledge: Knowledge<S, E, V>;
  readonly orderWords: OrderWords<S, O>;
  readonly eventWords: EventWords<S, O, E>;
  readonly positionWords: PositionWords<S, V>;
  readonly pictures: Pictures<S, E, V>;
  /** Absent: the host tells the campaign event by event. */
  readonly afterwards?: Afterwards<S, O, E>;
  /** Absent: orders are given one by one, by members who know the game. */
  readonly play?: Play<S, O, V>;
}

/** The next slot of a draft, as the seat is asked for it. */
export function nextQuestion(
  { rules, orderWords }: Pick<System, 'rules' | 'orderWords'>,
  state: State,
  seat: SeatId,
  draft: Draft,
): Next<Question> {
  const next = rules.next(state, seat, draft);
  return next.complete ? next : ask(orderWords.question(state, seat, draft, next.question));
}

/** A fault of a data file; the path has keys and indices from its root. */
export interface DataFault {
  readonly file: string;
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/** The files of a system's folder in `assets`, by name: JSON already read, other files as text. */
export interface DataFiles {
  readonly [file: string]: Json;
}

/** A system before its data is read: the one line a system has in `src/systems/index.ts`. */
export interface SystemModule {
  readonly id: string;
  /** The files that are its rules data, by their paths from `assets/<id>`. A game keeps the ones it began with. */
  readonly files: readonly string[];
  load(files: DataFiles): System | readonly DataFault[];
}

export function isFaulty(loaded: System | readonly DataFault[]): loaded is readonly DataFault[] {
  return Array.isArray(loaded);
}

import type { Afterwards } from './afterwards.ts';
import type { Draft, Json, Order } from './order.ts';
import type { Pictures } from './picture.ts';
import type { Play } from './play-aids.ts';
import { ask, type Next, type Question, type Rules } from './rules.ts';
import type { Event, Knowledge, Seat, SeatId, State, View } from './state.ts';
import type { EventWords, OrderWords, PositionWords } from './wording.ts';

/** A named set of changes to a system's data, chosen when a game starts. */
export interface Variant {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  /** Playable in an evening: offered to members who are new to the game. */
  readonly short?: boolean;
}

/** A slot of a verb, as a command's option shows it. Its name is an option's on Discord: one word in lower case. */
export interface SlotSpec {
  readonly slot: string;
  readonly summary: string;
  /** The slot takes several values. */
  readonly several?: boolean;
  /** Not every order of the verb has it: an option that may be left empty. */
  readonly optional?: boolean;
}

/** A verb of play, as a command shows it. Systems share verbs: `/attack` is one command whatever is attacked. */
export interface VerbSpec {
  readonly verb: string;
  readonly summary: string;
  readonly slots: readonly SlotSpec[];
  /** The order is a secret of its seat: it is confirmed to the member alone, and the channel is told apart from it. */
  readonly secret?: boolean;
  /**
   * A secret order that shows nothing until other seats have given theirs. Its seat can change it: `Rules.mayChange`.
   */
  readonly faceDown?: boolean;
  /** A roll asks for it, such as a retreat: a recap counts it with that roll. */
  readonly answersRoll?: boolean;
}

/** One topic of the rulebook, in the project's own words. Text is Discord's Markdown. */
export interface RuleTopic {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A game as it is offered: its name, its sides, its commands, its rulebook. */
export interface About {
  readonly title: string;
  /** One line for members who choose a game. */
  readonly tagline: string;
  /**
   * Names the parts that are not from the rule sheet, within a sentence. Shown at the start, in `/rules` and the
   * recap.
   */
  readonly basis: string;
  readonly seats: readonly Seat[];
  readonly verbs: readonly VerbSpec[];
  readonly variants: readonly Variant[];
  readonly rulebook: readonly RuleTopic[];
  /** Nothing is hidden from anybody: a member may take several seats. */
  readonly openHanded?: true;
}

/** Whether an order of this verb can be changed while it lies face down. */
export function liesFaceDown({ verbs }: Pick<About, 'verbs'>, order: Order): boolean {
  return verbs.some(({ verb, faceDown }) => verb === order.verb && faceDown);
}

/** Whether an order is a secret of its seat. */
export function isSecret({ verbs }: Pick<About, 'verbs'>, order: Order): boolean {
  return verbs.some(({ verb, secret }) => verb === order.verb && secret);
}

/**
 * A game system, facet by facet, over plain JSON. No method does I/O, reads a clock or throws at a bad order; none
 * changes its arguments. `S` state, `O` order, `E` event, `V` view.
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

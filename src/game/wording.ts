import type { Draft, Order, Refusal } from './order.ts';
import type { Asked, OpenSlot, Question } from './rules.ts';
import type { Event, SeatId, State, View, Viewer } from './state.ts';

/**
 * Discord's limits in characters or items; everything that a game or the host writes has to fit
 * (https://docs.discord.com/developers/resources/message, https://docs.discord.com/developers/components/reference).
 */

/** The text of a message. */
export const LONGEST_TEXT = 2000;
/** The description of a picture. */
export const LONGEST_ALT = 1024;
/** The label of a button. */
export const LONGEST_LABEL = 80;
/** A choice of a menu, its hint, a completion, the description of a command, the name of a thread. */
export const LONGEST_CHOICE = 100;
/** The choices of a menu, and completions. */
export const MOST_CHOICES = 25;
/** The rows of a message, that of a menu among them. */
export const MOST_ROWS = 5;
/** The buttons of a row. */
export const MOST_IN_ROW = 5;

/** An order on a button. With its odds at most 80 characters; `text` alone tells the orders of a list apart. */
export interface Label {
  /** The action: "Grant attacks Lee". It never tells the chance, which a sealed ballot hides. */
  readonly text: string;
  readonly tone: ButtonTone;
  /** The roll it needs, or its chance: "5+". Absent: no die is thrown. */
  readonly odds?: string;
  /** The chance where `odds` is what a die must show: "2 in 6". */
  readonly chance?: string;
}

export type ButtonTone = 'attack' | 'move' | 'bold' | 'plain';

/** A label in one line, with its odds or without: "Grant attacks Lee · 5+". */
export function labelText({ text, odds }: Label, withOdds: boolean): string {
  return withOdds && odds !== undefined ? `${text} · ${odds}` : text;
}

/** A label with its chance, or with the roll it needs if it has none: "Grant attacks Lee · 2 in 6". */
export function labelWithChance({ text, odds, chance }: Label): string {
  const likely = chance ?? odds;
  return likely === undefined ? text : `${text} · ${likely}`;
}

/** Caption of a die in a picture: its purpose and its result, in a few words. */
export interface Roll {
  /** The person who answers the order, "Lee"; null if the order itself needed the roll. */
  readonly whose: string | null;
  /** The roll it needed: "needs 5+". */
  readonly needs: string;
  /** "carries", "fails" */
  readonly outcome: string;
  /** The roll succeeded for the side that made it. */
  readonly carried: boolean;
}

/** Buttons of a step on the public board. */
export interface StepOffers {
  /**
   * Whether buttons for plans make sense. `suggested`: only the one for the bot’s plan, since the step has a single
   * question.
   */
  readonly plans: boolean | 'suggested';
  /** Buttons for its questions, with the one that ends it last: "Choose a card", "End movement". At most two. */
  readonly buttons: readonly StepButton[];
  /** Whether the seat has orders besides plans and `buttons`. */
  readonly others: boolean;
}

export interface StepButton {
  /** A few words. */
  readonly text: string;
  readonly tone: ButtonTone;
  /** The draft that the order begins with; empty: its verb is asked first. */
  readonly draft: Draft;
}

/** A part of `/units`: a heading, and a line for each piece or place. Discord's Markdown. */
export interface RosterPart {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The words with which a seat is asked for an order. */
export interface Asking {
  /** The request to the seat: "Your order, General." */
  readonly prompt: string;
  /** The default order in the middle of a sentence: "nobody advances". Absent: the label of `defaultOrder` says it. */
  readonly defaultText?: string;
}

/** The end of a game. */
export interface Ending {
  /** "Richmond has fallen to Butler. The campaign is won." */
  readonly headline: string;
  /** Why, in a sentence or two. */
  readonly reason: string;
}

/** Orders in words, from a member and to members. */
export interface OrderWords<S extends State = State, O extends Order = Order> {
  /**
   * Parses an order from outside: known verb and values, by id or by name; legality is not checked. If both sides have
   * something of a name, the name means what `seat` has.
   */
  parse(draft: Draft, seat?: SeatId): O | Refusal;
  /** The question for a slot that `Rules.next` leaves open: the slot's values, with labels. */
  question(state: S, seat: SeatId, draft: Draft, open: OpenSlot): Question;
  /** Words the question to a seat that `Rules.asked` names. */
  asking(state: S, asked: Asked): Asking;
  /**
   * An order's button label.
   * @param room the letters that the text may have outside a button, where less is abbreviated
   */
  label(state: S, order: O, room?: number): Label;
  /**
   * An order as the log says it, after the name of the member who gave it: "orders Grant to attack". Of a secret order,
   * other viewers than its seat learn only that one was given.
   * @param seat the seat that the order was given for
   */
  describe(order: O, viewer: Viewer, seat: SeatId): string;
  /** A sentence on why an order was refused, by which rule, and what may be done instead. */
  refusal(refusal: Refusal): string;
  /**
   * Asks for confirmation of an order that is final: "Gregg leaves the map for good and can’t come back." Null or
   * absent: nothing is asked.
   */
  warning?(state: S, order: O): string | null;
}

/** Sentences that tell events. */
export interface EventWords<S extends State = State, O extends Order = Order, E extends Event = Event> {
  /** A sentence for an event; null if the viewer does not notice it. */
  tell(event: E, viewer: Viewer): string | null;
  /** Whether the first event's sentence says all that `describe` does: "Ada: Rodes enters at 0103." Absent: never. */
  summaryCoversOrder?(order: O, events: readonly E[]): boolean;
  /**
   * Sums up several orders in a row, a sentence a line: at most twelve, and 900 characters in all. "13 Union units
   * move; most of them are now around Trent’s." Absent: every event is told.
   * @param ofPhase for a phase's board: everything done in the phase, such as battles with losses and places taken,
   * but not marches
   */
  digest?(events: readonly E[], viewer: Viewer, ofPhase?: boolean): readonly string[];
  /** One for each die that an order threw. `state` is the position after it. Absent: dice have no captions. */
  rolls?(state: S, events: readonly E[]): readonly Roll[];
}

/** A position in words, by what a viewer may see of it. */
export interface PositionWords<S extends State = State, V extends View = View> {
  /** The game's progress by its calendar: "7 May, 9 Action Points left". At most 60 characters. Absent: none. */
  when?(view: V): string;
  /** The position in one line: "**9 Action Points** left · 7 May 1864". Markdown. */
  summary(view: V): string;
  /**
   * The whole position in words, for `/map text`: everything the picture shows and what is to be done, what matters
   * most first. The host shows it in pages. Without odds where a sealed ballot hides them.
   */
  text(view: V, odds: boolean): string;
  /** Tasks left, a line each: a planned attack, an attack that is required. Markdown, at most 900 characters in all. */
  agenda?(view: V): readonly string[];
  /**
   * The buttons that the board has for the current step, from public knowledge. Absent: the board offers the
   * orders themselves if a single seat is asked and nothing is hidden, and otherwise only a button that asks for one.
   */
  step?(view: V): StepOffers;
  /** A place of `Pictures.places` in words, at most 2,000 characters. Absent: the map has no places. */
  textAt?(view: V, place: string): string;
  /** How the game ended; null while it goes on. */
  ending(state: S): Ending | null;
  /** Every piece, for `/units`: those of `seat` first; null for a bystander. Absent: `text` says all there is. */
  roster?(view: V, seat: SeatId | null): readonly RosterPart[];
}

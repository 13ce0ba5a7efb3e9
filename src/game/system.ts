import type { Json } from './json.ts';
import type { Choice, Legality } from './legality.ts';
import type { Lesson } from './lesson.ts';
import type { Draft, Order } from './order.ts';
import type { Framing, Moment, Picture } from './picture.ts';
import type { Planning } from './planning.ts';
import type { Refusal } from './refusal.ts';
import type { Dice } from './sealed-dice.ts';
import type { Seat, SeatId, Viewer } from './seat.ts';
import type { Solvable } from './solvable-model.ts';
import type { Event, State, View } from './state.ts';
import type { Episode, Story } from './story.ts';

/** What an order, or the start of a game, did. */
export interface Applied<S, E> {
  readonly state: S;
  readonly events: readonly E[];
}

/** A named set of changes to a system's data, chosen when a game starts. */
export interface Variant {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  /** It's over in an evening: offered where members meet the game first. */
  readonly short?: boolean;
}

/** A slot of a verb, as a command's option shows it. Names are lower case, one word: they are option names on Discord. */
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
  /** A roll asks for it, such as a retreat: a recap counts it with that roll. */
  readonly answersRoll?: boolean;
}

/** One topic of the rulebook, in the project's own words. Text is Discord's Markdown. */
export interface RuleTopic {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Where a game is among its turns. */
export interface Phase {
  /** "turn-3-union-combat" */
  readonly key: string;
  /** Whose turn it is part of: "turn-3-union". In it, each side is pinged once, and reminded once. */
  readonly turn: string;
}

/** A seat that is asked for something now. Several may be asked at once; a choice may have a default for when time runs out. */
export interface Asked {
  readonly seat: SeatId;
  /** What is asked, to the seat: "Your order, General." */
  readonly prompt: string;
  /** Given in the seat's name when its time runs out. Without one, the game waits. */
  readonly defaultOrder?: Order;
  /** What is done when time runs out, in the middle of a sentence: "nobody advances". Absent: the label of `defaultOrder` says it. */
  readonly defaultText?: string;
  /**
   * What one call to the seat and one clock cover, of the whole game: "turn 3, Union movement". Asked again under the same name the
   * seat is not called anew, and its own orders may be taken back freely. Absent: each order is asked for by itself, without a call.
   */
  readonly phaseKey?: string;
  /** It chooses in the middle of another's turn: a table gives it less time than for a turn of its own. */
  readonly outOfTurn?: true;
}

/** A piece, a place, or whatever else a seat has an eye on: a heading and a line for each. Discord's Markdown. */
export interface RosterPart {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Something a picture shows on demand beside the position: "Zones of control". */
export interface Overlay {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
}

/** A seat's points now. */
export interface Score {
  readonly seat: SeatId;
  /** What is counted, where it isn't the points of the seat: "Union margin". Absent: the seat's name. */
  readonly name?: string;
  readonly points: number;
}

/** A table of a campaign told afterwards: "Losses by corps". Each row as many cells as `head`; the first is its name. */
export interface Tally {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What dice did beside what their table promised, for one order. */
export interface Fortune {
  /** "7 JR And and 8 Branch against 1107 at 2-1" */
  readonly what: string;
  /** Whose luck it was: above what was expected is good for this seat. */
  readonly seat: SeatId;
  /** In `Fortunes.measure`. */
  readonly expected: number;
  readonly actual: number;
}

export interface Fortunes {
  /** What is counted: "strength points". */
  readonly measure: string;
  /** How it is counted, behind a colon: "the attacker’s hits minus the defender’s"; absent: `measure` says it. */
  readonly note?: string;
  /** In the order of time. */
  readonly each: readonly Fortune[];
}

/** A way in which a machine can play, chosen when a game starts. */
export interface MachineStyle {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
}

/** A player that is no member. */
export interface Machine<V, O> {
  /** What it goes by, after "The machine": how it plays, in a sentence. */
  readonly summary: string;
  /** The first is how it plays where nobody has chosen. Absent: it plays in one way. */
  readonly styles?: readonly MachineStyle[];
  /**
   * What it does for a seat that is asked: at least one order, each legal after those before it. Only the last may throw dice or make
   * another seat be asked. It decides by what the seat sees and by dice of its own, the same with the same dice, and takes up to
   * seconds: not for the event loop.
   * @param style one of `styles`
   */
  orders(view: V, seat: SeatId, dice: Dice, style?: string): readonly O[];
}

/** How clearly a game was won. */
export interface Margin {
  /** The greater, the clearer. */
  readonly size: number;
  /** "7 Action Points to spare" */
  readonly words: string;
}

/** How a game ended. */
export interface Outcome {
  /** Null: no seat has won. A draw, or a game that has beaten its only seat. */
  readonly winner: SeatId | null;
  /** "Richmond has fallen." */
  readonly headline: string;
  /** Why, in a sentence or two. */
  readonly reason: string;
}

/** What a die decided and its result, in words short enough to stand beside it in a picture. */
export interface Roll {
  /** "Lee", who answers the order; null: it was thrown for the order itself. */
  readonly whose: string | null;
  /** What it had to show: "needs 5+". */
  readonly needs: string;
  /** "carries", "fails" */
  readonly outcome: string;
  /** It succeeded for the side that rolled it. */
  readonly carried: boolean;
}

export type ButtonTone = 'attack' | 'move' | 'bold' | 'plain';

/** Buttons of a step on the board that all see. */
export interface StepOffers {
  /** Whether a plan makes sense in it, or no more than what the bot suggests: of one question. */
  readonly plans: boolean | 'suggested';
  /** Questions of it by what they ask, and what ends it, last: "Choose a card", "End movement". At most two. */
  readonly buttons: readonly StepButton[];
  /** Whether there is more to order than that. */
  readonly others: boolean;
}

export interface StepButton {
  /** A few words. */
  readonly text: string;
  readonly tone: ButtonTone;
  /** The draft that the order begins with; empty: its verb is asked first. */
  readonly draft: Draft;
}

/** How an order is offered on a button. With its odds at most 80 characters; `text` alone tells the orders of a list apart. */
export interface Label {
  /** What is done: "Grant attacks Lee". Never its chance, which a sealed ballot keeps to itself. */
  readonly text: string;
  readonly tone: ButtonTone;
  /** What its die must show, or its chance: "5+". Absent: nothing is thrown for it. */
  readonly odds?: string;
  /** The chance where `odds` is what a die must show: "2 in 6". */
  readonly chance?: string;
}

/** A label in one line, with its odds or without: "Grant attacks Lee · 5+". */
export function labelText({ text, odds }: Label, withOdds: boolean): string {
  return withOdds && odds !== undefined ? `${text} · ${odds}` : text;
}

/** A label with its chance, or where none is told, with what its die must show: "Grant attacks Lee · 2 in 6". */
export function labelWithChance({ text, odds, chance }: Label): string {
  const likely = chance ?? odds;
  return likely === undefined ? text : `${text} · ${likely}`;
}

/**
 * A game system: pure rules over plain JSON. No method does I/O, reads a clock or throws at a bad order; none changes its
 * arguments. `S` state, `O` order, `E` event, `V` view.
 *
 * Rules: `start`, `asked`, `pass`, `next`, `parse`, `apply`, `phase`, `isFree`, `outcome`. What a seat may know: `view`, `reveals` and, for events and
 * orders, the viewer each wording takes. Wording: `label`, `describe`, `tell`, `summaryCoversOrder`, `digest`, `refusal`, `when`, `summary`,
 * `text`, `agenda`, `step`, `textAt`, `roster`. Picture: `picture`, `inUse`, `sketch`. Told afterwards: `story`, `score`, `tallies`, `fortunes`. What orders are worth: `solvable`. A side
 * without members: `machine`. Many orders in few presses: `planning`; asked before an order: `warning`. To learn it by: `lesson`.
 */
export interface System<
  S extends State = State,
  O extends Order = Order,
  E extends Event = Event,
  V extends View = View,
> extends Legality<S> {
  readonly id: string;
  readonly title: string;
  /** One line for members who choose a game. */
  readonly tagline: string;
  /** Names the parts that do not come from the rule sheet, in the middle of a sentence. Told at the start, in `/rules` and in the recap. */
  readonly basis: string;
  readonly seats: readonly Seat[];
  readonly verbs: readonly VerbSpec[];
  readonly variants: readonly Variant[];
  readonly rulebook: readonly RuleTopic[];

  start(variant: string, dice: Dice): Applied<S, E>;
  /** Who is asked for an order now; nobody once the game is over. */
  asked(state: S): readonly Asked[];
  /**
   * An order that is given by itself: it ends a step in which nothing can happen, for its seat has no other order, and what lies open to
   * everybody says so. Null, or absent: a seat that is asked decides.
   */
  pass?(state: S): { readonly seat: SeatId; readonly order: O } | null;
  /**
   * Where the game is among its turns. A table shows each phase in one message that is edited, unless it says otherwise. Absent: the game
   * has no turns of sides, and each order is a message.
   */
  phase?(state: S): Phase;
  /**
   * A typed order out of what came from outside: known verb and values, by id or by name. Says nothing about legality. Where a name
   * is on several sides, the one of `seat` is meant.
   */
  parse(draft: Draft, seat?: SeatId): O | Refusal;
  /** Carries out a legal order; refuses any other, and says why. */
  apply(state: S, seat: SeatId, order: O, dice: Dice): Applied<S, E> | Refusal;
  /**
   * Whether an order that did this cost nothing, and nobody answered it: it can be given again and again. Absent: every order costs
   * something.
   */
  isFree?(order: O, events: readonly E[]): boolean;
  /** Whether a battle is being settled by choices: pictures go on telling what the orders before did (`Moment.before`). Absent: never. */
  isSettling?(state: S): boolean;
  outcome(state: S): Outcome | null;
  /** Null: it is not won. Absent: the game knows no more than that it is. */
  margin?(state: S): Margin | null;

  view(state: S, viewer: Viewer): V;
  /**
   * How often what an order did showed something hidden to a seat that had not seen it: cards opened, counters turned up, a hand dealt.
   * Nobody can unsee what they have seen, so a table takes such an order back like one that rolled. Absent: nothing is ever hidden.
   */
  reveals?(events: readonly E[]): number;

  /** An order as a button offers it. `room`: letters that its text may have where it isn't on a button, so that less is abbreviated. */
  label(state: S, order: O, room?: number): Label;
  /**
   * An order as the log says it, after the name of the member who gave it: "attacks with Grant". `by` is the seat it was given for: to
   * others a secret order says no more than that one was given.
   */
  describe(order: O, viewer: Viewer, by: SeatId): string;
  /** A sentence for an event; null where the viewer does not notice it. */
  tell(event: E, viewer: Viewer): string | null;
  /**
   * Whether the sentence of the first event says all that `describe` does, and may stand in its place: "Ada: Rodes comes on by 0103."
   * Absent: it never does.
   */
  summaryCoversOrder?(order: O, events: readonly E[]): boolean;
  /**
   * What several orders in a row did, summed up, a sentence a line: at most twelve, and 900 characters in all. "Fourteen units move;
   * Whiting comes on by 0103." Absent: every event is told.
   * @param ofPhase all that was done in a phase, for its board: battles with losses, what was taken and scored, not marches
   */
  digest?(events: readonly E[], viewer: Viewer, ofPhase?: boolean): readonly string[];
  /** Why an order was refused, what rule says so, and what may be done instead. */
  refusal(refusal: Refusal): string;
  /** How far the game is, by its own calendar: "7 May, 9 Action Points left". At most 60 characters. Absent: it has none. */
  when?(view: V): string;
  /** The position in one line: "9 Action Points, 7 May 1864." */
  summary(view: V): string;
  /**
   * The whole position in words, for `/map text`: everything the picture shows and what is to be done, what matters most first. The host
   * shows it in pages. Without odds where a sealed ballot hides them.
   */
  text(view: V, odds: boolean): string;
  /** What is still to be done, a line each: a planned attack, an attack that is required. Markdown, at most 900 characters in all. */
  agenda?(view: V): readonly string[];
  /** The board offers these now, by what all may know. Absent: each verb, where one seat is asked and nothing is hidden. */
  step?(view: V): StepOffers;
  /**
   * Places that may be looked at closely, those that matter most now first. Absent: the map is one picture.
   * @param moment the last order, as for a picture: where it led matters
   */
  places?(view: V, moment?: Moment<E> | null): readonly Choice[];
  /** One of the places in words, at most 2,000 characters. Absent: there are none. */
  textAt?(view: V, place: string): string;
  /** Every piece, for `/units`: those of `seat` first; null: a bystander asks. Absent: `text` says all there is. */
  roster?(view: V, seat: SeatId | null): readonly RosterPart[];
  /** What a picture can show on demand. */
  readonly overlays?: readonly Overlay[];
  picture(view: V, moment: Moment<E> | null, framing: Framing): Picture;
  /**
   * Places that the whole map of a position has to show, as far as the viewer may know of them. Absent: it is always drawn to its edges.
   */
  inUse?(state: S, viewer: Viewer): readonly string[];
  /**
   * What a draft of the seat's may lead to, for the member who puts it together: every hex that a unit can reach. Null: no picture helps.
   * Absent: it never does.
   */
  sketch?(view: V, seat: SeatId, draft: Draft): Picture | null;
  /** One for each die that an order threw, in that order, from what it did; `state`: the position after it. Absent: nothing is told of them. */
  rolls?(state: S, events: readonly E[]): readonly Roll[];

  /** Absent: the game is too large to be solved, or not of the kind. */
  readonly solvable?: Solvable<S>;
  /**
   * A campaign told from its own episodes, the start first; `over`: it has ended. Absent: the host tells it event by event.
   * Nothing in it is invented but the telling: no quotation that is not among the reasons.
   */
  story?(episodes: readonly Episode<S, O, E>[], over: boolean): Story;
  /** Points of the seats now, where the game is won by them. */
  score?(state: S): readonly Score[];
  /** The start or the end of a turn scores too, whatever order happens to be the first or the last of it. */
  readonly scoresTurns?: 'start' | 'end';
  /** Tables of a campaign, from its episodes: what was lost, by whom. At most four. */
  tallies?(episodes: readonly Episode<S, O, E>[]): readonly Tally[];
  /** What the dice of a campaign did beside what their tables promised. */
  fortunes?(episodes: readonly Episode<S, O, E>[]): Fortunes;

  /**
   * What each piece that lies face down is, in the order in which they were dealt at the start: no order ever changes it. Absent: none is
   * dealt so.
   */
  identities?(state: S): readonly string[];

  /** Nothing is hidden from anybody: a member may take several seats. */
  readonly openHanded?: true;
  /** Absent: only members play. */
  readonly machine?: Machine<V, O>;
  /** Many orders in few presses. Absent: orders are given one by one. */
  readonly planning?: Planning<S, V>;
  /** A guided first turn. Absent: the game has none. */
  readonly lesson?: Lesson;
  /** What a seat is asked before it gives an order that can't be mended later: "Train leaves for good." Null, or absent: nothing. */
  warning?(state: S, order: O): string | null;
}

/** Whether an order is a secret of its seat. */
export function isSecret({ verbs }: Pick<System, 'verbs'>, order: Order): boolean {
  return verbs.some(({ verb, secret }) => verb === order.verb && secret);
}

/** What is wrong with a data file: where (keys and indices from its root) and why. */
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
  /** The files of `assets/<id>` that are its rules data. A game keeps the ones it began with. */
  readonly files: readonly string[];
  load(files: DataFiles): System | readonly DataFault[];
}

export function isFaulty(loaded: System | readonly DataFault[]): loaded is readonly DataFault[] {
  return Array.isArray(loaded);
}

import type { Draft, Order } from './order.ts';
import type { Picture } from './picture.ts';
import { ask, type Choice, type Legality, legalOrders, type OpenSlot } from './rules.ts';
import type { Dice } from './sealed-dice.ts';
import type { SeatId, State, View } from './state.ts';

/** An order, and the seat it is for. */
export interface LessonOrder {
  readonly seat: SeatId;
  readonly order: Order;
}

/** A guided first turn that one member plays, on a real game: one new thing a step. */
export interface Lesson {
  readonly variant: string;
  readonly seat: SeatId;
  readonly steps: readonly LessonStep[];
  /** The other side's orders. Each is given once, as soon as it is legal. If none is, the default order is given. */
  readonly answers: readonly LessonOrder[];
  /** Advice for playing on: at most two short sentences. */
  readonly farewell: string;
}

/**
 * The ways to take a step. Dice may have led to several positions, so the first way with a legal order counts. If no
 * way has one, the member is asked for something else first, and the step waits. One order finishes the step.
 */
type LessonStep = readonly LessonWay[];

/** A step that can be taken in one way, whatever the dice have led to. */
export function lessonStep(text: string, ...orders: readonly Draft[]): LessonStep {
  return [{ text, orders }];
}

export interface LessonWay {
  /** Explanation and task: at most two short sentences. */
  readonly text: string;
  /** Accepted orders: every order that agrees with one of these drafts in the slots that both name. */
  readonly orders: readonly Draft[];
}

/**
 * The number of steps that some orders have finished.
 * @param given from the earliest to the latest
 */
export function stepsDone({ seat, steps }: Lesson, given: readonly LessonOrder[]): number {
  return given.reduce((done, one) => done + Number(one.seat === seat && finishes(steps[done] ?? [], one.order)), 0);
}

function finishes(step: LessonStep, order: Order): boolean {
  return step.some(({ orders }) => orders.some((draft) => agrees(draft, order)));
}

/** The way in which a step can be taken in a position, with its legal drafts only; null if there is none. */
export function lessonWay<S>(rules: Legality<S>, { seat, steps }: Lesson, done: number, state: S): LessonWay | null {
  const isLegal = (draft: Draft) => !legalOrders(narrowed(rules, [draft]), state, seat).next().done;
  for (const { text, orders } of steps[done] ?? []) {
    const legal = orders.filter(isLegal);
    if (legal.length > 0) return { text, orders: legal };
  }
  return null;
}

/** Restricts legality to orders that agree with one of some drafts. */
export function narrowed<S>(rules: Legality<S>, drafts: readonly Draft[]): Legality<S> {
  return {
    next(state, seat, draft) {
      const next = rules.next(state, seat, draft);
      if (next.complete) return next;
      const open = drafts.filter((one) => agrees(one, draft));
      return ask(allowed(next.question, open));
    },
  };
}

function allowed(question: OpenSlot, drafts: readonly Draft[]): OpenSlot {
  const { slot, several } = question;
  const choices = question.choices.filter(({ value }) => drafts.some((one) => agrees(one, { [slot]: value })));
  if (!several) return { ...question, choices };
  return { ...question, choices, several: { ...several, most: Math.min(several.most, choices.length) } };
}

/** Whether each slot of `given` that `draft` names, too, has only values that `draft` has there. */
function agrees(draft: Draft, given: Draft): boolean {
  return Object.entries(given).every(([slot, value]) => {
    const wanted = draft[slot];
    return wanted === undefined || [value].flat().every((one) => [wanted].flat().includes(one));
  });
}

/** Several orders of one seat that are shown together and given together. */
export interface Plan {
  /** Each is legal after those before it. Only the last may throw dice or make another seat be asked. */
  readonly orders: readonly Order[];
  /** The units that it moves, in a few words: "Gregg, Branch and 3 others". At most 60 characters. */
  readonly title: string;
  /** Each part as it was understood, a line each: "**Gregg** to 0905 near New Cold Harbor (cost 9 of 12)". Markdown. */
  readonly lines: readonly string[];
  /** The odds of its attacks, a line each, in markdown. A sealed ballot hides them. Absent: it has no attack. */
  readonly odds?: readonly string[];
  /** Impossible parts with their reasons, a line each. Markdown. */
  readonly refused: readonly string[];
  /** The marches that go on in later turns, as `Planning.read` reads them. Empty: none. */
  readonly rest: string;
  /** A shortcut that is followed after the orders, even past a roll. Absent: none is. */
  readonly then?: string;
}

/** A button that gives all orders of one kind: "Claim all 3 hexes". */
export interface Shortcut {
  /** One word, lower case. */
  readonly id: string;
  /** Button label, at most 80 characters. */
  readonly text: string;
}

/** Marches chosen from lists: who goes, then where. */
interface MarchLists<S extends State = State> {
  /** Corps, divisions and columns that can march, by their names in a plan. At most 25; none if nobody marches. */
  groups(state: S, seat: SeatId): readonly Choice[];
  /**
   * Destinations of units, the most useful first. At most 25.
   * @param who the units, as a plan names them
   */
  goals(state: S, seat: SeatId, who: string): readonly Choice[];
  /** The units' march as an order without its goal, for a sketch of where they can go. Absent or null: no sketch. */
  draft?(state: S, seat: SeatId, who: string): Draft | null;
}

export interface Shortcuts<S extends State = State> {
  /** At most four, the most useful first. */
  offered(state: S, seat: SeatId): readonly Shortcut[];
  /** The next order of a shortcut; null when it is finished. */
  next(state: S, seat: SeatId, shortcut: string): Order | null;
}

/** Many orders in few presses. A plan can only lead to orders that `Legality` lists. */
export interface Planning<S extends State = State, V extends View = View> {
  /** A plan as a member types it. At most 100 characters. */
  readonly example: string;
  /** The verb of the order that ends a step of a turn. */
  readonly ending: string;
  /**
   * Reads a plan that a member typed, as far as it can be read.
   * @param standing marches that go on already, as `Plan.rest` has them. If the plan moves a unit, its march ends
   */
  read(state: S, seat: SeatId, text: string, standing: string): Plan;
  /**
   * The form in which a plan for this step is typed: its label, and the usual answers to edit. Absent or null: the form
   * asks for units and places and begins empty. Without `example`, it shows `Planning.example`.
   */
  form?(state: S, seat: SeatId): { readonly label: string; readonly text: string; readonly example?: string } | null;
  /** Orders as text from which `read` makes the same orders. */
  write(state: S, seat: SeatId, orders: readonly Order[]): string;
  /** Completions of the last part of a typed plan: each value is the whole text. */
  complete(state: S, seat: SeatId, text: string): readonly Choice[];
  /** Absent: marches are not chosen from lists. */
  readonly marches?: MarchLists<S>;
  /** The plan as a close-up, by what the seat's view shows; null if no picture helps. */
  picture(view: V, seat: SeatId, orders: readonly Order[]): Picture | null;
  /** Whether there is much to order now, so that a plan saves presses. */
  isWorthPlanning(state: S, seat: SeatId): boolean;
  readonly shortcuts: Shortcuts<S>;
}

/**
 * A variant of a game as a solver takes it: every position that can be reached from its start, once, with what each
 * legal order may lead to. `positions[0]` is the start. Chances come from dice and shuffles alone, never from a choice.
 */
export interface Model {
  readonly positions: readonly ModelPosition[];
}

export interface ModelPosition {
  /** As `Solvable.key` returns it. */
  readonly key: string;
  /** 1: the seat has won; 0: it has not, and the game is over; null: the game goes on. */
  readonly worth: 0 | 1 | null;
  /** For each legal order, in the order of the list of legal orders, where it may lead. Empty once the game is over. */
  readonly orders: readonly (readonly ModelOutcome[])[];
}

export interface ModelOutcome {
  /** Above 0; those of an order add up to 1. */
  readonly chance: number;
  /** A place in `Model.positions`. */
  readonly to: number;
}

/**
 * Describes a game small enough to be solved exactly: one seat decides, all else is dice, and nothing is hidden from
 * it. A system with hidden hands or with two sides that decide has none.
 */
export interface Solvable<S> {
  /** The seat whose chance of winning is solved for. */
  readonly seat: string;
  /** Positions with the same key are worth the same. */
  key(state: S): string;
  /** Takes tens of milliseconds: not for the event loop. */
  model(variant: string): Model;
}

/** A way in which a machine can play, chosen when a game starts. */
export interface MachineStyle {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
}

/** A player that is no member. */
export interface Machine<V, O> {
  /** How it plays, in a sentence that begins with "It". */
  readonly summary: string;
  /** The first is the default. Absent: it has one style. */
  readonly styles?: readonly MachineStyle[];
  /**
   * Chooses for a seat that is asked: at least one order, each legal after those before it. Only the last may throw
   * dice or make another seat be asked. The choice depends only on the view and on `dice`, which are the machine's own.
   * It can take seconds: not for the event loop.
   * @param style one of `styles`
   */
  orders(view: V, seat: SeatId, dice: Dice, style?: string): readonly O[];
}

/** Aids to play: a machine for a side, plans, a lesson, the worth of orders. */
export interface Play<S extends State = State, O extends Order = Order, V extends View = View> {
  /** Absent: only members play. */
  readonly machine?: Machine<V, O>;
  /** Many orders in few presses. Absent: orders are given one by one. */
  readonly planning?: Planning<S, V>;
  /** A guided first turn. Absent: the game has none. */
  readonly lesson?: Lesson;
  /** Absent: the game is too large to be solved, or not of the kind. */
  readonly solvable?: Solvable<S>;
}

import { ask, type Legality, legalOrders, type OpenSlot } from './legality.ts';
import type { Draft, Order, SlotValue } from './order.ts';
import type { SeatId } from './seat.ts';

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
  /** The other side's orders: each is given once, as soon as it is legal. With none legal, its default order is given. */
  readonly answers: readonly LessonOrder[];
  /** Advice for playing on: at most two short sentences. */
  readonly farewell: string;
}

/**
 * One order of the member's finishes it. Dice may have led to several positions: the first way counts in which an order is legal. Where
 * none has one, the member is asked for something else first, and the step waits.
 */
export type LessonStep = readonly LessonWay[];

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

/** How many steps some orders have finished, the first given first. */
export function stepsDone({ seat, steps }: Lesson, given: readonly LessonOrder[]): number {
  return given.reduce((done, one) => done + Number(one.seat === seat && finishes(steps[done] ?? [], one.order)), 0);
}

function finishes(step: LessonStep, order: Order): boolean {
  return step.some(({ orders }) => orders.some((draft) => agrees(draft, order)));
}

/** The way of a step that can be taken from a position, with its legal drafts; null if the member is asked for something else. */
export function wayOf<S>(rules: Legality<S>, { seat, steps }: Lesson, done: number, state: S): LessonWay | null {
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

function agrees(draft: Draft, given: Draft): boolean {
  return Object.entries(given).every(([slot, value]) => {
    const wanted = draft[slot];
    return wanted === undefined || listOf(value).every((one) => listOf(wanted).includes(one));
  });
}

function listOf(value: SlotValue): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

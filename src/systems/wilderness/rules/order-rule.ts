import type { Order as AnyOrder, Applied, Choice, Dice, Draft } from '../../../game/index.ts';
import { type Board, type Piece, pieceOf } from '../board.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { type Event, type Order, type Side, STEPS, type Step, type Verb } from '../vocabulary.ts';
import { unitChoice, unitFault } from '../words/names.ts';
import { QUESTIONS } from '../words/prompts.ts';
import { type RefusalReason, reason } from '../words/refusal-reason.ts';

/** A position, and the side that is to give an order in it. */
export interface Moment {
  readonly theatre: Theatre;
  readonly state: State;
  readonly board: Board;
  readonly side: Side;
}

/**
 * A slot of an order: what may be chosen, and why anything else may not. What is legal is said once, by `fault`: lists are the candidates
 * it finds no fault with, and refusals say the fault. It may look at what lies open and at the counters of the side itself, nothing else.
 */
export interface SlotRule {
  readonly slot: string;
  readonly prompt: string;
  /** Everything that might be legal, each once, in the order of lists. */
  candidates(moment: Moment, draft: Draft): readonly string[];
  /** Null: it is legal, and the order can be completed. */
  fault(moment: Moment, draft: Draft, value: string, order?: AnyOrder): RefusalReason | null;
  choice(moment: Moment, draft: Draft, value: string): Choice;
  /** A note for the member before they choose, such as the odds of an attack. Markdown, at most 900 characters; null: there is none. */
  note?(moment: Moment, draft: Draft, choices: readonly Choice[]): string | null;
  /** How many values the slot takes. Absent: one. */
  several?(moment: Moment, draft: Draft, choices: number): { readonly least: number; readonly most: number };
}

/** What is legal of a verb, and what it does. */
export interface OrderRule<V extends Verb = Verb> {
  readonly verb: V;
  /** Why no order of this kind may be given now; null: it may. */
  closed(moment: Moment): RefusalReason | null;
  readonly slots: readonly SlotRule[];
  /** Carries out a legal order. */
  carry(moment: Moment, order: Extract<Order, { readonly verb: V }>, dice: Dice): Applied<State, Event>;
}

/** The rule of some verb, among those of all: `carry` is given orders of that verb alone. */
export type AnyOrderRule = Omit<OrderRule, 'carry'> & {
  carry(moment: Moment, order: never, dice: Dice): Applied<State, Event>;
};

/** Units of the side that there is no fault with. */
export function unitSlot(
  prompt: string,
  not: (moment: Moment, piece: Piece) => RefusalReason | null,
  isAmong: (piece: Piece, moment: Moment) => boolean = () => true,
): SlotRule {
  return {
    slot: 'unit',
    prompt,
    candidates: (moment) => moment.board.of(moment.side).flatMap((one) => (isAmong(one, moment) ? [one.id] : [])),
    fault: (moment, _draft, id) => unitFault(moment, id) ?? not(moment, pieceOf(moment.board, id)),
    choice: (moment, _draft, id) => unitChoice(moment, id),
  };
}

/** Strength points, up to so many. */
export function pointsSlot(
  most: (moment: Moment, draft: Draft) => number,
  tooMany: (draft: Draft, most: number) => RefusalReason,
): SlotRule {
  return {
    slot: 'points',
    prompt: QUESTIONS.points,
    candidates: (moment, draft) => upTo(most(moment, draft)),
    fault: (moment, draft, points) => {
      const limit = most(moment, draft);
      return upTo(limit).includes(points) ? null : tooMany(draft, limit);
    },
    choice: (_moment, _draft, points) => ({ value: points, label: points }),
  };
}

/** "1", "2", … */
export function upTo(most: number): readonly string[] {
  return Array.from({ length: Math.max(0, most) }, (_, at) => String(at + 1));
}

/** Refuses orders of a kind outside some steps of the Player-Turn [2.1], and while a choice is open. */
export function closedUnless(...steps: readonly Step[]): (moment: Moment) => RefusalReason | null {
  return ({ state }) => {
    const [pending] = state.pending;
    if (pending) return reason('pending', pending.kind === 'lose' ? '5.7' : '5.8', { kind: pending.kind });
    if (steps.includes(state.step)) return null;
    const when = steps.find((step) => STEPS.indexOf(step) > STEPS.indexOf(state.step)) ?? steps.at(-1) ?? '';
    return reason('wrong-step', '2.1', { step: state.step, when });
  };
}

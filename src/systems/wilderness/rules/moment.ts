import REFUSALS from '../../../../assets/wilderness/refusals.json' with { type: 'json' };
import type { Applied, Draft, Refusal } from '../../../game/index.ts';
import type { OrderRule, RefusalReason, SlotRule } from '../../../kit/order-rules.ts';
import { type Board, type Piece, pieceOf } from '../board.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { type Event, type Order, type Side, STEPS, type Step, type UnitId, type Verb } from '../vocabulary.ts';

export type RefusalCode = keyof (typeof REFUSALS)['sentences'];
export type Reason = RefusalReason<RefusalCode>;

export function reason(code: RefusalCode, rule: string | null, facts: Refusal['facts'] = {}): Reason {
  return { code, rule, facts };
}

/** A position and the side that gives an order in it. */
export interface Moment {
  readonly theatre: Theatre;
  readonly state: State;
  readonly board: Board;
  readonly side: Side;
}

/** Faults and candidates may depend only on public facts and the side's own counters. */
export type Slot = SlotRule<Moment, RefusalCode>;
export type Rule<V extends Verb> = OrderRule<
  Moment,
  Extract<Order, { readonly verb: V }>,
  Applied<State, Event>,
  RefusalCode
>;

/** Why a named unit can't be ordered. Of an enemy unit the refusal says only whose it is. */
export function unitFault({ theatre, board, side }: Moment, id: UnitId): Reason | null {
  const unit = theatre.unit.get(id);
  if (unit?.side !== side) return reason('not-yours', '2.1', { unit: id, side });
  return board.piece(id) ? null : reason('off-map', '2.1', { unit: id });
}

/**
 * A slot for one of the side's units.
 * @param not the reason against a unit, if there is one
 */
export function unitSlot(
  not: (moment: Moment, piece: Piece) => Reason | null,
  isAmong: (piece: Piece, moment: Moment) => boolean = () => true,
): Slot {
  return {
    slot: 'unit',
    candidates: (moment) => moment.board.of(moment.side).flatMap((one) => (isAmong(one, moment) ? [one.unit] : [])),
    fault: (moment, _draft, id) => unitFault(moment, id) ?? not(moment, pieceOf(moment.board, id)),
  };
}

export function pointsSlot(
  most: (moment: Moment, draft: Draft) => number,
  tooMany: (draft: Draft, most: number) => Reason,
): Slot {
  return {
    slot: 'points',
    candidates: (moment, draft) => numbersUpTo(most(moment, draft)),
    fault: (moment, draft, points) => {
      const limit = most(moment, draft);
      return numbersUpTo(limit).includes(points) ? null : tooMany(draft, limit);
    },
  };
}

/** "1", "2", … */
export function numbersUpTo(most: number): readonly string[] {
  return Array.from({ length: Math.max(0, most) }, (_, at) => String(at + 1));
}

/** Refuses orders of a kind outside some steps of the Player-Turn [2.1], and while a choice is open. */
export function closedUnless(...steps: readonly Step[]): (moment: Moment) => Reason | null {
  return ({ state }) => {
    const [pending] = state.pending;
    if (pending) return reason('pending', pending.kind === 'lose' ? '5.7' : '5.8', { kind: pending.kind });
    if (steps.includes(state.step)) return null;
    const when = steps.find((step) => STEPS.indexOf(step) > STEPS.indexOf(state.step)) ?? steps.at(-1) ?? '';
    return reason('wrong-step', '2.1', { step: state.step, when });
  };
}

const NAMED: { readonly [side in Side]: string } = { union: 'Union', confederate: 'Confederate' };

/**
 * Purposes of dice and shuffles. Rolls are sealed over them, so other texts would change the dice of games that have
 * begun.
 */
export const ROLLED_FOR = {
  attack: (side: Side, target: string): string => `${NAMED[side]} attack on ${target}`,
  charge: (side: Side, target: string): string => `${NAMED[side]} cavalry attack on ${target}`,
  probe: (side: Side, target: string): string => `${NAMED[side]} probe of ${target}`,
  command: (side: Side, number: number): string => `${NAMED[side]} command, die ${number}`,
  group: (side: Side, number: number): string => `${NAMED[side]} set-up, group ${number}`,
  dummies: (side: Side): string => `${NAMED[side]} set-up, dummies`,
  dummy: (side: Side, number: number): string => `${NAMED[side]} set-up, dummy ${number}`,
  counters: (side: Side): string => `${side} counters`,
} as const;

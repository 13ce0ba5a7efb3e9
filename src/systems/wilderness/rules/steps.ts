import type { Step } from '../vocabulary.ts';
import { type RefusalReason, reason } from '../words/refusal-reason.ts';
import type { Moment } from './order-rule.ts';

/** Refuses orders of a kind outside some steps of the Player-Turn [2.1], and while a choice is open. */
export function closedUnless(...steps: readonly Step[]): (moment: Moment) => RefusalReason | null {
  return ({ state }) => {
    const [pending] = state.pending;
    if (pending) return reason('pending', pending.kind === 'lose' ? '5.7' : '5.8', { kind: pending.kind });
    return steps.includes(state.step) ? null : reason('wrong-step', '2.1', { step: state.step });
  };
}

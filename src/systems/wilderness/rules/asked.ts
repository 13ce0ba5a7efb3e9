import type { Asked, Phase, SeatId } from '../../../game/index.ts';
import { boardOf, enemyHexesBeside } from '../board.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import type { Order } from '../vocabulary.ts';
import { losesFirst } from './combat/aftermath.ts';
import { next, toDecide } from './legality.ts';

/** The sides that have to decide now; this is public. */
export function asked(theatre: Theatre, state: State): readonly Asked[] {
  const { step, turn, side } = state;
  return toDecide(state).map((seat) => {
    const outOfTurn = step !== 'setup' && seat !== side;
    const phase = step === 'setup' ? 'set-up' : `turn-${turn}-${side}-${step}`;
    return {
      seat,
      defaultOrder: defaultOrder(theatre, state),
      phaseKey: outOfTurn && step !== 'probe' ? `${phase}-choice-${state.fought.length}` : phase,
      ...(outOfTurn ? { outOfTurn } : {}),
    };
  });
}

/** The order of a side whose time runs out: end the step, no advance, or lose one strength point. */
function defaultOrder(theatre: Theatre, state: State): Order {
  const [pending] = state.pending;
  if (!pending) return { verb: 'done' };
  if (pending.kind !== 'lose') return { verb: 'advance', with: [] };
  return { verb: 'lose', unit: losesFirst(theatre, state, pending), points: '1' };
}

/**
 * Ends a Combat Phase in which everybody can see that no counter can fight: only infantry that has attacked, leaders, and cavalry with nothing
 * to charge are adjacent to the enemy [6.1]. A side whose infantry is out of command is still asked, because the enemy must not learn of it.
 */
export function pass(theatre: Theatre, state: State): { readonly seat: SeatId; readonly order: Order } | null {
  const { over, step, pending, side: seat, fought } = state;
  if (over || step !== 'combat' || pending.length > 0) return null;
  const board = boardOf(theatre, state);
  const hasTarget = (hex: string) => enemyHexesBeside(board, seat, hex).some((one) => !fought.includes(one));
  const isOpen = board.of(seat).every(({ up, kind, deeds, hex }) => {
    const isSpent = kind !== 'infantry' || deeds.includes('attacked');
    return (up && isSpent) || !hasTarget(hex);
  });
  if (!isOpen) return null;
  const asks = next(theatre, state, seat, {});
  const verbs = asks.complete ? [] : asks.question.choices.map(({ value }) => value);
  return verbs.length === 1 && verbs[0] === 'done' ? { seat, order: { verb: 'done' } } : null;
}

/** Phases: set-up, then per Player-Turn movement (with reinforcements) and combat (with probes before and claims after). */
export function phaseOf({ step, turn, side }: State): Phase {
  if (step === 'setup') return { key: step, turn: step };
  const ofSide = `turn-${turn}-${side}`;
  return { key: `${ofSide}-${step === 'reinforce' || step === 'move' ? 'movement' : 'combat'}`, turn: ofSide };
}

import type { Asked, Phase, SeatId } from '../../../game/index.ts';
import { boardOf, enemyHexesBeside } from '../board.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import type { Order } from '../vocabulary.ts';
import { losesFirst } from './combat/losses.ts';
import { next, toDecide } from './legality.ts';

/** Who is asked: it lies open to everybody. */
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

/** The order of a side whose time runs out: nothing more, no advance, or the loss of a strength point. */
function defaultOrder(theatre: Theatre, state: State): Order {
  const [pending] = state.pending;
  if (!pending) return { verb: 'done' };
  if (pending.kind !== 'lose') return { verb: 'advance', with: [] };
  return { verb: 'lose', unit: losesFirst(theatre, state, pending), points: '1' };
}

/**
 * A Combat Phase in which no counter beside an enemy hex can fight, and all of them lie open: infantry that has attacked, leaders, and
 * cavalry with nothing before it to charge [6.1]. Where infantry is out of command its side is asked: the enemy does not know that.
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

/** Set-up, then two for each Player-Turn: movement with what comes before it, and combat with the probes before and the claims after it. */
export function phaseOf({ step, turn, side }: State): Phase {
  if (step === 'setup') return { key: step, turn: step };
  const ofSide = `turn-${turn}-${side}`;
  return { key: `${ofSide}-${step === 'reinforce' || step === 'move' ? 'movement' : 'combat'}`, turn: ofSide };
}

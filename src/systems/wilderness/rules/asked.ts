import type { Asked, Phase } from '../../../game/index.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { DEFAULTS, DONE, PENDING, PROMPTS } from '../words/prompts.ts';
import { defaultOrder } from './default-order.ts';
import { toDecide } from './legality.ts';

/** Who is asked, and what is done for a side when its time runs out: it lies open to everybody. */
export function asked(theatre: Theatre, state: State): readonly Asked[] {
  const { step, turn, side } = state;
  const [pending] = state.pending;
  return toDecide(state).map((seat): Asked => {
    const outOfTurn = step !== 'setup' && seat !== side;
    const phase = step === 'setup' ? 'set-up' : `turn-${turn}-${side}-${step}`;
    return {
      seat,
      prompt: pending ? PENDING[pending.kind] : PROMPTS[step],
      defaultOrder: defaultOrder(theatre, state),
      defaultText: pending ? DEFAULTS[pending.kind] : DONE[step],
      phaseKey: outOfTurn && step !== 'probe' ? `${phase}-choice-${state.fought.length}` : phase,
      ...(outOfTurn ? { outOfTurn } : {}),
    };
  });
}

/** Set-up, then two for each Player-Turn: movement with what comes before it, and combat with the probes before and the claims after it. */
export function phaseOf({ step, turn, side }: State): Phase {
  if (step === 'setup') return { key: step, turn: step };
  const ofSide = `turn-${turn}-${side}`;
  return { key: `${ofSide}-${step === 'reinforce' || step === 'move' ? 'movement' : 'combat'}`, turn: ofSide };
}

import { type DraftStep, many } from '../../../kit/draft-steps.ts';
import { blocksIn, placing } from '../board.ts';
import type { Placed, State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { type BlockId, otherSide, type Side } from '../vocabulary.ts';
import { poolChoice, QUESTIONS } from '../words/questions.ts';

/** Blocks of a side that the other holds, face up [7.10]. */
export function prisonersOf(theatre: Theatre, state: Placed, side: Side) {
  return blocksIn(theatre, state, 'prisoner', side);
}

/** The slots of an offer: whom a side gives back, and whom it wants for them [9.3]. */
export function offerSteps(theatre: Theatre, state: State, side: Side): readonly DraftStep[] {
  const [held, wanted] = [prisonersOf(theatre, state, otherSide(side)), prisonersOf(theatre, state, side)];
  return [
    () => {
      if (held.length === 0) return null;
      const several = { least: wanted.length > 0 ? 0 : 1, most: held.length };
      return { slot: 'give', prompt: QUESTIONS.give, choices: held.map(poolChoice), several };
    },
    (draft) => {
      if (wanted.length === 0) return null;
      const several = { least: many(draft.give).length > 0 ? 0 : 1, most: wanted.length };
      return { slot: 'take', prompt: QUESTIONS.take, choices: wanted.map(poolChoice), several };
    },
  ];
}

/** Blocks that come back go to their owner's pool [9.3]. */
export function exchanged(state: State, blocks: readonly BlockId[]): State {
  return placing(
    state,
    blocks.map((id) => [id, { at: 'pool', steps: 0 }]),
  );
}

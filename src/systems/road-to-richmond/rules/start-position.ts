import type { Applied } from '../../../game/index.ts';
import type { Field } from '../field.ts';
import { type State, VARIANTS, type Variant } from '../state.ts';
import type { Event, Where } from '../vocabulary.ts';

/** The position at noon on 27 June: Union pieces stand where the chart says, everybody else arrives later [1.6]. */
export function setUp(field: Field, variant: string): Applied<State, Event> {
  const chosen: Variant = VARIANTS.find((known) => known === variant) ?? 'standard';
  const state: State = {
    version: 1,
    variant: chosen,
    turn: 1,
    side: 'confederate',
    step: 'move',
    over: false,
    where: Object.fromEntries(field.pieces.map(({ id, setup }): [string, Where] => [id, setup ?? 'waiting'])),
    pending: [],
    ...NEW_MOVEMENT,
    ...NEW_COMBAT,
    alarm: null,
    trainLeft: null,
    corpsCame: null,
    ineffective: [],
  };
  return {
    state,
    events: [
      { type: 'opened', variant: chosen },
      { type: 'phase', turn: 1, side: 'confederate', kind: 'movement' },
    ],
  };
}

/** What a movement phase keeps, as it begins. */
export const NEW_MOVEMENT: Pick<State, 'moved' | 'columns'> = { moved: {}, columns: {} };

/** What a combat phase keeps, as it begins. */
export const NEW_COMBAT: Pick<State, 'battles' | 'fought' | 'shaken' | 'advanced' | 'mayShare'> = {
  battles: [],
  fought: { hexes: [], pieces: [] },
  shaken: { retreated: [], displaced: [] },
  advanced: [],
  mayShare: [],
};

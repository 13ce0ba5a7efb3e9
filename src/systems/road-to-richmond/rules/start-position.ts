import type { Applied } from '../../../game/index.ts';
import type { Field, Piece } from '../field.ts';
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
    where: Object.fromEntries(
      field.pieces
        .filter((piece) => chosen !== 'first-day' || fightsFirst(field, piece))
        .map(({ id, setup }): [string, Where] => [id, setup ?? 'waiting']),
    ),
    pending: [],
    ...NEW_MOVEMENT,
    ...NEW_COMBAT,
    // Nobody comes early in the short game: it is as if that had been set off [18.6].
    alarm: chosen === 'first-day' ? 0 : null,
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

/** Whether a piece is in the short game: those north of the Chickahominy, and those who came to fight there [18.6]. */
function fightsFirst({ southZone }: Field, { side, setup, arrives }: Piece): boolean {
  if (setup !== null) return !southZone.has(setup);
  return side === 'union' ? arrives === 2 || arrives === 3 : arrives === 1 || arrives === 2;
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

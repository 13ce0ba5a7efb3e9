import type { Applied } from '../../../game/index.ts';
import type { Field, Piece } from '../field.ts';
import { isNight, lastTurnOf, type State, VARIANTS, type VariantId } from '../state.ts';
import type { Event, Where } from '../vocabulary.ts';
import { alarmedByStanding } from './arrivals.ts';
import { scoreOf } from './victory-points.ts';

/** A movement phase ends with planning; `openCombat` then starts the combat phase. */
export function endMovement(state: State): State {
  return { ...state, step: 'plan', ...NEW_MOVEMENT, ...NEW_COMBAT };
}

/**
 * Ends a combat phase: the other side moves, the next turn begins, or the game is over [2.1, 2.4].
 * @param earlier the order's events so far
 */
export function endCombat(field: Field, state: State, earlier: readonly Event[]): Applied<State, Event> {
  const events = [...earlier];
  const cleared: State = { ...state, ...NEW_MOVEMENT, ...NEW_COMBAT, pending: [] };
  if (state.side === 'confederate') return withMovementBegun(field, { ...cleared, side: 'union' }, events);
  const rested = recovered(field, cleared, events);
  if (state.turn === lastTurnOf(field, state)) return ended(field, rested, events);
  return withMovementBegun(field, { ...rested, turn: state.turn + 1, side: 'confederate' }, events);
}

function withMovementBegun(field: Field, state: State, events: Event[]): Applied<State, Event> {
  events.push({ type: 'phase', turn: state.turn, side: state.side, kind: 'movement' });
  return { state: alarmedByStanding(field, { ...state, step: 'move' }, events), events };
}

/** Ineffective units recover at the end of a night [11.2]. */
function recovered(field: Field, state: State, events: Event[]): State {
  if (!isNight(field, state.turn) || state.ineffective.length === 0) return state;
  events.push({ type: 'recovered', pieces: state.ineffective });
  return { ...state, ineffective: [] };
}

function ended(field: Field, state: State, events: Event[]): Applied<State, Event> {
  const over: State = { ...state, over: true };
  events.push({ type: 'ended', ...scoreOf(field, over) });
  return { state: over, events };
}

/** The position at noon on 27 June: Union pieces stand as the chart says; all others arrive later [1.6]. */
export function setUp(field: Field, variant: string): Applied<State, Event> {
  const chosen: VariantId = VARIANTS.find((known) => known === variant) ?? 'standard';
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
    // The short game has no early arrival, so it counts as already triggered [18.6].
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

/** Whether a piece is in the short game: those north of the Chickahominy, and those that came to fight there [18.6]. */
function fightsFirst({ southZone }: Field, { side, setup, arrives }: Piece): boolean {
  if (setup !== null) return !southZone.has(setup);
  return side === 'union' ? arrives === 2 || arrives === 3 : arrives === 1 || arrives === 2;
}

const NEW_MOVEMENT: Pick<State, 'moved' | 'columns'> = { moved: {}, columns: {} };

export const NEW_COMBAT: Pick<State, 'battles' | 'fought' | 'shaken' | 'advanced' | 'mayShare'> = {
  battles: [],
  fought: { hexes: [], pieces: [] },
  shaken: { retreated: [], displaced: [] },
  advanced: [],
  mayShare: [],
};

import type { Applied } from '../../../game/index.ts';
import type { Field } from '../field.ts';
import { lastTurnOf, type State } from '../state.ts';
import { type Event, isNight } from '../vocabulary.ts';
import { alarmedByStanding } from './early-arrival.ts';
import { NEW_COMBAT, NEW_MOVEMENT } from './start-position.ts';
import { scoreOf } from './victory-points.ts';

/** The end of a movement phase: planning begins. `openCombat` then opens the combat phase. */
export function endMovement(state: State): State {
  return { ...state, step: 'plan', ...NEW_MOVEMENT, ...NEW_COMBAT };
}

/** The end of a combat phase, its events after those given: the other side moves, the next turn begins, or the game is over [2.1, 2.4]. */
export function endCombat(field: Field, state: State, events: readonly Event[]): Applied<State, Event> {
  const told = [...events];
  const rested: State = { ...state, ...NEW_MOVEMENT, ...NEW_COMBAT, pending: [] };
  if (state.side === 'confederate') return opened(field, { ...rested, side: 'union' }, told);
  const fresh = recovered(rested, told);
  if (state.turn === lastTurnOf(state)) return ended(field, fresh, told);
  return opened(field, { ...fresh, turn: state.turn + 1, side: 'confederate' }, told);
}

/** A movement phase begins. */
function opened(field: Field, state: State, events: Event[]): Applied<State, Event> {
  events.push({ type: 'phase', turn: state.turn, side: state.side, kind: 'movement' });
  return { state: alarmedByStanding(field, { ...state, step: 'move' }, events), events };
}

/** All take heart again at the end of a night [11.2]. */
function recovered(state: State, events: Event[]): State {
  if (!isNight(state.turn) || state.ineffective.length === 0) return state;
  events.push({ type: 'recovered', pieces: state.ineffective });
  return { ...state, ineffective: [] };
}

function ended(field: Field, state: State, events: Event[]): Applied<State, Event> {
  const over: State = { ...state, over: true };
  events.push({ type: 'ended', ...scoreOf(field, over) });
  return { state: over, events };
}

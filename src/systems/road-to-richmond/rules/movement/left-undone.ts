import type { Field } from '../../field.ts';
import type { State } from '../../state.ts';
import { moversOf } from './movers.ts';

/** What a movement phase leaves undone if it ends now: pieces that could enter, and pieces that could move and have not. */
export interface Left {
  readonly waiting: number;
  readonly unmoved: number;
}

/** Null: nothing that a member is likely to have forgotten. */
export function leftUndone(field: Field, state: State): Left | null {
  const single = moversOf(field, state).filter((unit) => !unit.includes('+'));
  const waiting = single.filter((id) => state.where[id] === 'waiting').length;
  const unmoved = single.length - waiting;
  const mostStay = unmoved > Object.keys(state.moved).length;
  return waiting > 0 || mostStay ? { waiting, unmoved } : null;
}

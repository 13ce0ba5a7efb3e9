import type { Field } from '../../field.ts';
import type { State } from '../../state.ts';
import { moversOf } from './movers.ts';

/** What a movement phase leaves undone if it ends now: pieces that could come on, and pieces that could move and have not. */
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

/** What is left to do, as a question and a refusal say it: "2 units can still come on, and 12 can still move". */
export function leftWords({ waiting, unmoved }: Left): string {
  const units = (count: number) => `${count} ${count === 1 ? 'unit' : 'units'} can still`;
  if (waiting === 0) return `${units(unmoved)} move`;
  return `${units(waiting)} come on${unmoved > 0 ? `, and ${unmoved} can still move` : ''}`;
}

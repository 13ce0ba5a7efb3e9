import { next } from '../../src/systems/road-to-richmond/rules/legality.ts';
import type { State } from '../../src/systems/road-to-richmond/state.ts';
import { field } from '../systems/road-to-richmond/data.ts';
import { randomGame } from '../systems/road-to-richmond/random-play.ts';
import { type Section, timed } from './measure.ts';

/** Milliseconds within which all legal moves of a side are to be listed. */
const MOST = 20;

/** Every unit of the side to move with every place it can go, of positions out of the store. */
export function legalMoves(positions: readonly string[] = beginnings()): Section {
  let at = 0;
  const position = () => JSON.parse(positions[at++ % positions.length] as string) as State;
  return {
    title: 'Road to Richmond, legal moves of all units of a side',
    measures: [
      { name: 'listed', unit: 'ms', target: { most: MOST }, run: () => timed(positions.length, position, list) },
    ],
  };
}

/** How many places all units together can go. */
export function list(state: State): number {
  const units = next(field, state, state.side, { verb: 'move' });
  if (units.complete) return 0;
  return units.question.choices.reduce((sum, { value }) => {
    const to = next(field, state, state.side, { verb: 'move', unit: value });
    return sum + (to.complete ? 0 : to.question.choices.length);
  }, 0);
}

/** How the movement phases of two games played at random begin. */
function beginnings(): readonly string[] {
  const positions: string[] = [];
  for (const seed of [1, 2])
    for (const { state } of randomGame(seed))
      if (state.step === 'move' && !state.over && Object.keys(state.moved).length === 0)
        positions.push(JSON.stringify(state));
  return positions;
}

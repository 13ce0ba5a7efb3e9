import type { Applied } from '../../../../game/index.ts';
import type { Field } from '../../field.ts';
import { isOnMap, type Pending, type State } from '../../state.ts';
import { type Event, isNight } from '../../vocabulary.ts';
import { endCombat } from '../phases.ts';
import { CombatProgress } from './combat-progress.ts';
import { adjacentAttackers, canBombard, enemyHexes, gunsOf, inControl } from './contact.ts';
import { settle } from './pending-choices.ts';

/**
 * A combat phase begins with the retreat of the Train and of ineffective units [11.2, 15.3]. If no battle is possible, the phase is skipped and the
 * next one begins.
 */
export function openCombat(field: Field, state: State): Applied<State, Event> {
  const { turn, side } = state;
  if (isNight(turn)) return endCombat(field, state, [{ type: 'quiet', turn, side, night: true }]);
  const first = withdrawals(field, state);
  if (first.length === 0 && !canFight(field, state))
    return endCombat(field, state, [{ type: 'quiet', turn, side, night: false }]);
  const course = new CombatProgress(field, state, [{ type: 'phase', turn, side, kind: 'combat' }]);
  course.ask(...first);
  return opened(course);
}

/** Continues once these retreats are over. */
export function opened(course: CombatProgress): Applied<State, Event> {
  settle(course);
  const { field, state } = course;
  if (state.pending.length > 0 || canFight(field, state)) return course.end();
  return endCombat(field, state, [
    ...course.events,
    { type: 'quiet', turn: state.turn, side: state.side, night: false },
  ]);
}

/** Whether any battle can be planned. */
function canFight(field: Field, state: State): boolean {
  const enemies = enemyHexes(field, state);
  return (
    enemies.some((hex) => adjacentAttackers(field, state, [hex]).length > 0) ||
    gunsOf(field, state).some(({ id }) => enemies.some((hex) => canBombard(field, state, id, hex)))
  );
}

function withdrawals(field: Field, state: State): readonly Pending[] {
  const { side } = state;
  const own = field.pieces.filter((piece) => piece.side === side && isOnMap(state.where[piece.id]));
  // The Train is adjacent to enemies when it stands in their control, as control crosses everything but an unbridged creek and a lake.
  const train = own.filter((piece) => piece.kind === 'train' && inControl(field, state, piece));
  const ineffective = own
    .filter(({ id }) => state.ineffective.includes(id))
    .filter((piece) => inControl(field, state, piece));
  return [
    ...train.map(({ id }): Pending => ({ kind: 'retreat', side, pieces: [id], why: 'train', chain: [] })),
    ...(ineffective.length > 0
      ? [{ kind: 'retreat', side, pieces: ineffective.map(({ id }) => id), why: 'ineffective', chain: [] } as const]
      : []),
  ];
}

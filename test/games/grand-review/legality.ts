import { ask, COMPLETE, type Draft, type Next, type Refusal, refuse } from '../../../src/game/index.ts';
import { FIELDS, nameOf, type Order, SIDES, type State, TASKS, UNITS } from './vocabulary.ts';

const VERBS = [
  { value: 'move', label: 'Move a unit' },
  { value: 'detail', label: 'Detail units' },
  { value: 'cheer', label: 'Cheer' },
  { value: 'done', label: 'End the turn' },
];

export function next(state: State, seat: string, draft: Draft): Next {
  const { turn, moved } = state;
  if (turn >= 4 || seat !== SIDES[turn % 2])
    return ask({ slot: 'verb', prompt: 'Nothing is asked of you.', choices: [] });
  const left = UNITS.filter((unit) => !moved.includes(unit));
  const verbs = VERBS.filter(({ value }) =>
    value === 'move' ? left.length > 0 : value !== 'detail' || left.length > 29,
  );
  if (draft.verb === undefined) return ask({ slot: 'verb', prompt: 'What do you order?', choices: verbs });
  if (!verbs.some(({ value }) => value === draft.verb))
    return ask({ slot: 'verb', prompt: 'Nothing of that kind.', choices: [] });
  const units = left.map((unit) => ({ value: unit, label: nameOf(unit), hint: state.where[unit] ?? 'in camp' }));
  switch (draft.verb) {
    case 'move':
      if (draft.unit === undefined) return ask({ slot: 'unit', prompt: 'Which unit?', choices: units });
      if (draft.to !== undefined) return COMPLETE;
      return ask({
        slot: 'to',
        prompt: 'Where to?',
        choices: FIELDS.map((field, at) => ({
          value: field,
          label: `${field} ${field === '1004' ? 'New Cold Harbor' : 'Field'}`,
          hint: `${1 + (at % 6)} of 6`,
        })),
      });
    case 'detail':
      if (draft.units === undefined)
        return ask({ slot: 'units', prompt: 'Who goes?', choices: units, several: { least: 2, most: units.length } });
      if (draft.task !== undefined) return COMPLETE;
      return ask({
        slot: 'task',
        prompt: 'What for?',
        note: `**${draft.units.length} units** are enough for any of these.`,
        choices: TASKS.map((task) => ({ value: task, label: `The ${task}` })),
      });
    case 'cheer':
      if (draft.for !== undefined) return COMPLETE;
      return ask({
        slot: 'for',
        prompt: 'For whom?',
        choices: TASKS.map((task) => ({ value: task, label: `The ${task}` })),
        several: { least: 0, most: 3 },
      });
    default:
      if (draft.sure !== undefined || left.length === 0) return COMPLETE;
      return ask({
        slot: 'sure',
        prompt: 'Some have not marched.',
        choices: [{ value: 'yes', label: `End the turn with ${left.length} units in camp` }],
      });
  }
}

export function parse(draft: Draft): Order | Refusal {
  const { verb, to, units, task, sure } = draft;
  const called = UNITS.find((one) => nameOf(one).toLowerCase() === String(draft.unit).toLowerCase());
  const unit = called ?? draft.unit;
  const all = (value: unknown): value is readonly string[] => Array.isArray(value);
  if (verb === 'move' && typeof unit === 'string' && typeof to === 'string') return { verb, unit, to };
  if (verb === 'detail' && all(units) && typeof task === 'string') return { verb, units, task };
  if (verb === 'cheer') return all(draft.for) ? { verb, for: draft.for } : { verb };
  if (verb === 'done') return sure === 'yes' ? { verb, sure } : { verb };
  return refuse('unknown', null);
}

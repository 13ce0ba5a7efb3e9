import { ask, COMPLETE, type Draft, type Next, type OpenSlot, type Refusal, refuse } from '../../../src/game/index.ts';
import { FIELDS, nameOf, type Order, SIDES, type State, TASKS, UNITS, VERBS } from './vocabulary.ts';

export function next(state: State, seat: string, draft: Draft): Next {
  const { turn, moved } = state;
  if (turn >= 4 || seat !== SIDES[turn % 2]) return ask({ slot: 'verb', choices: [] });
  const left = UNITS.filter((unit) => !moved.includes(unit));
  const verbs = VERBS.filter((verb) => (verb === 'move' ? left.length > 0 : verb !== 'detail' || left.length > 29));
  if (draft.verb === undefined) return ask({ slot: 'verb', choices: valuesOf(verbs) });
  if (!verbs.some((verb) => verb === draft.verb)) return ask({ slot: 'verb', choices: [] });
  switch (draft.verb) {
    case 'move':
      if (draft.unit === undefined) return ask({ slot: 'unit', choices: valuesOf(left) });
      return draft.to === undefined ? ask({ slot: 'to', choices: valuesOf(FIELDS) }) : COMPLETE;
    case 'detail':
      if (draft.units === undefined)
        return ask({ slot: 'units', choices: valuesOf(left), several: { least: 2, most: left.length } });
      return draft.task === undefined ? ask({ slot: 'task', choices: valuesOf(TASKS) }) : COMPLETE;
    case 'cheer':
      if (draft.for !== undefined) return COMPLETE;
      return ask({ slot: 'for', choices: valuesOf(TASKS), several: { least: 0, most: 3 } });
    default:
      if (draft.sure !== undefined || left.length === 0) return COMPLETE;
      return ask({ slot: 'sure', choices: valuesOf(['yes']) });
  }
}

function valuesOf(values: readonly string[]): OpenSlot['choices'] {
  return values.map((value) => ({ value }));
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

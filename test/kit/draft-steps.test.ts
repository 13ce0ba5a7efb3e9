import { expect, test } from 'vitest';
import type { Draft, Legality, Question } from '../../src/game/index.ts';
import { ordersInstead, through } from '../../src/kit/draft-steps.ts';

const UNITS = Array.from({ length: 12 }, (_, at) => ({ value: `${at}`, label: `${at}` }));
const STEPS: readonly Question[] = [
  { slot: 'stance', prompt: 'How?', choices: UNITS.slice(0, 2) },
  { slot: 'spare', prompt: 'Whom?', choices: UNITS, several: { least: 0, most: UNITS.length } },
];

test('instead of an order with a slot that is not asked for, others are found without going through the whole list', () => {
  let asked = 0;
  const rules: Legality<null> = {
    next: (_state, _seat, draft) => {
      asked++;
      const verb: Question = { slot: 'verb', prompt: 'What?', choices: [{ value: 'plan', label: 'Plan' }] };
      return draft.verb === undefined
        ? { complete: false, question: verb }
        : through(
            draft,
            STEPS.map((step) => () => step),
          );
    },
  };
  const instead = (...beginnings: readonly Draft[]) =>
    ordersInstead(rules, null, 'usa', beginnings, ['plan'], { alike: 3, each: 2, all: 6 }).map(({ stance }) => stance);
  expect(instead({ verb: 'plan', main: '3', stance: '1' }, { verb: 'plan', main: '3' }, { verb: 'plan' })).toEqual([
    '0',
    '0',
    '0',
  ]);
  expect(instead({ verb: 'plan', stance: '1' })).toEqual(['1', '1', '1']);
  expect(instead({ verb: 'plan', stance: 'nothing' })).toEqual(['0', '0']);
  expect(asked).toBeLessThan(100);
});

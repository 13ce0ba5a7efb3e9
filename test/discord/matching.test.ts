import { expect, test } from 'vitest';
import { matching } from '../../commands/matching.ts';

const SIDES = [
  { label: 'Union', value: 'us' },
  { label: 'Confederacy', value: 'csa' },
];

test.each([
  ['', ['us', 'csa']],
  ['uNi', ['us']],
  [' csa ', ['csa']],
  ['on', ['us', 'csa']],
  ['ashland', []],
])('what was typed (“%s”) is looked for in label and value', (typed, values) => {
  expect(matching(SIDES, typed).map(({ value }) => value)).toEqual(values);
});

test('no more completions than Discord takes', () => {
  const topics = Array.from({ length: 30 }, (_, number) => ({ label: `Topic ${number}`, value: `${number}` }));
  expect(matching(topics, 'topic')).toEqual(topics.slice(0, 25));
});

import { expect, test } from 'vitest';
import { matching } from '../../commands/slash-command.ts';

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

test('what a label has no room for is found all the same, and what is only said stays', () => {
  const long = {
    label: 'Overland, 21 Nov: before order 3, Grant att…',
    value: 'a:2',
    full: 'Overland, 21 Nov: before order 3, Grant attacks Lee',
  };
  const notice = { label: 'Nothing here yet', value: '-' };
  expect(matching([long, notice], 'attacks lee')).toEqual([long, notice]);
  expect(matching([long], 'butler')).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/game/index.ts';
import { readRulebook } from '../../src/kit/data-faults.ts';

describe('a bad edit of rules.md is refused', () => {
  const good = '## goal: What you are after\nTake Richmond.\n';
  const reasonOf = (text: Json) => {
    const read = readRulebook('rules.md', text);
    return read.topics === null ? read.faults : read.topics;
  };

  test.each([
    ['no file', null, 'the rulebook is missing'],
    ['no topic', 'Rules, one day.', 'the rulebook has no topics'],
    ['a heading without an id', `${good}## Lee\nMoves.\n`, '“## Lee” is not of the form “## id: Title”'],
    ['a heading in capitals', `${good}## LEE: Lee\nMoves.\n`, '“## LEE: Lee” is not of the form “## id: Title”'],
    ['an empty topic', `${good}## lee: Lee\n\n`, 'topic lee has no text'],
    [
      'a topic too long for a message',
      `## lee: Lee\n${'x'.repeat(1801)}`,
      'topic lee has 1801 characters; at most 1800 fit',
    ],
    ['a topic twice', good + good, 'there are two topics goal'],
  ])('%s', (_what, text, reason) => {
    expect(reasonOf(text)).toEqual([{ file: 'rules.md', path: [], reason }]);
  });

  test('a good one is taken, text before the first heading left out', () => {
    expect(reasonOf(`For the editor.\n\n${good}`)).toEqual([
      { id: 'goal', title: 'What you are after', text: 'Take Richmond.' },
    ]);
  });

  test('lines may end as Windows ends them', () => {
    expect(reasonOf(good.replaceAll('\n', '\r\n'))).toEqual([
      { id: 'goal', title: 'What you are after', text: 'Take Richmond.' },
    ]);
  });
});

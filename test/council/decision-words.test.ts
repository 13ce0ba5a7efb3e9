import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decision, decide, decisionInWords, type TieBreak } from '../../src/council/index.ts';
import { anyPresses } from './presses.ts';

const quoted = (choice: string) => `“${choice.toUpperCase()}”`;
const words = (decision: Decision, commander: string | null = '**Cy**') => decisionInWords(decision, quoted, commander);
const tied = (rule: TieBreak, among: readonly string[], choice = 'b'): Decision => ({
  choice,
  votes: 4,
  of: 9,
  tie: { rule, among },
});

describe('a decision', () => {
  test.each([
    [5, 8, 'by 5 of 8 votes'],
    [1, 2, 'by 1 of 2 votes'],
    [3, 3, 'with all 3 votes'],
    [2, 2, 'with both votes'],
    [1, 1, 'with the only vote'],
  ])('%i of %i: %s', (votes, of, expected) => {
    expect(words({ choice: 'b', votes, of, tie: null })).toBe(expected);
  });

  test('by the first rule, before files of version 2, says with whom it was level', () => {
    expect(words(tied('first', ['a', 'b']))).toBe(
      'by 4 of 9 votes, tied with “A”; the tie went to the order that got there first',
    );
    expect(words(tied('first', ['a', 'b', 'c', 'd', 'e', 'f']))).toBe(
      'by 4 of 9 votes, tied with “A”, “C”, “D” and 2 others; the tie went to the order that got there first',
    );
  });

  test('by a die of many faces names the one that came up', () => {
    expect(words(tied('die', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'e'))).toBe(
      'by 4 of 9 votes; a die with 7 faces broke the tie; it came up 5, “E”',
    );
  });

  test('by a die shows what was thrown, whatever was voted', () => {
    fc.assert(
      fc.property(anyPresses, fc.nat(), (presses, seed) => {
        let face = 0;
        const decision = decide(presses, 'die', null, (among) => {
          face = 1 + (seed % among.length);
          return face;
        });
        if (!decision?.tie) return;
        expect(words(decision)).toMatch(new RegExp(`; it came up ${face}$`));
        expect(words(decision)).toContain(`${face} ${quoted(decision.choice)}`);
      }),
    );
  });
});

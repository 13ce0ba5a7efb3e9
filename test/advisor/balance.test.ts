import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanceOf, SAME_WORTH, tenths, wasBest } from '../../src/advisor/index.ts';
import { anyCourse, course, move } from './courses.ts';

describe('the balance of a course', () => {
  test('sets what decisions cost beside what the dice gave', () => {
    expect(balanceOf(course(move(0.413, 0.4, 0.55), move(0.55, 0.55, 0.3), move(0.3, 0.1, 0)))).toEqual({
      start: 413,
      decisions: -213,
      dice: -200,
      end: 0,
      moves: [
        { decision: -13, dice: 150, end: 550 },
        { decision: 0, dice: -250, end: 300 },
        { decision: -200, dice: -100, end: 0 },
      ],
    });
  });

  test('of no moves is what it was', () => {
    expect(balanceOf(course())).toEqual({ start: 500, decisions: 0, dice: 0, end: 500, moves: [] });
  });

  test('adds up to the last digit, always', () => {
    fc.assert(
      fc.property(anyCourse, (played) => {
        const { start, decisions, dice, end, moves } = balanceOf(played);
        expect(start).toBe(tenths(played.start));
        const unsure = SAME_WORTH * played.moves.length;
        expect(end).toBeGreaterThanOrEqual(tenths(played.end - unsure));
        expect(end).toBeLessThanOrEqual(tenths(played.end + unsure));
        expect(start + decisions + dice).toBe(end);
        expect(moves.reduce((sum, { decision }) => sum + decision, 0)).toBe(decisions);
        expect(moves.reduce((sum, one) => sum + one.dice, 0)).toBe(dice);
        let now = start;
        for (const [index, one] of moves.entries()) {
          now += one.decision + one.dice;
          expect(one.end).toBe(now);
          const { chosen, after, ...rest } = played.moves[index] as (typeof played.moves)[number];
          expect(one.decision).toBeLessThanOrEqual(0);
          if (wasBest({ chosen, after, ...rest })) expect(one.decision).toBe(0);
          if (Math.abs(after - chosen) < SAME_WORTH) expect(Math.abs(one.dice)).toBe(0);
          expect([one.decision, one.dice].some((value) => Object.is(value, -0))).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });
});

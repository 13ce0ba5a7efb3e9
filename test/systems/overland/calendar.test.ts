import { describe, expect, test } from 'vitest';
import { longDate, shortDate } from '../../../src/kit/dates.ts';
import { dateOf } from '../../../src/systems/overland/scenario.ts';
import { view } from '../../../src/systems/overland/view.ts';
import { summary } from '../../../src/systems/overland/words/game-status.ts';
import { numbers } from './data.ts';
import { position } from './position.ts';

describe('the calendar', () => {
  test.each([
    [10, '4 May'],
    [9, '7 May'],
    [8, '10 May'],
    [7, '13 May'],
    [6, '16 May'],
    [5, '19 May'],
    [4, '22 May'],
    [3, '25 May'],
    [2, '28 May'],
    [1, '31 May'],
    [0, '3 June'],
  ])('%i points are left on %s', (points, day) => {
    expect(shortDate(dateOf(numbers(), points))).toBe(day);
    expect(longDate(dateOf(numbers(), points))).toBe(`${day} 1864`);
  });

  test('the track gives the day of every number of points, none first', () => {
    const { track, date } = view(numbers(), position({ points: 7 }));
    expect(date).toBe('1864-05-13');
    expect(track).toHaveLength(11);
    expect([track[0], track[7], track[10]]).toEqual(['1864-06-03', '1864-05-13', '1864-05-04']);
  });

  test('the campaign on short rations opens on the day that eight points stand for', () => {
    const short = view(numbers('short-rations'), position({ variant: 'short-rations' }));
    expect(short).toMatchObject({ points: 8, mostPoints: 10, date: '1864-05-10' });
  });

  test('a campaign of other dates spreads its days evenly over the track', () => {
    const other = { ...numbers(), calendar: { first: '1864-02-27', last: '1864-03-03' } };
    expect([10, 8, 6, 0].map((points) => dateOf(other, points))).toEqual([
      '1864-02-27',
      '1864-02-28',
      '1864-02-29',
      '1864-03-03',
    ]);
  });

  test('points and date in a line, one point as one, and what the odds of the buttons rest on while there are any', () => {
    const line = (points: number) => summary(view(numbers(), position({ points })));
    expect(line(9)).toBe('**9 Action Points** left · 7 May 1864');
    expect(line(1)).toBe('**1 Action Point** left · 31 May 1864');
    const lost = { ...position({ points: 0 }), over: { won: false } } as const;
    expect(summary(view(numbers(), lost))).toBe('**0 Action Points** left · 3 June 1864');
  });
});

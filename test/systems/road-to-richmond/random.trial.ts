import { describe, expect, test } from 'vitest';
import { everyStepIsSound, type Tally } from './sound-play.ts';

describe('games played at random', () => {
  const tally: Tally = { phases: 0, events: {} };

  test('keep every invariant after every order, and their points are those of their events', () => {
    for (let seed = 1; seed <= 2; seed++) everyStepIsSound(seed, tally);
    everyStepIsSound(3, tally, 'first-day');
    expect(tally.phases).toBeGreaterThan(2 * 60);
  });

  test('and meet nearly everything that can happen', () => {
    for (const type of [
      'moved',
      'left',
      'alarm',
      'zone',
      'fought',
      'retreated',
      'advanced',
      'lost',
      'ineffective',
      'ended',
    ])
      expect(tally.events[type] ?? 0, type).toBeGreaterThan(0);
  });
});

import { describe, expect, test } from 'vitest';
import { IncompatibleThrow, replayedDice, type Throw } from '../../src/game/index.ts';

const die: Throw = { kind: 'die', purpose: 'Grant attacks', sides: 6, face: 5 };
const shuffle: Throw = { kind: 'shuffle', purpose: 'Union deck', deal: [2, 0, 1] };

describe('replayed dice', () => {
  test('give again what the log recorded, and record it again', () => {
    const dice = replayedDice([die, shuffle]);
    expect(dice.roll(6, 'Grant attacks')).toBe(5);
    expect(dice.shuffle(['a', 'b', 'c'], 'Union deck')).toEqual(['c', 'a', 'b']);
    expect(dice.thrown).toEqual([die, shuffle]);
  });

  test('do not fit rules that now throw more, for something else, with another die or another deck', () => {
    const misfits: readonly (() => unknown)[] = [
      () => replayedDice([]).roll(6, 'Grant attacks'),
      () => replayedDice([die]).roll(6, 'Lee checks'),
      () => replayedDice([die]).roll(8, 'Grant attacks'),
      () => replayedDice([{ ...die, purpose: 'Union deck' }]).shuffle(['a'], 'Union deck'),
      () => replayedDice([{ ...shuffle, purpose: 'Grant attacks' }]).roll(6, 'Grant attacks'),
      () => replayedDice([shuffle]).shuffle(['a', 'b'], 'Union deck'),
      () => replayedDice([]).shuffle([], 'Union deck'),
    ];
    for (const misfit of misfits) expect(misfit).toThrow(IncompatibleThrow);
  });

  test('say which roll it was', () => {
    const dice = replayedDice([die]);
    dice.roll(6, 'Grant attacks');
    expect(() => dice.roll(6, 'Lee checks')).toThrow('roll 2 was not made, now die for Lee checks');
  });
});

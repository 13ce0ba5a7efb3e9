import { describe, expect, test } from 'vitest';
import { scripted, withDice } from './scripted.ts';

describe('scripted dice', () => {
  test('throw what was written, in order, and keep the record', () => {
    const dice = scripted(5, ['Lee checks', 2], [2, 0, 1], ['Union deck', [1, 0]]);
    expect(dice.roll(6, 'Grant attacks')).toBe(5);
    expect(dice.roll(6, 'Lee checks')).toBe(2);
    expect(dice.shuffle(['a', 'b', 'c'], 'a deck')).toEqual(['c', 'a', 'b']);
    expect(dice.shuffle(['x', 'y'], 'Union deck')).toEqual(['y', 'x']);
    expect(dice.thrown).toEqual([
      { kind: 'die', purpose: 'Grant attacks', sides: 6, face: 5 },
      { kind: 'die', purpose: 'Lee checks', sides: 6, face: 2 },
      { kind: 'shuffle', purpose: 'a deck', deal: [2, 0, 1] },
      { kind: 'shuffle', purpose: 'Union deck', deal: [1, 0] },
    ]);
    expect(() => dice.spent()).not.toThrow();
  });

  test('one too many, one too few, another purpose and another kind are errors', () => {
    expect(() => scripted().roll(6, 'a die')).toThrow('one too many');
    expect(() => scripted(1, 2).spent()).toThrow('2 of 2 not thrown: [1,2]');
    expect(() => scripted(['Grant attacks', 1]).roll(6, 'Lee checks')).toThrow('"Grant attacks"');
    expect(() => scripted([0, 1]).roll(6, 'a die')).toThrow('is a die');
    expect(() => scripted(1).shuffle(['a'], 'a deck')).toThrow('is a shuffle');
  });

  test('a face the die does not have, or a deal that is none, is an error', () => {
    expect(() => scripted(7).roll(6, 'a die')).toThrow('never a 7');
    expect(() => scripted(0).roll(6, 'a die')).toThrow('never a 0');
    expect(() => scripted([0, 0]).shuffle(['a', 'b'], 'a deck')).toThrow('does not deal 2 cards');
    expect(() => scripted([0]).shuffle(['a', 'b'], 'a deck')).toThrow('does not deal 2 cards');
  });

  test('withDice asserts by itself, and lets the error of the body through', () => {
    expect(withDice([3], (dice) => dice.roll(6, 'a die'))).toBe(3);
    expect(() => withDice([3, 4], (dice) => dice.roll(6, 'a die'))).toThrow('1 of 2 not thrown: [4]');
    expect(() =>
      withDice([3, 4], () => {
        throw new Error('of the body');
      }),
    ).toThrow('of the body');
  });
});

import { describe, expect, test } from 'vitest';
import { isRefusal, orderKey, refuse } from '../../src/game/index.ts';

describe('orders', () => {
  test('have one text, whatever the order of their slots', () => {
    expect(orderKey({ verb: 'attack', leader: 'grant' })).toBe('{"leader":"grant","verb":"attack"}');
    expect(orderKey({ leader: 'grant', verb: 'attack' })).toBe(orderKey({ verb: 'attack', leader: 'grant' }));
  });

  test('have another text when any slot differs', () => {
    const orders = [
      { verb: 'join' },
      { verb: 'join', units: [] },
      { verb: 'join', units: 'a' },
      { verb: 'join', units: ['a'] },
      { verb: 'join', units: ['a', 'b'] },
      { verb: 'join', units: ['b', 'a'] },
      { verb: 'join', units: ['a,b'] },
    ];
    expect(new Set(orders.map(orderKey)).size).toBe(orders.length);
  });
});

describe('refusals', () => {
  test('are values, told from everything else', () => {
    const refusal = refuse('too-far', 'X', { steps: 2 }, [{ verb: 'rest' }]);
    expect(refusal).toEqual({
      refused: true,
      code: 'too-far',
      rule: 'X',
      facts: { steps: 2 },
      instead: [{ verb: 'rest' }],
    });
    expect(isRefusal(refusal)).toBe(true);
    for (const other of [null, undefined, 'refused', {}, { refused: false }, { state: {}, events: [] }]) {
      expect(isRefusal(other)).toBe(false);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { isRefusal, refuse } from '../../src/game/index.ts';

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

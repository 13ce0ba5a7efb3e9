import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentIds } from '../../src/render/measured-items.ts';

describe('numbers for forms', () => {
  test('are the same for the same form, and no number is given twice, whatever was forgotten', () => {
    const numberOf = contentIds(20);
    const seen = new Map<number, string>();
    const forms = fc.array(fc.string({ minLength: 1, maxLength: 12 }));
    fc.assert(
      fc.property(forms, (all) => {
        for (const form of all) {
          const number = numberOf(form);
          expect(numberOf(form)).toBe(number);
          expect(seen.get(number) ?? form).toBe(form);
          seen.set(number, form);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentIds, formOf } from '../../src/render/measured-items.ts';

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

describe('the form of a value', () => {
  test('is the same only for what is the same', () => {
    const value = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Infinity, -Infinity, 'NaN', 'null', 'Infinity'));
    const record = fc.record({ x: value, text: fc.string(), dash: fc.array(fc.double()) }, { requiredKeys: [] });
    fc.assert(
      fc.property(record, record, (one, other) => {
        // Nothing is drawn otherwise at −0.
        const same = (a: unknown, b: unknown) => expect(plus(a)).toEqual(plus(b));
        if (formOf(one) === formOf(other)) same(one, other);
        expect(formOf(structuredClone(one))).toBe(formOf(one));
      }),
      {
        examples: [
          [{ x: Number.NaN }, { x: Infinity }],
          [{ x: 0 }, { x: -0 }],
        ],
      },
    );
  });

  test('tells numbers without end apart, and from none', () => {
    const forms = [Number.NaN, Infinity, -Infinity, undefined, 0, 'null'].map((x) => formOf({ x, text: 'null' }));
    expect(new Set(forms).size).toBe(forms.length);
  });
});

/** The value with 0 for −0. */
function plus(value: unknown): unknown {
  if (typeof value === 'number') return value + 0;
  if (Array.isArray(value)) return value.map(plus);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plus(inner)]));
}

import { describe, expect, test } from 'vitest';
import { lettersOf, textWidth } from '../../src/render/text.ts';

describe('letters set one by one', () => {
  test('keep the marks upon them', () => {
    const letters = (text: string) => lettersOf({ face: 'text', size: 20, text }).map(({ letter }) => letter);
    expect(letters('Cafe\u0301')).toEqual(['C', 'a', 'f', 'e\u0301']);
    expect(letters('Café')).toEqual(['C', 'a', 'f', 'é']);
  });

  test('stand where they do in the line as a whole, however long it is', () => {
    const text = 'AVAToyo We '.repeat(30);
    const letters = lettersOf({ face: 'text', size: 20, text });
    expect(letters.map(({ letter }) => letter).join('')).toBe(text);
    letters.forEach(({ letter, x }, index) => {
      const whole = textWidth('text', 20, text.slice(0, index + 1)) - textWidth('text', 20, letter);
      expect(Math.abs(x - whole)).toBeLessThan(0.5);
    });
  });
});

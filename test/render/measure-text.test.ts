import { describe, expect, test } from 'vitest';
import { lettersOf, settingOf, textWidth } from '../../src/render/fonts.ts';

describe('letters set one by one', () => {
  test('keep the marks upon them', () => {
    expect(lettersOf('Cafe\u0301')).toEqual(['C', 'a', 'f', 'e\u0301']);
    expect(lettersOf('Café')).toEqual(['C', 'a', 'f', 'é']);
    expect(settingOf('text', 20, 'Cafe\u0301').letters.map(({ letter }) => letter)).toEqual(['C', 'a', 'f', 'e\u0301']);
  });

  test('stand where they do in the line as a whole, however long it is', () => {
    const text = 'AVAToyo We '.repeat(30);
    const { letters, width } = settingOf('text', 20, text);
    expect(letters.map(({ letter }) => letter).join('')).toBe(text);
    letters.forEach(({ letter, x }, index) => {
      const whole = textWidth('text', 20, text.slice(0, index + 1)) - textWidth('text', 20, letter);
      expect(Math.abs(x - whole)).toBeLessThan(0.5);
    });
    expect(width).toBe(textWidth('text', 20, text));
  });
});

import { describe, expect, test } from 'vitest';
import { LONGEST_ALT } from '../../src/game/index.ts';
import { BUTTONS } from '../../src/host/base/button-labels.ts';
import { altList, altText } from '../../src/kit/plain-english.ts';

const long = (name: string, words: number) => `${name} ${'x'.repeat(8)}`.repeat(words).trim();

describe('the description of a picture', () => {
  test('has every part in full where there is room, and nothing of a part that says nothing', () => {
    const parts = [
      { forms: ['A battle.'], what: 'battles' },
      { forms: ['', 'no'], what: 'x' },
      { forms: ['B.'], what: 'b' },
    ];
    expect(altText(parts)).toBe('A battle. B.');
  });

  test('tells the last parts briefly before any is left out, and names what is missing and the button that has it', () => {
    const parts = [
      { forms: [`${long('first', 40)}.`], what: 'the first' },
      { forms: [`${long('second', 30)}.`, 'Second in brief.'], what: 'the second' },
      { forms: [`${long('third', 30)}.`, `${long('third', 20)}.`], what: 'the third' },
    ];
    const alt = altText(parts);
    expect(alt.length).toBeLessThanOrEqual(LONGEST_ALT);
    expect(alt).toContain('first');
    expect(alt).toContain('Second in brief.');
    expect(alt).toContain('third');
    expect(alt).toMatch(/Left out: the second and the third\. .*text\.$/);
    expect(alt).toContain(`“${BUTTONS.inWords}”`);
    expect(altText([...parts, { forms: [long('fourth', 60)], what: 'the fourth' }])).toMatch(
      /second, the third and the fourth\./,
    );
  });

  test('that is a list says how many things it leaves out', () => {
    const things = Array.from({ length: 300 }, (_, index) => String(1000 + index));
    const alt = altList(`Reached: ${things.join(', ')}.`, ' The end.');
    expect(alt.length).toBeLessThanOrEqual(LONGEST_ALT);
    const [, last = '', left = ''] = /(\d+) and (\d+) more\. The end\.$/.exec(alt) ?? [];
    expect(Number(last) - 999 + Number(left)).toBe(things.length);
  });
});

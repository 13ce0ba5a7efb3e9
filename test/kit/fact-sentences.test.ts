import { describe, expect, test } from 'vitest';
import { factSentence } from '../../src/kit/fact-sentences.ts';

const KINDS = {
  shout: (word: string) => word.toUpperCase(),
  day: { mon: 'Monday', otherwise: 'some day' },
};
const say = (sentence: Parameters<typeof factSentence>[0], facts: Parameters<typeof factSentence>[1] = {}) =>
  factSentence(sentence, facts, KINDS);

describe('a sentence about facts', () => {
  test('has them as they are, or in the words for their kind', () => {
    expect(say('{to} costs {cost}: {to:shout}.', { to: 'mill', cost: 7 })).toBe('mill costs 7: MILL.');
    expect(say('On {when:day}.', { when: 'mon' })).toBe('On Monday.');
    expect(say('On {when:day}.', { when: 'x' })).toBe('On some day.');
    expect(say('On {when:nothing}.', { when: 'x' })).toBe('On x.');
  });

  test('says one or several', () => {
    expect(say('{unit|is|are} lost', { unit: 'a' })).toBe('is lost');
    expect(say('{unit|is|are} lost', { unit: 'a+b' })).toBe('are lost');
  });

  test('has forms, by what is known and by its value', () => {
    const forms = { cost: 'costs {cost}', 'kind=lose': 'is lost', otherwise: 'is far' };
    expect(say(forms, { cost: 3 })).toBe('costs 3');
    expect(say(forms, { kind: 'lose' })).toBe('is lost');
    expect(say(forms, { kind: 'win', cost: '' })).toBe('is far');
  });

  test('is not led astray by facts that are missing, or that look like places or properties', () => {
    expect(say('{to}.')).toBe('?.');
    expect(say('{to}.', { to: '{cost}', cost: 1 })).toBe('{cost}.');
    expect(say('{when:day}', { when: 'toString' })).toBe('some day');
  });
});

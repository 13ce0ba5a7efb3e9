import { expect, test } from 'vitest';
import type { Refusal } from '../../../src/game/index.ts';
import { unitTyped, unitWords } from '../../../src/systems/wilderness/words/names.ts';
import { REFUSAL_CODES } from '../../../src/systems/wilderness/words/orders.ts';
import { codesNeverGiven } from '../../game/refusals-in-source.ts';
import { game, theatre } from './data.ts';

test('every refusal there are words for is made, and says something without its facts', () => {
  expect(codesNeverGiven('wilderness', REFUSAL_CODES)).toEqual([]);
  for (const one of REFUSAL_CODES) {
    const words = game.orderWords.refusal({ refused: true, code: one, rule: '3.1', facts: {}, instead: [] });
    expect(words).toMatch(/^[A-Z?].* \[3\.1\]$/);
    expect(words).not.toMatch(/undefined|!/);
  }
});

test('an order that leaves something out hears what, in words of its verb', () => {
  const missing = (draft: Parameters<typeof game.orderWords.parse>[0]) =>
    game.orderWords.refusal(game.orderWords.parse(draft) as Refusal);
  expect(missing({ verb: 'attack', target: '2428' })).toContain('which units');
  expect(missing({ verb: 'rail', unit: 'u-v' })).toContain('where to');
  expect(missing({ verb: 'hasty' })).toContain('from where');
  expect(missing({ verb: 'transfer' })).toContain('which unit gives points');
  expect(missing({ verb: 'transfer', from: 'u-v', to: 'u-vi' })).toContain('how many points');
});

test('the Valley division and fortifications are called in a sentence what a member would call them, and read so', () => {
  for (const id of ['c-valley', 'f-fort-monroe', 'f-washington-outer', 'f-richmond-nw', 'f-petersburg'])
    expect(unitTyped(theatre, unitWords(theatre, id))).toBe(id);
  expect(unitWords(theatre, 'c-valley')).toBe('the Valley division');
  expect(unitWords(theatre, 'f-fort-monroe')).toBe('Fort Monroe');
});

test('what is typed is understood by names, in any case', () => {
  const parsed = (draft: { readonly [slot: string]: string }) => game.orderWords.parse(draft);
  const order = { verb: 'move', from: '2224', units: 'u-v+u-grant', to: '3428' };
  expect(parsed({ verb: 'March', from: 'culpeper c.h.', units: 'Grant and V', to: 'FREDERICKSBURG' })).toEqual(order);
  expect(parsed({ verb: 'move', from: '2224', units: 'v corps, grant', to: '3428' })).toEqual(order);
  expect(parsed({ verb: 'move', from: '2224', units: 'Longstreet', to: '3428' })).toMatchObject({
    code: 'unknown-unit',
  });
});

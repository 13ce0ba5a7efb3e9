import { expect, test } from 'vitest';
import type { Refusal } from '../../../src/game/index.ts';
import { unitTyped, unitWords } from '../../../src/systems/wilderness/words/names.ts';
import { REFUSAL_CODES } from '../../../src/systems/wilderness/words/orders.ts';
import { codesNeverGiven } from '../../game/refusals-in-source.ts';
import { game, theatre } from './data.ts';
import { position, refused } from './position.ts';

test('every refusal there are words for is made, and says something without its facts', () => {
  expect(codesNeverGiven('wilderness', REFUSAL_CODES)).toEqual([]);
  for (const one of REFUSAL_CODES) {
    const words = game.orderWords.refusal({ refused: true, code: one, rule: '3.1', facts: {}, instead: [] });
    expect(words).toMatch(/^[A-Z?].* \[3\.1\]$/);
    expect(words).not.toMatch(/undefined|!/);
  }
});

test('a refusal names the reason, its paragraph, and what may be done instead', () => {
  const state = position({ 'u-v': '2224', 'c-heth': '2225' });
  const said = (order: Parameters<typeof refused>[1]) => game.orderWords.refusal(refused(state, order));
  expect(said({ verb: 'move', from: '2224', units: 'u-v', to: '2225' })).toMatch(
    /^The enemy holds 2225.*\. \[3\.4\] You can choose, for example, “V: 2224 to .*” or “.*”\.$/,
  );
  expect(said({ verb: 'attack', target: '2225', with: ['u-v'] })).toMatch(
    /^You can’t do that in the movement phase\. It’s done in the combat phase\. \[2\.1\] You can choose/,
  );
  expect(said({ verb: 'move', from: '2224', units: 'u-v', to: '2216' })).toContain(
    'costs 10 movement points; the march has 6 left',
  );
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

test('3.8: no port is offered that is shut, nor the one where a counter stands', () => {
  const ports = position({ 'u-v': '3727' }, { shut: [...theatre.ports] });
  const said = game.orderWords.refusal({ ...refused(ports, 'sea u-v 4346'), instead: [] });
  expect(said).toMatch(/No other port is open to V Corps/);
  expect(said).not.toContain('3727');
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

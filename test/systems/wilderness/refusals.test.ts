import { expect, test } from 'vitest';
import { REFUSAL_CODES } from '../../../src/systems/wilderness/words/refusals.ts';
import { codesNeverGiven } from '../../game/refusals-in-source.ts';
import { game } from './data.ts';
import { position, refused } from './position.ts';

test('every refusal there are words for is made, and says something without its facts', () => {
  expect(codesNeverGiven('wilderness', REFUSAL_CODES)).toEqual([]);
  for (const one of REFUSAL_CODES) {
    const words = game.refusal({ refused: true, code: one, rule: '3.1', facts: {}, instead: [] });
    expect(words).toMatch(/^[A-Z?].* \[3\.1\]$/);
    expect(words).not.toMatch(/undefined|!/);
  }
});

test('a refusal names the reason, its paragraph, and what may be done instead', () => {
  const state = position({ 'u-v': '2224', 'c-heth': '2225' });
  const said = (order: Parameters<typeof refused>[1]) => game.refusal(refused(state, order));
  expect(said({ verb: 'move', from: '2224', units: 'u-v', to: '2225' })).toMatch(
    /^The enemy holds 2225.*\. \[3\.4\] You can order, for example, “V: 2224 to .*” or “.*”\.$/,
  );
  expect(said({ verb: 'attack', target: '2225', with: ['u-v'] })).toMatch(
    /^You can’t do that in the movement phase\. \[2\.1\] You can order/,
  );
  expect(said({ verb: 'move', from: '2224', units: 'u-v', to: '2216' })).toContain(
    'costs 10 movement points; the march has 6 left',
  );
});

test('a sentence that ends with an abbreviation has one stop', () => {
  const state = position({ 'u-v': '2225' });
  const said = game.refusal(refused(state, { verb: 'move', from: '2224', units: 'u-v', to: '2225' }));
  expect(said).toMatch(/ 2224 Culpeper C\.H\. \[/);
});

test('what is typed is understood by names, in any case', () => {
  const parsed = (draft: { readonly [slot: string]: string }) => game.parse(draft);
  const order = { verb: 'move', from: '2224', units: 'u-v+u-grant', to: '3428' };
  expect(parsed({ verb: 'March', from: 'culpeper c.h.', units: 'Grant and V', to: 'FREDERICKSBURG' })).toEqual(order);
  expect(parsed({ verb: 'move', from: '2224', units: 'v corps, grant', to: '3428' })).toEqual(order);
  expect(parsed({ verb: 'move', from: '2224', units: 'Longstreet', to: '3428' })).toMatchObject({
    code: 'unknown-unit',
  });
});

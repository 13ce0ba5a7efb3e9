import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../../src/game/index.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import type { Order } from '../../../src/systems/wilderness/vocabulary.ts';
import { unitTyped, unitWords } from '../../../src/systems/wilderness/words/names.ts';
import { REFUSAL_CODES } from '../../../src/systems/wilderness/words/orders.ts';
import { codesNeverGiven } from '../../game/refusals-in-source.ts';
import { game, theatre } from './data.ts';
import { offered, position, refused } from './position.ts';

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
    /^The enemy holds 2225.*\. \[3\.4\] You can order, for example, “V: 2224 to .*” or “.*”\.$/,
  );
  expect(said({ verb: 'attack', target: '2225', with: ['u-v'] })).toMatch(
    /^You can’t do that in the movement phase\. It’s done in the combat phase\. \[2\.1\] You can order/,
  );
  expect(said({ verb: 'move', from: '2224', units: 'u-v', to: '2216' })).toContain(
    'costs 10 movement points; the march has 6 left',
  );
});

test('a sentence that ends with an abbreviation has one stop', () => {
  const state = position({ 'u-v': '2225' });
  const said = game.orderWords.refusal(refused(state, 'move 2224 u-v 2225'));
  expect(said).toMatch(/ 2224 Culpeper C\.H\. \[/);
});

describe('a refusal is true of what was ordered', () => {
  const said = (state: State, order: Order) => game.orderWords.refusal({ ...refused(state, order), instead: [] });

  test('an order that leaves something out hears what, in words of its verb', () => {
    const three = position({ 'u-v': '2224', 'u-vi': '2224', 'u-iii': '2325' });
    const pass = (to: string) => said(three, { verb: 'transfer', from: 'u-v', to, points: '1' });
    expect(pass('u-iii')).toContain('III Corps isn’t in the same hex as V Corps.');
    expect(pass('u-v')).toContain('V Corps can’t pass points to itself.');
    const missing = (draft: Parameters<typeof game.orderWords.parse>[0]) =>
      game.orderWords.refusal(game.orderWords.parse(draft) as Refusal);
    expect(missing({ verb: 'attack', target: '2428' })).toContain('which units');
    expect(missing({ verb: 'rail', unit: 'u-v' })).toContain('where to');
    expect(missing({ verb: 'hasty' })).toContain('from where');
    expect(missing({ verb: 'transfer' })).toContain('which unit gives points');
    expect(missing({ verb: 'transfer', from: 'u-v' })).toContain('which unit gets them');
    expect(missing({ verb: 'transfer', from: 'u-v', to: 'u-vi' })).toContain('how many points');
  });

  test('the side that probes hears that it can probe', () => {
    const state = position({ 'u-v': '2224', 'c-cav-1': '2225' }, { step: 'probe' });
    expect(said(state, { verb: 'attack', target: '2224', with: ['c-heth'] })).toMatch(/you can only probe/);
  });

  test('infantry out of command is not told that it can’t entrench or go by sea', () => {
    const state = position({ 'u-v': { hex: '3727', held: true } });
    const march = said(state, { verb: 'move', from: '3727', units: 'u-v', to: '3627' });
    expect(march).toMatch(/out of command/);
    expect(march).not.toMatch(/only|entrench|sea/);
    expect(offered(state, 'entrench')).toEqual(['u-v']);
    expect(offered(state, 'sea')).toEqual(['u-v']);
  });

  test('a counter that can’t go anywhere by rail or sea isn’t told of a way to where it stands', () => {
    const train = position(
      { 'c-heth': { hex: '2028', entrained: true } },
      { side: 'confederate', control: { 2028: 'confederate' } },
    );
    expect(said(train, { verb: 'rail', unit: 'c-heth', to: '3447' })).toMatch(/anywhere by rail from 2028/);
    const far = position({ 'c-heth': { hex: '2028', halved: true } }, { side: 'confederate' });
    expect(said(far, { verb: 'rail', unit: 'c-heth', to: '3447' })).toMatch(/Heth can’t get to 3447 .* 8 rail hexes/);
    const ports = position({ 'u-v': '3727' }, { shut: [...theatre.ports] });
    const sail = said(ports, { verb: 'sea', unit: 'u-v', to: '4346' });
    expect(sail).toMatch(/No other port is open to V Corps/);
    expect(sail).not.toContain('3727');
  });

  test('a counter that can’t be shown hears which of the two reasons it is', () => {
    const state = position(
      { 'u-v': { hex: '3561', up: true }, 'u-dummy-1': '3561', 'u-vi': '3561' },
      { step: 'claim' },
    );
    expect(said(state, { verb: 'show', unit: 'u-v' })).toMatch(/already face up/);
    expect(said(state, { verb: 'show', unit: 'u-dummy-1' })).toMatch(/scores no points/);
  });
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

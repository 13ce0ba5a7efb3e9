import { describe, expect, test } from 'vitest';
import { WINTER } from './data.ts';

import { at, given, offered, position, question, send, standing, steps, told, whyRefused } from './position.ts';

const HALLECK = { 'u-hq': '1406' } as const;

describe('the Supreme HQ', () => {
  test('5.6: it loses a step, and sends blocks of one hex', () => {
    const { state } = given(position({ ...HALLECK, 'u-stl': '1103' }), 'usa', 'strategic river 1103 1306 u-stl');
    expect([at(state, 'u-stl'), steps(state, 'u-hq')]).toEqual(['1306', 3]);
    expect(state.moved).toEqual(['u-stl']);
  });

  test('5.6: not at one step, and not out of supply', () => {
    const order = send('river', '1103', '1306', 'u-stl');
    expect(whyRefused(position('1406 u-hq:1, 1103 u-stl, 2306 u-wood'), 'usa', order)).toBe('5.6 hq');
    expect(whyRefused(position('2616 u-hq, 1103 u-stl, 2306 u-wood'), 'usa', order)).toBe('5.6 hq');
  });

  test('5.6: it may send itself', () => {
    const { state } = given(position(HALLECK), 'usa', 'strategic river 1406 1507 u-hq');
    expect([at(state, 'u-hq'), steps(state, 'u-hq')]).toEqual(['1507', 3]);
  });

  test('1.2: each side has one', () => {
    expect(offered(position('2007 c-hq c-hardee', { active: 'csa' }), 'csa', '')).toContain('strategic');
  });
});

describe('by rail', () => {
  test('5.6: along friendly rail hexes, any distance; not past the enemy', () => {
    const state = position('1512 c-hq, 1520 c-mobile', { active: 'csa' });
    expect(offered(state, 'csa', 'strategic rail 1520')).toContain('1408');
    const cut = position('1512 c-hq, 1520 c-mobile, 1516 u-grierson', { active: 'csa' });
    const reached = offered(cut, 'csa', 'strategic rail 1520');
    expect(reached).toContain('1517');
    expect(reached).not.toContain('1516');
    expect(whyRefused(cut, 'csa', 'strategic rail 1520 1516 c-mobile')).toBe('5.6 enemy-there');
  });

  test('9.1, case 23: also in Winter, when it costs the HQ a step', () => {
    const state = position('1512 c-hq, 1520 c-mobile', { active: 'csa', turn: WINTER });
    const after = given(state, 'csa', 'strategic rail 1520 1512 c-mobile').state;
    expect([at(after, 'c-mobile'), steps(after, 'c-hq')]).toEqual(['1512', 3]);
  });
});

describe('by ship', () => {
  const FLEET = { ...HALLECK, 'u-mcclern': '1406', 'c-cheatham': '1407', 'c-pillow': '1210' } as const;

  test('2.8, case 10: up the Tennessee below Fort Henry; past it once no Confederate is there', () => {
    const held = position({ ...FLEET, 'c-tilghman': '1608' });
    expect(at(given(held, 'usa', 'strategic river 1406 1607 u-mcclern').state, 'u-mcclern')).toBe('1607');
    expect(whyRefused(held, 'usa', 'strategic river 1406 1611 u-mcclern')).toBe('5.6 no-river');
    const open = position(FLEET);
    expect(at(given(open, 'usa', 'strategic river 1406 1611 u-mcclern').state, 'u-mcclern')).toBe('1611');
  });

  test('2.8: an empty fortress closes nothing, and a garrisoned one the river it commands', () => {
    const open = position({ ...HALLECK, 'u-mcclern': '1406' });
    expect(offered(open, 'usa', 'strategic river 1406')).toContain('1112');
    const closed = offered(position(FLEET), 'usa', 'strategic river 1406');
    expect(closed).not.toContain('1112');
  });

  test('2.8: only the Union sails', () => {
    const state = position('1211 c-hq c-mem', { active: 'csa' });
    expect(offered(state, 'csa', 'strategic')).not.toContain('river');
    expect(whyRefused(state, 'csa', 'strategic river 1211 1018 c-mem')).toBe('2.8 csa-river');
  });

  test('5.6: from river to river at a friendly port that touches both', () => {
    const open = position({ ...HALLECK, 'u-mcclern': '1406' });
    expect(offered(open, 'usa', 'strategic river 1406')).toContain('1909');
    const lost = position({ ...HALLECK, 'u-mcclern': '1406', 'c-clark': '1507' });
    expect(offered(lost, 'usa', 'strategic river 1406')).not.toContain('1909');
  });

  test('5.6: not into a hex that the enemy holds', () => {
    expect(whyRefused(position(FLEET), 'usa', 'strategic river 1406 1407 u-mcclern')).toBe('5.6 enemy-there');
  });
});

describe('across a major river', () => {
  const CAIRO = standing('1103 u-hq, 1406 u-mcclern u-paine u-cairo-a, 1407 c-cheatham');

  test('5.6, case 7: over one hexside, against the enemy two blocks; a battle follows, and the HQ loses a step', () => {
    const state = position(CAIRO);
    expect(question(state, 'usa', 'strategic crossing 1406 1407')?.several?.most).toBe(2);
    const { state: crossed, events } = given(state, 'usa', 'strategic crossing 1406 1407 u-mcclern,u-paine');
    expect(steps(crossed, 'u-hq')).toBe(3);
    expect(crossed.entered).toEqual({ 'u-mcclern': '1406', 'u-paine': '1406' });
    expect(told(events, 'moved')[0]?.mode).toBe('crossing');
    const done = given(given(crossed, 'usa', 'done').state, 'csa', 'done').state;
    expect([done.phase, done.battle?.hex]).toEqual(['battles', '1407']);
  });

  test('2.7, case 8: nobody crosses into a bluff that the enemy holds; an empty one is entered', () => {
    const blocks = { 'u-hq': '1103', 'u-pope1': '1308' } as const;
    const held = position({ ...blocks, 'c-cheatham': '1407', 'u-wood': '1406' });
    expect(whyRefused(held, 'usa', 'strategic crossing 1308 1407 u-pope1')).toBe('2.7 bluff');
    expect(at(given(position(blocks), 'usa', 'strategic crossing 1308 1407 u-pope1').state, 'u-pope1')).toBe('1407');
  });

  test('5.6: there is no crossing where no major river runs, or a bridge is', () => {
    const state = position('1103 u-hq, 2008 u-wood, 1308 u-pope1');
    expect(whyRefused(state, 'usa', 'strategic crossing 2008 1909 u-wood')).toBe('5.6 no-crossing');
  });
});

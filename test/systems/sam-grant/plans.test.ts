import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/game/index.ts';
import { readBattlePlan } from '../../../src/systems/sam-grant/plans/typed-orders.ts';
import { deciding, defaultOrder } from '../../../src/systems/sam-grant/rules/legality.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { frontOf } from '../../../src/systems/sam-grant/two-theatres.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import { stanceWords } from '../../../src/systems/sam-grant/words/names.ts';
import { describe as describeOrder, parse } from '../../../src/systems/sam-grant/words/orders.ts';
import { PLAN_REFUSALS } from '../../../src/systems/sam-grant/words/plan-words.ts';
import { theatres, west } from './data.ts';
import { battle, given, planningFor, position, standing } from './position.ts';

// What else is read as which orders stands in cases-plans.md.
const planning = planningFor(west);
const read = (state: State, text: string): Plan => planning.read(state, 'usa', text, '');

describe('a battle plan in one form', () => {
  const at = standing('2007 u-mccook u-wood u-nelson c-hardee c-buckner');
  const state = battle(at, '2007', '2107 u-mccook u-wood, 2006 u-nelson');
  const form = planning.form?.(state, 'usa')?.text ?? '';

  test('14.7: given as it stands it is the default, and so is one press; a line is changed in its place', () => {
    expect(form.length).toBeLessThan(1500);
    expect(read(state, form)).toMatchObject({ orders: [defaultOrder(west, state, 'usa')], refused: [] });
    const [shortcut] = planning.shortcuts.offered(state, 'usa');
    expect(planning.shortcuts.next(state, 'usa', shortcut?.id ?? '')).toEqual(defaultOrder(west, state, 'usa'));
    const changed = form.replace(': Stand', ': leave when below 5 steps').replace(': nobody', ': Wood');
    expect(read(state, changed).orders).toEqual([
      { ...defaultOrder(west, state, 'usa'), stance: 'below-5', spare: ['u-wood'] },
    ]);
  });

  test('14.4: a plan that lies face down fills the form, as it is read again', () => {
    const [lies] = read(state, 'leave; retreat 2107, 2006').orders;
    const lying = given(state, 'usa', lies as never).state;
    expect(read(lying, planning.form?.(lying, 'usa')?.text ?? '').orders).toEqual([lies]);
    expect(planning.isWorthPlanning(lying, 'usa')).toBe(true);
  });

  test('both forms in: the battle is fought through, and one event tells its dice in order', () => {
    const [usa] = read(state, form).orders;
    const csa = planning.read(state, 'csa', planning.form?.(state, 'csa')?.text ?? '', '').orders[0];
    const { events } = given(given(state, 'usa', usa as never).state, 'csa', csa as never);
    expect(events.filter(({ type }) => type === 'fought')).toHaveLength(1);
  });
});

test('14.5: what blocks do in a battle is read as it is labelled, however many steps it names', () => {
  for (const stance of ['stand', 'leave', 'leave-1', 'leave-2', 'below-2', 'below-12', 'ask'] as const)
    for (const typed of [stance, stanceWords(stance)])
      expect(parse(west, { verb: 'battle-plan', stance: typed })).toMatchObject({ stance });
  for (const typed of ['below 5 steps', 'under 5', 'leave below 5 steps', 'retreat under 5 steps'])
    expect(parse(west, { verb: 'battle-plan', stance: typed })).toMatchObject({ stance: 'below-5' });
});

describe('14.5, R26: a battle planned ahead, with the move', () => {
  test('keeps what is still possible: a retreat hex that the enemy has taken falls away, a block that has died too', () => {
    const plan = { stance: 'leave', retreat: '2107 2006', spare: ['u-mccook', 'u-negley'] } as const;
    const at = { 'u-mccook': '2007', 'u-wood': '2007', 'c-hardee': '2007', 'c-clark': '2107' };
    const state = battle(at, '2007', '2107 u-mccook, 2006 u-wood', { ahead: { 'usa 2007': plan } });
    const order = defaultOrder(west, state, 'usa');
    expect(order).toMatchObject({ stance: 'leave', spare: ['u-mccook'] });
    expect(JSON.stringify(order)).not.toContain('"2107 2006"');
    given(state, 'usa', order);
  });

  test('is its side’s secret; the other side hears that there is one; a new game-turn forgets it', () => {
    const before = position('2206 u-mccook u-negley, 2205 u-nelson, 2007 c-hardee c-buckner');
    const { orders } = read(before, 'attack 2007 with McCook; plan 2007: retreat after round 1');
    const state = orders.reduce((now, order) => given(now, 'usa', order as never).state, before);
    const order = read(state, 'plan 2007: stand').orders[0] as never;
    expect(given(state, 'usa', order).events).toEqual([{ type: 'planned', side: 'usa', hex: '2007' }]);
    expect(describeOrder(west, order, 'csa', 'usa')).toBe('makes a battle plan at 2007 Bowling Green');
    expect(Object.keys(view(west, state, 'usa').ahead)).toEqual(['usa 2007']);
    let now = state;
    for (const side of ['usa', 'csa'] as const) now = given(now, side, 'done').state;
    for (let at = 0; now.turn === 2 && at < 20; at++)
      for (const side of deciding(now)) now = given(now, side, defaultOrder(west, now, side)).state;
    expect(now).toMatchObject({ turn: 3 });
    expect(now).not.toHaveProperty('ahead');
  });
});

test('each step has an example of its own, on the map that is played; a long list of places ends with their number', () => {
  const inBattle = battle('2007 u-mccook c-hardee', '2007', '2107 u-mccook');
  const written = planning.form?.(inBattle, 'usa')?.example ?? '';
  expect(readBattlePlan(west, inBattle, 'usa', written.split(', ')[0] ?? '')).toMatchObject({ stance: 'leave-1' });
  for (const verb of ['build', 'strategic'] as const)
    expect(planning.example).toContain(/“(.*)”/.exec(PLAN_REFUSALS.like(west, verb))?.[1]);
  const inEast = planningFor(theatres.east);
  expect(inEast.example).toContain('Sumner');
  const hexes = [...inEast.example.matchAll(/\d{4}/g)].map(([hex]) => hex);
  expect(hexes.length).toBeGreaterThan(2);
  expect(hexes.filter((hex) => !theatres.both.hex.has(hex) || frontOf(hex) !== 'east')).toEqual([]);
  const cities = [...west.city.keys()].slice(0, 6);
  expect(PLAN_REFUSALS.where(west, cities)).not.toContain('other');
});

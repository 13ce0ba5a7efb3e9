import { describe, expect, test } from 'vitest';
import { type Plan, refuse } from '../../../src/game/index.ts';
import { readBattlePlan } from '../../../src/systems/sam-grant/plans/typed-orders.ts';
import { deciding, defaultOrder, verbsOpen } from '../../../src/systems/sam-grant/rules/legality.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { frontOf } from '../../../src/systems/sam-grant/two-theatres.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import { stanceWords } from '../../../src/systems/sam-grant/words/names.ts';
import { ANSWERS, describe as describeOrder, parse, refusal } from '../../../src/systems/sam-grant/words/orders.ts';
import { NOBODY, PLAN_REFUSALS, roomWords } from '../../../src/systems/sam-grant/words/plan-words.ts';
import { theatres, west } from './data.ts';
import { battle, given, planningFor, position, standing } from './position.ts';

const planning = planningFor(west);
const read = (state: State, text: string): Plan => planning.read(state, 'usa', text, '');

const KENTUCKY = standing('2206 u-mccook u-buell-c u-negley, 2205 u-nelson, 2007 c-hardee');

describe('a plan in one line', () => {
  const state = position(KENTUCKY);

  test('5.2, case 6: blocks of one hex go to several, named in part or by kind; several hexes, and then done', () => {
    const { orders, refused } = read(state, '2206: McCook 2107, cavalry 2108; 2205: all 2206; done');
    expect(refused).toEqual([]);
    expect(orders).toEqual([
      expect.objectContaining({
        from: '2206',
        to: '2107',
        blocks: ['u-mccook'],
        to2: ['2108'],
        blocks2: ['u-buell-c'],
      }),
      expect.objectContaining({ from: '2205', to: '2206', blocks: ['u-nelson'] }),
      { verb: 'done' },
    ]);
    expect(given(state, 'usa', orders[0] as never).events[0]).toMatchObject({ type: 'moved' });
  });

  test('a title tells two plans apart that begin with the same march', () => {
    const titles = ['2206: all 2107', '2206: McCook, Negley 2107, cavalry 2108'].map(
      (rest) => read(state, `2205: all 2206; ${rest}; done`).title,
    );
    expect(titles).toEqual([
      '2205: 1 to 2206; 2206: 3 to 2107; done',
      '2205: 1 to 2206; 2206: 2 to 2107, 1 to 2108; done',
    ]);
  });

  test('a title of one long order counts its blocks rather than cut their names', () => {
    expect(read(state, '2205: Nelson 2206').title).toBe('2205 Elizabethtown: Nelson to 2206');
    expect(read(state, '2206: McCook 2107, cavalry 2108, Negley 2205').title).toBe(
      '2206: 1 to 2107, 1 to 2108, 1 to 2205',
    );
  });

  test('names without a place go with the next, and the rest are those not named', () => {
    const [order] = read(state, '2206: McCook, Negley 2107, rest to 2108').orders;
    expect(order).toMatchObject({ blocks: ['u-mccook', 'u-negley'], blocks2: ['u-buell-c'] });
  });

  test('2.5: says how full a hexside is before it is broken, and which limit a part breaks', () => {
    const crowd = Object.fromEntries(
      ['u-mccook', 'u-wood', 'u-thomas', 'u-nelson', 'u-mitchel'].map((id) => [id, '1507'] as const),
    );
    const paducah = position({ ...crowd, 'c-cheatham': '1407' });
    const four = read(paducah, '1507: McCook, Wood, Thomas, Nelson 1407 by 1507');
    expect(four.lines.join()).toContain(roomWords(4, '1507', 4));
    const five = read(paducah, '1507: all 1407 by 1507');
    expect(five.orders).toEqual([]);
    expect(five.refused.join()).toContain('4');
  });

  test('6.2: a hexside against the enemy is read as the lists write it; where none is named, one with room is chosen', () => {
    const attack = (text: string) => read(state, text).orders[0]?.to;
    for (const word of ['via', 'by']) expect(attack(`2206: McCook 2007 ${word} 2107`)).toBe('2007 by 2107');
    expect(attack('2206: McCook, Negley 2007')).toMatch(/^2007 by \d{4}$/);
    const [order] = read(state, '2206: McCook 2007').orders;
    expect(planning.write(state, 'usa', [order as never])).toMatch(/^2206: A. McCook 2007 via \d{4}$/);
    expect(read(state, planning.write(state, 'usa', [order as never])).orders).toEqual([order]);
  });

  test('says what it can’t read and who isn’t there, and goes on with the rest', () => {
    const { orders, refused } = read(state, 'Grant wins; 2206: Hardee 2107; 2206: McCook; 2205: Nelson 2206');
    expect(orders).toHaveLength(1);
    expect(refused).toHaveLength(3);
  });

  test('of a place that is not on the map, or is there twice, it says so; of one beyond a river that there is no bridge', () => {
    const paducah = position('1507 u-mccook, 1406 c-cheatham');
    const why = (text: string) => read(paducah, text).refused.join();
    expect(why('Paducah: all to Columbus')).toMatch(/“columbus” could be 1407 Columbus KY, .* or \d{4} Columbus GA\./);
    expect(why('McCook to Nowhere')).toContain('the map has no “nowhere”');
    expect(why('Paducah: all to Cairo')).toContain('There is no bridge between 1507 Paducah and 1406 Cairo');
  });

  test('5.5: says who makes a forced march, and what it can cost', () => {
    const paducah = position('1507 u-mccook u-wood, 1608 c-cheatham');
    const { lines } = read(paducah, 'Paducah: McCook, Wood to Fort Henry');
    expect(lines.join()).toMatch(/forced march: A\. McCook and Wood roll a die each, 1–\d costs a step/);
    expect(read(paducah, 'Paducah: Wood to 1508').lines.join()).not.toContain('forced march');
  });

  test('5.6: a strategic move with two hexes is refused for that, and a march only with five', () => {
    const { orders, refused } = read(state, 'rail 2206: McCook 2107, Negley 2108; 2206: McCook 2107, Negley 2108');
    expect(orders).toHaveLength(1);
    expect(refused).toEqual([expect.stringContaining(PLAN_REFUSALS.oneHex)]);
    const five = '2206: McCook 2107, Negley 2108, cavalry 2207, rest 2205, all 2106';
    expect(read(state, five).refused).toEqual([expect.stringContaining(PLAN_REFUSALS.tooMany)]);
  });

  test('a block named twice, one that is not there, and a rest of none are refused each for its reason', () => {
    expect(read(state, '2206: McCook 2107, McCook 2108').refused).toEqual([
      expect.stringContaining(refusal(west, refuse('twice', '5.3'))),
    ]);
    expect(read(state, '2206: Jackson 2107').refused).toEqual([
      expect.stringContaining(PLAN_REFUSALS.nobodyCalled('Jackson')),
    ]);
    for (const none of ['2206: all 2107, rest 2108', '2206: all 2107; 2206: all 2108'])
      expect(read(state, none).refused).toEqual([expect.stringContaining(PLAN_REFUSALS.nobodyLeft)]);
  });
});

describe('a battle plan in one form', () => {
  const at = { 'u-mccook': '2007', 'u-wood': '2007', 'u-nelson': '2007', 'c-hardee': '2007', 'c-buckner': '2007' };
  const from = { 'u-mccook': '2107', 'u-wood': '2107', 'u-nelson': '2006' };
  const state = battle(at, '2007', from);
  const form = planning.form?.(state, 'usa')?.text ?? '';

  test('14.5: holds a line for all that the battle asks, with the default and what else can be said', () => {
    const lines = form.split('\n');
    expect(lines).toHaveLength(5);
    const answers = [/^2107/, /^Stand/, ANSWERS.any.label, NOBODY, ANSWERS.stay.label];
    for (const [at, answer] of answers.entries()) expect(lines[at]?.split(': ')[1]).toMatch(answer);
    expect(form.length).toBeLessThan(1500);
  });

  test('14.7: given as it stands it is the default, and so is one press', () => {
    expect(read(state, form)).toMatchObject({ orders: [defaultOrder(west, state, 'usa')], refused: [] });
    const [shortcut] = planning.shortcuts.offered(state, 'usa');
    expect(planning.shortcuts.next(state, 'usa', shortcut?.id ?? '')).toEqual(defaultOrder(west, state, 'usa'));
  });

  test('14.5: any of its answers can be changed, by its line or in a word', () => {
    const changed = form.replace(': Stand', ': leave when below 5 steps').replace(': nobody', ': Wood');
    expect(read(state, changed).orders).toEqual([
      { ...defaultOrder(west, state, 'usa'), stance: 'below-5', spare: ['u-wood'] },
    ]);
    for (const word of ['leave', 'retreat'])
      expect(read(state, `${word} after round 2; main 2006`).orders).toEqual([
        { ...defaultOrder(west, state, 'usa'), stance: 'leave-2', main: '2006' },
      ]);
    expect(read(state, 'retreat 2107').orders).toEqual([{ ...defaultOrder(west, state, 'usa'), retreat: '2107' }]);
    for (const words of ['retreat 2107, then 2006', 'retreat to 2107 then 2006', 'They retreat to: 2107, 2006'])
      expect(read(state, words).orders).toEqual([{ ...defaultOrder(west, state, 'usa'), retreat: '2107 2006' }]);
    expect(read(state, 'fight bravely')).toMatchObject({
      orders: [],
      refused: [expect.stringContaining('fight bravely')],
    });
  });

  test('14.4: a plan that lies face down fills the form, and another typed takes its place', () => {
    const [lies] = read(state, 'leave; retreat 2107, 2006').orders;
    const lying = given(state, 'usa', lies as never).state;
    expect(read(lying, planning.form?.(lying, 'usa')?.text ?? '').orders).toEqual([lies]);
    expect(read(lying, 'stand').orders).toEqual([defaultOrder(west, state, 'usa')]);
    expect(planning.plans(lying, 'usa')).toBe(true);
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
  const here = { 'u-mccook': '2206', 'u-negley': '2206', 'u-nelson': '2205', 'c-hardee': '2007', 'c-buckner': '2007' };
  const actions = position(here);
  const typed = 'attack 2007 with McCook; plan 2007: retreat after round 1, retreat 2107, spare McCook';
  const planned = (text: string, state = actions) => {
    const { orders, refused } = read(state, text);
    expect(refused, text).toEqual([]);
    return orders.reduce((now, order) => given(now, 'usa', order as never).state, state);
  };
  const inBattle = (state: State): State => {
    const ended = ['usa', 'csa'] as const;
    return ended.reduce((now, side) => given(now, side, 'done').state, state);
  };

  test('fills in the form and the default when the battle comes, which the side can still change', () => {
    const state = inBattle(planned(typed));
    expect(state.battle?.hex).toBe('2007');
    expect(defaultOrder(west, state, 'usa')).toMatchObject({ verb: 'battle-plan', stance: 'leave-1' });
    expect(planning.form?.(state, 'usa')?.text).toContain('Your blocks: Retreat after round 1');
    expect(planning.shortcuts.offered(state, 'usa')[0]?.text).toContain('retreat after round 1');
    expect(read(state, 'stand').orders[0]).toMatchObject({ stance: 'stand' });
    expect(defaultOrder(west, state, 'csa')).toMatchObject({ stance: 'stand' });
  });

  test('is written as it is read, counts as no action, and can be given anew', () => {
    const moved = planned('attack 2007 with McCook, Negley');
    const plan = 'plan 2007: retreat when under 3 steps in all, spare A. McCook, J. Negley, regroup stay';
    const [order] = read(moved, plan).orders;
    expect(planning.write(moved, 'usa', [order as never])).toMatch(/^plan 2007: retreat when under 3 steps in all, /);
    expect(read(moved, planning.write(moved, 'usa', [order as never])).orders).toEqual([order]);
    const twice = planned('plan stand', planned(plan, moved));
    expect(twice.used).toBe(moved.used);
    expect(Object.keys(twice.ahead ?? {})).toEqual(['usa 2007']);
    expect(defaultOrder(west, inBattle(twice), 'usa')).toMatchObject({ stance: 'stand' });
  });

  test('keeps what is still possible: a retreat hex that the enemy has taken falls away, a block that has died too', () => {
    const plan = { stance: 'leave', retreat: '2107 2006', spare: ['u-mccook', 'u-negley'] } as const;
    const at = { 'u-mccook': '2007', 'u-wood': '2007', 'c-hardee': '2007', 'c-clark': '2107' };
    const state = battle(at, '2007', '2107 u-mccook, 2006 u-wood', { ahead: { 'usa 2007': plan } });
    const order = defaultOrder(west, state, 'usa');
    expect(order).toMatchObject({ stance: 'leave', spare: ['u-mccook'] });
    expect(JSON.stringify(order)).not.toContain('"2107 2006"');
    given(state, 'usa', order);
  });

  test('the line of a plan that isn’t possible is named, and not quoted with all the others', () => {
    const state = inBattle(planned(typed));
    const wrong: readonly (readonly [string, string])[] = [
      [
        'stand, retreat 1406',
        'None of your blocks there can retreat to 1406 Cairo: choose other hexes, each of them once.',
      ],
      ['stand; spare Hardee', 'Hardee isn’t one of your blocks in this battle.'],
      [
        'stand, regroup 1406',
        'After a victory none of your blocks there can move to 1406 Cairo: choose another hex, or let them stay.',
      ],
      ['retreat when under 12 steps in all', 'Your blocks there have too few steps for that stance: choose another.'],
      ['stance: hold on', '“hold on” isn’t a stance: say stand'],
    ];
    for (const [text, why] of wrong) {
      const { orders, refused } = read(state, text);
      expect(orders).toEqual([]);
      expect(refused).toEqual([expect.stringMatching(new RegExp(`^${why.replace(/[()?]/g, '.')}`))]);
    }
  });

  test('is its side’s secret; the other side hears that there is one; a new game-turn forgets it', () => {
    const state = planned(typed);
    expect(view(west, state, 'csa').ahead).toEqual({});
    expect(Object.keys(view(west, state, 'usa').ahead)).toEqual(['usa 2007']);
    const order = read(state, 'plan 2007: stand').orders[0] as never;
    const { events } = given(state, 'usa', order);
    expect(events).toEqual([{ type: 'planned', side: 'usa', hex: '2007' }]);
    expect(describeOrder(west, order, 'csa', 'usa')).toBe('makes a battle plan at 2007 Bowling Green');
    let now = inBattle(state);
    for (let at = 0; now.turn === 2 && at < 20; at++)
      for (const side of deciding(now)) now = given(now, side, defaultOrder(west, now, side)).state;
    expect(now).toMatchObject({ turn: 3 });
    expect(now).not.toHaveProperty('ahead');
  });

  test('is taken with the last move, after which the list has nothing but to end', () => {
    const last = { ...actions, played: { usa: ['1'], csa: ['3'] } } as State;
    const state = planned(typed, last);
    expect(state).toMatchObject({ used: 1, ahead: { 'usa 2007': { stance: 'leave-1' } } });
    expect(verbsOpen(west, state, 'usa')).toEqual(['done']);
  });

  test('names only a battle that there is', () => {
    expect(read(actions, 'plan 2007: stand').refused.join()).toContain(PLAN_REFUSALS.where(west, []));
    expect(read(planned(typed), 'plan 2107: stand').refused.join()).toContain(PLAN_REFUSALS.where(west, ['2007']));
    expect(verbsOpen(west, actions, 'usa')).not.toContain('plan-ahead');
  });
});

describe('a line as a member writes it', () => {
  const actions = position({ ...KENTUCKY, 'u-hq': '1103' });
  const uncut: State = { ...actions, phase: 'cut', cuts: { usa: null, csa: null } };
  const orders = (state: State, text: string) => read(state, text).orders;
  const one = (state: State, text: string) => {
    const plan = read(state, text);
    expect(plan.refused, text).toEqual([]);
    return plan.orders[0];
  };

  test.each([
    ['McCook to 2107', { verb: 'move', from: '2206', to: '2107', blocks: ['u-mccook'] }],
    ['move McCook from 2206 to 2107', { verb: 'move', from: '2206', blocks: ['u-mccook'] }],
    ['2206 to 2107', { verb: 'move', blocks: ['u-mccook', 'u-buell-c', 'u-negley'] }],
    ['2206: McCok 2107', { verb: 'move', blocks: ['u-mccook'] }],
    ['attack 2007 with McCook', { verb: 'move', to: '2007 by 2107' }],
    ['2206: McCook to Louisville by rail', { verb: 'strategic', mode: 'rail', to: '2203' }],
    ['build Sherman at Louisville', { verb: 'build', block: 'u-sherman', hex: '2203' }],
    ['Sherman builds at Louisville', { verb: 'build', block: 'u-sherman', hex: '2203' }],
    ['buil Shermn at Louisvile', { verb: 'build', block: 'u-sherman', hex: '2203' }],
    ['end', { verb: 'done' }],
  ])('in the actions: %s', (text, order) => {
    expect(one(actions, text)).toMatchObject(order);
  });

  test('blocks of several hexes go in an order each', () => {
    expect(orders(actions, 'McCook 2107, Nelson 2204')).toMatchObject([{ from: '2206' }, { from: '2205' }]);
  });

  test('every other step takes its answer with its verb, without it, or behind the names', () => {
    const hand = { usa: ['1', '2', 'supply-2'], csa: ['3'] } as const;
    const cards = { ...actions, phase: 'cards', hands: hand } as State;
    for (const text of ['2', 'card 2', 'play 2']) expect(one(cards, text)).toEqual({ verb: 'card', card: '2' });
    for (const text of ['Supply 2', 's2']) expect(one(cards, text)).toEqual({ verb: 'card', card: 'supply-2' });
    expect(one(uncut, '12')).toEqual({ verb: 'cut', cards: '12' });
    const supply = position(
      { ...KENTUCKY, 'u-mccook': ['2206', 1], 'u-negley': ['2206', 1] },
      { phase: 'supply', played: { usa: ['supply-3'], csa: ['3'] } },
    );
    for (const text of ['McCook +2, Negley', 'give McCook 2 steps and Negley 1', 'supply McCook twice, Negley'])
      expect(one(supply, text)).toEqual({ verb: 'supply', steps: ['u-mccook', 'u-mccook+2', 'u-negley'] });
    const prisoners = { 'u-mccook': 'prisoner', 'c-hardee': 'prisoner', 'u-wood': '2203' };
    const winter = position(prisoners, { phase: 'exchange', turn: 6 });
    for (const text of ['Hardee for McCook', 'give Hardee, take McCook'])
      expect(one(winter, text)).toEqual({ verb: 'offer', give: ['c-hardee'], take: ['u-mccook'] });
    const two = position('2007 u-wood c-hardee, 1807 u-thomas c-clark');
    expect(one({ ...two, phase: 'battles' }, 'fight Bowling Gren')).toEqual({ verb: 'battle', hex: '2007' });
  });

  test('14.6, 7.8: in a fight, who retreats or fires; after it, who goes where', () => {
    const at = { 'u-mccook': '2007', 'u-wood': '2007', 'c-hardee': '2007' };
    const begun = battle(at, '2007', '2107 u-mccook u-wood');
    const asking = (waiting: object, state = begun) =>
      ({
        ...state,
        battle: { ...state.battle, round: 1, waiting, plans: { usa: { stance: 'ask' }, csa: { stance: 'stand' } } },
      }) as State;
    const firing = asking({ side: 'usa', for: 'fire', letter: 'B' });
    for (const text of ['McCook retreats', 'retreat McCook', 'fire Wood'])
      expect(one(firing, text)).toEqual({ verb: 'fire', leave: ['u-mccook'] });
    for (const text of ['all fire', 'stand']) expect(one(firing, text)).toEqual({ verb: 'fire', leave: [] });
    const won = asking(
      { side: 'usa', for: 'regroup' },
      { ...begun, blocks: position({ ...at, 'c-hardee': 'pool' }).blocks },
    );
    expect(one(won, 'McCook to 2107')).toMatchObject({ verb: 'regroup', to: ['2107'], blocks: ['u-mccook'] });
    expect(one(won, 'they stay')).toEqual({ verb: 'regroup', to: [] });
    expect(one(begun, 'retreat after round 1; spare McCook')).toMatchObject({
      stance: 'leave-1',
      spare: ['u-mccook'],
    });
  });

  test('an order of another step is refused with what is asked now', () => {
    const cards = { ...actions, phase: 'cards' } as State;
    for (const text of ['2206: McCook 2107', 'build Sherman at Louisville'])
      expect(read(cards, text)).toMatchObject({
        orders: [],
        refused: [expect.stringContaining('isn’t possible now: choose your card.')],
      });
    expect(read(actions, 'card 3').refused.join()).toContain('isn’t possible now: take your actions');
    expect(read(actions, 'build Sherman').refused.join()).toContain('say where: ');
    const cities = [...west.city.keys()];
    expect(PLAN_REFUSALS.where(west, cities)).toMatch(/ or \d+ other places\.$/);
    expect(PLAN_REFUSALS.where(west, cities.slice(0, 6))).not.toContain('other');
  });

  test('a build or a strategic move without names gets an example of its own', () => {
    const refused = (text: string) => read(actions, text).refused;
    for (const text of ['build', 'Build!', 'raise'])
      expect(refused(text)).toEqual([`“${text}”: ${PLAN_REFUSALS.like(west, 'build')}`]);
    for (const text of ['ship', 'rail', 'by rail', 'cross', 'strategic', 'ship 1406'])
      expect(refused(text)).toEqual([`“${text}”: ${PLAN_REFUSALS.like(west, 'strategic')}`]);
    expect(refused('move')).toEqual([`“move”: ${PLAN_REFUSALS.like(west, 'move')}`]);
    expect(read({ ...actions, phase: 'cards' }, 'ship').refused.join()).toContain('isn’t possible now');
    for (const text of [PLAN_REFUSALS.like(west, 'build'), PLAN_REFUSALS.like(west, 'strategic')])
      expect(planning.example).toContain(/“(.*)”/.exec(text)?.[1]);
  });

  test('each step has an example of its own, on the map that is played', () => {
    const inBattle = battle('2007 u-mccook c-hardee', '2007', '2107 u-mccook');
    const written = planning.form?.(inBattle, 'usa')?.example ?? '';
    expect(readBattlePlan(west, inBattle, 'usa', written.split(', ')[0] ?? '')).toMatchObject({ stance: 'leave-1' });
    expect(planning.form?.(actions, 'usa')?.example).toBe(planning.example);
    // With every block at full strength a Supply card can't be used, which is said.
    const full = { ...actions, phase: 'supply', played: { usa: ['supply-2'], csa: ['3'] } } as State;
    expect(planning.form?.(full, 'usa')?.example).toContain('+2');
    expect(read(full, 'McCook').refused.join()).toContain(refusal(west, refuse('all-full', '5.8')));
    const inEast = planningFor(theatres.east);
    expect(inEast.example).toContain('Sumner');
    const hexes = [...inEast.example.matchAll(/\d{4}/g)].map(([hex]) => hex);
    expect(hexes.length).toBeGreaterThan(2);
    expect(hexes.filter((hex) => !theatres.both.hex.has(hex) || frontOf(hex) !== 'east')).toEqual([]);
  });

  test('the form of each step names what it asks for', () => {
    const form = (state: State) => planning.form?.(state, 'usa');
    expect(form(actions)?.label).toContain('builds');
    const cards = { ...actions, phase: 'cards', hands: { usa: ['1', 'supply-2'], csa: [] } } as unknown as State;
    expect(form(cards)).toEqual({ label: 'Your card: 1, Supply 2', text: '', example: 'card 2' });
    expect(planning.plans(cards, 'usa')).toBe(true);
    expect(form(uncut)).toMatchObject({ text: 'cut 12' });
  });
});

import { describe, expect, test } from 'vitest';
import { type Order as AnyOrder, arranged } from '../../../src/game/index.ts';
import { legality } from '../../../src/systems/sam-grant/rules/legality.ts';
import { controllerOf, NEW_TURN } from '../../../src/systems/sam-grant/state.ts';
import { hexsideLimit } from '../../../src/systems/sam-grant/theatre.ts';
import { positionFromView, view } from '../../../src/systems/sam-grant/view.ts';
import { parse } from '../../../src/systems/sam-grant/words/orders.ts';
import { east, WINTER, west, westBefore } from './data.ts';
import {
  at,
  csaActs,
  falling,
  given,
  having,
  move,
  offered,
  position,
  question,
  standing,
  steps,
  told,
  whyRefused,
} from './position.ts';

const MUNFORDVILLE = { 'u-mccook': '2206', 'u-buell-c': '2206', 'u-negley': '2206' } as const;

describe('the map', () => {
  test('2.1: hexes are clear, woods, swamp or mountain; rivers run on hexsides', () => {
    const kinds = new Set([...west.hex.values()].map(({ terrain }) => terrain));
    expect([...kinds].sort()).toEqual(['clear', 'mountain', 'swamp', 'woods']);
    expect(new Set(west.waters.map(({ kind }) => kind))).toEqual(new Set(['major', 'minor']));
  });

  test('2.2, 2.3: a hex belongs to the blocks in it, and without any to its home side', () => {
    expect(controllerOf(west, position({}), '1909')).toBe('csa');
    expect(controllerOf(west, position('1909 u-wood'), '1909')).toBe('usa');
    expect(controllerOf(west, position({}), '1407')).toBe('usa');
    expect(controllerOf(west, position('1909 u-wood c-nash'), '1909')).toBeNull();
  });

  test('2.4: a hex that is empty and not friendly is no place to build or to go by rail, but one to march through', () => {
    const state = position('2007 u-wood, 2203 u-hq');
    expect(offered(state, 'usa', 'move 2007')).toContain('1908');
    expect(offered(state, 'usa', 'strategic rail 2007')).not.toContain('2008');
  });

  test('2.5: the last row that fits: 4 in clear, 2 in woods or over a river, 1 in mountains, 2 by railroad or pass; half in Winter', () => {
    expect(hexsideLimit(west, { turn: 1 }, '1507', '1407')).toBe(4);
    expect(hexsideLimit(west, { turn: 1 }, '1607', '1608')).toBe(2);
    expect(hexsideLimit(west, { turn: 1 }, '2205', '2206')).toBe(2);
    expect(hexsideLimit(west, { turn: 1 }, '2607', '2708')).toBe(2);
    expect(hexsideLimit(west, { turn: 1 }, '2608', '2708')).toBe(1);
    expect([
      hexsideLimit(west, { turn: WINTER }, '1507', '1407'),
      hexsideLimit(west, { turn: WINTER }, '2607', '2708'),
    ]).toEqual([2, 1]);
  });

  test('2.9: the fortresses are those that are named', () => {
    const names = [...west.city.values()].filter(({ fortress }) => fortress).map(({ name }) => name);
    expect(names.sort().join(', ')).toBe(
      'Cairo, Columbus KY, Cumberland Gap, Fort Donelson, Fort Henry, Fort Pillow, New Madrid, St. Louis, Vicksburg',
    );
  });

  test('13.1: in the East nobody enters the sea', () => {
    const sea = east.hexes.filter((hex) => east.hex.get(hex)?.terrain === 'sea');
    expect(sea.length).toBe(30);
    const state = position('1605 eu-dix', {}, east);
    for (const hex of offered(state, 'usa', 'move 1605', east)) expect(sea).not.toContain(hex.slice(0, 4));
  });
});

describe('group moves', () => {
  test('5.2, case 6: one action moves blocks of one hex to several; a block moves once', () => {
    const order = {
      verb: 'move',
      from: '2206',
      to: '2107',
      blocks: ['u-mccook'],
      to2: ['2108'],
      blocks2: ['u-buell-c'],
      to3: [],
    } as const;
    const { state, events } = given(position(MUNFORDVILLE), 'usa', order);
    expect([at(state, 'u-mccook'), at(state, 'u-buell-c'), at(state, 'u-negley')]).toEqual(['2107', '2108', '2206']);
    expect(state.used).toBe(1);
    expect(told(events, 'moved')[0]?.going.map(({ to }) => to)).toEqual(['2107', '2108']);
    // [5.3]
    expect(whyRefused(state, 'usa', 'move 2107 2108 u-mccook')).toBe('5.3 moved');
  });

  test('5.2: the same in one line, as a member types it', () => {
    const state = position(MUNFORDVILLE);
    const typed = parse(west, { verb: 'move', from: '2206: McCook 2107, Buell cavalry 2108' });
    // "McCook" is no whole name of a block; "A. McCook" is.
    expect(typed).toMatchObject({ code: 'unknown-block' });
    const whole = parse(west, { verb: 'move', from: '2206: A. McCook 2107, Buell cavalry 2108' }) as AnyOrder;
    const order = arranged(legality(west), state, 'usa', whole);
    expect(given(state, 'usa', order as never).state.blocks['u-buell-c']?.at).toBe('2108');
  });

  test('5.3: not by a strategic move after a group move', () => {
    const state = having(position({ ...MUNFORDVILLE, 'u-hq': '2203' }), 'usa', 'move 2206 2205 u-mccook');
    const order = { verb: 'strategic', mode: 'rail', from: '2205', to: '2203', blocks: ['u-mccook'] } as const;
    expect(whyRefused(state, 'usa', order)).toBe('5.3 moved');
  });

  test('5.4: one point a hex, two a mountain but by railroad or pass; one hex always; the enemy stops', () => {
    const infantry = offered(position('2507 u-schoepf'), 'usa', 'move 2507');
    // 2608 is a mountain: entered first, and nothing beyond it but by a forced march.
    expect(infantry).toContain('2608');
    const garrison = position('2608 u-lex');
    expect(offered(garrison, 'usa', 'move 2608')).toContain('2708');
    const stopped = position('2107 u-mccook, 2007 c-hardee');
    expect(offered(stopped, 'usa', 'move 2107')).toContain('2007 by 2107');
    expect(offered(stopped, 'usa', 'move 2107')).not.toContain('2007');
  });

  test('5.4: blocks pass through friends', () => {
    const state = position('2206 u-mccook, 2107 u-wood');
    expect(offered(state, 'usa', 'move 2206')).toContain('2007');
  });

  test('5.5: a forced march goes one hex further, and 1 to 3 costs a step; who loses the last is a prisoner', () => {
    const state = position('2206 u-negley:1');
    const order = move(state, 'usa', '2206', '1907', 'u-negley');
    const held = given(state, 'usa', order, falling(4));
    expect(steps(held.state, 'u-negley')).toBe(1);
    const lost = given(state, 'usa', order, falling(3));
    expect(told(lost.events, 'marched')[0]).toMatchObject({ die: 3, lost: true, captured: true });
    expect(at(lost.state, 'u-negley')).toBe('prisoner');
  });

  test('5.4: what is further than a forced march is out of reach', () => {
    expect(whyRefused(position(MUNFORDVILLE), 'usa', 'move 2206 1808 u-mccook')).toBe('5.4 too-far');
  });

  test('2.6, case 7: a major river is crossed at a railroad bridge alone', () => {
    const state = position('1406 u-mcclern');
    expect(whyRefused(state, 'usa', 'move 1406 1407 u-mcclern')).toBe('2.6 unbridged');
    // The bridge at Nashville counts as a minor river.
    expect(offered(position('2008 u-wood'), 'usa', 'move 2008')).toContain('1909');
    expect(hexsideLimit(west, { turn: 1 }, '2008', '1909')).toBe(2);
  });
});

describe('into battle', () => {
  const COLUMBUS = standing('1507 u-cfsmith u-lwall u-mcclern u-paine u-cairo-c, 1407 c-cheatham');

  test('2.5, case 9: a hexside lets in 4 blocks to clear ground in a game-turn, the fifth is refused; in Winter 2', () => {
    const four = position(COLUMBUS);
    const order = move(four, 'usa', '1507', '1407 by 1507', 'u-cfsmith', 'u-lwall', 'u-mcclern', 'u-paine');
    const state = given(four, 'usa', order).state;
    expect(whyRefused(state, 'usa', 'move 1507 1407/1507 u-cairo-c')).toBe('2.5 hexside');
    expect(whyRefused(four, 'usa', { ...order, blocks: Object.keys(COLUMBUS).slice(0, 5) } as never)).toBe(
      '2.5 hexside',
    );
    const winter = position(COLUMBUS, { turn: WINTER });
    expect(question(winter, 'usa', 'move 1507 1407/1507')?.several).toEqual({
      least: 1,
      most: 2,
    });
  });

  test('2.5: the limit is shown before it is broken', () => {
    const choices = question(position(COLUMBUS), 'usa', 'move 1507')?.choices ?? [];
    expect(choices.find(({ value }) => value === '1407 by 1507')).toMatchObject({
      label: '1407 Columbus KY via 1507',
      hint: 'battle, room for 4 blocks',
    });
  });

  test('2.5, case 11: two blocks attack into woods, one in Winter', () => {
    const three = { 'u-cfsmith': '1607', 'u-lwall': '1607', 'u-paine': '1607', 'c-tilghman': '1608' } as const;
    const draft = { verb: 'move', from: '1607', to: '1608 by 1607' };
    expect(question(position(three), 'usa', draft)?.several?.most).toBe(2);
    expect(question(position(three, { turn: WINTER }), 'usa', draft)?.several?.most).toBe(1);
  });

  test('2.5: who dies on a forced march into the hex has used the hexside all the same; not so in games begun before', () => {
    const places = { 'u-paine': ['0903', 1], 'u-cfsmith': '0905', 'u-lwall': '0905', 'c-price': '1004' } as const;
    const before = position(places);
    const onward = { verb: 'move', from: '0905', to: '1004 by 0905' } as const;
    expect(question(before, 'usa', onward)?.several?.most).toBe(2);
    const dead = given(before, 'usa', 'move 0903 1004/0905 u-paine', falling(1)).state;
    expect(at(dead, 'u-paine')).toBe('prisoner');
    expect(question(dead, 'usa', onward)?.several?.most).toBe(1);
    expect(whyRefused(dead, 'usa', { ...onward, blocks: ['u-cfsmith', 'u-lwall'] })).toBe('2.5 hexside');
    // It lies open, so a side’s view says the same; the other hexsides have all their room; the next game-turn begins anew.
    const guess = positionFromView(west, view(west, dead, 'usa'), 'usa');
    expect(question(guess, 'usa', onward)?.several?.most).toBe(1);
    const from1005 = position({ ...places, 'u-cfsmith': '1005', 'u-lwall': '1005' }, { fallen: dead.fallen });
    expect(question(from1005, 'usa', 'move 1005 1004/1005')?.several?.most).toBe(2);
    expect(NEW_TURN.fallen).toEqual([]);

    expect(question(dead, 'usa', onward, westBefore('fallenCount'))?.several?.most).toBe(2);
  });

  const ATTACKED = standing('1507 u-cfsmith u-lwall u-mcclern, 1407 c-cheatham c-polk1 c-mccown c-stewart c-polk-c');
  const attack = (state: ReturnType<typeof position>) =>
    csaActs(given(state, 'usa', 'move 1507 1407/1507 u-cfsmith,u-lwall,u-mcclern').state);

  test('5.9, case 18: as many are pinned as attack, their owner chooses; the others go, but not over the attackers’ hexside', () => {
    const state = attack(position(ATTACKED));
    expect(question(state, 'csa', 'move 1407 1408')?.several).toEqual({ least: 1, most: 2 });
    const gone = given(state, 'csa', 'move 1407 1408 c-cheatham,c-polk-c').state;
    expect(offered(gone, 'csa', '')).not.toContain('move');
    expect(whyRefused(gone, 'csa', 'move 1407 1408 c-polk1')).toBe('5.2 no-move');
    expect(whyRefused(state, 'csa', 'move 1407 1408 c-cheatham,c-polk1,c-mccown')).toBe('5.9 pinned');
    // The way round by 1508 is closed: what is left would be straight over the hexside.
    const shut = attack(position({ ...ATTACKED, 'u-wood': '1508' }));
    expect(offered(shut, 'csa', 'move 1407')).not.toContain('1507');
    expect(whyRefused(shut, 'csa', 'move 1407 1507 c-polk-c')).toBe('5.9 used-hexside');
  });

  test('5.9: reinforcements don’t come over a hexside that the attackers used', () => {
    const state = attack(position({ ...ATTACKED, 'c-clark': '1508', 'c-floyd': '1408' }));
    expect(offered(state, 'csa', 'move 1408')).toContain('1407 by 1408');
    expect(offered(state, 'csa', 'move 1508')).not.toContain('1407 by 1507');
  });

  test('14.3: others are told how many go where, their own side who', () => {
    const state = position(ATTACKED);
    const { events } = given(state, 'usa', 'move 1507 1407/1507 u-cfsmith');
    expect(told(events, 'moved')[0]).toMatchObject({
      from: '1507',
      going: [{ to: '1407', by: '1507', blocks: ['u-cfsmith'] }],
    });
  });
});

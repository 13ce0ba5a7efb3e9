import { describe, expect, test } from 'vitest';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { MAP } from '../../../src/systems/sam-grant/theatre.ts';
import type { Order, Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { dataFiles, east, WINTER } from './data.ts';
import {
  type At,
  at,
  battle,
  cards,
  csaActs,
  done,
  due,
  falling,
  fight,
  given,
  move,
  offered,
  plan,
  position,
  question,
  send,
  standing,
  steps,
  told,
  whyRefused,
} from './position.ts';

/** Cases of the East in 1862, worked out on paper from `rulings.md` and the map by somebody who had not read the rules' code. */

/** Where the Union's Supreme HQ can send the blocks of a hex by ship. */
const ports = (state: State, from: string) => offered(state, 'usa', { verb: 'strategic', mode: 'river', from });
/** How many blocks a hexside against the enemy still lets in. */
const room = (state: State, side: Side, from: string, to: string, by = from) =>
  question(state, side, { verb: 'move', from, to: `${to} by ${by}` })?.several?.most;

/** The points of cities, from the map. */
const cities = (dataFiles('bobby-lee')[MAP] as unknown as { cities: { hex: string; vp: number }[] }).cities;
const points = (...hexes: readonly string[]) =>
  hexes.reduce((sum, hex) => sum + (cities.find((city) => city.hex === hex)?.vp ?? 0), 0);

describe('reinforcements', () => {
  test('5.11: a reinforcement whose hex the enemy holds waits alone, and comes when he is gone', () => {
    const late = ['eu-ricketts', 'eu-sigel', 'eu-bayard', 'eu-reno'];
    const before = due(position('1407 eu-hq, 1005 ec-ashby'), ...late);
    const third = done(before);
    expect(third.state.turn).toBe(3);
    expect(late.map((id) => [at(third.state, id), steps(third.state, id)])).toEqual([
      ['1408', 4],
      ['due', 0],
      ['1407', 2],
      ['due', 0],
    ]);
    // The Confederates, Player 1 by their 2, leave Harpers Ferry.
    const acting = cards(third.state, '1', '2');
    expect([acting.phase, acting.active]).toEqual(['actions', 'csa']);
    const left = given(acting, 'csa', 'move 1005 0905 ec-ashby').state;
    // It is the Union's again at once [2.3], but nobody comes in before the next game-turn begins.
    expect(at(left, 'eu-sigel')).toBe('due');
    const fourth = done(left);
    expect(['eu-sigel', 'eu-reno'].map((id) => [at(fourth.state, id), steps(fourth.state, id)])).toEqual([
      ['1005', 2],
      ['1818', 3],
    ]);
    expect(told(fourth.events, 'reinforced').map(({ hex, blocks }) => [hex, ...blocks])).toEqual(
      expect.arrayContaining([
        ['1005', 'eu-sigel'],
        ['1818', 'eu-reno'],
      ]),
    );
  });

  test('5.11, 5.4: A. P. Hill marches in the game-turn in which he comes in; before it he is in no pool', () => {
    const before = due(position('1407 eu-hq, 1215 ec-winder'), 'ec-aphill');
    expect(whyRefused(csaActs(before), 'csa', 'build ec-aphill 1215')).toBe('5.7 not-in-pool');
    const acting = cards(done(before).state, '1', '3');
    // 1315 and 1316 are clear, a point each: his whole allowance, and no forced march.
    const dice = falling(1);
    const { state } = given(acting, 'csa', 'move 1214 1316 ec-aphill', dice);
    expect([at(state, 'ec-aphill'), steps(state, 'ec-aphill'), dice.left()]).toEqual(['1316', 4, 1]);
  });

  test('5.11, 13.2: with Norfolk given up ships reach Richmond itself, until Drewry’s Bluff has its battery', () => {
    const open = due(position('1407 eu-hq, 1818 eu-wool, 1214 ec-winder'), 'ec-drewry');
    expect(ports(open, '1818')).toEqual(expect.arrayContaining(['1215', '1216', '1317']));
    const { state } = done(open);
    expect(at(state, 'ec-drewry')).toBe('1216');
    const acting = cards(state, '3', '1');
    expect(ports(acting, '1818')).toEqual(expect.arrayContaining(['1316', '1317']));
    expect(ports(acting, '1818')).not.toContain('1216');
    expect(whyRefused(acting, 'usa', 'strategic river 1818 1215 eu-wool')).toBe('5.6 no-river');
  });
});

describe('capitals', () => {
  test('10.4: Richmond entered and lost again in the same game-turn decides nothing', () => {
    const before = position('1407 eu-hq, 1316 eu-keyes, 1214 ec-gwsmith');
    const entered = given(before, 'usa', 'move 1316 1215 eu-keyes').state;
    expect(entered.result).toBeNull();
    const acting = given(entered, 'usa', 'done').state;
    const back = given(acting, 'csa', 'move 1214 1215/1214 ec-gwsmith').state;
    const fought = given(back, 'csa', 'done').state;
    expect(fought.battle).toMatchObject({ hex: '1215', attacker: 'csa' });
    const { state, events } = fight(fought, { usa: { stance: 'leave', retreat: '1316' } });
    expect([at(state, 'eu-keyes'), at(state, 'ec-gwsmith')]).toEqual(['1316', '1215']);
    expect([state.turn, state.phase, state.result]).toEqual([3, 'cards', null]);
    // No city is held; a third point for time [10.1].
    expect(told(events, 'turn')[0]?.margin).toBe(-3);
  });

  test('7.4, 10.4: Richmond’s garrison falls to the fourth hit, carried from block to block, and the year ends', () => {
    const army = ['eu-keyes', 'eu-casey', 'eu-sumner', 'eu-porter'];
    const before = position({
      ...standing('1407 eu-hq, 1215 ec-winder'),
      ...Object.fromEntries(army.map((id) => [id, '1115'])),
    });
    const ready = done(given(before, 'usa', move(before, 'usa', '1115', '1215 by 1115', ...army)).state).state;
    // Keyes hits three times: a step, and one hit over. Casey's one makes it two, and the garrison's last step.
    const dice = falling(1, 2, 2, 3, 6, 2, 6, 6);
    const { state, events } = fight(ready, {}, dice);
    expect([at(state, 'ec-winder'), dice.left()]).toEqual(['prisoner', 0]);
    expect(state.result).toEqual({ winner: 'usa', level: 'USA decisive', sudden: true, city: '1215' });
    expect(told(events, 'ended')[0]).toMatchObject({ margin: points('1215') - 2, sudden: true, city: '1215' });
  });

  test('10.4, 10.2: with both capitals fallen the margin alone can end the year', () => {
    const south = ['1215', '1217', '1819', '1211', '0312', '0805', '1208', '0316', '0612', '0910'];
    const union = east.blocks.filter(({ side }) => side === 'usa').map(({ id }) => id);
    const held = Object.fromEntries(south.map((hex, index) => [union[index] as string, hex]));
    const { state, events } = done(position({ ...held, 'ec-jackson': '1407' }));
    // All that is held, less Washington, and 2 for time.
    const margin = points(...south) - points('1407') - 2;
    expect(told(events, 'ended')[0]).toMatchObject({ margin, winner: 'usa', sudden: true });
    expect(state.result?.city).toBeUndefined();
  });
});

describe('ships', () => {
  test('2.8, R5: Confederates in Washington close its own hexsides, not the Potomac below them', () => {
    const fleet = { 'eu-hq': '1605', 'eu-sumner': '1408' } as const;
    expect(ports(position(fleet), '1408')).toEqual(expect.arrayContaining(['1308', '1407', '1818']));
    const lost = position({ ...fleet, 'ec-jackson': '1407' });
    // Long Bridge's hexside is closed; Alexandria still lies on 1508, 1509 and 1409.
    expect(ports(lost, '1408')).toEqual(expect.arrayContaining(['1818', '1513', '1317', '1907']));
    expect(ports(lost, '1408')).not.toContain('1308');
    expect(whyRefused(lost, 'usa', 'strategic river 1408 1407 eu-sumner')).toBe('5.6 enemy-there');
  });

  test('13.2, R5: while Norfolk is held, ships inside the James sail it and land behind Norfolk, and do not get out', () => {
    const state = position('1407 eu-hq, 1317 eu-wool, 1818 eu-mansfield, 1819 ec-huger');
    expect(ports(state, '1317')).toEqual(expect.arrayContaining(['1518', '1617', '1718', '1619', '1720']));
    for (const hex of ['1818', '1715', '1605']) expect(ports(state, '1317')).not.toContain(hex);
    expect(ports(state, '1818')).not.toContain('1617');
    expect(ports(state, '1818')).not.toContain('1720');
    expect(whyRefused(state, 'usa', 'strategic river 1317 1217 eu-wool')).toBe('5.6 no-river');
  });

  test('5.6, 9.1, 5.3: in Winter a corps with its siege guns lands at Urbanna for one step of the HQ, and stops there', () => {
    const corps = ['eu-washington', 'eu-sumner', 'eu-heintzelman', 'eu-franklin', 'eu-porter', 'eu-barry'];
    const where = { 'eu-hq': '1605', 'ec-mclaws': '1716', ...Object.fromEntries(corps.map((id) => [id, '1707'])) };
    const before = position(where, { turn: WINTER });
    expect(whyRefused(before, 'usa', 'move 1707 1607 eu-washington')).toBe('9.1 winter');
    expect(whyRefused(before, 'usa', 'strategic river 1707 1716 eu-sumner')).toBe('5.6 enemy-there');
    const { state } = given(before, 'usa', send('river', '1707', '1715', ...corps));
    expect(corps.map((id) => at(state, id))).toEqual(corps.map(() => '1715'));
    expect([steps(state, 'eu-hq'), state.used]).toEqual([3, 1]);
    expect(whyRefused(state, 'usa', 'move 1715 1716/1715 eu-sumner')).toBe('5.3 moved');
  });
});

describe('crossings and hexsides', () => {
  test('2.7, 2.6, 2.5: Fredericksburg is attacked from Aquia Creek, not over the tidal river below its heights', () => {
    const army = { 'eu-keyes': '1210', 'eu-casey': '1210', 'eu-porter': '1210', 'eu-hooker': '1311' } as const;
    const before = position({ 'eu-hq': '1407', ...army, 'ec-holmes': '1211', 'ec-hq': '1215' });
    expect(whyRefused(before, 'usa', 'move 1311 1211/1311 eu-hooker')).toBe('2.6 unbridged');
    expect(whyRefused(before, 'usa', 'strategic crossing 1311 1211 eu-hooker')).toBe('2.7 bluff');
    // Over the upper Rappahannock, a minor river: two, in Winter one.
    expect(room(before, 'usa', '1210', '1211')).toBe(2);
    expect(room({ ...before, turn: WINTER }, 'usa', '1210', '1211')).toBe(1);
    // The heights are on one bank alone: the Confederates cross against an enemy.
    const other = csaActs(before);
    const crossed = given(other, 'csa', 'strategic crossing 1211 1311 ec-holmes').state;
    expect([at(crossed, 'ec-holmes'), crossed.entered['ec-holmes'], steps(crossed, 'ec-hq')]).toEqual([
      '1311',
      '1211',
      3,
    ]);
    // Nobody on them: the Union crosses.
    const empty = position('1407 eu-hq, 1311 eu-hooker, 1212 ec-holmes');
    const over = given(empty, 'usa', 'strategic crossing 1311 1211 eu-hooker').state;
    expect(at(over, 'eu-hooker')).toBe('1211');
  });

  test('2.5, 2.6, 13.3: Washington is attacked by two blocks over Long Bridge and four from the north, a hexside by itself', () => {
    const army = {
      ...{ 'ec-longstreet': '1408', 'ec-ewell': '1408', 'ec-early': '1408' },
      ...{ 'ec-gwsmith': '1307', 'ec-whiting': '1307', 'ec-jackson': '1307', 'ec-loring': '1307', 'ec-huger': '1307' },
      ...{ 'ec-magruder': '1308', 'ec-hq': '1208', 'eu-washington': '1407', 'eu-dix': '1605' },
    };
    const before = csaActs(position(army, { first: 'csa' }));
    expect(room(before, 'csa', '1408', '1407')).toBe(2);
    const bridge = move(before, 'csa', '1408', '1407 by 1408', 'ec-longstreet', 'ec-early');
    const first = given(before, 'csa', bridge).state;
    expect(whyRefused(first, 'csa', 'move 1408 1407/1408 ec-ewell')).toBe('2.5 hexside');
    expect(room(first, 'csa', '1307', '1407')).toBe(4);
    // From 1308 there is no bridge: the HQ sends two over.
    expect(whyRefused(first, 'csa', 'move 1308 1407/1308 ec-magruder')).toBe('2.6 unbridged');
    const third = given(first, 'csa', 'strategic crossing 1308 1407 ec-magruder').state;
    expect(third.entered).toEqual({ 'ec-longstreet': '1408', 'ec-early': '1408', 'ec-magruder': '1308' });
    const winter: State = { ...before, turn: WINTER };
    expect([room(winter, 'csa', '1408', '1407'), room(winter, 'csa', '1307', '1407')]).toEqual([1, 2]);
  });

  test('2.5: into Harpers Ferry two blocks a hexside by its railroad, over either river; elsewhere one; in Winter one', () => {
    const from = ['0905', '1105', '1004', '1006', '1106'] as const;
    const csa = east.blocks.filter(({ side, kind }) => side === 'csa' && kind === 'infantry').map(({ id }) => id);
    const two = Object.fromEntries(
      from.flatMap((hex, index) => [
        [csa[2 * index] as string, hex],
        [csa[2 * index + 1] as string, hex],
      ]),
    );
    const state = csaActs(position({ ...two, 'eu-geary': '1005' }, { first: 'csa' }));
    expect(from.map((hex) => room(state, 'csa', hex, '1005'))).toEqual([2, 2, 1, 1, 1]);
    const winter: State = { ...state, turn: WINTER };
    expect(from.map((hex) => room(winter, 'csa', hex, '1005'))).toEqual([1, 1, 1, 1, 1]);
  });

  test('5.4, 5.5, 9.1, 13.3: Ashbys Gap costs a point by its road; without the road a mountain takes an infantry’s whole march', () => {
    /** The dice thrown on the march. */
    const thrown = (state: State, from: string, to: string, block: string) =>
      told(given(state, 'csa', move(state, 'csa', from, to, block), falling(6)).events, 'marched').length;
    const where = { 'ec-stuart': '1007', 'ec-ewell': '1007', 'ec-early': '1006', 'eu-hq': '1407' } as const;
    const fair = csaActs(position(where, { first: 'csa' }));
    // Gap, 0806, Winchester: three points.
    expect(thrown(fair, '1007', '0805', 'ec-stuart')).toBe(0);
    expect(thrown(fair, '1007', '0806', 'ec-ewell')).toBe(0);
    expect(thrown(fair, '1007', '0805', 'ec-ewell')).toBe(1);
    // From 1006 no road leads into this gap: two points, as many as Early has.
    expect(thrown(fair, '1006', '0907', 'ec-early')).toBe(0);
    const winter: State = { ...fair, turn: WINTER };
    expect(thrown(winter, '1007', '0806', 'ec-stuart')).toBe(0);
    expect(thrown(winter, '1007', '0805', 'ec-stuart')).toBe(1);
    expect(thrown(winter, '1007', '0907', 'ec-ewell')).toBe(0);
    expect(thrown(winter, '1007', '0806', 'ec-ewell')).toBe(1);
    // One hex always, whatever it costs.
    expect(thrown(winter, '1006', '0907', 'ec-early')).toBe(0);
  });
});

test('8.2, 8.3, R21: Petersburg lives by City Point; with Norfolk and Yorktown held it is five hexes from open water, and hungers', () => {
  const army = ['eu-keyes', 'eu-casey', 'eu-sumner', 'eu-porter', 'eu-franklin', 'eu-blenker'];
  const there = { 'eu-hq': '1407', ...Object.fromEntries(army.map((id) => [id, '1217'])) };
  // The James is open: ships supply by 1317, next to Petersburg.
  expect(done(position({ ...there, 'ec-magruder': '1717' })).state.phase).toBe('cards');
  // Closed, with the York too. The next open water is at 1514 on the Rappahannock: four hexes from City Point, five from Petersburg.
  const closed = { ...there, 'ec-magruder': '1717', 'ec-huger': '1819' };
  const loses = (turn: number) => {
    const { state } = done(position(closed, { turn }));
    expect([state.phase, state.active]).toEqual(['attrition', 'usa']);
    return question(state, 'usa', 'lose')?.several;
  };
  // Clear ground feeds 2, in Winter 1; the city its value of 3.
  expect(loses(2)).toEqual({ least: 1, most: 1 });
  expect(loses(WINTER)).toEqual({ least: 2, most: 2 });
  const port = Object.fromEntries(army.map((id) => [id, '1317']));
  expect(done(position({ ...closed, ...port })).state.phase).toBe('cards');
});

describe('face-down plans', () => {
  /** Union blocks of Aquia Creek, and one that came round by 1112, fight five Confederates at Fredericksburg. */
  const FIVE = ['ec-holmes', 'ec-whiting', 'ec-ewell', 'ec-early', 'ec-jackson'];
  const HELD = Object.fromEntries(FIVE.map((id) => [id, '1211']));
  const firedIn = (events: ReturnType<typeof fight>['events'], round: number) => {
    let now = 0;
    const blocks: string[] = [];
    for (const step of told(events, 'fought').flatMap(({ steps: all }) => all)) {
      if (step.kind === 'round') now = step.round;
      if (step.kind === 'volley' && now === round) blocks.push(step.volley.block);
    }
    return blocks;
  };

  test('14.4, 6.2: a main attack changed while the plan lies face down is the one that is fought', () => {
    const state = battle('1211 eu-keyes eu-casey eu-hunt ec-holmes', '1211', '1210 eu-keyes eu-casey, 1212 eu-hunt');
    const first = given(state, 'usa', plan(state, 'usa', { main: '1210' }));
    const changed = given(first.state, 'usa', plan(first.state, 'usa', { main: '1212' }));
    expect(told(changed.events, 'changed')).toMatchObject([{ side: 'usa', hex: '1211' }]);
    const fought = given(changed.state, 'csa', plan(changed.state, 'csa'));
    // The guns came by 1212: they alone are there in round 1.
    expect(firedIn(fought.events, 1)).toEqual(['eu-hunt', 'ec-holmes']);
    expect(firedIn(fought.events, 2)).toEqual(['eu-hunt', 'ec-holmes', 'eu-keyes', 'eu-casey']);
    // With both in, the fight is over: there is nothing left to change.
    expect(whyRefused(fought.state, 'usa', { verb: 'battle-plan', stance: 'stand' })).toBe('4 wrong-phase');
  });

  test('14.5, R10, 2.5: three hexes fill in order, in Winter one block into woods and two into clear; the last goes by default', () => {
    const state = battle({ ...HELD, 'eu-keyes': '1211' }, '1211', '1210 eu-keyes', { turn: WINTER });
    const { state: after } = fight(state, { csa: { stance: 'leave', retreat: '1112 1312 1212' } });
    const went = FIVE.map((id) => at(after, id)).sort();
    // One each into the woods of 1112, 1312 and 1111, which alone is left; two into 1212.
    expect(went).toEqual(['1111', '1112', '1212', '1212', '1312']);
    // Over the tidal river there is no bridge: a plan can't name 1311 [7.6, R10].
    const over = plan(state, 'csa', { stance: 'leave', retreat: '1112 1312 1212' });
    expect(whyRefused(state, 'csa', { ...over, retreat: '1311 1112 1212' } as Order)).toBe('null plan');
  });

  test('7.7, 2.5: with every hexside full a sixth block must fire', () => {
    const six = { ...HELD, 'ec-stuart': '1211' };
    const state = battle({ ...six, 'eu-keyes': '1211' }, '1211', '1210 eu-keyes', { turn: WINTER });
    // Four infantry and a brigade go first [7.1]; the cavalry finds no room, and its two dice miss.
    const { events, state: after } = fight(state, { csa: { stance: 'leave', retreat: '1112 1312 1212' } });
    expect(firedIn(events, 1)).toEqual(['eu-keyes', 'ec-stuart']);
    // In round 2 the limits begin anew.
    expect(at(after, 'ec-stuart')).toBe('1112');
  });

  test('14.5, 7.6, R12: attackers name only hexes they came from; the first that has room takes them, each round anew', () => {
    const army = { 'eu-keyes': '0709', 'eu-casey': '0709', 'eu-sumner': '0709', 'ec-jackson': '0709' } as const;
    const state = battle(army, '0709', '0609 eu-keyes eu-casey, 0809 eu-sumner');
    const hexes = offered(state, 'usa', { verb: 'battle-plan', main: '0609', stance: 'leave-1' });
    expect([...new Set(hexes.join(' ').match(/\d{4}/g))].sort()).toEqual(['0609', '0809']);
    const order = plan(state, 'usa', { main: '0609', stance: 'leave-1', retreat: '0809 0609' });
    const { state: after } = fight(state, { usa: order as never });
    // Into the mountain of Thorntons Gap two go by its road; the third goes to 0609.
    expect(['eu-keyes', 'eu-casey', 'eu-sumner'].map((id) => at(after, id)).sort()).toEqual(['0609', '0809', '0809']);
  });

  test('R12, R10: after round 3 each goes back the way it came, whatever the plan; the plan serves the one whose way is closed', () => {
    const came = { 'eu-keyes': '0609', 'eu-casey': '0809', 'eu-sumner': '0808' } as const;
    const where = { 'eu-keyes': '0709', 'eu-casey': '0709', 'eu-sumner': '0709', 'ec-jackson': '0709' } as const;
    const back = (more: At) => {
      const state = battle({ ...where, ...more }, '0709', came);
      const plans = { usa: { main: '0809', retreat: '0808 0809' } } as const;
      const { state: now } = fight(state, plans);
      return Object.keys(came).map((id) => at(now, id));
    };
    expect(back({})).toEqual(['0609', '0809', '0808']);
    // Confederates stand in 0609 now; 0808, without a road, has room for one.
    const [keyes, ...others] = back({ 'ec-ashby': '0609' });
    expect([keyes, ...others].sort()).toEqual(['0808', '0809', '0809']);
    expect(others[0]).toBe('0809');
  });
});

test('13.7, 10.1: the margin counts Northern cities lost as well: five points taken, three lost, two for time', () => {
  const held = { 'eu-keyes': '1819', 'eu-casey': '1717', 'eu-wool': '1617' } as const;
  const lost = { 'ec-jackson': '1005', 'ec-ewell': '0904', 'ec-early': '1204', 'ec-stuart': '1302' } as const;
  const { events } = done(position({ ...held, ...lost, 'eu-geary': '1302' }));
  // Gettysburg, fought for, is nobody's; the fight is still to come.
  expect(told(events, 'turn')).toEqual([]);
  const quiet = done(position({ ...held, 'ec-jackson': '1005', 'ec-ewell': '0904', 'ec-early': '1204' }));
  expect(told(quiet.events, 'turn')[0]).toMatchObject({ turn: 3, margin: 5 - 3 - 3 });
});

test('2.5, 2.6, 5.6: the HQ sends two over the Potomac against an enemy, and any number against nobody', () => {
  const army = ['eu-keyes', 'eu-casey', 'eu-sumner'];
  const where = { 'eu-hq': '1407', ...Object.fromEntries(army.map((id) => [id, '1407'])) };
  const state = position({ ...where, 'ec-huger': '1308' });
  expect(whyRefused(state, 'usa', send('crossing', '1407', '1308', ...army))).toBe('2.5 hexside');
  const over = given(state, 'usa', 'strategic crossing 1407 1308 eu-keyes,eu-casey').state;
  expect([at(over, 'eu-keyes'), at(over, 'eu-casey'), steps(over, 'eu-hq')]).toEqual(['1308', '1308', 3]);
  expect(done(over).state.battle?.hex).toBe('1308');
  const free = given(position(where), 'usa', send('crossing', '1407', '1308', ...army)).state;
  expect(army.map((id) => at(free, id))).toEqual(['1308', '1308', '1308']);
});

test('5.6, 2.3, 13.3: by rail over Long Bridge as far as blocks hold the line', () => {
  const held = position('1407 eu-hq, 1605 eu-dix, 1308 eu-mccall');
  const sent = given(held, 'usa', 'strategic rail 1605 1308 eu-dix').state;
  expect([at(sent, 'eu-dix'), steps(sent, 'eu-hq')]).toEqual(['1308', 3]);
  const left = position('1407 eu-hq, 1605 eu-dix');
  expect(whyRefused(left, 'usa', 'strategic rail 1605 1308 eu-dix')).toBe('5.6 no-rail');
  expect(at(given(left, 'usa', 'strategic rail 1605 1408 eu-dix').state, 'eu-dix')).toBe('1408');
});

test('5.6, 2.8: by rail from Norfolk to Manassas, unless Culpeper is lost; never by ship', () => {
  const where = { 'ec-hq': '1208', 'ec-mahone': '1819' } as const;
  const state = csaActs(position(where));
  const sent = given(state, 'csa', 'strategic rail 1819 1208 ec-mahone').state;
  expect([at(sent, 'ec-mahone'), steps(sent, 'ec-hq')]).toEqual(['1208', 3]);
  const cut = csaActs(position({ ...where, 'eu-kelley': '0910' }));
  expect(whyRefused(cut, 'csa', 'strategic rail 1819 1208 ec-mahone')).toBe('5.6 no-rail');
  expect(at(given(cut, 'csa', 'strategic rail 1819 0812 ec-mahone').state, 'ec-mahone')).toBe('0812');
  expect(whyRefused(state, 'csa', 'strategic river 1819 1317 ec-mahone')).toBe('2.8 csa-river');
});

test('2.8, R5, 13.2: Richmond closes its own hexside alone: with Winder there ships land at an empty Drewry’s Bluff', () => {
  const landings = ports(position('1407 eu-hq, 1818 eu-wool, 1215 ec-winder'), '1818');
  expect(landings).toEqual(expect.arrayContaining(['1216', '1316']));
  expect(landings).not.toContain('1215');
});

test('7.1, 7.3, 7.6, 14.5: at Ball’s Bluff D. H. Hill leaves after round 1, before Stone fires a second time', () => {
  const before = position('1605 eu-hq, 1206 eu-stone, 1005 eu-geary, 1106 ec-dhhill');
  const ready = done(given(before, 'usa', 'move 1206 1106/1206 eu-stone').state).state;
  const leaves = plan(ready, 'csa', { stance: 'leave-1', retreat: '1107' });
  for (const closed of ['1206', '1005'])
    expect(whyRefused(ready, 'csa', { ...leaves, retreat: closed } as Order)).toBe('null plan');
  // Hill hits once with two dice, then Stone once with the three steps he has left.
  const dice = falling(1, 5, 2, 4, 6, 1);
  const { state, events } = fight(ready, { csa: { stance: 'leave-1', retreat: '1107' } }, dice);
  expect([at(state, 'ec-dhhill'), steps(state, 'ec-dhhill'), dice.left()]).toEqual(['1107', 1, 1]);
  expect([at(state, 'eu-stone'), steps(state, 'eu-stone')]).toEqual(['1106', 3]);
  // Leesburg's point, and three for time.
  expect(told(events, 'turn')[0]?.margin).toBe(1 - 3);
});

test('10.2, 13.7: 14 points more than those for time end the year; without Lynchburg it goes on', () => {
  const union = east.blocks.filter(({ side }) => side === 'usa').map(({ id }) => id);
  const end = (...south: readonly string[]) =>
    done(position(Object.fromEntries(south.map((hex, index) => [union[index] as string, hex])))).state.result;
  const held = ['1819', '1217', '1208', '0805', '1211', '0312'];
  expect(end(...held, '0316')).toEqual({ winner: 'usa', level: 'USA decisive', sudden: true });
  expect(end(...held)).toBeNull();
});

import { describe, expect, test } from 'vitest';
import type { State } from '../../../src/systems/wilderness/state.ts';
import { positionFromView } from '../../../src/systems/wilderness/view.ts';
import type { Side, Step } from '../../../src/systems/wilderness/vocabulary.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { begunBefore, game, theatre } from './data.ts';
import { counterOf, eventOf, given, having, hexOf, next, offered, position, priceOf, why } from './position.ts';

const march = (from: string, units: string, to: string) => ({ verb: 'move', from, units, to }) as const;
const south = { side: 'confederate' } as const;
/** A die on which cavalry that is attacked at 1-1 loses nothing [6.1]. */
const HOLDS = 6;

describe('movement', () => {
  test('3.1: a hex costs 1, a river 1 more, a pass 1; mountains and open water are closed', () => {
    expect(priceOf(position({ 'u-v': '2224' }), '2224', 'u-v', '2223')).toBe('1 of 6');
    expect(priceOf(position({ 'u-v': '2327' }), '2327', 'u-v', '2427')).toBe('2 of 6');
    expect(priceOf(position({ 'u-v': '3016' }), '3016', 'u-v', '2916')).toBe('1 of 6');
    expect(why(position({ 'u-v': '2815' }), march('2815', 'u-v', '2915'))).toBe('no-land [3.1]');
    expect(theatre.hex.get('2915')?.terrain).toBe('mountain');
  });

  test('3.1, 3.2: into a zone of control 2 more and out of it 1 more; it stops nobody who can pay', () => {
    const state = position({ 'u-v': '2222', 'c-heth': '2225' });
    expect(priceOf(state, '2222', 'u-v', '2223')).toBe('1 of 6');
    expect(priceOf(state, '2222', 'u-v', '2224')).toBe('4 of 6');
    const cavalry = position({ 'u-cav-1': '2222', 'c-heth': '2225' });
    expect(priceOf(cavalry, '2222', 'u-cav-1', '2224')).toBe('4 of 12');
    expect(offered(cavalry, 'move 2222 u-cav-1')).toContain('2125');
  });

  test('3.2: points are not saved, and who cannot pay stays', () => {
    const moved = having(position({ 'u-v': '2224' }), march('2224', 'u-v', '2220'));
    expect(counterOf(moved, 'u-v').spent).toBe(4);
    expect(why(moved, march('2220', 'u-v', '2217'))).toBe('too-far [3.2]');
    const tired = position({ 'u-v': { hex: '2224', spent: 6 } });
    expect(why(tired, march('2224', 'u-v', '2223'))).toBe('no-points [3.2]');
  });

  test('3.3: an allowance is halved once, when Status is fixed without supply', () => {
    const idle = position({ 'c-heth': '4032', 'c-lee': '4032', 'u-v': '1602' }, { ...south, step: 'reinforce' });
    const cut = { ...idle, control: {} };
    const { state } = next(cut);
    expect(counterOf(state, 'c-heth').halved).toBe(true);
    expect(priceOf(state, '4032', 'c-heth', '4031')).toMatch(/ of 3$/);
  });

  test('3.4: a stack goes at the pace of the slowest and drops members; nobody enters a hex the enemy holds', () => {
    const state = position({ 'u-v': '2224', 'u-cav-1': '2224', 'c-heth': '2425' });
    expect(priceOf(state, '2224', 'u-v+u-cav-1', '2223')).toBe('1 of 6');
    const dropped = having(state, march('2224', 'u-v+u-cav-1', '2222'), march('2222', 'u-cav-1', '2218'));
    expect([hexOf(dropped, 'u-v'), hexOf(dropped, 'u-cav-1')]).toEqual(['2222', '2218']);
    expect(why(position({ 'u-v': '2224', 'c-heth': '2225' }), march('2224', 'u-v', '2225'))).toBe('enemy-there [3.4]');
    expect(why(position({ 'u-v': '3555' }), march('3555', 'u-v', '3556'))).toBe('enemy-there [3.4]');
  });

  test('3.5: all face-down counters and face-up infantry have zones; face-up cavalry and leaders have none', () => {
    const price = (enemy: object) => priceOf(position({ 'u-v': '2223', ...enemy }), '2223', 'u-v', '2224');
    expect(price({ 'c-dummy-1': '2225' })).toBe('3 of 6');
    expect(price({ 'c-lee': '2225' })).toBe('3 of 6');
    expect(price({ 'c-heth': { hex: '2225', up: true } })).toBe('3 of 6');
    expect(price({ 'c-cav-1': { hex: '2225', up: true } })).toBe('1 of 6');
    expect(price({ 'c-lee': { hex: '2225', up: true } })).toBe('1 of 6');
    // A bare fortification.
    expect(priceOf(position({ 'u-v': '3553' }), '3553', 'u-v', '3554')).toBe('1 of 6');
    expect(priceOf(position({ 'u-v': '3554' }), '3554', 'u-v', '3555')).not.toBe('3 of 6');
  });

  test('3.5: zones of infantry that dies in a Movement Phase stay to the end of it; none enter mountains', () => {
    const state = position({ 'u-v': '2223' }, { ghosts: [{ side: 'confederate', hex: '2225' }] });
    expect(priceOf(state, '2223', 'u-v', '2224')).toBe('3 of 6');
    expect(next(state).state.ghosts).toEqual([]);
  });

  test('3.6: by rail the side needs its own open rails, and two counters of the South, one of the North, may ride', () => {
    const at = { 'c-heth': '1930', 'c-rodes': '1930', 'c-field': '1930', 'c-lee': '1930' };
    const ride = (unit: string) => ({ verb: 'rail', unit, to: '1832' }) as const;
    const ridden = having(position(at, south), ride('c-heth'), ride('c-rodes'));
    expect(why(ridden, ride('c-field'))).toBe('rail-used [3.6]');
    expect(counterOf(having(ridden, ride('c-lee')), 'c-lee')).toMatchObject({ entrained: true, spent: 1 });
    expect(why(position({ 'c-cav-1': '1930' }, south), ride('c-cav-1'))).toBe('cavalry-rail [3.6]');
    expect(why(position({ 'c-heth': '2030' }, south), ride('c-heth'))).toBe('no-rail [3.6]');
    expect(why(position({ 'c-heth': '1930', 'u-v': '1929' }, south), ride('c-heth'))).toBe('zone-train [3.6]');
    const union = position({ 'u-v': '2224', 'u-vi': '2224' });
    const first = having(union, 'rail u-v 2524');
    expect(why(first, 'rail u-vi 2524')).toBe('rail-used [3.6]');
    expect(why(first, march('2524', 'u-v', '2523'))).toBe('entrained [3.6]');
    expect(why(union, 'detrain u-v')).toBe('not-entrained [3.6]');
  });

  test('3.6: an entrained unit that is attacked defends halved and has left the train, free and beside the enemy', () => {
    const { state, events } = given(
      position(
        { 'c-heth': { hex: '2331', strength: 12, original: 12, entrained: true }, 'u-v': '2332' },
        { step: 'combat' },
      ),
      'attack 2331 u-v',
      1,
    );
    expect(eventOf(events, 'fought').reckoning.defence).toBe(6);
    expect(eventOf(events, 'detrained')).toMatchObject({ unit: 'c-heth', hex: '2331' });
    expect(counterOf(state, 'c-heth')).toMatchObject({ entrained: false, spent: 0, hex: '2331' });
  });

  test('3.6: a leader on a train beside whom cavalry is attacked has left it, too, if the cavalry holds', () => {
    const { state, events } = given(
      position({ 'c-lee': { hex: '2331', entrained: true }, 'c-cav-1': '2331', 'u-cav-1': '2332' }, { step: 'combat' }),
      'charge 2331 u-cav-1',
      HOLDS,
    );
    expect(eventOf(events, 'charged').losses[1]).toBe(0);
    expect(counterOf(state, 'c-lee')).toMatchObject({ entrained: false, hex: '2331' });
  });

  test('3.6: a leader driven off a train is on it no longer', () => {
    const { state } = given(
      position({ 'c-lee': { hex: '2331', entrained: true }, 'u-v': '2332' }, { step: 'combat' }),
      'attack 2331 u-v',
    );
    expect(counterOf(state, 'c-lee')).toMatchObject({ entrained: false });
    expect(counterOf(state, 'c-lee').hex).not.toBe('2331');
  });

  test('3.6: an entrained unit has no zone, does not attack and does not entrench', () => {
    const train = { 'c-heth': { hex: '2225', entrained: true } };
    expect(priceOf(position({ 'u-v': '2223', ...train }), '2223', 'u-v', '2224')).toBe('1 of 6');
    expect(why(position(train, south), 'entrench c-heth')).toBe('entrained [3.6]');
    const beside = position({ ...train, 'u-v': '2224' }, { ...south, step: 'combat' });
    expect(why(beside, 'attack 2224 c-heth')).toBe('entrained [3.6]');
  });

  test('3.7: a claimed station takes its line along, back to the nearest hex of the side', () => {
    const at = position({ 'u-v': '1930' }, { step: 'claim' });
    const { state, events } = given(at, 'claim 1930');
    expect(eventOf(events, 'claimed').rail).toEqual(['1929', '2028']);
    expect([state.control['1930'], state.control['2028']]).toEqual(['union', 'union']);
    const held = position({ 'u-v': '1930', 'c-heth': '1929' }, { step: 'claim' });
    expect(eventOf(given(held, 'claim 1930').events, 'claimed').rail).toEqual([]);
  });

  test('3.8: by sea from port to port with the whole move, Union only; afterwards it does nothing more', () => {
    const state = position({ 'u-v': '3727', 'u-vi': { hex: '3727', spent: 1 } });
    const sail = (unit: string, to = '4346') => ({ verb: 'sea', unit, to }) as const;
    expect(why(state, sail('u-vi'))).toBe('sea-whole [3.8]');
    expect(why(state, sail('u-v', '2224'))).toBe('no-port [3.8]');
    expect(why(position({ 'c-heth': '6064' }, south), sail('c-heth'))).toBe('union-only [3.8]');
    const sailed = having(state, sail('u-v'));
    expect(why(sailed, march('4346', 'u-v', '4347'))).toBe('move-over [3.8]');
    const raised = position({ 'u-v': { hex: '3727', deeds: ['raised'] } });
    expect(hexOf(having(raised, sail('u-v')), 'u-v')).toBe('4346');
    // A Confederate port that is empty may be entered.
    expect(sailed.control['4346']).toBe('confederate');
  });

  test('3.9: no Union march ends in an estuary hex', () => {
    const state = position({ 'u-v': '4252' });
    expect(theatre.hex.get('4253')?.terrain).toBe('estuary');
    expect(offered(state, 'move 4252 u-v')).not.toContain('4253');
  });

  test('3.10: infantry and dummies entrench as their last act; the marker goes with the last of them', () => {
    const state = position({ 'u-v': '2224', 'u-dummy-1': '2324', 'u-cav-1': '2224', 'c-heth': '2225' });
    const dug = having(state, 'entrench u-v', 'entrench u-dummy-1');
    expect(dug.entrenched).toEqual(['2224', '2324']);
    expect(why(dug, march('2224', 'u-v', '2223'))).toBe('move-over [3.10]');
    expect(why(state, 'entrench u-cav-1')).toBe('infantry-only [3.10]');
    expect(why({ ...state, entrenched: ['2224'] }, 'entrench u-v')).toBe('entrenched [3.10]');
    const left = having({ ...state, entrenched: ['2224'] }, march('2224', 'u-v', '2223'));
    expect(left.entrenched).toEqual([]);
  });

  test('1.7: three infantry or dummies, three cavalry and any leaders share a hex', () => {
    const full = { 'u-vi': '2223', 'u-iii': '2223', 'u-dummy-1': '2223' };
    const state = position({ 'u-v': '2224', 'u-cav-1': '2224', 'u-grant': '2224', ...full });
    expect(why(state, march('2224', 'u-v', '2223'))).toBe('stacking [1.7]');
    expect(hexOf(having(state, march('2224', 'u-cav-1+u-grant', '2223')), 'u-grant')).toBe('2223');
    // Passing through is free.
    expect(priceOf(state, '2224', 'u-v', '2222')).toBe('2 of 6');
  });

  test('1.3: cavalry and leaders have 12 points, infantry and dummies 6; infantry prints strength [1.2]', () => {
    const points = (unit: string) => theatre.unit.get(unit)?.movement;
    expect(['u-v', 'u-dummy-1', 'u-cav-1', 'u-grant'].map(points)).toEqual([6, 6, 12, 12]);
    expect(counterOf(position({ 'u-v': '2224', 'u-cav-1': '2224' }), 'u-cav-1').strength).toBe(0);
  });

  test('7.4: Richmond’s garrison stays before turn 5, unless Union infantry has been seen inside', () => {
    const state = position({ 'c-hoke': '3443' }, south);
    expect(theatre.zones.command.has('3443') && !theatre.zones.command.has('3442')).toBe(true);
    expect(why(state, march('3443', 'c-hoke', '3442'))).toBe('garrison [7.4]');
    expect(hexOf(having({ ...state, turn: 5 }, march('3443', 'c-hoke', '3442')), 'c-hoke')).toBe('3442');
    expect(hexOf(having({ ...state, garrisonFree: true }, march('3443', 'c-hoke', '3442')), 'c-hoke')).toBe('3442');
  });

  test('7.4: the leave lasts once Union infantry was found inside, though it goes; it did not in games begun before [R23]', () => {
    const at = { 'u-xi': '3752', 'u-v': '2224', 'c-cav-1': '3753', 'c-hoke': '3443', 'c-heth': '2028' };
    const until = (state: State, side: Side, step: Step): State =>
      state.side === side && state.step === step && state.pending.length === 0
        ? state
        : until(next(state).state, side, step);
    const probing = until(position(at), 'union', 'probe');
    const found = given(probing, 'probe c-cav-1 3752', 1).state;
    expect(counterOf(found, 'u-xi').up).toBe(true);
    const sailed = having(until(found, 'union', 'claim'), 'done');
    const away = having(until(sailed, 'union', 'move'), 'sea u-xi 5961');
    const now = until(away, 'confederate', 'move');
    expect([now.turn, now.sightings.some(({ hex }) => theatre.zones.command.has(hex) && hex === '3752')]).toEqual([
      3,
      false,
    ]);
    const order = march('3443', 'c-hoke', '3342');
    expect(hexOf(having(now, order), 'c-hoke')).toBe('3342');
    expect(begunBefore.rules.apply(now, 'confederate', order, sealedAt('a march', 0, 'x'))).toMatchObject({
      code: 'garrison',
      rule: '7.4',
    });
    // What its side knows is enough to say so.
    const guess = positionFromView(theatre, game.knowledge.view(now, 'confederate'), 'confederate');
    expect(hexOf(having(guess, order), 'c-hoke')).toBe('3342');
  });

  test('7.4: the garrison’s march ends inside; on its way it may pass outside', () => {
    const state = position({ 'c-hoke': '3049' }, south);
    const way = eventOf(given(state, march('3049', 'c-hoke', '3254')).events, 'moved').way;
    expect(way.filter((hex) => !theatre.zones.command.has(hex)).length).toBeGreaterThan(0);
    expect(offered(state, 'move 3049 c-hoke').every((hex) => theatre.zones.command.has(hex))).toBe(true);
  });
});

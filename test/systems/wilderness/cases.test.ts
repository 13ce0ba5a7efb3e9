import { describe, expect, test } from 'vitest';
import { type Next, nextQuestion, type Question } from '../../../src/game/index.ts';
import { sum } from '../../../src/kit/subsets.ts';
import { boardOf, pieceOf } from '../../../src/systems/wilderness/board.ts';
import { pointsForLoss } from '../../../src/systems/wilderness/rules/combat/aftermath.ts';
import { reckon } from '../../../src/systems/wilderness/rules/combat/odds.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import { game, theatre } from './data.ts';
import {
  counterOf,
  eventOf,
  given,
  having,
  hexOf,
  next,
  offered,
  type Placed,
  position,
  priceOf,
  refused,
  why,
} from './position.ts';

/** Infantry of a strength, face down or up. */
const foot = (hex: string, strength: number, more: object = {}): Placed => ({
  hex,
  strength,
  original: strength,
  ...more,
});
const FAR_FORTS = { forts: {} };

/** Odds of units against a hex, everything face up. */
function odds(state: State, attackers: readonly string[], target: string, hasty = false) {
  const board = boardOf(theatre, state);
  return reckon(
    { theatre, state, board },
    attackers.map((id) => pieceOf(board, id)),
    target,
    hasty,
  );
}

describe('the cases of the rulings', () => {
  test('case 1: 4 with a 3-point fortification uses 5–8 and defends with 11 [5.2, 5.4]', () => {
    const state = position({ 'u-v': '3649', 'c-field': foot('3548', 4) });
    expect(odds(state, ['u-v'], '3548')).toMatchObject({ table: '5-8', defence: 11 });
  });

  test('case 2: 29 to 6 is 4-1, 5 to 6 is 1-2, 31 to 6 is 5-1; 2 to 6 is called off, hastily it costs one point [4.1, 5.2, 5.6]', () => {
    const against = (strength: number) =>
      odds(position({ 'u-v': foot('2131', strength), 'c-heth': foot('2232', 6) }, FAR_FORTS), ['u-v'], '2232').column;
    expect([against(29), against(5), against(31), against(2)]).toEqual(['4-1', '1-2', '5-1', null]);
    const weak = position(
      { 'u-v': foot('2224', 2), 'c-heth': foot('2225', 6), 'u-ix': '3020', 'c-rodes': '3021' },
      { step: 'combat' },
    );
    const { state, events } = given(weak, 'attack 2225 u-v');
    expect(eventOf(events, 'called-off').why).toBe('odds');
    expect([state.points, counterOf(state, 'u-v').up, counterOf(state, 'u-v').deeds]).toEqual([
      { union: 0, confederate: 0 },
      true,
      ['attacked'],
    ]);
    const near = having(position({ 'u-v': foot('2223', 4), 'c-heth': foot('2225', 6) }), 'move 2223 u-v 2224');
    const hasty = given(near, 'hasty 2224 u-v 2225');
    expect(eventOf(hasty.events, 'fought')).toMatchObject({ die: null, losses: [1, 0] });
    expect(counterOf(hasty.state, 'u-v').strength).toBe(3);
  });

  test('case 3: 12 against Heth 5 in clear, die 1: Heth 3, attacker 11, two points each [5.7, 12.1]', () => {
    const before = position({ 'u-v': '2224', 'c-heth': '2225' }, { step: 'combat' });
    const { state, events } = given(before, 'attack 2225 u-v', 1);
    expect(eventOf(events, 'fought').reckoning).toMatchObject({ table: '5-8', column: '2-1', modifier: 0 });
    // The table’s strength can’t be taken for odds.
    expect(game.eventWords.tell(eventOf(events, 'fought'), 'public')).toMatch(
      / at 2-1 \(12 to 5\): die 1 on the table for strength 5–8, attacker loses 1, defender 2\.$/,
    );
    expect([counterOf(state, 'c-heth').strength, counterOf(state, 'u-v').strength]).toEqual([3, 11]);
    expect(state.points).toEqual({ union: 4, confederate: 2 });
  });

  test('case 4: across the river only, a die of 6 is row 7 [5.5]', () => {
    // Falmouth and Fredericksburg.
    const before = position({ 'u-v': '3427', 'c-heth': '3428' }, { step: 'combat' });
    const { events } = given(before, 'attack 3428 u-v', 6);
    expect(eventOf(events, 'fought')).toMatchObject({ losses: [2, 0], reckoning: { modifier: 1, column: '2-1' } });
  });

  test('case 5: across a river and entrenched, a die of 6 is row 7, not 8, and the attacker’s 2 become 4 [5.5]', () => {
    const before = position({ 'u-v': '3427', 'c-heth': '3428' }, { step: 'combat', entrenched: ['3428'] });
    const { state, events } = given(before, 'attack 3428 u-v', 6);
    expect(eventOf(events, 'fought')).toMatchObject({ losses: [4, 0], reckoning: { modifier: 1 } });
    expect(counterOf(state, 'u-v').strength).toBe(8);
  });

  test.each([
    [9, '9+', [2, 2]],
    [8, '5-8', [1, 1]],
    [4, '1-4', [1, 1]],
  ] as const)(
    'case 6: against %i the table is %s, at 3-1 a die of 4 gives %j [5.2, 5.3]',
    (strength, table, losses) => {
      const before = position(
        { 'u-v': foot('2224', strength * 3), 'c-heth': foot('2225', strength) },
        { step: 'combat' },
      );
      const { events } = given(before, 'attack 2225 u-v', 4);
      expect(eventOf(events, 'fought')).toMatchObject({ losses, reckoning: { table, column: '3-1' } });
    },
  );

  test('case 7: 4 at 5-1, die 1: eliminated without loss, and any attackers may enter [5.8]', () => {
    const before = position(
      { 'u-v': foot('2224', 20), 'u-vi': foot('2125', 1), 'c-heth': foot('2225', 4) },
      { step: 'combat' },
    );
    const { state, events } = given(before, 'attack 2225 u-v,u-vi', 1);
    expect(eventOf(events, 'fought').losses).toEqual([0, 4]);
    expect(hexOf(state, 'c-heth')).toBe('lost');
    expect(offered(state, 'advance')).toEqual(['u-v', 'u-vi']);
    expect(hexOf(having(state, 'advance u-vi'), 'u-vi')).toBe('2225');
  });

  test('case 8: 12 unsupplied and hasty is 6, not 3 [5.4]', () => {
    const state = position({ 'u-v': '2131', 'c-heth': '2232' });
    expect(odds(state, ['u-v'], '2232', true).attack).toBe(6);
  });

  test('case 9: isolated, 4 in a pass is 4, and with a fortification of 3 it is 7 [5.4, 9.1]', () => {
    // Union zones all round: nothing gets through.
    const ring = (middle: string) =>
      Object.fromEntries(theatre.grid.neighbours(middle).map((hex, at) => [RING[at] as string, hex]));
    const pass = position({ ...ring('2916'), 'c-field': foot('2916', 4) }, FAR_FORTS);
    expect(odds(pass, ['u-v'], '2916').defence).toBe(4);
    const fort = position({ ...ring('3548'), 'c-field': foot('3548', 4) }, { control: { 3548: 'union' } });
    expect(odds(fort, ['u-v'], '3548').defence).toBe(7);
  });

  test('case 10: an isolated unit makes no normal attack, but a hasty one, at half [8.1]', () => {
    const about = { 'c-heth': '2225', 'c-rodes': '2123', 'c-field': '2424' };
    const isolated = position({ 'u-v': '2224', ...about }, { step: 'combat' });
    expect(game.knowledge.view(isolated, 'union').stacks[1]?.own?.[0]?.supply).toBe('isolated');
    expect(why(isolated, 'attack 2225 u-v')).toBe('isolated [8.1]');
    const marching = position({ 'u-v': foot('2224', 4, { deeds: ['marched'] }), ...about });
    const { events } = given(marching, 'hasty 2224 u-v 2225');
    expect(eventOf(events, 'fought').reckoning.attack).toBe(2);
  });

  test('case 11: the fortification of Petersburg alone, against 10: table 1–4 at 5-1 [5.9]', () => {
    const state = position({ 'u-v': foot('3555', 20) });
    expect(odds(state, ['u-v'], '3556')).toMatchObject({ table: '1-4', column: '5-1', defence: 2 });
  });

  test('case 12: 4 with a fortification of 2 loses 3: the owner splits them, the enemy scores 4 [5.7, 9.1]', () => {
    const before = position({ 'u-v': foot('3555', 120), 'c-field': foot('3556', 4) }, { step: 'combat' });
    const fought = given(before, 'attack 3556 u-v', 3).state;
    expect(game.rules.asked(fought)).toMatchObject([
      { seat: 'confederate', outOfTurn: true, defaultOrder: { verb: 'lose', unit: 'f-petersburg', points: '1' } },
    ]);
    expect(offered(fought, 'lose')).toEqual(['f-petersburg', 'c-field']);
    expect(game.positionWords.agenda?.(game.knowledge.view(fought, 'public'))).toEqual([
      '**Confederates**: choose which units lose 3 strength points.',
    ]);
    expect(offered(fought, 'lose f-petersburg')).toEqual(['1', '2']);
    const left = having(fought, 'lose f-petersburg 2');
    expect([left.forts['f-petersburg'], counterOf(left, 'c-field').strength, left.points.union]).toEqual([0, 3, 4]);
  });

  test('case 13: V over the Rapidan to 2427 pays 2, into a zone of control 4 [3.1]', () => {
    expect(priceOf(position({ 'u-v': '2327' }), '2327', 'u-v', '2427')).toBe('2 of 6');
    expect(priceOf(position({ 'u-v': '2327', 'c-heth': '2528' }), '2327', 'u-v', '2427')).toBe('4 of 6');
  });

  test('case 14: from zone to zone over clear land costs 4; with 3 left it is refused [3.2]', () => {
    const at = { 'c-heth': '2225', 'c-rodes': '2125' };
    expect(priceOf(position({ 'u-v': '2224', ...at }), '2224', 'u-v', '2124')).toBe('4 of 6');
    const spent = position({ 'u-v': foot('2224', 12, { spent: 3 }), ...at });
    expect(why(spent, 'move 2224 u-v 2124')).toBe('too-far [3.2]');
  });

  test('case 15: no hasty attack from Falmouth to Fredericksburg, over the Rappahannock; a normal one may be made [4.1]', () => {
    const marched = position({ 'u-v': foot('3427', 12, { deeds: ['marched'] }), 'c-heth': '3428' });
    expect(why(marched, 'hasty 3427 u-v 3428')).toBe('hasty-river [4.1]');
    expect(offered({ ...marched, step: 'combat' }, 'attack')).toEqual(['3428']);
  });

  test('case 16: over the James 4252–4253–4254 costs 5, with 4 it stops at the bank; Confederates never [3.9]', () => {
    const union = position({ 'u-v': '4252' });
    expect(priceOf(union, '4252', 'u-v', '4254')).toBe('5 of 6');
    expect(why(union, 'move 4252 u-v 4253')).toBe('estuary-end [3.9]');
    const tired = position({ 'u-v': foot('4252', 12, { spent: 2 }) });
    expect(why(tired, 'move 4252 u-v 4254')).toBe('too-far [3.2]');
    const south = position({ 'c-heth': '4252' }, { side: 'confederate' });
    expect(offered(south, 'move 4252 c-heth')).not.toContain('4254');
  });

  test('case 17: by rail from Rapidan Station to Richmond: 6, entrained and halved; it detrains for 1 next turn [3.6, 5.4]', () => {
    const free = position({ 'c-heth': '2028' }, { side: 'confederate' });
    const { state, events } = given(free, 'rail c-heth 3447');
    expect(eventOf(events, 'moved')).toMatchObject({ by: 'rail', cost: 6 });
    expect(eventOf(events, 'moved').way).toHaveLength(31);
    expect(counterOf(state, 'c-heth')).toMatchObject({ hex: '3447', entrained: true, spent: 6 });
    const attacked = position({ 'c-heth': foot('2331', 4, { entrained: true }), 'u-v': '2332' });
    expect(odds(attacked, ['u-v'], '2331').defence).toBe(2);
    const rested = position({ 'c-heth': foot('3447', 5, { entrained: true }) }, { side: 'confederate' });
    expect(counterOf(given(rested, 'detrain c-heth').state, 'c-heth')).toMatchObject({
      entrained: false,
      spent: 1,
    });
  });

  test('case 18: an unsupplied unit entrains and rides eight rail hexes; a ninth, or detraining, is refused [3.3, 3.6]', () => {
    const halved = position({ 'c-heth': foot('2028', 5, { halved: true }) }, { side: 'confederate' });
    const line = nextQuestion(game, halved, 'confederate', { verb: 'rail', unit: 'c-heth' });
    const hexes = line.complete ? [] : line.question.choices.map(({ value }) => value);
    expect(hexes).toContain('1832');
    const eighth = hexes.filter((hex) => priceIs(line, hex, '3 of 3'));
    expect(eighth.length).toBeGreaterThan(0);
    const { state } = given(halved, { verb: 'rail', unit: 'c-heth', to: eighth.at(-1) as string });
    expect(counterOf(state, 'c-heth')).toMatchObject({ entrained: true, spent: 3 });
    expect(why(state, 'detrain c-heth')).toBe('no-points [3.2]');
    expect(why(halved, 'rail c-heth 3447')).toBe('no-ride [3.6]');
  });

  test('case 19: Grant and two corps go Aquia – White House by sea if nobody is near; no third; a dummy found there still shuts it [3.8]', () => {
    const sail = (unit: string) => ({ verb: 'sea', unit, to: '4346' }) as const;
    const at = { 'u-v': '3727', 'u-vi': '3727', 'u-iii': '3727', 'u-grant': '3727' };
    const sailed = having(position(at), sail('u-v'), sail('u-grant'), sail('u-vi'));
    expect(hexOf(sailed, 'u-grant')).toBe('4346');
    expect(why(sailed, sail('u-iii'))).toBe('sea-used [3.8]');
    expect(why(position({ ...at, 'c-heth': '4446' }), sail('u-v'))).toBe('port-watched [3.8]');
    const near = position({ ...at, 'u-cav-1': '4347', 'c-dummy-1': '4446' });
    const probed = given(near, 'probe u-cav-1 4446', 1);
    expect(hexOf(probed.state, 'c-dummy-1')).toBe('lost');
    expect(why(probed.state, sail('u-v'))).toBe('port-shut [3.8]');
  });

  test('case 20: probes: 4 succeeds and 5 fails, 3 more for entrenched with face-up cavalry; a dummy found leaves with its zone [6.2, 1.5]', () => {
    const plain = position({ 'u-cav-1': '2224', 'c-heth': '2225', 'c-dummy-1': '2225' });
    const order = { verb: 'probe', unit: 'u-cav-1', target: '2225' } as const;
    expect(eventOf(given(plain, order, 4).events, 'probed').found).toBe(true);
    expect(eventOf(given(plain, order, 5).events, 'probed').found).toBe(false);
    const hard = position(
      { 'u-cav-1': '2224', 'c-heth': '2225', 'c-cav-1': { hex: '2225', up: true } },
      { entrenched: ['2225'] },
    );
    expect(eventOf(given(hard, order, 1).events, 'probed')).toMatchObject({ found: true, modifier: 3 });
    expect(eventOf(given(hard, order, 2).events, 'probed').found).toBe(false);
    const draft = { verb: 'probe', unit: 'u-cav-1' };
    expect(
      [plain, hard].map((state) => priceIs(nextQuestion(game, state, 'union', draft), '2225', 'needs 1–4')),
    ).toEqual([true, false]);
    expect(priceIs(nextQuestion(game, hard, 'union', draft), '2225', 'needs 1')).toBe(true);
    const bluff = position({ 'u-cav-1': '2224', 'u-v': '2224', 'c-dummy-1': '2225' });
    expect(priceOf(bluff, '2224', 'u-v', '2125')).toBe('4 of 6');
    const found = given(bluff, order, 1).state;
    expect([hexOf(found, 'c-dummy-1'), priceOf(found, '2224', 'u-v', '2125')]).toEqual(['lost', '1 of 6']);
  });

  test('case 21: cavalry 2 to 1 is 2-1; with infantry there it is refused, and so is 1 to 2 in a pass [6.1]', () => {
    const before = position(
      { 'u-cav-1': '2224', 'u-cav-2': '2224', 'c-cav-1': { hex: '2225', up: true } },
      { step: 'combat' },
    );
    const order = { verb: 'charge', target: '2225', with: ['u-cav-1', 'u-cav-2'] } as const;
    const losses = (die: number) => eventOf(given(before, order, die).events, 'charged');
    expect(losses(3)).toMatchObject({ column: '2-1', losses: [0, 1] });
    expect(losses(4).losses).toEqual([1, 1]);
    expect(losses(5).losses).toEqual([1, 0]);
    const guarded = position(
      { 'u-cav-1': '2224', 'c-cav-1': '2225', 'c-heth': { hex: '2225', up: true } },
      { step: 'combat' },
    );
    expect(why(guarded, { ...order, with: ['u-cav-1'] })).toBe('infantry-there [6.1]');
    const gap = position(
      { 'u-cav-1': '3016', 'c-cav-1': { hex: '2916', up: true }, 'c-cav-2': { hex: '2916', up: true } },
      { step: 'combat' },
    );
    expect(why(gap, 'charge 2916 u-cav-1')).toBe('cavalry-odds [6.1]');
  });

  test('case 22: V at 11 takes 1, not 2; a fortification none; 12 and 12 in a hex become 15 and 9, 5 and 3 become 6 and 2 [10.2, 10.3, 9.1]', () => {
    const more = { step: 'reinforce', pool: { union: 3, confederate: 0 } } as const;
    const weak = position({ 'u-v': { ...(foot('4217', 11) as object), original: 12 } as Placed }, more);
    expect(offered(weak, 'reinforce u-v')).toEqual(['1']);
    expect(why(weak, 'reinforce u-v 2')).toBe('points [10.2]');
    expect(why({ ...weak, side: 'confederate' }, 'reinforce f-petersburg 1')).toBe('not-yours [2.1]');
    const two = position({ 'u-v': '2224', 'u-vi': '2224' }, more);
    const passed = having(two, 'transfer u-vi u-v 3');
    expect([counterOf(passed, 'u-v').strength, counterOf(passed, 'u-vi').strength]).toEqual([15, 9]);
    expect(offered(two, 'transfer u-vi u-v').at(-1)).toBe('3');
    const south = position({ 'c-heth': '2130', 'c-mahone': '2130' }, { step: 'reinforce', side: 'confederate' });
    const filled = having(south, 'transfer c-mahone c-heth 1');
    expect([counterOf(filled, 'c-heth').strength, counterOf(filled, 'c-mahone').strength]).toEqual([6, 2]);
  });

  test('case 23: in 1.4 nine Union points lost are 24; in 1.5 turn 3 gives two points, and the Union begins with 50 [12.2]', () => {
    expect(pointsForLoss(theatre, 'may-riots', 'union', 0, 9)).toBe(24);
    expect(pointsForLoss(theatre, 'may-riots', 'union', 6, 3)).toBe(12);
    expect(pointsForLoss(theatre, 'may', 'union', 6, 3)).toBe(6);
    const levy = position({ 'c-heth': '3447', 'u-v': '4217' }, { scenario: 'may-levy', turn: 3, step: 'claim' });
    expect(next(levy).state.pool.confederate).toBe(2);
    expect(theatre.scenario.get('may-levy')?.points.union).toBe(50);
  });

  test('case 24: 1.1 has 52 Union and 38 Confederate strength points; June 56 and 43, and 36 and 160 points [13, 12.1]', () => {
    const total = (id: string, side: string) =>
      sum(
        (theatre.scenario.get(id)?.groups ?? [])
          .filter((one) => one.side === side)
          .flatMap(({ units }) => units.map(({ strength }) => strength)),
      );
    expect([total('may-west', 'union'), total('may-west', 'confederate')]).toEqual([52, 38]);
    expect([total('june', 'union'), total('june', 'confederate')]).toEqual([56, 43]);
    expect(theatre.scenario.get('june')?.points).toEqual({ union: 36, confederate: 160 });
  });

  test('case 25: the Union sees three counters; after a probe Lee and Heth 5, and the dummy gone [14, 1.4]', () => {
    const before = position({ 'u-cav-1': '2128', 'c-lee': '2129', 'c-heth': '2129', 'c-dummy-1': '2129' });
    const seen = (state: State) => game.knowledge.view(state, 'union').stacks.find(({ hex }) => hex === '2129');
    expect(seen(before)).toEqual({ hex: '2129', side: 'confederate', down: 3, entrained: 0, up: [], own: null });
    const { state } = given(before, 'probe u-cav-1 2129', 1);
    expect(seen(state)).toMatchObject({ down: 0, up: [{ unit: 'c-heth', strength: 5 }, { unit: 'c-lee' }] });
    expect(game.knowledge.view(state, 'union').gone).toEqual(['c-dummy-1']);
    expect(refused(state, 'probe u-cav-1 2129').code).toBe('probed');
  });
});

const RING = ['u-v', 'u-vi', 'u-iii', 'u-ix', 'u-xi', 'u-xviii'] as const;

function priceIs(question: Next<Question>, hex: string, price: string): boolean {
  return (
    !question.complete &&
    question.question.choices.some(({ value, hint }) => value === hex && hint?.split(', ')[0] === price)
  );
}

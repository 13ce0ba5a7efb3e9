import { describe, expect, test } from 'vitest';
import type { Event, Order } from '../../../src/systems/wilderness/vocabulary.ts';
import { begunBefore, game, theatre } from './data.ts';
import { counterOf, eventOf, given, givenIn, having, hexOf, offered, position, refused, why } from './position.ts';

const combat = { step: 'combat' } as const;
const up = (hex: string) => ({ hex, up: true });
const foot = (hex: string, strength: number, more: object = {}) => ({ hex, strength, original: strength, ...more });
const attack = (target: string, ...units: string[]) => ({ verb: 'attack', target, with: units }) as const;

describe('combat', () => {
  test('4.2: a stack that has marched into the zone attacks once; beaten it may enter and go on, else it stops', () => {
    const start = position({ 'u-v': foot('2223', 40), 'c-mahone': '2225', 'c-heth': '2021' });
    expect(why(start, 'hasty 2223 u-v 2225')).toBe('not-entered [4.2]');
    const near = having(start, 'move 2223 u-v 2224');
    const order = { verb: 'hasty', from: '2224', units: 'u-v', target: '2225' } as const;
    const won = given(near, order, 1).state;
    expect(hexOf(won, 'c-mahone')).toBe('lost');
    const entered = having(won, 'advance u-v');
    expect([hexOf(entered, 'u-v'), entered.step]).toEqual(['2225', 'move']);
    // 3 points are left; the zone of the unit that died stays.
    expect(counterOf(entered, 'u-v').spent).toBe(3);
    expect(entered.ghosts).toEqual([{ side: 'confederate', hex: '2225' }]);
    expect(hexOf(having(entered, 'move 2225 u-v 2226'), 'u-v')).toBe('2226');
    const lost = given(near, order, 6).state;
    const after = lost.pending.length > 0 ? having(lost, 'lose u-v 1') : lost;
    expect(why(after, 'move 2224 u-v 2223')).toBe('move-over [4.2]');
    expect(game.orderWords.refusal(refused(after, 'entrench u-v'))).toMatch(/hasty attack didn’t clear the hex\./);
    expect(why(after, order)).toBe('hasty-once [4.2]');
  });

  test('4.2: infantry that came to a hex one by one attacks from there together', () => {
    const apart = position({ 'u-v': '2223', 'u-vi': '2123', 'c-heth': '2325' });
    const joined = having(apart, 'move 2223 u-v 2324', 'move 2123 u-vi 2324');
    const { events } = given(joined, 'hasty 2324 u-v+u-vi 2325', 1);
    expect(eventOf(events, 'fought')).toMatchObject({ attackers: ['u-v', 'u-vi'], reckoning: { attack: 12 } });
  });

  test('4.2: an attack on nothing but dummies does not count, and the stack goes on', () => {
    const near = position({ 'u-v': foot('2224', 12, { deeds: ['marched'], spent: 3 }), 'c-dummy-1': '2225' });
    const { state, events } = given(near, 'hasty 2224 u-v 2225');
    expect(eventOf(events, 'called-off').why).toBe('dummies');
    expect(counterOf(state, 'u-v').deeds).toEqual(['marched']);
    expect(hexOf(having(state, 'move 2224 u-v 2225'), 'u-v')).toBe('2225');
  });

  test('4.1, 5.5: below 1-2 the attacker loses one point without a die, against an entrenchment two', () => {
    const at = { 'u-v': foot('2224', 4, { deeds: ['marched'] }), 'c-heth': foot('2225', 9) };
    const order = { verb: 'hasty', from: '2224', units: 'u-v', target: '2225' } as const;
    expect(counterOf(given(position(at), order).state, 'u-v').strength).toBe(3);
    expect(counterOf(given(position(at, { entrenched: ['2225'] }), order).state, 'u-v').strength).toBe(2);
  });

  test('4.3: whoever made a hasty attack may attack in the Combat Phase', () => {
    const state = position(
      { 'u-v': foot('2224', 12, { deeds: ['marched', 'hasty', 'stopped'] }), 'c-heth': '2225' },
      combat,
    );
    expect(offered(state, 'attack 2225')).toEqual(['u-v']);
  });

  test('5.1: infantry of several hexes attacks together; units and hexes once a phase', () => {
    const at = { 'u-v': '2224', 'u-vi': '2125', 'u-cav-1': '2224', 'c-heth': foot('2225', 9), 'c-rodes': '2126' };
    const state = position(at, combat);
    expect(offered(state, 'attack 2225')).toEqual(expect.arrayContaining(['u-v', 'u-vi']));
    expect(offered(state, 'attack 2225')).not.toContain('u-cav-1');
    const fought = given(state, attack('2225', 'u-v'), 3).state;
    const done = fought.pending.length > 0 ? having(fought, 'lose u-v 2') : fought;
    expect(why(done, attack('2225', 'u-vi'))).toBe('fought [5.1]');
    expect(counterOf(done, 'u-v').deeds).toEqual(['attacked']);
    expect(why(state, attack('2126', 'u-cav-1'))).toMatch(/infantry-only|no-attackers/);
  });

  test('5.3: the first printed table is for 9 or more, the third for 1 to 4', () => {
    expect(theatre.combatTables.map(({ name, atMost }) => [name, atMost])).toEqual([
      ['1-4', 4],
      ['5-8', 8],
      ['9+', 999],
    ]);
    const sheet = (name: string, column: '1-2' | '5-1', die: number) =>
      theatre.combatTables.find((one) => one.name === name)?.table.resultOf(column, die);
    expect([sheet('9+', '1-2', 1), sheet('9+', '5-1', 7), sheet('5-8', '5-1', 4), sheet('1-4', '5-1', 1)]).toEqual([
      '1/2',
      '2/1',
      '2/3',
      '0/4',
    ]);
  });

  test('5.6: an attack that turns out worse than 1-2 is called off without loss, and has been made', () => {
    const at = { 'u-v': foot('2224', 2), 'c-heth': '2225', 'u-ix': '3020', 'c-rodes': '3021' };
    const { state, events } = given(position(at, combat), attack('2225', 'u-v'));
    expect(eventOf(events, 'called-off').why).toBe('odds');
    expect(why(state, attack('2225', 'u-v'))).toBe('fought [5.1]');
    expect(counterOf(state, 'c-heth').up).toBe(true);
  });

  test('the board has a line for the attacks of a phase: how many, what each cost, and what came of them', () => {
    const at = {
      'u-v': foot('2224', 40),
      'u-ix': foot('3020', 12),
      'c-heth': foot('2225', 1),
      'c-rodes': foot('3021', 9),
    };
    const first = given(position(at, combat), attack('2225', 'u-v'), 1);
    const enters = given(first.state, 'advance u-v');
    const one = [...first.events, ...enters.events];
    const brief = (events: readonly Event[]) => game.eventWords.digest?.(events, 'public', true);
    expect(brief(one)).toEqual([
      ['fought', 'lost', 'advanced']
        .map((type) => game.eventWords.tell(eventOf(one, type as Event['type']), 'public'))
        .join(' '),
    ]);
    const second = given(enters.state, attack('3021', 'u-ix'), 6);
    expect(brief([...one, ...second.events])).toEqual([
      expect.stringMatching(
        /^2 Union attacks: 2225 [^(]+ at 5-1 \(loses 0, inflicts 4\) and 3021 [^(]+ at 1-1 \(loses 3, inflicts 1\)\. Heth is /,
      ),
    ]);
  });

  test('5.7: the attacker splits its losses among those who took part, by default from the largest', () => {
    const at = { 'u-v': foot('2224', 6), 'u-vi': foot('2224', 5), 'c-heth': foot('2225', 9) };
    const { state } = given(position(at, combat), attack('2225', 'u-v', 'u-vi'), 5);
    expect(state.pending[0]).toMatchObject({ kind: 'lose', side: 'union', points: 2 });
    expect(offered(state, 'lose')).toEqual(['u-v', 'u-vi']);
    expect(why(state, 'lose u-v 3')).toBe('too-many [5.7]');
    expect(why(state, 'done')).toBe('pending [5.7]');
    const split = having(state, 'lose u-v 1');
    expect(counterOf(having(split, 'lose u-vi 1'), 'u-vi').strength).toBe(4);
  });

  test('5.7: by default a fortification loses first, and once it is destroyed the largest unit', () => {
    const at = { 'u-v': foot('3555', 200), 'c-heth': foot('3556', 5), 'c-field': foot('3556', 4) };
    let { state } = given(position(at, combat), attack('3556', 'u-v'), 1);
    const took: string[] = [];
    while (state.pending[0]?.kind === 'lose') {
      const order = game.rules.asked(state)[0]?.defaultOrder as Order;
      if (order.verb === 'lose') took.push(order.unit);
      state = given(state, order).state;
    }
    expect(took).toEqual(['f-petersburg', 'f-petersburg', 'c-heth', 'c-heth', 'c-field']);
  });

  test('5.8: nobody need advance; entrenchments of an emptied hex are removed', () => {
    const at = { 'u-v': foot('2224', 30), 'c-heth': foot('2225', 4) };
    const { state } = given(position(at, { ...combat, entrenched: ['2225'] }), attack('2225', 'u-v'), 1);
    expect(state.entrenched).toEqual([]);
    const stayed = given(state, 'advance with=');
    expect(hexOf(stayed.state, 'u-v')).toBe('2224');
    expect(game.eventWords.tell(eventOf(stayed.events, 'advanced'), 'public')).toMatch(/^Nobody advances to 2225/);
  });

  test('5.9: a fortification alone defends with its own strength; at 0 it is gone for good', () => {
    const { state } = given(position({ 'u-v': foot('3555', 120) }, combat), attack('3556', 'u-v'), 1);
    expect(state.forts['f-petersburg']).toBe(0);
    expect(state.points.union).toBe(2);
    expect(hexOf(having(state, 'advance u-v'), 'u-v')).toBe('3556');
  });

  test('5.10: cavalry and leaders add nothing, and go when no infantry is left', () => {
    const at = { 'u-v': '2224', 'c-cav-1': '2225', 'c-lee': '2225' };
    const { state, events } = given(position(at, combat), attack('2225', 'u-v'));
    expect(eventOf(events, 'called-off').why).toBe('nobody');
    expect([hexOf(state, 'c-cav-1'), hexOf(state, 'c-lee')]).not.toContain('2225');
    expect(state.pending[0]).toMatchObject({ kind: 'advance', hex: '2225' });
  });

  test('5.10: without a hex to go to cavalry is lost, and a leader comes back two turns later beside infantry', () => {
    // Union zones all about.
    const ghosts = theatre.grid.within('2225', 4).map((hex) => ({ side: 'union' as const, hex }));
    const at = { 'u-v': '2224', 'c-cav-1': '2225', 'c-lee': '2225', 'c-heth': '3447' };
    const { state } = given(position(at, { ...combat, ghosts }), attack('2225', 'u-v'));
    expect(hexOf(state, 'c-cav-1')).toBe('lost');
    expect(state.points.union).toBe(2);
    expect(counterOf(state, 'c-lee')).toMatchObject({ hex: 'coming', due: 4 });
    const back = position(
      { 'c-lee': { hex: 'coming', due: 2 }, 'c-heth': '3447' },
      { side: 'confederate', step: 'reinforce' },
    );
    expect(offered(back, 'place c-lee')).toEqual(['3447']);
  });

  /** Both after an attack in which the infantry there, if any, dies: cavalry, and a leader. */
  const BESIEGED = [
    ['4252', ['4251', '4352', '4152'], '4154'],
    ['4738', ['4739', '4638', '4637'], '4836'],
    ['5761', ['5760', '5860'], '5562'],
    ['5961', ['5960', '5860'], '6062'],
  ] as const;

  test.each(BESIEGED)(
    '3.9, 5.10: driven from %s, with the enemy in %j, nobody crosses the estuary to %s',
    (hex, from, across) => {
      const attackers = ['c-heth', 'c-rodes', 'c-field'].slice(0, from.length);
      const about = Object.fromEntries(attackers.map((id, at) => [id, foot(from[at] as string, 20)]));
      const at = { ...about, 'u-xi': foot(hex, 1), 'u-cav-1': hex, 'u-grant': hex };
      const state = position(at, { ...combat, side: 'confederate', forts: {} });
      const now = given(state, attack(hex, ...attackers), 1).state;
      expect([hexOf(now, 'u-cav-1'), counterOf(now, 'u-grant')]).toEqual([
        'lost',
        expect.objectContaining({ hex: 'coming', due: 4 }),
      ]);
      const before = givenIn(begunBefore, state, attack(hex, ...attackers), 1).state;
      expect([hexOf(before, 'u-cav-1'), hexOf(before, 'u-grant')]).toEqual([across, across]);
    },
  );

  test('3.9, 5.10: they go by land, round the enemy and mountains; an enemy zone on the way does not stop them', () => {
    const from = (hex: string, ...by: string[]) => {
      const union = Object.fromEntries(by.map((one, at) => [['u-v', 'u-vi'][at] as string, foot(one, 20)]));
      const state = position({ ...union, 'c-lee': hex }, combat);
      return [given, givenIn.bind(null, begunBefore)].map((play) =>
        hexOf(play(state, attack(hex, 'u-v')).state, 'c-lee'),
      );
    };
    // 4251 is all that is open beside 4252: an enemy zone lies on it. Games begun before went over the James.
    expect(from('4252', '4152', '4352')).toEqual(['4250', '4154']);
    // West of the Blue Ridge, and not over it.
    expect(from('0822', '0922', '0923')).toEqual(['0724', '0621']);
  });

  test('7.4: the garrison does not advance out of its area, nor after a hasty attack; others do, and it did in games begun before', () => {
    const at = { 'c-hoke': foot('3443', 20), 'c-colquitt': foot('3443', 20), 'u-v': foot('3442', 1) };
    const state = position(at, { ...combat, side: 'confederate' });
    const order = attack('3442', 'c-hoke', 'c-colquitt');
    const won = given(state, order, 1).state;
    expect([hexOf(won, 'u-v'), won.pending]).toEqual(['lost', []]);
    expect(givenIn(begunBefore, state, order, 1).state.pending).toMatchObject([{ kind: 'advance' }]);

    const joined = position({ ...at, 'c-heth': foot('3543', 5) }, { ...combat, side: 'confederate' });
    const both = given(joined, attack('3442', 'c-heth', 'c-hoke'), 1).state;
    expect(offered(both, 'advance')).toEqual(['c-heth']);
    expect(why(both, 'advance c-hoke')).toBe('garrison [7.4]');

    const marched = { deeds: ['marched'], spent: 3 } as const;
    const near = position({ ...at, 'c-hoke': foot('3443', 40, marched) }, { side: 'confederate' });
    const hasty = given(near, 'hasty 3443 c-hoke 3442', 1).state;
    expect([hexOf(hasty, 'u-v'), hasty.pending]).toEqual(['lost', []]);
    const goesOn = { verb: 'move', from: '3443', units: 'c-hoke', to: '3444' } as const;
    expect(hexOf(having(hasty, goesOn), 'c-hoke')).toBe('3444');
    // Free, it advances.
    expect(given({ ...state, turn: 5 }, order, 1).state.pending).toMatchObject([{ kind: 'advance' }]);
  });

  test('5.11: supply is judged when the attack is made', () => {
    const at = { 'u-v': foot('2331', 12), 'c-heth': foot('2332', 6) };
    const near = given(position(at, combat), attack('2332', 'u-v'), 6);
    expect(eventOf(near.events, 'fought').reckoning.attack).toBe(12);
    const cut = given(position(at, { ...combat, control: {} }), attack('2332', 'u-v'), 6);
    expect(eventOf(cut.events, 'fought').reckoning.attack).toBe(6);
  });

  test('6.1: face-down counters turn out to be infantry, and the cavalry attack is off', () => {
    const at = { 'u-cav-1': '2224', 'c-cav-1': '2225', 'c-heth': '2225' };
    const order = { verb: 'charge', target: '2225', with: ['u-cav-1'] } as const;
    expect(eventOf(given(position(at, combat), order).events, 'called-off').why).toBe('infantry');
    const alone = position({ 'u-cav-1': '2224', 'c-cav-1': up('2225') }, combat);
    const { state } = given(alone, order, 1);
    expect([hexOf(state, 'c-cav-1'), state.points.union]).toEqual(['lost', 2]);
    expect(state.pending[0]).toMatchObject({ kind: 'advance', units: ['u-cav-1'] });
    expect(why(position({ 'u-cav-1': '3555' }, combat), { ...order, target: '3556' })).toBe('infantry-there [6.1]');
    // Two in a pass count four.
    const pass = position({ 'u-cav-1': '2917', 'c-cav-1': '2916', 'c-cav-2': '2916' }, combat);
    const off = eventOf(given(pass, { ...order, target: '2916' }).events, 'called-off');
    expect(game.eventWords.tell(off, 'public')).toMatch(/^The odds are too low: no attack on 2916 /);
  });

  test('6.1, 5.10: cavalry drives out a leader who stands alone, without a die, and may advance', () => {
    const order = { verb: 'charge', target: '2225', with: ['u-cav-1'] } as const;
    for (const lee of ['2225', up('2225')]) {
      const { state, events } = given(position({ 'u-cav-1': '2224', 'c-lee': lee }, combat), order);
      expect(eventOf(events, 'called-off').why).toBe('nobody');
      expect(hexOf(state, 'c-lee')).not.toBe('2225');
      expect(hexOf(having(state, 'advance u-cav-1'), 'u-cav-1')).toBe('2225');
    }
  });

  test('6.2: one probe per cavalry unit per phase, and defensive ones come before combat', () => {
    const state = position({ 'u-v': '2224', 'c-cav-1': '2225', 'c-heth': '2225', 'u-cav-1': '2224' });
    expect(why(state, 'probe u-v 2225')).toBe('cavalry-only [6.2]');
    const probed = given(state, 'probe u-cav-1 2225', 6).state;
    expect(counterOf(probed, 'u-cav-1')).toMatchObject({ up: true });
    expect(why(probed, 'probe u-cav-1 2225')).toBe('probed [6.2]');
    const ended = having(probed, 'done');
    expect(ended.step).toBe('probe');
    const defended = given(ended, 'probe c-cav-1 2224', 1);
    expect(counterOf(defended.state, 'u-v').up).toBe(true);
  });
});

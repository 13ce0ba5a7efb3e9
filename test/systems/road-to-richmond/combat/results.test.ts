import { describe, expect, test } from 'vitest';
import { scoreOf } from '../../../../src/systems/road-to-richmond/rules/victory-points.ts';
import type { State } from '../../../../src/systems/road-to-richmond/state.ts';
import type { Event, Order } from '../../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from '../data.ts';
import { having, offered, question, refused } from '../position.ts';
import { fought, planning } from './melee.ts';

const indexOf = (id: string) => field.piece.get(id)?.index ?? -1;
/** Attackers in the order of `units.json`, as orders have them. */
const attack = (target: string, ...attackers: string[]) => ({
  verb: 'attack',
  target,
  with: attackers.sort((a, b) => indexOf(a) - indexOf(b)),
});
const fight = (target: string): Order => ({ verb: 'fight', target });
const DONE: Order = { verb: 'done' };

/** The column that the odds come to. */
function laid(
  state: State,
  { verb, target, with: attackers }: ReturnType<typeof attack>,
  guns?: readonly string[],
): State {
  const draft = { verb, target, with: attackers, ...(guns ? { guns } : {}) };
  const column = offered(state, draft)[0] as '1-1';
  return having(state, { ...draft, column } as Order);
}

/** A plan that stands. */
function plan(state: State, ...battles: readonly ReturnType<typeof attack>[]): State {
  return having(
    battles.reduce((now, battle) => laid(now, battle), state),
    DONE,
  );
}

const types = (events: readonly Event[]) => events.map(({ type }) => type);
function of<Type extends Event['type']>(events: readonly Event[], type: Type): Extract<Event, { type: Type }>[] {
  return events.filter((event): event is Extract<Event, { type: Type }> => event.type === type);
}

describe('results', () => {
  // 16 against 3 in the open are 5-1: De, De, Dr, Dr, Ex, Ex.
  const strong = () =>
    plan(
      planning('confederate', { 'u-3-2-v': '1004', 'c-gregg': '1003', 'c-branch': '1003' }),
      attack('1004', 'c-gregg', 'c-branch'),
    );
  // 3 against 8 in the open are 1-3: Dr, Ar, Ar, Ar, Ar, Ae.
  const weak = () => plan(planning('union', { 'u-3-2-v': '1004', 'c-gregg': '1003' }), attack('1003', 'u-3-2-v'));

  test('7.9: De removes every defender, and their points are scored', () => {
    const { state, events } = fought(strong(), [fight('1004')], 1);
    expect(events[0]).toMatchObject({
      type: 'fought',
      side: 'confederate',
      die: 1,
      result: 'De',
      defenders: ['u-3-2-v'],
    });
    expect(of(events, 'lost')).toEqual([
      { type: 'lost', side: 'union', pieces: ['u-3-2-v'], from: '1004', why: 'combat', points: 3 },
    ]);
    expect(state.where['u-3-2-v']).toBe('lost');
    expect(state.pending).toMatchObject([{ kind: 'advance', side: 'confederate', into: ['1004'] }]);
  });

  test('7.9: Ae removes every attacker, and the defender may advance', () => {
    const { state, events } = fought(weak(), [fight('1003')], 6);
    expect(of(events, 'lost')).toMatchObject([{ side: 'union', pieces: ['u-3-2-v'], from: '1004', points: 3 }]);
    expect(state.pending).toMatchObject([
      { kind: 'advance', side: 'confederate', pieces: ['c-gregg'], into: ['1004'] },
    ]);
    expect(having(state, 'advance c-gregg').where['c-gregg']).toBe('1004');
  });

  test('7.9: Dr and Ar send the pieces of a side back; their owner says where to', () => {
    const back = fought(strong(), [fight('1004')], 3).state;
    expect(back.pending[0]).toMatchObject({ kind: 'retreat', side: 'union', pieces: ['u-3-2-v'], why: 'combat' });
    const thrown = fought(weak(), [fight('1003')], 2).state;
    expect(thrown.pending[0]).toMatchObject({ kind: 'retreat', side: 'union', pieces: ['u-3-2-v'] });
    const gone = fought(thrown, ['retreat u-3-2-v 1005']);
    expect(gone.events[0]).toEqual({
      type: 'retreated',
      side: 'union',
      piece: 'u-3-2-v',
      from: '1004',
      to: '1005',
      why: 'combat',
      displacing: null,
    });
    expect(gone.state.pending[0]).toMatchObject({ kind: 'advance', side: 'confederate' });
  });

  test('case 16: Ex against 5 and 7, doubled to 24, costs the attacker printed 12 or more', () => {
    const attackers = {
      'c-lawton': '1206',
      'c-elzey': '1206',
      'c-stuart': '1307',
      'c-semmes': '1307',
      'c-garland': '1308',
      'c-gregg': '1308',
      'c-branch': '1208',
      'c-winder': '1208',
    };
    const ready = plan(
      planning('confederate', { 'u-1-2-v': '1207', 'u-2-2-v': '1207', ...attackers }),
      attack('1207', ...Object.keys(attackers)),
    );
    const { state, events } = fought(ready, [fight('1207')], 6);
    expect(of(events, 'fought')).toMatchObject([{ result: 'Ex', reckoning: { attack: 72, defence: 24, odds: '3-1' } }]);
    expect(of(events, 'lost')).toMatchObject([{ side: 'union', points: 12, why: 'exchange' }]);
    expect(question(state, 'lose')).toMatchObject({ slot: 'units', several: { least: 2, most: 8 } });
    const paid = fought(state, ['lose c-stuart,c-gregg']);
    const paidFor = of(paid.events, 'lost').map(({ pieces, points, why }) => [...pieces, points, why]);
    expect(paidFor).toEqual([
      ['c-stuart', 10, 'exchange'],
      ['c-gregg', 8, 'exchange'],
    ]);
    expect(scoreOf(field, paid.state)).toEqual({
      confederate: scoreOf(field, ready).confederate + 12,
      union: scoreOf(field, ready).union + 18,
    });
    expect(paid.state.pending[0]).toMatchObject({ kind: 'advance', side: 'confederate', into: ['1207'] });
  });

  test('7.9, 4: the printed strength of the defenders counts in an exchange, not the doubled one', () => {
    // 5 in swamp forest are 10; 30 make 3-1, whose 6 is an exchange.
    const at = { 'u-1-2-v': '1207', 'c-lawton': '1206', 'c-elzey': '1206', 'c-stuart': '1307', 'c-archer': '1307' };
    const ready = plan(planning('confederate', at), attack('1207', 'c-lawton', 'c-elzey', 'c-stuart', 'c-archer'));
    const { state, events } = fought(ready, [fight('1207')], 6);
    expect(of(events, 'fought')).toMatchObject([{ reckoning: { attack: 34, defence: 10, odds: '3-1' }, result: 'Ex' }]);
    expect(state.pending[0]).toMatchObject({ kind: 'lose', need: 5 });
  });

  test('7.9: where those given up do not reach the sum, the rest is asked for', () => {
    const at = { 'u-1-2-v': '1004', 'c-archer': '1003', 'c-kemper': '1003', 'c-rodes': '1104', 'c-pickett': '1104' };
    const ready = plan(planning('confederate', at), attack('1004', 'c-rodes', 'c-kemper', 'c-pickett', 'c-archer'));
    const asked = fought(ready, [fight('1004')], 6).state;
    expect(asked.pending[0]).toMatchObject({ kind: 'lose', need: 5 });
    expect(offered(asked, 'lose')).toEqual(['c-pickett', 'c-rodes', 'c-kemper', 'c-archer']);
    const some = having(asked, 'lose c-kemper');
    expect(some.pending[0]).toMatchObject({ kind: 'lose', need: 1, among: ['c-rodes', 'c-pickett', 'c-archer'] });
    expect(having(some, 'lose c-archer').pending[0]).toMatchObject({ kind: 'advance' });
    expect(refused(asked, 'lose c-gregg').code).toBe('cannot-lose');
  });

  test('7.9: all go where all of them do not reach it, without asking; guns that support are spared', () => {
    const start = planning('union', { 'c-toombs': '1004', 'u-1-cr': '1003', 'u-s-art': '1002' });
    const ready = having(laid(start, attack('1004', 'u-1-cr'), ['u-s-art']), DONE);
    const { state, events } = fought(ready, [fight('1004')], 6);
    expect(of(events, 'fought')).toMatchObject([{ result: 'Ex', reckoning: { attack: 10, defence: 3, odds: '3-1' } }]);
    expect(of(events, 'lost').map(({ pieces }) => pieces)).toEqual([['c-toombs'], ['u-1-cr']]);
    expect(state.where['u-s-art']).toBe('1002');
    expect(state).toMatchObject({ pending: [], step: 'move' });
  });

  test('7.9, 9.1: guns that bombard are never charged and suffer nothing (case 13)', () => {
    const at = { 'u-v-art': '1108', 'u-1r-art': '1108', 'c-gregg': '1106' };
    const ready = planning('union', at);
    const bombard: Order = { verb: 'bombard', target: '1106', with: ['u-v-art', 'u-1r-art'], column: '1-5' };
    const { state, events } = fought(ready, [bombard, DONE, fight('1106')], 4);
    expect(of(events, 'fought')).toMatchObject([{ result: 'Ae', die: 4 }]);
    expect(of(events, 'lost')).toEqual([]);
    expect(state.where).toMatchObject(at);
    expect(state).toMatchObject({ step: 'move', side: 'confederate' });
  });

  test('9.1: guns may share a retreat, one by one, until the next battle or the end of the phase', () => {
    const at = { 'u-v-art': '1108', 'u-1r-art': '1108', 'c-gregg': '1106' };
    const bombard: Order = { verb: 'bombard', target: '1106', with: ['u-v-art', 'u-1r-art'], column: '1-5' };
    const { state } = fought(planning('union', at), [bombard, DONE, fight('1106')], 1);
    expect(state).toMatchObject({ step: 'fight', pending: [], mayShare: ['u-v-art', 'u-1r-art'] });
    expect(offered(state, {})).toEqual(['retreat', 'done']);
    const shared = fought(state, ['retreat u-1r-art 1208']);
    expect(shared.events).toMatchObject([{ type: 'retreated', piece: 'u-1r-art', why: 'shared' }]);
    expect(offered(shared.state, 'retreat')).toEqual(['u-v-art']);
    const over = fought(shared.state, [DONE]);
    expect(over.events).toMatchObject([{ type: 'held', guns: ['u-v-art'] }, { type: 'phase' }]);
    expect(over.state).toMatchObject({ turn: 7, side: 'confederate', mayShare: [] });
  });

  test('9.3: guns that support an attack may share its retreat, and need not', () => {
    const at = { 'u-1-2-v': '1107', 'c-gregg': '1207', 'c-jones': '1209' };
    const ready = having(laid(planning('confederate', at), attack('1107', 'c-gregg'), ['c-jones']), DONE);
    const { state } = fought(ready, [fight('1107')], 5);
    expect(state.pending[0]).toMatchObject({ kind: 'retreat', pieces: ['c-gregg'] });
    const [to] = offered(state, 'retreat c-gregg');
    const gone = having(state, `retreat c-gregg ${to}`, 'advance none');
    expect(gone).toMatchObject({ step: 'fight', mayShare: ['c-jones'] });
  });

  test('8.5: one piece that took part and was adjacent may enter one emptied hex, ignoring control', () => {
    const at = { 'u-3-2-v': '1004', 'u-1-3-v': '1005', 'c-gregg': '1003', 'c-branch': '1003', 'c-lawton': '1105' };
    const ready = plan(planning('confederate', at), attack('1004', 'c-gregg', 'c-branch'), attack('1005', 'c-lawton'));
    const { state } = fought(ready, [fight('1004')], 1);
    expect(offered(state, 'advance')).toEqual(['c-gregg', 'c-branch', 'none']);
    const { state: after, events } = fought(state, ['advance c-branch']);
    expect(events[0]).toEqual({ type: 'advanced', side: 'confederate', piece: 'c-branch', from: '1003', to: '1004' });
    expect(after).toMatchObject({ pending: [], advanced: ['c-branch'], step: 'fight' });
    expect(refused(state, 'advance c-lawton')).toMatchObject({ code: 'no-advance', rule: '8.5' });
  });

  test('8.5: of several hexes emptied one is entered, and nobody has to go', () => {
    const at = { 'u-3-2-v': '1106', 'u-2-1-v': '1107', 'c-lawton': '1206', 'c-elzey': '1206' };
    const start = planning('confederate', at);
    const battle = laid(start, attack('1106+1107', 'c-lawton', 'c-elzey'));
    // 20 against 3 and twice 3: 2-1.
    expect(battle.battles[0]).toMatchObject({ hexes: ['1106', '1107'], column: '2-1' });
    const { state } = fought(having(battle, DONE), [fight('1106+1107')], 1);
    expect(state.pending[0]).toMatchObject({ kind: 'retreat', side: 'union' });
    let now = state;
    while (now.pending[0]?.kind === 'retreat') {
      const [unit] = offered(now, 'retreat');
      const [to] = offered(now, `retreat ${unit}`);
      now = having(now, `retreat ${unit} ${to}`);
    }
    expect(offered(now, 'advance c-lawton')).toEqual(['1106', '1107']);
    const one = having(now, 'advance c-lawton 1107');
    expect(one.where).toMatchObject({ 'c-lawton': '1107', 'c-elzey': '1206' });
    const none = fought(now, ['advance none']);
    expect(types(none.events)).toContain('held');
  });

  test('8.5: guns that bombard do not advance', () => {
    const ready = having(
      planning('union', { 'u-2r-art': '0410', 'u-s-art': '0410', 'c-gregg': '0408' }),
      'bombard 0408 u-2r-art,u-s-art 1-1',
      DONE,
    );
    const { state } = fought(ready, [fight('0408')], 1);
    const [to] = offered(state, 'retreat c-gregg');
    expect(having(state, `retreat c-gregg ${to}`)).toMatchObject({
      step: 'move',
      turn: 7,
    });
  });

  test('8.5, 14.2, case 23: Union pieces do not advance into the closed zone; once it is open they do', () => {
    const at = { 'u-2-2-ii': '0417', 'u-3-2-ii': '0417', 'c-johnson': '0317' };
    const battle = (more: Partial<State>) => {
      const ready = plan(planning('union', at, more), attack('0317', 'u-2-2-ii', 'u-3-2-ii'));
      return fought(ready, [fight('0317')], 1);
    };
    const closed = battle({ turn: 12, trainLeft: null, corpsCame: null });
    expect(of(closed.events, 'fought')[0]?.result).toBe('De');
    expect(closed.state).toMatchObject({ pending: [], turn: 13, step: 'move' });
    const open = battle({ turn: 17, corpsCame: 14 });
    expect(open.state.pending).toMatchObject([{ kind: 'advance', side: 'union', into: ['0317'] }]);
  });

  test('13.1, case 24: a Confederate advance into 1820 sets off early arrival, into 1819 it does not', () => {
    const battle = (from: string, to: string) => {
      const ready = plan(
        planning('confederate', { 'u-3-2-v': to, 'c-lawton': from, 'c-elzey': from }),
        attack(to, 'c-lawton', 'c-elzey'),
      );
      const after = fought(ready, [fight(to)], 1).state;
      return fought(after, ['advance c-lawton']);
    };
    const near = battle('1819', '1820');
    expect(near.events).toContainEqual({ type: 'alarm', turn: 6, piece: 'c-lawton', hex: '1820' });
    expect(near.state.alarm).toBe(6);
    expect(battle('1818', '1819').state.alarm).toBeNull();
  });
});

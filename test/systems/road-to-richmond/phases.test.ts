import { describe, expect, test } from 'vitest';
import { type Asked, isLegal } from '../../../src/game/index.ts';
import { asked, legality } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { endCombat, setUp } from '../../../src/systems/road-to-richmond/rules/phases.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import type { Order } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from './data.ts';
import { given, having, offered, position, question, refused, start } from './position.ts';
import { faultsOf } from './soundness.ts';

const DONE: Order = { verb: 'done' };
const SURE: Order = { verb: 'done', sure: 'yes' };
const told = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('the start', () => {
  test('1.1, 1.6, A-02: Union pieces start where the chart says, two to a hex at most; every Confederate arrives later', () => {
    expect(start).toMatchObject({ turn: 1, side: 'confederate', step: 'move', over: false });
    for (const { id, side, setup, arrives } of field.pieces) {
      expect(start.where[id], id).toBe(setup ?? 'waiting');
      if (side === 'confederate') expect(arrives, id).not.toBeNull();
    }
    const at = (hex: string) => field.pieces.filter(({ setup }) => setup === hex).map(({ designation }) => designation);
    expect(at('1007')).toEqual(['3/2/V', '2/1/V']);
    expect(at('1008')).toEqual(['1/3/V', '3/3/V']);
    expect(faultsOf(field, start)).toEqual([]);
  });

  test('1.3, 1.4: one strength and six points each; cavalry moves as infantry', () => {
    const foot = position({ 'c-gregg': '1405' });
    const horse = position({ 'c-stuart': '1405' });
    expect(offered(horse, 'move c-stuart')).toEqual(offered(foot, 'move c-gregg'));
  });

  test('the variant is kept, and one that nobody knows is the standard game', () => {
    expect(setUp(field, 'effectiveness').state.variant).toBe('effectiveness');
    expect(setUp(field, 'no-such-variant').state.variant).toBe('standard');
    expect(setUp(field, 'standard').events).toEqual([
      { type: 'opened', variant: 'standard' },
      { type: 'phase', turn: 1, side: 'confederate', kind: 'movement' },
    ]);
  });
});

describe('the short game', () => {
  const day = setUp(field, 'first-day').state;

  test('18.6: has the Union north of the Chickahominy, those who came to its help, and the Confederates of two turns', () => {
    const groups = field.pieces.filter(({ id }) => id in day.where);
    const north = groups.filter(({ setup }) => setup !== null);
    expect(north.every(({ setup }) => setup !== null && !field.southZone.has(setup))).toBe(true);
    expect(north).toHaveLength(12);
    const turns = (side: string) =>
      new Set(groups.filter((piece) => piece.side === side && piece.setup === null).map(({ arrives }) => arrives));
    expect(turns('union')).toEqual(new Set([2, 3]));
    expect(turns('confederate')).toEqual(new Set([1, 2]));
    expect(faultsOf(field, day)).toEqual([]);
  });

  test('18.6: nobody else can be moved, and nothing comes early', () => {
    expect(refused({ ...day, side: 'union' }, 'move u-1-2-vi 0510')).toMatchObject({
      code: 'not-in-game',
    });
    const [south = ''] = field.southZone;
    const there: State = { ...day, turn: 2, where: { ...day.where, 'c-gregg': south } };
    expect(endCombat(field, { ...there, side: 'union' }, []).state.alarm).toBe(0);
  });

  test('18.6: is over after turn 5', () => {
    const last: State = { ...day, turn: 5, side: 'union', step: 'fight' };
    expect(endCombat(field, last, []).state).toMatchObject({ turn: 5, over: true });
    expect(endCombat(field, { ...last, variant: 'standard' }, []).state).toMatchObject({ turn: 6, over: false });
  });
});

describe('the sequence of play', () => {
  const far = { 'c-gregg': '0905', 'u-1-cr': '1720' } as const;

  test('2.1: Confederate movement and combat, Union movement and combat, and the next turn', () => {
    const first = given(position(far), SURE);
    expect(first.state).toMatchObject({ turn: 6, side: 'union', step: 'move' });
    expect(first.events).toEqual([
      { type: 'quiet', turn: 6, side: 'confederate', night: false },
      { type: 'phase', turn: 6, side: 'union', kind: 'movement' },
    ]);
    const second = given(first.state, SURE);
    expect(second.state).toMatchObject({ turn: 7, side: 'confederate', step: 'move' });
    const near = position({ 'c-gregg': '0905', 'u-1-cr': '1005' });
    const plan = given(near, DONE);
    expect(plan.events).toEqual([{ type: 'phase', turn: 6, side: 'confederate', kind: 'combat' }]);
    expect(plan.state).toMatchObject({ side: 'confederate', step: 'plan' });
    expect(refused(plan.state, 'move c-gregg 0805').code).toBe('wrong-phase');
  });

  test('2.1: an order is taken from the side whose phase it is alone', () => {
    expect(refused(start, SURE, 'union')).toMatchObject({
      code: 'not-asked',
      facts: { seat: 'confederate' },
      instead: [],
    });
    expect(refused(start, SURE, 'public')).toMatchObject({ code: 'unknown-seat', instead: [] });
    expect(refused(start, SURE, 'referee').instead).toEqual([]);
  });

  test('2.2, 10.1: turns 5 and 13 are night, and both combat phases are passed over', () => {
    const near = { 'c-gregg': '0905', 'u-1-cr': '1005' } as const;
    for (const turn of [5, 13]) {
      for (const side of ['confederate', 'union'] as const) {
        const { events } = given(position(near, { turn, side }), DONE);
        expect(events[0]).toEqual({ type: 'quiet', turn, side, night: true });
      }
    }
    expect(given(position(near, { turn: 6 }), DONE).events[0]).toMatchObject({ type: 'phase', kind: 'combat' });
  });

  test('2.4, 18.5: the game ends after the Union half of turn 20', () => {
    const last = position({ 'c-gregg': '0905', 'u-train': 'off-1528' }, { turn: 20, side: 'union', trainLeft: 15 });
    const { state, events } = given(last, DONE);
    expect(told(events)).toEqual(['quiet', 'ended']);
    expect(state.over).toBe(true);
    expect(asked(field, state)).toEqual([]);
    expect(refused(state, DONE)).toMatchObject({ code: 'over', instead: [] });
    expect(given({ ...last, turn: 19 }, DONE).state).toMatchObject({ over: false, turn: 20, side: 'confederate' });
  });

  test('11.2: those who lost heart take it again at the end of a night turn, and not before', () => {
    const shaken = position(far, { variant: 'effectiveness', ineffective: ['c-gregg'], step: 'plan', turn: 5 });
    expect(endCombat(field, shaken, []).state.ineffective).toEqual(['c-gregg']);
    const { state, events } = endCombat(field, { ...shaken, side: 'union' }, []);
    expect(state.ineffective).toEqual([]);
    expect(told(events)).toEqual(['recovered', 'phase']);
    expect(endCombat(field, { ...shaken, side: 'union', turn: 6 }, []).state.ineffective).toEqual(['c-gregg']);
  });

  test('13.1: who was thrown south in a Union phase sets off early arrival as the Confederate phase begins', () => {
    const thrown = position({ 'c-gregg': '0407', 'u-1-cr': '1720' }, { side: 'union', step: 'plan' });
    const { state, events } = endCombat(field, thrown, []);
    expect(told(events)).toEqual(['phase', 'alarm']);
    expect(state).toMatchObject({ turn: 7, alarm: 7 });
  });
});

describe('the end of a movement phase', () => {
  test('is asked about where units could still come on, or most have not moved, and else is not', () => {
    expect(question(start, DONE)).toMatchObject({
      slot: 'sure',
      prompt: expect.stringContaining('18 units can still arrive'),
      choices: [{ value: 'yes', label: 'End it' }],
    });
    expect(refused(start, DONE)).toMatchObject({ code: 'sure', facts: { waiting: 18 } });
    const two = position({ 'c-gregg': '0905', 'c-branch': '0805' });
    expect(question(two, DONE)?.prompt).toMatch(/^2 units can still move\. /);
    const one = having(two, 'move c-gregg 1004');
    expect(question(one, DONE)).toBeNull();
    expect(refused(one, SURE)).toMatchObject({ code: 'sure-needless' });
  });
});

describe('who is asked', () => {
  test('one side at a time, in one spell for each phase, with what is done when time runs out', () => {
    const [first, ...others] = asked(field, start) as readonly [Asked];
    expect(others).toEqual([]);
    expect(first).toMatchObject({ seat: 'confederate', phaseKey: 'turn-1-confederate-movement', defaultOrder: SURE });
    expect(first.outOfTurn).toBeUndefined();
    const plan = having(position({ 'c-gregg': '0905', 'u-1-cr': '1005' }), DONE);
    expect(asked(field, plan)).toMatchObject([{ seat: 'confederate', phaseKey: 'turn-6-confederate-combat' }]);
  });

  test('the other side, in the middle of a phase, in a spell of its own', () => {
    const retreating: State = {
      ...position({ 'c-gregg': '0905', 'u-1-cr': '1005' }),
      step: 'fight',
      fought: { hexes: ['1005'], pieces: ['c-gregg'] },
      pending: [{ kind: 'retreat', side: 'union', pieces: ['u-1-cr'], why: 'combat', chain: [] }],
    };
    expect(asked(field, retreating)).toMatchObject([
      {
        seat: 'union',
        outOfTurn: true,
        phaseKey: 'turn-6-confederate-combat-choice-1',
        defaultOrder: { verb: 'retreat' },
      },
    ]);
  });

  test('a game in which nobody ever answers comes to its end all the same, and is sound throughout', () => {
    let state = start;
    let orders = 0;
    for (let seats = asked(field, state); seats.length > 0; seats = asked(field, state)) {
      const { defaultOrder, seat } = seats[0] as Asked;
      if (!defaultOrder) throw new Error(`Nothing is done for ${seat} in turn ${state.turn}`);
      expect(isLegal(legality(field), state, seat, defaultOrder)).toBe(true);
      state = given(state, defaultOrder as Order).state;
      expect(faultsOf(field, state)).toEqual([]);
      expect(++orders).toBeLessThan(200);
    }
    expect(state).toMatchObject({ over: true, turn: 20 });
  });

  test('a hex that holds too many when time runs out is cleared before the phase ends', () => {
    const three = position({ 'c-gregg': '0605', 'c-branch': '0705', 'c-archer': '0705' });
    const crowded = having(three, 'move c-gregg 0705');
    const [{ defaultOrder }] = asked(field, crowded) as readonly [Asked];
    expect(defaultOrder).toMatchObject({ verb: 'move', unit: 'c-branch' });
    const [{ defaultOrder: then }] = asked(field, having(crowded, defaultOrder as Order)) as readonly [Asked];
    expect(then?.verb).toBe('done');
  });
});

import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/game/index.ts';
import { planningOf } from '../../../src/systems/road-to-richmond/plans/index.ts';
import { toDecide } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { type State, view } from '../../../src/systems/road-to-richmond/state.ts';
import type { Order, Side } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { fightAllText, suggestedText } from '../../../src/systems/road-to-richmond/words/plan-words.ts';
import { field } from './data.ts';
import { machine } from './machine-games.ts';
import { given, having, position, start } from './position.ts';
import { randomGame } from './random-play.ts';

const planning = planningOf(field);
const read = (state: State, text: string, standing = ''): Plan =>
  planning.read(state, toDecide(state) as Side, text, standing);
const HELD = having(start, 'done yes');

/** Phases as they were ordered, each with where it began. */
function phases(): { readonly state: State; readonly side: Side; readonly orders: readonly Order[] }[] {
  const found: { state: State; side: Side; orders: Order[] }[] = [];
  for (const seed of [3, 4]) {
    let given = 0;
    for (const { before, side, order } of randomGame(seed)) {
      given += 1;
      if (given > 150) break;
      const last = found.at(-1);
      const isSame =
        last?.side === side &&
        last.state.step === before.step &&
        last.state.turn === before.turn &&
        before.step !== 'fight';
      if (isSame && before.pending.length === 0 && last.state.pending.length === 0) last.orders.push(order);
      else found.push({ state: before, side, orders: [order] });
    }
  }
  return found;
}

test('whatever is ordered can be written as a plan, and is read as the same orders', () => {
  let orders = 0;
  for (const phase of phases()) {
    const text = planning.write(phase.state, phase.side, phase.orders);
    const plan = planning.read(phase.state, phase.side, text, '');
    expect(plan.orders, text).toEqual(phase.orders);
    orders += phase.orders.length;
  }
  expect(orders).toBeGreaterThan(200);
});

test('what the machine would do can be written as a plan', () => {
  const dice = { roll: () => 3, shuffle: <T>(cards: readonly T[]) => [...cards] };
  const orders = machine.orders(view(start), 'confederate', dice as never);
  const text = planning.write(start, 'confederate', orders);
  expect(read(start, text).orders).toEqual(orders);
});

describe('buttons', () => {
  const ids = (state: State) => planning.shortcuts.offered(state, toDecide(state) as Side).map(({ id }) => id);
  const followed = (state: State, id: string): State => {
    let now = state;
    for (
      let next = planning.shortcuts.next(now, toDecide(now) ?? '', id);
      next;
      next = planning.shortcuts.next(now, toDecide(now) ?? '', id)
    ) {
      now = given(now, next as Order).state;
      if (now.step !== state.step || now.side !== state.side) break;
    }
    return now;
  };

  test('a column comes on along the road, pair behind pair, and the rest holds', () => {
    expect(ids(start)).toEqual(['column-0103', 'hold']);
    const on = followed(start, 'column-0103');
    // The button says what it does, also where not all find room.
    const waits = (state: State) => Object.values(state.where).filter((where) => where === 'waiting').length;
    for (const state of [start, { ...start, turn: 2 }]) {
      const [button] = planning.shortcuts.offered(state, 'confederate');
      const came = waits(state) - waits(followed(state, button?.id ?? ''));
      expect(came).toBeGreaterThan(0);
      expect(button?.text).toMatch(new RegExp(`: ${came}( of \\d+)? units?, along the road$`));
    }
    expect(Object.values(on.where).filter((where) => where === 'waiting').length).toBeLessThan(
      Object.values(start.where).filter((where) => where === 'waiting').length - 10,
    );
    expect(on.alarm).toBeNull();
    expect(followed(on, 'hold')).toMatchObject({ side: 'union', step: 'move' });
  });

  test('all battles are fought, with the choices of the side', () => {
    const fights = position(
      { 'c-gregg': '1106', 'c-branch': '1106', 'c-wilcox': '1206', 'u-1-2-v': '1107', 'u-2-2-v': '1207' },
      { step: 'plan', side: 'confederate' },
    );
    expect(ids(fights)).toEqual(['rest']);
    const planned = followed(fights, 'rest');
    expect(planned.step).toBe('fight');
    const [button] = planning.shortcuts.offered(planned, 'confederate');
    expect(button?.text).toBe(fightAllText(planned.battles.length));
    const fought = followed(planned, 'fight');
    expect(fought.pending[0]?.side === 'union' || fought.battles.length === 0).toBe(true);
  });

  test('where an advance is asked for with battles left, one press makes it and fights them', () => {
    const advances: State = {
      ...position({ 'c-gregg': '1106', 'c-branch': '1406', 'u-1-2-v': '1507' }, { step: 'fight', side: 'confederate' }),
      pending: [{ kind: 'advance', side: 'confederate', pieces: ['c-gregg'], into: ['1107'] }],
      battles: [{ hexes: ['1507'], attackers: ['c-branch'], bombardment: false, column: '1-1' }],
    };
    expect(ids(advances)).toEqual(['usual', 'fight']);
    expect(planning.shortcuts.next(advances, 'confederate', 'fight')).toMatchObject({ verb: 'advance' });
  });

  test('a usual retreat too long for its button gives hexes their numbers alone, and ends with a whole way', () => {
    const ways =
      'IV Corps artillery retreats to 0618 near Savage’s Station, 3rd Reserve artillery to 0618 near Savage’s Station';
    const told = 'Suggested retreat: IV Corps artillery to 0618, 3rd Reserve artillery to 0618';
    expect(suggestedText('retreat', ways)).toBe(told);
    expect(suggestedText('retreat', `${ways}, Warren to 0718, Griffin to 0819`)).toBe(
      'Suggested retreat: IV Corps artillery to 0618 and 3 others',
    );
  });
});

describe('lists', () => {
  test('groups that can march, and where they go, what takes them off for good last', () => {
    expect(planning.marches?.groups(start, 'confederate').map(({ value }) => value)).toContain('column at 0103');
    const goals = planning.marches?.goals(HELD, 'union', 'V Corps') ?? [];
    expect(goals.at(-1)?.value).toBe('off 1528');
    for (const { value } of goals) expect(read(HELD, `V Corps to ${value}`).refused, value).toEqual([]);
  });

  test('a plan is completed as it is typed', () => {
    const first = (text: string) => planning.complete(HELD, 'union', text)[0]?.value;
    expect(first('Buch')).toBe('Buchanan');
    expect(first('Buchanan, Lov')).toBe('Buchanan, Lovell');
    expect(first('Buchanan Watt')).toBe('Buchanan 1107');
    expect(first('Lovell 1206; Buch')).toBe('Lovell 1206; Buchanan');
    expect(first('Buchanan, Buch')).toBeUndefined();
    for (const { value, label } of planning.complete(HELD, 'union', '')) {
      expect(value.length).toBeLessThanOrEqual(100);
      expect(label.length).toBeLessThanOrEqual(100);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { type Order as AnyOrder, arranged, isRefusal } from '../../../src/game/index.ts';
import { isFaults } from '../../../src/kit/data-faults.ts';
import { type Field, HEX_GRID, idsOf, readField, UNITS } from '../../../src/systems/road-to-richmond/field.ts';
import { planningOf } from '../../../src/systems/road-to-richmond/plans/index.ts';
import { arrivalOf } from '../../../src/systems/road-to-richmond/rules/arrivals.ts';
import { reckon } from '../../../src/systems/road-to-richmond/rules/combat/battle-odds.ts';
import { mandatoryAttacks } from '../../../src/systems/road-to-richmond/rules/combat/contact.ts';
import { openCombat } from '../../../src/systems/road-to-richmond/rules/combat/fight.ts';
import { retreatWaysOf } from '../../../src/systems/road-to-richmond/rules/combat/pending-choices.ts';
import { apply, legality, pass } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { costOf, mayEnterZone, wayOf } from '../../../src/systems/road-to-richmond/rules/movement/movement-costs.ts';
import { reachOf } from '../../../src/systems/road-to-richmond/rules/movement/reach.ts';
import { endCombat, NEW_COMBAT, setUp } from '../../../src/systems/road-to-richmond/rules/phases.ts';
import {
  communicationsLine,
  cutOff,
  endItems,
  hasLine,
  outcome,
  scoreOf,
} from '../../../src/systems/road-to-richmond/rules/victory-points.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import type { Column, Order, Side } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { IN_THE_STORY, partsOf } from '../../../src/systems/road-to-richmond/words/game-status.ts';
import { refusal } from '../../../src/systems/road-to-richmond/words/orders.ts';
import { strengths, tell } from '../../../src/systems/road-to-richmond/words/sentences.ts';
import { scripted } from '../../dice/scripted.ts';
import { type Played, partsIn, ruleCases } from '../rule-cases.ts';
import { dataFiles, field } from './data.ts';
import { asked, deciding, having, position, question, read, start } from './position.ts';
import { faultsOf } from './soundness.ts';

/** `confederate plan turn=12 | 1107 u-1-2-v, 1206 c-gregg` and the like, as the head of `cases.md` says. */
function placed(said: string): State {
  const [head = '', at = ''] = said.split(/ ?\| ?/);
  const words = head.split(' ');
  const parts = partsIn(words.filter((word) => word.includes('=')).join(' '));
  if (words[0] === 'start') return { ...start, where: { ...start.where, ...(parts as State['where']) } };
  if (words[0] === 'first-day') return setUp(field, 'first-day').state;
  const group = field.pieces.filter(
    ({ side, arrives }) => words[0] === 'group' && side === words[1] && arrives === Number(words[2]),
  );
  const side = (words[0] === 'group' ? words[1] : words[0] === 'end' ? 'union' : words[0]) as Side;
  const all = [
    ...(at ? [at] : []),
    ...(group.length > 0 ? [`waiting ${group.map(({ id }) => id).join(' ')}`] : []),
  ].join(', ');
  const state = position(all, { side, ...parts });
  if (words.includes('plan')) return openCombat(field, { ...state, step: 'plan', ...NEW_COMBAT }).state;
  if (words[0] !== 'end') return state;
  const named = position(at).where;
  const where = Object.fromEntries(
    field.pieces.map(({ id }) => [id, at.includes(id) ? named[id] : 'waiting']),
  ) as State['where'];
  return { ...state, turn: 20, over: true, ...parts, where };
}

const FACTS: { readonly [name: string]: (state: State, ...words: readonly string[]) => unknown } = {
  reach(state, unit = '', to = '') {
    const leg = reachOf(field, state, unit).get(to);
    if (!leg) return `no way to ${to}`;
    return `${to} for ${leg.cost} of ${leg.allowance} by ${wayOf(field, leg).join(' ')}${leg.alarms ? ', with an alarm' : ''}`;
  },
  cost: (_state, from = '', to = '') => `${from} to ${to} ${costOf(field, from, to) ?? 'closed'}`,
  hex: (_state, id = '') => field.hex.get(id)?.terrain,
  railroad() {
    const [from = '', to = ''] = field.ways.find((way) => way.rail)?.path ?? [];
    return `${from} to ${to} ${costOf(field, from, to)}`;
  },
  duties(state) {
    const { enemies, own } = mandatoryAttacks(field, state);
    const each = enemies.map(({ hex, pieces, from }) => `${pieces.join(' ')} in ${hex} from ${from.join(' ')}`);
    const ours = own.map(({ hex, pieces, against }) => `${pieces.join(' ')} in ${hex} against ${against.join(' ')}`);
    return [...each, ...ours].join('; ') || 'no duties';
  },
  battles: ({ battles }) =>
    battles
      .map(({ hexes, attackers, column, bombardment }) =>
        [hexes.join('+'), ...attackers, column, ...(bombardment ? ['bombardment'] : [])].join(' '),
      )
      .join('; ') || 'no battles',
  reckon(state, hexes = '', column = '', ...attackers) {
    const battle = { hexes: hexes.split('+'), attackers };
    const named = column === '-' ? {} : { column: column as Column, lower: true as const };
    return strengths(field, battle, reckon(field, state, { ...battle, ...named }));
  },
  ways: (state, unit = '') =>
    retreatWaysOf(field, state, unit)
      .map(({ to, displacing }) => [to, ...displacing].join(' displacing '))
      .sort()
      .join('; ') || 'none',
  default: (state) => asked(state)[0]?.defaultText,
  asked: (state) => asked(state).map(({ seat }) => seat),
  pass: (state) => pass(field, state),
  note: (state) => question(state, 'move')?.note,
  due: (state, unit = '') => `${unit} in turn ${arrivalOf(state, field.piece.get(unit) as never)}`,
  line: (state, side) => `${side} ${hasLine(field, state, side as Side) ? 'has' : 'has not'} the line`,
  items: (state) =>
    endItems(field, state)
      .map(({ side, why, points, pieces }) => `${side} ${points} for ${why}: ${pieces.join(' ')}`)
      .join('; ') || 'no items',
  cut: (state) => idsOf(cutOff(field, state)),
  score: (state) => scoreOf(field, state),
  winner: (state) => outcome(field, state)?.winner,
  open: (state, hex = '') => (mayEnterZone(field, state, 'union', hex) ? 'open' : 'closed'),
};

const GAME: Played<State> = {
  position: placed,
  give(state, said, dice) {
    const [, seat = deciding(state), text = said] = /^(\w+): (.*)$/.exec(said) ?? [];
    const order = arranged(legality(field), state, seat, read(text) as AnyOrder) as Order;
    const thrown = scripted(...dice);
    const result = apply(field, state, seat, order, thrown);
    if (isRefusal(result)) return { state, told: [refusal(field, result)] };
    thrown.spent();
    const [choice] = result.state.pending;
    const prompts = choice ? [`${choice.side}: ${asked(result.state)[0]?.prompt}`] : [];
    return { state: result.state, told: [...result.events.map((event) => tell(field, event)), ...prompts] };
  },
  choices: (state, draft) => question(state, draft)?.choices ?? null,
  fact(state, name) {
    const [first = '', ...words] = name.split(' ');
    return FACTS[first]?.(state, ...words) ?? state.where[name] ?? state[name as keyof State];
  },
  /** Behind `//` stand the marches that go on. */
  plan(state, said) {
    const [typed = '', standing = ''] = said.split(' // ');
    const plan = planningOf(field).read(state, deciding(state), typed, standing);
    return { plan, after: () => having(state, ...(plan.orders as Order[])) };
  },
};

ruleCases(new URL('cases.md', import.meta.url), GAME);
ruleCases(new URL('cases-plans.md', import.meta.url), GAME);

const terrainOf = (kind: 'rough', id: string): Field => {
  const was = field.hex.get(id);
  return { ...field, hex: new Map([...field.hex, ...(was ? [[id, { ...was, terrain: kind }] as const] : [])]) };
};

/** The field with a stream on one hexside. */
function withStream(one: string, other: string): Field {
  const hex = new Map(field.hex);
  for (const [id, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const was = hex.get(id);
    if (!was) continue;
    const sides = was.sides.map((side) => (side.to === to ? { ...side, water: 'stream' as const } : side));
    hex.set(id, { ...was, sides });
  }
  return { ...field, hex };
}

describe('on other ground', () => {
  test('4, 4.1: rough ground doubles whatever the way, and nothing doubles twice', () => {
    const over = placed('confederate plan | 1107 u-1-2-v, 1106 c-gregg');
    expect(reckon(terrainOf('rough', '1107'), over, { hexes: ['1107'], attackers: ['c-gregg'] })).toMatchObject({
      defence: 10,
      doubled: [{ hex: '1107', why: 'terrain' }],
    });
  });

  test('4.2: water and redoubts are not mixed', () => {
    // 0409 behind redoubts from 0408 and 0309; a stream is laid on its side to 0510.
    const state = placed('confederate plan | 0409 u-2-2-vi, 0408 c-gregg, 0510 c-archer');
    const why = (...attackers: string[]) =>
      reckon(withStream('0409', '0510'), state, { hexes: ['0409'], attackers }).doubled.map((one) => one.why);
    expect([why('c-gregg'), why('c-archer'), why('c-gregg', 'c-archer')]).toEqual([['redoubt'], ['water'], []]);
  });
});

describe('ways over the whole field', () => {
  test('4: what each ground costs to enter, over an open side, by trail and by road', () => {
    const seen = new Map<string, Set<number | null>>();
    for (const { id, sides } of field.hex.values())
      for (const { to, water, link } of sides) {
        if (water !== null) continue;
        const key = link === 'road' ? 'road' : `${field.hex.get(to)?.terrain} ${link}`;
        seen.set(key, (seen.get(key) ?? new Set()).add(costOf(field, id, to)));
      }
    const open = {
      'clear null': [1],
      'town null': [1],
      'forest null': [3],
      'rough null': [3],
      'forest_rough null': [6],
    };
    const trail = { 'clear trail': [1], 'town trail': [1], 'forest trail': [2], 'forest_rough trail': [2] };
    const costs = Object.fromEntries([...seen].map(([key, of]) => [key, [...of]]));
    expect(costs).toMatchObject({ road: [1], ...open, ...trail });
  });

  test.each(['0103', '1405', '1720', '0608', '2021'])(
    '3.1, 3.2, 6.2: from %s every way is a chain that costs what it says, no way is cheaper, and none goes on out of control',
    (from) => {
      const state = position(`${from} c-gregg, 1107 u-1-cr, 0606 u-2-cr`, { alarm: 1 });
      const enemies = ['1107', '0606'];
      const held = new Set(
        enemies.flatMap((hex) => field.hex.get(hex)?.sides.flatMap((side) => (side.barred ? [] : [side.to])) ?? []),
      );
      const reach = reachOf(field, state, 'c-gregg');
      expect(reach.size).toBeGreaterThan(10);
      const cost = (hex: string) => (hex === from ? 0 : (reach.get(hex)?.cost ?? Number.POSITIVE_INFINITY));
      for (const [to, leg] of reach) {
        if (to.startsWith('off')) continue;
        const steps = [from, ...wayOf(field, leg)];
        expect(steps.at(-1)).toBe(to);
        const total = steps
          .slice(1)
          .reduce((sum, hex, at) => sum + (costOf(field, steps[at] as string, hex) ?? Number.NaN), 0);
        expect(total, to).toBe(leg.cost);
        expect(leg.cost).toBeLessThanOrEqual(leg.allowance);
        for (const hex of steps.slice(0, -1)) expect(held.has(hex) && hex !== from, `${to} by ${hex}`).toBe(false);
      }
      for (const hex of [from, ...reach.keys()]) {
        if (held.has(hex)) continue;
        for (const { to } of field.hex.get(hex)?.sides ?? []) {
          const step = costOf(field, hex, to);
          if (step !== null && cost(hex) + step <= 6 && !enemies.includes(to) && to !== from)
            expect(cost(to), `${hex} to ${to}`).toBeLessThanOrEqual(cost(hex) + step);
        }
      }
    },
  );

  test('14.1: before it opens every hex of the command control zone is closed to the Union, and no other', () => {
    for (const hex of field.hexes)
      expect(mayEnterZone(field, { ...start, turn: 12 }, 'union', hex), hex).toBe(!field.commandZone.has(hex));
  });

  test('17.1: the line of communications is a chain of road and trail from 0117 to 1528, 20 hexes when it is clear', () => {
    const line = communicationsLine(field, placed('end'), 'union') as readonly string[];
    expect([line.length, line[0], line.at(-1)]).toEqual([20, '0117', '1528']);
    for (const [at, hex] of line.slice(1).entries())
      expect(field.hex.get(line[at] as string)?.sides.find(({ to }) => to === hex)?.link).not.toBeNull();
  });

  test('18.4: at most ten hexes to the road', () => {
    // Of the roads that lead off the map, only 2426 itself is left.
    const held = ['1528', '2425', '2326'];
    const { where } = placed('end | 1528 c-gregg, 2425 c-branch, 2326 c-archer');
    const cut = (hex: string) => cutOff(field, { where: { ...where, 'u-1-cr': hex } }).length > 0;
    const free = field.hexes.filter((hex) => !held.includes(hex) && !cut(hex));
    expect(Math.max(...free.map((hex) => HEX_GRID.distance(hex, '2426')))).toBe(10);
    expect([free.includes('2420'), free.includes('2415')]).toEqual([true, false]);
  });
});

describe('the start', () => {
  test('1.1, 1.6, A-02: Union pieces start where the chart says, two to a hex at most; every Confederate arrives later', () => {
    expect(start).toMatchObject({ turn: 1, side: 'confederate', step: 'move', over: false });
    for (const { id, side, setup, arrives } of field.pieces) {
      expect(start.where[id], id).toBe(setup ?? 'waiting');
      if (side === 'confederate') expect(arrives, id).not.toBeNull();
    }
    const at = (hex: string) => field.pieces.filter(({ setup }) => setup === hex).map(({ designation }) => designation);
    expect([at('1007'), at('1008')]).toEqual([
      ['3/2/V', '2/1/V'],
      ['1/3/V', '3/3/V'],
    ]);
    expect(faultsOf(field, start)).toEqual([]);
    expect(setUp(field, 'no-such-variant').state.variant).toBe('standard');
  });

  test('18.6: the short game has the Union north of the Chickahominy, those who came to its help, and the Confederates of two turns', () => {
    const day = setUp(field, 'first-day').state;
    const groups = field.pieces.filter(({ id }) => id in day.where);
    const north = groups.filter(({ setup }) => setup !== null);
    expect(north.every(({ setup }) => setup !== null && !field.southZone.has(setup))).toBe(true);
    expect(north).toHaveLength(12);
    const turns = (side: Side) =>
      new Set(groups.filter((piece) => piece.side === side && piece.setup === null).map(({ arrives }) => arrives));
    expect([turns('union'), turns('confederate')]).toEqual([new Set([2, 3]), new Set([1, 2])]);
    expect(faultsOf(field, day)).toEqual([]);
    // Nothing comes early, and it is over after turn 5.
    const there = { ...day, turn: 2, side: 'union', where: { ...day.where, 'c-gregg': '0407' } } as const;
    expect(endCombat(field, there, []).state.alarm).toBe(0);
    expect(endCombat(field, { ...there, turn: 5 }, []).state.over).toBe(true);
  });

  test('18.6: a game that began before the Union had points from the start goes on without them', () => {
    const { firstDayPoints: _, ...units } = dataFiles()[UNITS] as { firstDayPoints: number };
    const before = readField({ ...dataFiles(), [UNITS]: units });
    if (isFaults(before)) throw new Error('refused');
    const state = placed('end variant=first-day turn=5 | 1107 u-1-2-v, 1408 c-gregg, lost c-branch');
    expect([scoreOf(before, state).union, scoreOf(field, state).union]).toEqual([13, 23]);
    expect(partsOf(before, state, 'union', IN_THE_STORY)[0]).toBe('8 for 1 Confederate unit eliminated');
    expect(partsOf(field, state, 'union', IN_THE_STORY)[0]).toBe('10 from the start');
  });

  test('2.1: a game in which nobody ever answers comes to its end, and is sound throughout', () => {
    let state = start;
    for (let orders = 0; asked(state).length > 0; orders++) {
      const [{ defaultOrder, seat }] = asked(state) as [ReturnType<typeof asked>[number]];
      if (!defaultOrder) throw new Error(`Nothing is done for ${seat} in turn ${state.turn}`);
      state = GAME.give(state, defaultOrder as never, []).state;
      expect(faultsOf(field, state)).toEqual([]);
      expect(orders).toBeLessThan(200);
    }
    expect(state).toMatchObject({ over: true, turn: 20 });
  });
});

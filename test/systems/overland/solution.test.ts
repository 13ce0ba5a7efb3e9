import { beforeAll, describe, expect, test } from 'vitest';
import { outcomes, prospects, type Solution, solve, worthOf } from '../../../src/advisor/index.ts';
import { stronglyConnected } from '../../../src/advisor/solve.ts';
import type { Json, System } from '../../../src/game/index.ts';
import type { State } from '../../../src/systems/overland/state.ts';
import { dataFile, scenarios } from './data.ts';
import { type Explored, explored, solvableOf, systemOf } from './explored.ts';

const EXACT = 1e-12;

function solutionOf(system: System<State>, variant = 'standard'): Solution {
  return solve(solvableOf(system).model(variant));
}

/** The system as the advisor takes it. */
function plain(system: System<State>): System {
  return system as unknown as System;
}

function startOf(system: System<State>, variant = 'standard'): State {
  return system.rules.start(variant, { roll: () => 1, shuffle: () => [] }).state;
}

/** At every position, through the rules: Bellman's equation, in the words of the issue. */
function expectSolved(system: System<State>, solution: Solution, { states, options }: Explored): void {
  expect([...solution.keys()].sort()).toEqual([...states.keys()].sort());
  const faults: string[] = [];
  for (const [key, state] of states) {
    // Asked of thousands of positions: `expect` is told once what is wrong.
    const holds = (what: string, is: boolean) => {
      if (!is) faults.push(`${key}: ${what}`);
    };
    const worth = worthOf(plain(system), solution, state) as number;
    holds(`${worth} is a chance`, worth >= 0 && worth <= 1);
    const among = prospects(plain(system), solution, state) ?? [];
    const means = (options.get(key) ?? []).map(({ to }) =>
      [...to].reduce((sum, [next, chance]) => sum + chance * (solution.get(next)?.chance as number), 0),
    );
    holds(`${among.length} orders of ${means.length}`, among.length === means.length);
    for (const [place, mean] of means.sort((a, b) => b - a).entries()) {
      const before = among[place]?.worth as number;
      holds(
        `the value ${before} before an order is the mean ${mean} of those after its dice`,
        Math.abs(before - mean) < 1e-9,
      );
    }
    const best = state.over ? Number(state.over.won) : Math.max(0, ...means);
    holds(`the value ${worth} is the best order’s, ${best}`, Math.abs(worth - best) <= EXACT);
    if (among[0]) holds(`the first order is worth ${among[0].worth} of ${worth}`, worth - among[0].worth < 1e-9);
    const points = Number.parseInt(key, 10);
    const more = solution.get(key.replace(/^\d+/, String(points + 1)));
    if (!Number.isNaN(points) && more)
      holds(`more points hurt: ${more.chance} of ${worth}`, more.chance >= worth - EXACT);
  }
  expect(faults).toEqual([]);
}

describe.each(scenarios.map(({ variant }) => variant.id))('the solution of %s', (variant) => {
  const system = systemOf();
  let play: Explored;
  let solution: Solution;
  beforeAll(() => {
    play = explored(system, variant);
    solution = solutionOf(system, variant);
  });

  test('satisfies Bellman’s equation by the rules themselves, wherever play can come and nowhere else', () => {
    expectSolved(system, solution, play);
  });

  test('by the first order of the list the game is sooner or later over: a win is never more orders away', () => {
    const wrong: string[] = [];
    for (const [key, state] of play.states) {
      const here = solution.get(key);
      const [first] = prospects(plain(system), solution, state) ?? [];
      if (!here || !first || here.chance === 0) continue;
      const soonest = outcomes(system, state, 'us', first.order).map(
        (outcome) => solution.get(solvableOf(system).key(outcome.state))?.orders as number,
      );
      if (Math.min(...soonest) !== here.orders - 1) wrong.push(`${key}: ${soonest}, not ${here.orders - 1}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the solution of an edited scenario', () => {
  test('where points come back without end, and positions of many points hang together', () => {
    // A victory in the Valley wins back the price of a failed attack, a turning movement and the attack in the Valley.
    // So it all begins again.
    const system = systemOf(valleyWar());
    const solution = solutionOf(system);
    expectSolved(system, solution, explored(system));
    const { positions } = solvableOf(system).model('standard');
    const together = stronglyConnected(positions.length, (place) =>
      (positions[place]?.orders ?? []).flatMap((ways) => ways.map(({ to }) => to)),
    );
    const pointsIn = (component: readonly number[]) =>
      new Set(component.map((place) => Number.parseInt(positions[place]?.key ?? '', 10))).size;
    expect(Math.max(...together.map(pointsIn))).toBeGreaterThanOrEqual(3);
  });
});

/** Sigel waits at the Wilderness; lines lead through the valley; Lee beaten there is worth three points. */
function valleyWar(): Json {
  const data = structuredClone(dataFile()) as { [key: string]: Record<string, Record<string, unknown>> };
  const { areas, leaders } = data as { [key: string]: { [id: string]: Record<string, unknown> } };
  Object.assign(data, {
    actionPoints: { start: 3, most: 5, valleyVictory: 3 },
    lines: [
      ['spotsylvania', 'valley'],
      ['spotsylvania', 'savage-station'],
      ['valley', 'savage-station'],
    ],
    variants: { standard: { name: 'Edited', summary: 'A war in the valley.' } },
  });
  const set = (of: typeof areas, id: string, change: object) => Object.assign(of?.[id] as object, change);
  for (const area of ['wilderness', 'north-anna', 'ashland', 'cold-harbor', 'mechanicsville', 'drurys-bluff']) {
    set(areas, area, { retreat: null, richmond: null });
  }
  set(areas, 'spotsylvania', { retreat: 'savage-station' });
  set(areas, 'valley', { retreat: 'savage-station' });
  set(areas, 'savage-station', { retreat: 'richmond', richmond: -4 });
  set(leaders, 'grant', { start: 'spotsylvania', rating: 2 });
  set(leaders, 'sigel', { start: 'wilderness' });
  set(leaders, 'lee', { start: 'spotsylvania' });
  set(leaders, 'butler', { rating: 0 });
  return data as unknown as Json;
}

test('on the last point, of positions reckoned by hand', () => {
  const data = structuredClone(dataFile()) as unknown as {
    actionPoints: { start: number };
    leaders: { [leader: string]: { start: string } };
  };
  const withLast = (grant: string, lee: string) => {
    Object.assign(data.actionPoints, { start: 1 });
    Object.assign(data.leaders.grant as object, { start: grant });
    Object.assign(data.leaders.lee as object, { start: lee });
    const system = systemOf(data as unknown as Json);
    return solutionOf(system).get(solvableOf(system).key(startOf(system)))?.chance;
  };
  // Lee is with Grant, so Richmond is empty. Only Butler's way there is open, once Beauregard is gone: that takes a point.
  expect(withLast('wilderness', 'wilderness')).toBe(0);
  // Cross the James on 3 or less; Richmond with Lee in it would take a 6.
  expect(withLast('savage-station', 'richmond')).toBeCloseTo(1 / 2, 12);
  // Richmond is empty: Grant 3, the arrow −1, and 5 is needed: 3 or more.
  expect(withLast('savage-station', 'wilderness')).toBeCloseTo(2 / 3, 12);
});

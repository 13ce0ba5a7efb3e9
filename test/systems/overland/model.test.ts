import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, Model } from '../../../src/game/index.ts';
import { drawnCases } from '../../trials/long.ts';
import { anyDataFile } from './any-scenario.ts';
import { faultsOf, scenarios } from './data.ts';
import { type Explored, explored, solvableOf, systemOf } from './explored.ts';

/** For each position, for each order, where it leads and how likely, to 12 digits. */
type Table = { readonly [key: string]: readonly (readonly string[])[] };

function ofModel({ positions }: Model): Table {
  return Object.fromEntries(
    positions.map(({ key, orders }) => [
      key,
      orders.map((ways) => {
        const to = new Map<string, number>();
        for (const way of ways) {
          const next = positions[way.to]?.key as string;
          to.set(next, (to.get(next) ?? 0) + way.chance);
        }
        return written(to);
      }),
    ]),
  );
}

function ofPlay({ options }: Explored): Table {
  return Object.fromEntries([...options].map(([key, all]) => [key, all.map(({ to }) => written(to))]));
}

function written(to: ReadonlyMap<string, number>): string[] {
  return [...to].map(([key, chance]) => `${chance.toFixed(12)} ${key}`).sort();
}

/** The model agrees with the rules: the same positions, orders in the same order, the same chances. */
function expectModelOf(data: Json | undefined, variant: string): Explored {
  const system = systemOf(data);
  const model = solvableOf(system).model(variant);
  const play = explored(system, variant);
  expect(model.positions.map(({ key }) => key).sort()).toEqual([...play.states.keys()].sort());
  expect(ofModel(model)).toEqual(ofPlay(play));
  expect(model.positions[0]?.key).toBe(play.states.keys().next().value);
  for (const { key, worth } of model.positions) {
    const over = play.states.get(key)?.over;
    expect(worth).toBe(over ? Number(over.won) : null);
  }
  return play;
}

describe.each(scenarios.map(({ variant }) => variant.id))('the model of %s', (variant) => {
  test('is what the rules do, in every position, with every order and every fall of the dice', () => {
    const { states } = expectModelOf(undefined, variant);
    expect(states.size).toBeGreaterThan(500);
  });
});

describe('the model of an edited scenario', () => {
  test('is what its rules do', () => {
    fc.assert(
      fc.property(anyDataFile({ mostPoints: 3 }), (data) => {
        expect(faultsOf(data)).toEqual([]);
        expectModelOf(data, 'standard');
      }),
      { numRuns: drawnCases(25) },
    );
  });
});

test('a position’s key tells it from any other that is worth another thing', () => {
  const system = systemOf();
  const { key } = solvableOf(system);
  const start = system.rules.start('standard', { roll: () => 1, shuffle: () => [] }).state;
  const others = [
    { ...start, points: 9 },
    { ...start, turning: true },
    { ...start, us: { ...start.us, grant: 'ashland' as const } },
    ...(['lee', 'beauregard', 'breckinridge'] as const).map((leader) => ({
      ...start,
      csa: { ...start.csa, [leader]: 'richmond' as const },
    })),
    { ...start, csa: { ...start.csa, breckinridge: null } },
    { ...start, over: { won: false as const } },
    { ...start, over: { won: true as const, how: 'james' as const, leader: 'grant' as const } },
  ];
  expect(new Set([start, ...others].map(key)).size).toBe(others.length + 1);
  expect(key({ ...start })).toBe(key(start));
});

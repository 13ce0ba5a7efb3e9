import fc from 'fast-check';
import type { Moment } from '../../../src/game/index.ts';
import type { Scenario } from '../../../src/systems/overland/scenario.ts';
import type { Ending, State } from '../../../src/systems/overland/state.ts';
import { type View, view } from '../../../src/systems/overland/view.ts';
import {
  AREAS,
  type Area,
  CSA_LEADERS,
  type Event,
  LEADERS,
  RESULTS,
  US_LEADERS,
} from '../../../src/systems/overland/vocabulary.ts';
import { numbers } from './data.ts';

/** Whatever an owner's data file may hold, and any position whatever, possible in play or not: what a picture has to stand. */

const area = fc.constantFrom(...AREAS);
const outside = fc.constantFrom(...AREAS.filter((one) => one !== 'richmond'));
const modifier = fc.integer({ min: -5, max: 5 });
const name = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'abcdefgmWM iI’.éß') });
const die = fc.integer({ min: 1, max: 6 });
const points = fc.integer({ min: 0, max: 20 });

function record<K extends string, T>(
  keys: readonly K[],
  of: fc.Arbitrary<T>,
): fc.Arbitrary<{ readonly [key in K]: T }> {
  const each = fc.array(of, { minLength: keys.length, maxLength: keys.length });
  return each.map(
    (values) => Object.fromEntries(keys.map((key, index) => [key, values[index]])) as { readonly [key in K]: T },
  );
}

const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    basis: fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom(...'abcWM -') }),
    most: fc.integer({ min: 1, max: 20 }),
    names: record(AREAS, name),
    leaders: record(LEADERS, fc.record({ name, rating: fc.integer({ min: 0, max: 6 }) })),
    defenses: record(AREAS, modifier),
    arrows: record(AREAS, fc.option(modifier)),
    lines: fc.uniqueArray(fc.tuple(outside, outside), { selector: (pair) => [...pair].sort().join(), maxLength: 12 }),
    results: fc.uniqueArray(fc.integer({ min: -5, max: 9 }), { maxLength: 11 }),
  })
  .map(({ basis, most, names, leaders, defenses, arrows, lines, results }): Scenario => {
    const ends = [...results.sort((a, b) => a - b), null];
    const joined = lines.filter(([a, b]) => a !== b);
    const of = <T>(value: (area: Area) => T) =>
      Object.fromEntries(AREAS.map((one) => [one, value(one)])) as { [key in Area]: T };
    return {
      ...numbers(),
      basis,
      actionPoints: { start: most, most, valleyVictory: 2, roll: 1 },
      combatResults: ends.map((upTo, index) => ({
        upTo,
        result: RESULTS[Math.min(2, Math.floor((index * 3) / ends.length))] as (typeof RESULTS)[number],
      })),
      areas: of((one) => ({
        name: names[one],
        defense: defenses[one],
        richmond: one === 'richmond' ? null : arrows[one],
        retreat: null,
      })),
      lines: of((one) => joined.flatMap(([a, b]) => (a === one ? [b] : b === one ? [a] : []))),
      leaders: Object.fromEntries(
        LEADERS.map((one) => [one, { ...leaders[one], start: numbers().leaders[one].start }]),
      ) as Scenario['leaders'],
    };
  });

const ending: fc.Arbitrary<Ending> = fc.oneof(
  fc.constant({ won: false } as const),
  fc.record({
    won: fc.constant(true as const),
    how: fc.constantFrom('richmond' as const, 'james' as const),
    leader: fc.constantFrom(...US_LEADERS),
  }),
);

const state: fc.Arbitrary<State> = fc.record({
  version: fc.constant(1 as const),
  variant: fc.constant('standard'),
  points,
  us: record(US_LEADERS, outside),
  csa: record(CSA_LEADERS, fc.option(area)),
  turning: fc.boolean(),
  over: fc.option(ending, { freq: 2 }),
});

export const anyView: fc.Arbitrary<View> = fc
  .tuple(scenario, state)
  .map(([data, at]) => view(data, { ...at, points: Math.min(at.points, data.actionPoints.most) }));

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ type: fc.constant('opened' as const), variant: fc.constant('standard'), points }),
  fc.record({
    type: fc.constant('battle' as const),
    attacker: fc.constantFrom(...LEADERS),
    defender: fc.option(fc.constantFrom(...LEADERS)),
    area,
    from: outside,
    die,
    modifiers: fc.array(fc.record({ why: fc.constant('area' as const), value: modifier, area }), { maxLength: 3 }),
    total: fc.integer({ min: -10, max: 16 }),
    result: fc.constantFrom(...RESULTS),
    points,
  }),
  fc.record({
    type: fc.constant('check' as const),
    leader: fc.constantFrom(...LEADERS),
    for: fc.constantFrom('tma' as const, 'cross' as const, 'counterattack' as const, 'intercept' as const),
    to: fc.option(outside),
    die,
    rating: fc.integer({ min: 0, max: 6 }),
    passed: fc.boolean(),
    points,
  }),
  fc.record({
    type: fc.constant('retreated' as const),
    leader: fc.constantFrom(...CSA_LEADERS),
    from: outside,
    to: fc.option(area),
  }),
  fc.constant({ type: 'earned' as const }),
  fc.record({ type: fc.constant('gained' as const), gain: fc.integer({ min: 1, max: 10 }), points }),
  fc.record({ type: fc.constant('moved' as const), leader: fc.constantFrom(...LEADERS), from: area, to: outside }),
  fc.record({
    type: fc.constant('followed' as const),
    from: area,
    to: outside,
    why: fc.constantFrom('tma' as const, 'ashland' as const, 'intercept' as const),
  }),
  fc.constant({ type: 'lost' as const }),
);

/** What an order did: the rules never make more than five events of one. */
export const anyMoment: fc.Arbitrary<Moment<Event> | null> = fc.option(
  fc.record({
    order: fc.constant({ verb: 'cross' } as const),
    events: fc.array(event, { minLength: 1, maxLength: 5 }),
  }),
);

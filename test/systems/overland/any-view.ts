import fc from 'fast-check';
import type { Json, Moment } from '../../../src/game/index.ts';
import { isFaults } from '../../../src/kit/data-faults.ts';
import { readScenarios, type Scenario } from '../../../src/systems/overland/scenario.ts';
import { type View, view } from '../../../src/systems/overland/view.ts';
import { AREAS, type Event, LEADERS } from '../../../src/systems/overland/vocabulary.ts';
import { anyDataFile } from './any-scenario.ts';
import { randomCampaign } from './campaigns.ts';

/** A position that an owner's data lead to, with any names, and what the last order did: what a picture has to stand. */
export interface Shown {
  readonly shown: View;
  readonly moment: Moment<Event> | null;
}

const COUNT = AREAS.length + LEADERS.length;
const names = fc.array(fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'abcdefgmWM iI’.éß') }), {
  minLength: COUNT,
  maxLength: COUNT,
});

export const anyShown: fc.Arbitrary<Shown> = fc
  .record({ file: anyDataFile({ mostPoints: 20 }), names, seed: fc.nat(9999), orders: fc.nat(25) })
  .map(({ file, names: given, seed, orders }) => {
    const data = named(file, given);
    const last = randomCampaign(data, seed, 'random', orders).at(-1);
    if (!last) throw new Error('A campaign has an opening');
    const { order, events, after } = last;
    return { shown: view(data, after), moment: { order, events } };
  });

function named(file: Json, given: readonly string[]): Scenario {
  const read = readScenarios('overland.json', file);
  const [data] = isFaults(read) ? [] : read;
  if (!data) throw new Error('The data of an owner are refused');
  const renamed = <Of extends object>(all: Of, from: number) =>
    Object.fromEntries(Object.entries(all).map(([id, one], at) => [id, { ...one, name: given[from + at] }])) as Of;
  return { ...data, areas: renamed(data.areas, 0), leaders: renamed(data.leaders, AREAS.length) };
}

import fc from 'fast-check';
import type { Json, LastOrder } from '../../../src/game/index.ts';
import { isFaults } from '../../../src/kit/data-faults.ts';
import { type File, readScenarios, type Scenario } from '../../../src/systems/overland/scenario.ts';
import { type View, view } from '../../../src/systems/overland/view.ts';
import { AREAS, type Area, type Event, LEADERS, RESULTS } from '../../../src/systems/overland/vocabulary.ts';
import { randomCampaign } from './campaigns.ts';
import { dataFile } from './data.ts';

/** Sound data files with other lines, arrows, starts, ratings, defenses, tables and points, as an owner edits them. */
export function anyDataFile({ mostPoints }: { readonly mostPoints: number }): fc.Arbitrary<Json> {
  return fc
    .record({ ground, people, table, points: pointsUpTo(mostPoints), choices: fc.array(fc.nat(99), size(8)) })
    .map(({ ground: { fixed, pairs, arrows, defenses }, people, table, points, choices }) => {
      const base = dataFile() as unknown as File;
      const [butler, sigel, grant, other] = fixed as [Area, Area, Area, Area];
      const open = AREAS.filter((area) => area !== 'richmond' && area !== butler && area !== sigel);
      const lines = joined([[grant, other], ...pairs], open);
      const arrowOf = (area: Area) =>
        area === 'richmond' || area === 'valley' ? null : (arrows[AREAS.indexOf(area)] as number | null);
      const stepOf = steps(lines, arrowOf);
      const choice = (at: number) => choices[at % choices.length] as number;
      const pick = <T>(from: readonly T[], at: number): T | undefined => from[choice(at) % from.length];
      const areas = Object.fromEntries(
        AREAS.map((area, at) => {
          const closer = next(lines, arrowOf, area).filter((to) => stepOf.get(to) === (stepOf.get(area) ?? 0) - 1);
          const defense = area === 'richmond' ? 0 : (defenses[at] as number);
          return [
            area,
            { ...base.areas[area], defense, richmond: arrowOf(area), retreat: pick(closer, at) ?? null },
          ] as const;
        }),
      );
      const beauregard: Area = choice(0) % 2 === 0 ? 'drurys-bluff' : 'richmond';
      const forLee = [...new Set(lines.flat()), 'richmond' as const].filter(
        (area) => area !== 'valley' && (area === 'richmond' || area !== beauregard),
      );
      const starts = { grant, butler, sigel, lee: pick(forLee, 1), beauregard, breckinridge: 'valley' };
      const leaders = Object.fromEntries(
        Object.entries(base.leaders).map(([leader, data], at) => [
          leader,
          { ...data, rating: people[at], start: starts[leader as keyof typeof starts] },
        ]),
      );
      const variants = { standard: { name: 'Edited', summary: 'As an owner edited it.' } };
      return {
        ...base,
        actionPoints: points,
        combatResults: table,
        areas,
        lines,
        leaders,
        variants,
      } as unknown as Json;
    });
}

function size(length: number): { readonly minLength: number; readonly maxLength: number } {
  return { minLength: length, maxLength: length };
}

const outside = fc.constantFrom(...AREAS.filter((area) => area !== 'richmond'));
const modifier = fc.integer({ min: -5, max: 0 });

const PAIRS = AREAS.flatMap((a, at) => AREAS.slice(at + 1).map((b) => [a, b] as const));

const ground = fc.record({
  fixed: fc.uniqueArray(outside, size(4)),
  // From hardly a line to one between any two areas.
  pairs: fc
    .tuple(fc.integer({ min: 10, max: 100 }), fc.array(fc.nat(99), size(PAIRS.length)))
    .map(([density, chances]) => PAIRS.filter((_, at) => (chances[at] as number) < density)),
  arrows: fc.array(fc.option(modifier, { freq: 1 }), size(AREAS.length)),
  defenses: fc.array(modifier, size(AREAS.length)),
});

const people = fc.array(fc.integer({ min: 0, max: 6 }), size(6));

const table = fc
  .record({
    ends: fc.uniqueArray(fc.integer({ min: -3, max: 7 }), { maxLength: 4 }),
    results: fc.array(fc.constantFrom(...RESULTS), size(5)),
  })
  .map(({ ends, results }) => {
    const rows = [...ends.sort((a, b) => a - b), null];
    const ranked = results.slice(0, rows.length).sort((a, b) => RESULTS.indexOf(a) - RESULTS.indexOf(b));
    return rows.map((upTo, index) => ({ upTo, result: ranked[index] }));
  });

function pointsUpTo(mostPoints: number) {
  const points = fc.integer({ min: 1, max: mostPoints });
  return fc
    .record({ one: points, other: points, valleyVictory: fc.integer({ min: 0, max: 10 }) })
    .map(({ one, other, valleyVictory }) => ({
      start: Math.min(one, other),
      most: Math.max(one, other),
      valleyVictory,
    }));
}

/** The pairs as lines: between two of the areas that are open, each once. */
function joined(pairs: readonly (readonly [Area, Area])[], open: readonly Area[]): readonly (readonly [Area, Area])[] {
  const lines = new Map<string, readonly [Area, Area]>();
  for (const [a, b] of pairs) {
    if (a !== b && open.includes(a) && open.includes(b)) lines.set([a, b].sort().join(), [a, b]);
  }
  return [...lines.values()];
}

type Lines = readonly (readonly [Area, Area])[];
type ArrowOf = (area: Area) => number | null;

/** The areas that follow on a way from an area to Richmond: by its arrow, or else by its lines. */
function next(lines: Lines, arrowOf: ArrowOf, from: Area): readonly Area[] {
  if (arrowOf(from) !== null) return ['richmond'];
  return lines.flatMap(([a, b]) => (a === from ? [b] : b === from ? [a] : []));
}

/** How many steps each area is from Richmond, where a way leads there. */
function steps(lines: Lines, arrowOf: ArrowOf): ReadonlyMap<Area, number> {
  const found = new Map<Area, number>([['richmond', 0]]);
  for (const [area, step] of found) {
    for (const one of AREAS) if (!found.has(one) && next(lines, arrowOf, one).includes(area)) found.set(one, step + 1);
  }
  return found;
}

/** A position of an owner's data, with any names, and what the last order did: a picture must be able to show it. */
interface Shown {
  readonly shown: View;
  readonly moment: LastOrder<Event> | null;
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

import { z } from 'zod';
import { daysAfter, daysBetween } from '../../kit/dates.ts';
import { oncePer } from '../../kit/memo.ts';
import { AREAS, type Area, LEADERS, type Leader, RESULTS, type Result } from './vocabulary.ts';

const area = z.enum(AREAS);
const modifier = z.int().min(-5).max(0, 'a defense is 0 or negative [I.q] [I.r]');
const name = z.string().min(1).max(40);
const rating = z.int().min(0).max(6);

const areaData = z.strictObject({
  name,
  /** Area Defense [I.r]. */
  defense: modifier,
  /** Richmond Defense of the arrow from here into Richmond [I.q]; null: no arrow. */
  richmond: modifier.nullable(),
  /** Where a beaten CSA leader falls back to, closer to Richmond [XII.B]; null: nowhere, he is destroyed. */
  retreat: area.nullable(),
});
const leaderData = z.strictObject({ name, rating, start: area });
const actionPoints = z.strictObject({
  start: z.int().min(1).max(20),
  most: z.int().min(1).max(20),
  valleyVictory: z.int().min(0).max(10),
});

const leader = z.enum(LEADERS as [Leader, ...Leader[]]);
/** What a variant changes in a scenario. */
const change = z.strictObject({
  actionPoints: actionPoints.partial().optional(),
  areas: z.partialRecord(area, areaData.omit({ name: true }).partial()).optional(),
  leaders: z.partialRecord(leader, leaderData.omit({ name: true }).partial()).optional(),
});
export type VariantChange = z.infer<typeof change>;

/** The shape of `assets/overland/overland.json`. */
export const file = z.strictObject({
  /** What the numbers are called ("reconstruction-1"). */
  name: z.string().min(1).max(60),
  actionPoints,
  /** The day with the most points left, and the day with none. */
  calendar: z.strictObject({ first: z.iso.date(), last: z.iso.date() }),
  /** Ascending; the last row has no upper end. */
  combatResults: z
    .array(z.strictObject({ upTo: z.int().nullable(), result: z.enum(RESULTS) }))
    .min(1)
    .max(12),
  areas: z.record(area, areaData),
  lines: z.array(z.tuple([area, area])),
  leaders: z.record(leader, leaderData),
  variants: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'a variant is named in lower case, with hyphens'),
      z.strictObject({
        name,
        summary: z.string().min(1).max(100),
        change: change.optional(),
      }),
    )
    .refine((variants) => 'standard' in variants, 'there must be a variant named standard'),
});
export type File = z.infer<typeof file>;

/** One variant of the data file, checked: what the rules read. */
export interface Scenario extends ScenarioNumbers {
  readonly basis: File['name'];
  readonly variant: { readonly id: string } & Readonly<Pick<File['variants'][string], 'name' | 'summary'>>;
}

/** The numbers of the file, changed by a variant. */
export interface ScenarioNumbers {
  readonly actionPoints: Readonly<File['actionPoints']>;
  readonly calendar: Readonly<File['calendar']>;
  readonly combatResults: readonly Readonly<File['combatResults'][number]>[];
  readonly areas: { readonly [area in Area]: Readonly<File['areas'][Area]> };
  /** The areas a movement line leads to. Richmond's arrows are no movement lines. */
  readonly lines: { readonly [area in Area]: readonly Area[] };
  readonly leaders: { readonly [leader in Leader]: Readonly<File['leaders'][Leader]> };
}

/** The row of the Combat Results Table for a modified die [VIII]. */
export function combatResult(numbers: Scenario, total: number): Result {
  for (const { upTo, result } of numbers.combatResults) if (upTo === null || total <= upTo) return result;
  throw new Error(`The Combat Results Table ends below ${total}`);
}

/** Movement lines from an area to Richmond, its arrow the last of them; infinite where none leads there. */
export function distanceToRichmond({ areas, lines }: ScenarioNumbers, from: Area): number {
  const steps = new Map<Area, number>([['richmond', 0]]);
  for (const [area, step] of steps) {
    const next = area === 'richmond' ? AREAS.filter((one) => areas[one].richmond !== null) : lines[area];
    for (const one of next) if (!steps.has(one)) steps.set(one, step + 1);
  }
  return steps.get(from) ?? Number.POSITIVE_INFINITY;
}

/**
 * The day that `points` Action Points left stand for: the campaign's days spread evenly over the points of the track, the first
 * day at the most points, the last at none (the calendar of the rulings: three days a point). ISO, `1864-05-07`.
 */
export function dateOf(numbers: Scenario, points: number): string {
  return trackOf(numbers)[points] ?? dayOf(numbers, points);
}

function dayOf({ calendar, actionPoints: { most } }: Scenario, points: number): string {
  const spent = (most - points) / most;
  return daysAfter(calendar.first, Math.round(daysBetween(calendar.first, calendar.last) * spent));
}

/** The day of each number of points from 0 to the most there may be: the Action Point track as a calendar. */
export const trackOf = oncePer((numbers: Scenario): readonly string[] =>
  Array.from({ length: numbers.actionPoints.most + 1 }, (_, points) => dayOf(numbers, points)),
);

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
  /** Richmond Defense of the arrow from here into Richmond [I.q]; `null` without an arrow. */
  richmond: modifier.nullable(),
  /** The area closer to Richmond to which a beaten CSA leader retreats [XII.B]; `null` if he is destroyed instead. */
  retreat: area.nullable(),
});
const leaderData = z.strictObject({ name, rating, start: area });
const actionPoints = z.strictObject({
  start: z.int().min(1).max(20),
  most: z.int().min(1).max(20),
  valleyVictory: z.int().min(0).max(10),
});

const leader = z.enum(LEADERS as [Leader, ...Leader[]]);
const change = z.strictObject({
  actionPoints: actionPoints.partial().optional(),
  areas: z.partialRecord(area, areaData.omit({ name: true }).partial()).optional(),
  leaders: z.partialRecord(leader, leaderData.omit({ name: true }).partial()).optional(),
});
export type VariantChange = z.infer<typeof change>;

/** The shape of `assets/overland/overland.json`. */
export const file = z.strictObject({
  /** Such as "reconstruction-1". */
  name: z.string().min(1).max(60),
  actionPoints,
  /** The days of the most points and of none. */
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

/** One checked variant of the data file. */
export interface Scenario extends ScenarioNumbers {
  readonly basis: File['name'];
  readonly variant: { readonly id: string } & Readonly<Pick<File['variants'][string], 'name' | 'summary'>>;
}

/** The file's numbers with a variant's changes. */
export interface ScenarioNumbers {
  readonly actionPoints: Readonly<File['actionPoints']>;
  readonly calendar: Readonly<File['calendar']>;
  readonly combatResults: readonly Readonly<File['combatResults'][number]>[];
  readonly areas: { readonly [area in Area]: Readonly<File['areas'][Area]> };
  /** The areas at the other end of each movement line. Richmond's arrows are no movement lines. */
  readonly lines: { readonly [area in Area]: readonly Area[] };
  readonly leaders: { readonly [leader in Leader]: Readonly<File['leaders'][Leader]> };
}

/** The row of the Combat Results Table for a modified die [VIII]. */
export function combatResult(numbers: Scenario, total: number): Result {
  for (const { upTo, result } of numbers.combatResults) if (upTo === null || total <= upTo) return result;
  throw new Error(`The Combat Results Table ends below ${total}`);
}

/** Movement lines from an area to Richmond, the final arrow included; infinite if no way leads there. */
export function distanceToRichmond({ areas, lines }: ScenarioNumbers, from: Area): number {
  const steps = new Map<Area, number>([['richmond', 0]]);
  for (const [area, step] of steps) {
    const next = area === 'richmond' ? AREAS.filter((one) => areas[one].richmond !== null) : lines[area];
    for (const one of next) if (!steps.has(one)) steps.set(one, step + 1);
  }
  return steps.get(from) ?? Number.POSITIVE_INFINITY;
}

/**
 * The ISO day (`1864-05-07`) of a number of Action Points left. The campaign's days are spread evenly over the track, from the first day at the most
 * points to the last at none: three days a point, by the calendar of the rulings.
 */
export function dateOf(numbers: Scenario, points: number): string {
  return trackOf(numbers)[points] ?? dayOf(numbers, points);
}

function dayOf({ calendar, actionPoints: { most } }: Scenario, points: number): string {
  const spent = (most - points) / most;
  return daysAfter(calendar.first, Math.round(daysBetween(calendar.first, calendar.last) * spent));
}

/** The Action Point track as a calendar: the day of each number of points, from 0 up. */
export const trackOf = oncePer((numbers: Scenario): readonly string[] =>
  Array.from({ length: numbers.actionPoints.most + 1 }, (_, points) => dayOf(numbers, points)),
);

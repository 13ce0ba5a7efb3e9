import { z } from 'zod';
import type { DataFault, Json } from '../../game/index.ts';
import { checkFile, checkScenario, type Fault } from './soundness.ts';
import { AREAS, type Area, LEADERS, type Leader, RESULTS, type Result } from './vocabulary.ts';

/** One variant of the data file, checked: what the rules read. */
export interface Scenario extends Numbers {
  /** What the numbers are called wherever odds are shown ("reconstruction-1"). */
  readonly basis: string;
  readonly variant: { readonly id: string; readonly name: string; readonly summary: string };
}

export interface Numbers {
  readonly actionPoints: { readonly start: number; readonly most: number; readonly valleyVictory: number };
  /** ISO dates: the day with the most points left, and the day with none. */
  readonly calendar: { readonly first: string; readonly last: string };
  /** Ascending; the last row has no upper end. */
  readonly combatResults: readonly { readonly upTo: number | null; readonly result: Result }[];
  readonly areas: { readonly [area in Area]: AreaData };
  /** The areas a movement line leads to. Richmond's arrows are no movement lines. */
  readonly lines: { readonly [area in Area]: readonly Area[] };
  readonly leaders: { readonly [leader in Leader]: LeaderData };
}

export interface AreaData {
  readonly name: string;
  /** Area Defense [I.r]: 0 or negative. */
  readonly defense: number;
  /** Richmond Defense of the arrow from here into Richmond [I.q], 0 or negative; null: no arrow. */
  readonly richmond: number | null;
  /** Where a beaten CSA leader falls back to, closer to Richmond [XII.B]; null: nowhere, he is destroyed. */
  readonly retreat: Area | null;
}

export interface LeaderData {
  readonly name: string;
  readonly rating: number;
  readonly start: Area;
}

const area = z.enum(AREAS);
const modifier = z.int().min(-5).max(0, 'a defense is 0 or negative [I.q] [I.r]');
const name = z.string().min(1).max(40);
const rating = z.int().min(0).max(6);

const areaData = z.strictObject({
  name,
  defense: modifier,
  richmond: modifier.nullable(),
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
type Change = z.infer<typeof change>;

const file = z.strictObject({
  name: z.string().min(1).max(60),
  actionPoints,
  calendar: z.strictObject({ first: z.iso.date(), last: z.iso.date() }),
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

/** Reads `assets/overland/overland.json`: its variants, the standard one first, or everything that is wrong with it. */
export function readScenarios(name: string, data: Json): readonly Scenario[] | readonly DataFault[] {
  const parsed = file.safeParse(data);
  const faults = parsed.success ? unsound(parsed.data) : parsed.error.issues.flatMap(misshapen);
  if (!parsed.success || faults.length > 0) return faults.map((fault) => ({ file: name, ...fault }));
  const ids = Object.keys(parsed.data.variants).sort((a, b) => Number(b === 'standard') - Number(a === 'standard'));
  return ids.map((id) => scenario(parsed.data, id));
}

export function isFaults(read: readonly Scenario[] | readonly DataFault[]): read is readonly DataFault[] {
  return read.some((one) => 'reason' in one);
}

/** A fault of shape in words for whoever edits the file, at the very entry it is about. */
function misshapen(issue: z.core.$ZodIssue): Fault[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], reason: 'there is no entry of this name here' }));
  }
  if (issue.code === 'invalid_key') return [{ path, reason: issue.issues[0]?.message ?? issue.message }];
  return [{ path, reason: /received undefined$/.test(issue.message) ? 'is missing' : issue.message }];
}

function unsound(data: File): Fault[] {
  const base = [...checkFile(data), ...checkScenario(numbersOf(data, {}))];
  const known = new Set(base.map(({ path, reason }) => `${path.join('.')} ${reason}`));
  const ofVariants = Object.entries(data.variants).flatMap(([id, { change = {} }]) =>
    checkScenario(numbersOf(data, change))
      .filter(({ path, reason }) => !known.has(`${path.join('.')} ${reason}`))
      .map(({ path, reason }) => ({
        path: ['variants', id, 'change', ...existing(change, path)],
        reason: `${path.join('.')}: ${reason}`,
      })),
  );
  return [...base, ...ofVariants];
}

/** The part of `path` that a variant itself names: what is wrong there may come of a change elsewhere. */
function existing(change: unknown, path: Fault['path']): Fault['path'] {
  const [key, ...rest] = path;
  if (key === undefined || typeof change !== 'object' || change === null || !(key in change)) return [];
  return [key, ...existing((change as { readonly [key: string | number]: unknown })[key], rest)];
}

function scenario(data: File, id: string): Scenario {
  const { name, summary, change = {} } = data.variants[id] as File['variants'][string];
  return { basis: data.name, variant: { id, name, summary }, ...numbersOf(data, change) };
}

function numbersOf(data: File, change: Change): Numbers {
  return {
    actionPoints: defined({ ...data.actionPoints }, change.actionPoints),
    calendar: data.calendar,
    combatResults: data.combatResults,
    areas: record(AREAS, (one) => defined(data.areas[one], change.areas?.[one])),
    lines: record(AREAS, (one) => data.lines.flatMap(([a, b]) => (a === one ? [b] : b === one ? [a] : []))),
    leaders: record(LEADERS, (one) => defined(data.leaders[one], change.leaders?.[one])),
  };
}

/** `base` with the members of `change` that say something. */
function defined<T extends object>(base: T, change: { readonly [key in keyof T]?: T[key] | undefined } | undefined): T {
  const said = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(said) };
}

function record<K extends string, V>(keys: readonly K[], value: (key: K) => V): { readonly [key in K]: V } {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as { readonly [key in K]: V };
}

/** The row of the Combat Results Table for a modified die [VIII]. */
export function combatResult(numbers: Scenario, total: number): Result {
  const row = numbers.combatResults.find(({ upTo }) => upTo === null || total <= upTo);
  return (row as (typeof numbers.combatResults)[number]).result;
}

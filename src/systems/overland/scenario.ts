import { z } from 'zod';
import type { DataFault, Json } from '../../game/index.ts';
import { AREAS, type Area, CSA_LEADERS, LEADERS, type Leader, RESULTS, type Result, US_LEADERS } from './vocabulary.ts';

/** The numbers of one variant of the data file, checked: what the rules read. */
export interface Scenario {
  /** What the numbers are called wherever odds are shown ("reconstruction-1"). */
  readonly basis: string;
  readonly variant: { readonly id: string; readonly name: string; readonly summary: string };
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
  /** Area Defense [I.r]. */
  readonly defense: number;
  /** Richmond Defense of the arrow from here into Richmond [I.q]; null: no arrow. */
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
const modifier = z.int().min(-5).max(5);
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
  leaders: z.record(z.enum(LEADERS as [Leader, ...Leader[]]), leaderData),
  variants: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'a variant is named in lower case, with hyphens'),
      z.strictObject({
        name,
        summary: z.string().min(1).max(100),
        change: z
          .strictObject({
            actionPoints: actionPoints.partial().optional(),
            areas: z.partialRecord(area, areaData.omit({ name: true }).partial()).optional(),
            leaders: z
              .partialRecord(z.enum(LEADERS as [Leader, ...Leader[]]), leaderData.omit({ name: true }).partial())
              .optional(),
          })
          .optional(),
      }),
    )
    .refine((variants) => 'standard' in variants, 'there must be a variant named standard'),
});
type File = z.infer<typeof file>;

/** Reads `assets/overland/overland.json`: its variants, the standard one first, or everything that is wrong with it. */
export function readScenarios(name: string, data: Json): readonly Scenario[] | readonly DataFault[] {
  const parsed = file.safeParse(data);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => ({
      file: name,
      path: issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key)),
      reason: issue.message,
    }));
  }
  const faults = [...checkFile(parsed.data), ...checkVariants(parsed.data)];
  if (faults.length > 0) return faults.map((fault) => ({ file: name, ...fault }));
  const ids = Object.keys(parsed.data.variants).sort((a, b) => Number(b === 'standard') - Number(a === 'standard'));
  return ids.map((id) => scenario(parsed.data, id));
}

export function isFaults(read: readonly Scenario[] | readonly DataFault[]): read is readonly DataFault[] {
  return read.some((one) => 'reason' in one);
}

type Fault = Omit<DataFault, 'file'>;

/** What the shape alone cannot say: the table has no gap, the retreats lead to Richmond, everybody starts on their own ground. */
function checkFile(data: File): Fault[] {
  const faults: Fault[] = [];
  const rows = data.combatResults;
  rows.forEach((row, index) => {
    const before = rows[index - 1];
    const last = index === rows.length - 1;
    if (last !== (row.upTo === null)) {
      faults.push({
        path: ['combatResults', index, 'upTo'],
        reason: 'the last row, and only the last, has no upper end (null)',
      });
    } else if (before && before.upTo !== null && row.upTo !== null && row.upTo <= before.upTo) {
      faults.push({
        path: ['combatResults', index, 'upTo'],
        reason: `must be above ${before.upTo}, the end of the row before`,
      });
    } else if (before && RESULTS.indexOf(row.result) < RESULTS.indexOf(before.result)) {
      faults.push({ path: ['combatResults', index, 'result'], reason: 'a higher die never has a worse result' });
    }
  });
  if (data.calendar.last <= data.calendar.first) {
    faults.push({ path: ['calendar', 'last'], reason: 'must be after the first day' });
  }
  data.lines.forEach(([a, b], index) => {
    const again = data.lines.findIndex((line) => line.includes(a) && line.includes(b)) !== index;
    if (a === b || again) faults.push({ path: ['lines', index], reason: 'a line joins two different areas, once' });
    if (a === 'richmond' || b === 'richmond') {
      faults.push({ path: ['lines', index], reason: 'Richmond has arrows ("richmond" of an area), no movement lines' });
    }
  });
  if (data.areas.richmond.richmond !== null || data.areas.richmond.retreat !== null) {
    faults.push({ path: ['areas', 'richmond'], reason: 'no arrow and no retreat leads out of Richmond: write null' });
  }
  return faults;
}

function checkVariants(data: File): Fault[] {
  return Object.keys(data.variants).flatMap((id) => {
    const changed = Object.keys(data.variants[id]?.change ?? {}).length > 0;
    const at = (path: Fault['path']): Fault['path'] => (changed ? ['variants', id] : path);
    return checkScenario(scenario(data, id)).map((fault) => ({
      path: at(fault.path),
      reason: changed ? `${fault.path.join('.')}: ${fault.reason}` : fault.reason,
    }));
  });
}

function checkScenario(numbers: Scenario): Fault[] {
  const faults: Fault[] = [];
  if (numbers.actionPoints.start > numbers.actionPoints.most) {
    faults.push({
      path: ['actionPoints', 'start'],
      reason: `must not be above ${numbers.actionPoints.most}, the most there may be`,
    });
  }
  for (const from of AREAS) {
    if (!reachesEnd(numbers, from)) {
      faults.push({
        path: ['areas', from, 'retreat'],
        reason: 'retreats go round in a circle and never reach Richmond',
      });
    }
    const to = numbers.areas[from].retreat;
    if (to === null) continue;
    if (to === 'richmond' ? numbers.areas[from].richmond === null : !numbers.lines[from].includes(to)) {
      faults.push({ path: ['areas', from, 'retreat'], reason: `no line or arrow leads from ${from} to ${to}` });
    }
  }
  for (const leader of LEADERS) {
    const { start } = numbers.leaders[leader];
    if ((leader === 'butler' || leader === 'sigel') && numbers.lines[start].length > 0) {
      faults.push({
        path: ['leaders', leader, 'start'],
        reason: `Grant could march into ${start}, and two US leaders may not share it [V]`,
      });
    }
    if (start === 'richmond' && (US_LEADERS as readonly Leader[]).includes(leader)) {
      faults.push({ path: ['leaders', leader, 'start'], reason: 'no US leader starts in Richmond' });
    }
  }
  for (const side of [US_LEADERS, CSA_LEADERS] as const) {
    side.forEach((leader, index) => {
      const { start } = numbers.leaders[leader];
      const crowd = side.slice(0, index).filter((other: Leader) => numbers.leaders[other].start === start).length;
      if (crowd >= (start === 'richmond' ? 2 : 1)) {
        faults.push({
          path: ['leaders', leader, 'start'],
          reason: `${start} is full: stacking allows no more there [V]`,
        });
      }
    });
  }
  return faults;
}

function reachesEnd(numbers: Scenario, from: Area): boolean {
  let at: Area | null = from;
  for (let step = 0; step <= AREAS.length; step++) {
    if (at === null || at === 'richmond') return true;
    at = numbers.areas[at].retreat;
  }
  return false;
}

function scenario(data: File, id: string): Scenario {
  const variant = data.variants[id] as File['variants'][string];
  const change = variant.change ?? {};
  return {
    basis: data.name,
    variant: { id, name: variant.name, summary: variant.summary },
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

import * as z from 'zod';
import type { DataFault, Json } from '../../game/index.ts';
import { type Fault, faultIf, faultsOfShape } from '../../kit/data-faults.ts';
import { daysAfter, daysBetween } from '../../kit/dates.ts';
import { oncePer } from '../../kit/memo.ts';
import { AREAS, type Area, CSA_LEADERS, LEADERS, type Leader, RESULTS, type Result, US_LEADERS } from './vocabulary.ts';

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
  /** The price of an attack, a turning movement or a crossing [IX]. Absent in data of older games: one point. */
  roll: z.int().min(1).max(5).optional(),
});

const leader = z.enum(LEADERS as [Leader, ...Leader[]]);
const change = z.strictObject({
  actionPoints: actionPoints.partial().optional(),
  areas: z.partialRecord(area, areaData.omit({ name: true }).partial()).optional(),
  leaders: z.partialRecord(leader, leaderData.omit({ name: true }).partial()).optional(),
});
type VariantChange = z.infer<typeof change>;

/** The shape of `assets/overland/overland.json`. */
export const file = z.strictObject({
  /** Such as "reconstruction-1". */
  name: z.string().min(1).max(60),
  actionPoints,
  /** First day: most Action Points; last day: none. */
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
export type Scenario = Readonly<ReturnType<typeof scenario>>;
/** The file's numbers with a variant's changes. */
type ScenarioNumbers = Readonly<ReturnType<typeof numbersOf>>;

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
 * The ISO day (`1864-05-07`) of a number of Action Points left. The first day has the most points, the last day none.
 * The days between are spread evenly: three to a point in the calendar of the rulings.
 */
export function dateOf({ calendar, actionPoints: { most } }: Scenario, points: number): string {
  const spent = (most - points) / most;
  return daysAfter(calendar.first, Math.round(daysBetween(calendar.first, calendar.last) * spent));
}

/** The Action Point track as a calendar: the day of each number of points, from 0 up. */
export const trackOf = oncePer((numbers: Scenario): readonly string[] =>
  Array.from({ length: numbers.actionPoints.most + 1 }, (_, points) => dateOf(numbers, points)),
);

/** Reads `assets/overland/overland.json`: the variants, the standard one first, or every fault of the file. */
export function readScenarios(name: string, data: Json): readonly Scenario[] | readonly DataFault[] {
  const parsed = file.safeParse(data);
  const faults = parsed.success ? checkNumbers(parsed.data) : faultsOfShape(parsed.error, data);
  if (!parsed.success || faults.length > 0) return faults.map((fault) => ({ file: name, ...fault }));
  const ids = Object.keys(parsed.data.variants).sort((a, b) => Number(b === 'standard') - Number(a === 'standard'));
  return ids.map((id) => scenario(parsed.data, id));
}

/** Faults of the base numbers, and of each variant those that the base doesn't have too. */
function checkNumbers(data: File): Fault[] {
  const base = [...checkFile(data), ...checkScenario(numbersOf(data, {}))];
  const textOf = ({ path, reason }: Fault) => `${path.join('.')}: ${reason}`;
  const known = new Set(base.map(textOf));
  const ofVariants = Object.entries(data.variants).flatMap(([id, { change = {} }]) =>
    checkScenario(numbersOf(data, change))
      .filter((fault) => !known.has(textOf(fault)))
      .map((fault) => ({
        path: ['variants', id, 'change', ...pathWithin(change, fault.path)],
        reason: textOf(fault),
      })),
  );
  return [...base, ...ofVariants];
}

/** The start of `path`, as far as the variant's own change has it. A fault farther in comes from the base file. */
function pathWithin(change: unknown, [key, ...rest]: Fault['path']): Fault['path'] {
  if (key === undefined || typeof change !== 'object' || change === null || !(key in change)) return [];
  return [key, ...pathWithin((change as { readonly [key: string | number]: unknown })[key], rest)];
}

function scenario(data: File, id: string) {
  const { name, summary, change = {} } = data.variants[id] as File['variants'][string];
  return { basis: data.name, variant: { id, name, summary }, ...numbersOf(data, change) };
}

function numbersOf(data: File, change: VariantChange) {
  const points = changed(data.actionPoints, change.actionPoints);
  return {
    actionPoints: { ...points, roll: points.roll ?? 1 },
    calendar: data.calendar,
    combatResults: data.combatResults,
    areas: eachOf(AREAS, (one) => changed(data.areas[one], change.areas?.[one])),
    /** The areas at the other end of each movement line. Richmond's arrows are no movement lines. */
    lines: eachOf(AREAS, (one) => data.lines.flatMap(([a, b]) => (a === one ? [b] : b === one ? [a] : []))),
    leaders: eachOf(LEADERS, (one) => changed(data.leaders[one], change.leaders?.[one])),
  };
}

/** `base` with the defined members of `change`. */
function changed<T extends object>(base: T, change: { readonly [key in keyof T]?: T[key] | undefined } | undefined): T {
  const defined = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(defined) };
}

export function eachOf<K extends string, V>(keys: readonly K[], value: (key: K) => V): { readonly [key in K]: V } {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as { readonly [key in K]: V };
}

/** Faults that no variant can cause or cure: the results table, the calendar, the lines. */
function checkFile(data: File): Fault[] {
  return [
    ...data.combatResults.flatMap((_, index) => checkRow(data.combatResults, index)),
    ...faultIf(data.calendar.last <= data.calendar.first, ['calendar', 'last'], 'must be after the first day'),
    ...data.lines.flatMap((_, index) => checkLine(data.lines, index)),
  ];
}

function checkRow(rows: File['combatResults'], index: number): Fault[] {
  const row = rows[index] as File['combatResults'][number];
  const before = rows[index - 1];
  const at = (key: 'upTo' | 'result', reason: string) => [{ path: ['combatResults', index, key], reason }];
  if ((index === rows.length - 1) !== (row.upTo === null)) {
    return at('upTo', 'must be null in the last row, and only there');
  }
  if (before && before.upTo !== null && row.upTo !== null && row.upTo <= before.upTo) {
    return at('upTo', `must be above ${before.upTo}, the end of the row before`);
  }
  if (before && RESULTS.indexOf(row.result) < RESULTS.indexOf(before.result)) {
    return at('result', 'a higher roll can’t have a worse result');
  }
  return [];
}

function checkLine(lines: File['lines'], index: number): Fault[] {
  const [a, b] = lines[index] as File['lines'][number];
  const path = ['lines', index];
  if (a === 'richmond' || b === 'richmond') {
    return [{ path, reason: 'a movement line can’t lead to Richmond: give the area an arrow ("richmond") instead' }];
  }
  const first = lines.findIndex((line) => line.includes(a) && line.includes(b));
  return faultIf(a === b || first !== index, path, 'a line must join two different areas, and be listed once');
}

function checkScenario(numbers: ScenarioNumbers): Fault[] {
  const { start, most } = numbers.actionPoints;
  return [
    ...faultIf(start > most, ['actionPoints', 'start'], `can’t be above ${most}, the most you can have`),
    ...checkAreas(numbers),
    ...LEADERS.flatMap((leader) => checkStart(numbers, leader)),
    ...[US_LEADERS, CSA_LEADERS].flatMap((side) => checkStacking(numbers, side)),
  ];
}

function checkAreas(numbers: ScenarioNumbers): Fault[] {
  const { areas } = numbers;
  const wrong = (is: boolean, path: string, reason: string) => faultIf(is, ['areas', ...path.split('.')], reason);
  const faults: Fault[] = [
    ...wrong(areas.richmond.defense !== 0, 'richmond.defense', 'Richmond’s defenses are set on its arrows: write 0'),
    ...wrong(areas.richmond.richmond !== null, 'richmond.richmond', 'Richmond can’t have an arrow: write null'),
    ...wrong(areas.valley.richmond !== null, 'valley.richmond', 'the Valley can’t have an arrow [XII.B]: write null'),
  ];
  for (const area of AREAS) {
    const closer: readonly (Area | null)[] = retreats(numbers, area);
    const isDeadEnd = closer.length === 0;
    if ((isDeadEnd ? [null] : closer).includes(areas[area].retreat)) continue;
    const reason = isDeadEnd
      ? `no line or arrow from ${area} leads closer to Richmond: write null`
      : `must be next to ${area} and closer to Richmond [XII.B]: ${closer.join(' or ')}`;
    faults.push({ path: ['areas', area, 'retreat'], reason });
  }
  return faults;
}

/** The areas one step closer to Richmond by line or arrow, to which a beaten CSA leader may retreat [VII.B] [XII.B]. */
function retreats(numbers: ScenarioNumbers, from: Area): readonly Area[] {
  const near = numbers.areas[from].richmond === null ? numbers.lines[from] : (['richmond'] as const);
  return near.filter((area) => distanceToRichmond(numbers, area) < distanceToRichmond(numbers, from));
}

/** The rules rely on these starts: Lee where Grant may come, the other leaders where he may not [II] [X.A] [XII]. */
function checkStart(numbers: ScenarioNumbers, leader: Leader): Fault[] {
  const { start } = numbers.leaders[leader];
  const onLines = numbers.lines[start].length > 0;
  const wrong = (reason: string) => [{ path: ['leaders', leader, 'start'], reason }];
  switch (leader) {
    case 'grant':
      return onLines ? [] : wrong(`no movement line leads from ${start}, so Grant could never march [X]`);
    case 'butler':
    case 'sigel':
      if (start === 'richmond') return wrong('no Union leader can start in Richmond [V]');
      return onLines ? wrong(`Grant could march into ${start}, and two Union leaders can’t share an area [V]`) : [];
    case 'lee':
      if (onLines || start === 'richmond') return [];
      return wrong(`no movement line leads to ${start}: Grant and Lee could never meet`);
    case 'beauregard':
      if (start === 'drurys-bluff' || start === 'richmond') return [];
      return wrong('he must start at drurys-bluff or richmond [XII]');
    case 'breckinridge':
      return start === 'valley' ? [] : wrong('he must start in the valley, which he never leaves [XII]');
    default:
      return leader satisfies never;
  }
}

function checkStacking(numbers: ScenarioNumbers, side: readonly Leader[]): Fault[] {
  return side.flatMap((leader, index) => {
    const { start } = numbers.leaders[leader];
    const before = side.slice(0, index).filter((other) => numbers.leaders[other].start === start).length;
    const isFull = before >= (start === 'richmond' ? 2 : 1);
    return faultIf(isFull, ['leaders', leader, 'start'], `${start} is full: no more leaders can stand there [V]`);
  });
}

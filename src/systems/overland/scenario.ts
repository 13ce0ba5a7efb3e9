import { AREAS, type Area, type Leader, type Result } from './vocabulary.ts';

/** One variant of the data file, checked: what the rules read. */
export interface Scenario extends ScenarioNumbers {
  /** What the numbers are called ("reconstruction-1"). */
  readonly basis: string;
  readonly variant: { readonly id: string; readonly name: string; readonly summary: string };
}

export interface ScenarioNumbers {
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

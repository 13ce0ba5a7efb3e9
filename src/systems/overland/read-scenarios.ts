import type { DataFault, Json } from '../../game/index.ts';
import { type Fault, faultsOfShape } from '../../kit/data-faults.ts';
import type { Scenario, ScenarioNumbers } from './scenario.ts';
import { checkFile, checkScenario } from './scenario-checks.ts';
import { type File, file, type VariantChange } from './scenario-file.ts';
import { AREAS, LEADERS } from './vocabulary.ts';

/** Reads `assets/overland/overland.json`: its variants, the standard one first, or everything that is wrong with it. */
export function readScenarios(name: string, data: Json): readonly Scenario[] | readonly DataFault[] {
  const parsed = file.safeParse(data);
  const faults = parsed.success ? unsound(parsed.data) : faultsOfShape(parsed.error, data);
  if (!parsed.success || faults.length > 0) return faults.map((fault) => ({ file: name, ...fault }));
  const ids = Object.keys(parsed.data.variants).sort((a, b) => Number(b === 'standard') - Number(a === 'standard'));
  return ids.map((id) => scenario(parsed.data, id));
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

function numbersOf(data: File, change: VariantChange): ScenarioNumbers {
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

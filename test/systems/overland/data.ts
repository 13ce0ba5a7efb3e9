import { readFileSync } from 'node:fs';
import type { DataFault, Json } from '../../../src/game/index.ts';
import { isFaults } from '../../../src/kit/data-faults.ts';
import { rulebookOf } from '../../../src/systems/overland/index.ts';
import { readScenarios, type Scenario } from '../../../src/systems/overland/scenario.ts';

function asset(name: string): string {
  return readFileSync(new URL(`../../../assets/overland/${name}`, import.meta.url), 'utf8');
}

/** `assets/overland/overland.json`, read anew, so that a test may bend its copy. */
export function dataFile(): Json {
  return JSON.parse(asset('overland.json')) as Json;
}

export const rulesFile = asset('rules.md');
export const rulingsFile = asset('rulings.md');

const read = readScenarios('overland.json', dataFile());
if (isFaults(read)) throw new Error(`The data of Overland is refused: ${JSON.stringify(read)}`);

/** The variants of the data as it is shipped. */
export const scenarios: readonly Scenario[] = read;

export function numbers(variant = 'standard'): Scenario {
  const found = scenarios.find((scenario) => scenario.variant.id === variant);
  if (!found) throw new Error(`Overland has no variant ${variant}`);
  return found;
}

/** The faults found in bent data; none where it is sound. */
export function faultsOf(data: Json): readonly DataFault[] {
  const found = readScenarios('overland.json', data);
  return isFaults(found) ? found : [];
}

const book = rulebookOf(numbers(), rulesFile);
export const topics = book.topics ?? [];

import type { Scenario } from '../../../src/systems/overland/scenario.ts';
import type { Area, Leader } from '../../../src/systems/overland/vocabulary.ts';
import { numbers } from './data.ts';

/** A data file of an owner who writes names out in full and whose numbers are as large as they may be. */

const AREA_NAMES: { readonly [area in Area]: string } = {
  wilderness: 'The Wilderness of Spotsylvania',
  spotsylvania: 'Spotsylvania Court House',
  'north-anna': 'North Anna and Jericho Mill',
  ashland: 'Ashland and Hanover Junction',
  'cold-harbor': 'Cold Harbor and Bethesda Church',
  mechanicsville: 'Mechanicsville Turnpike',
  'savage-station': 'Savage’s Station and Seven Pines',
  'drurys-bluff': 'Drewry’s Bluff and Bermuda Hundred',
  valley: 'The Valley of the Shenandoah',
  richmond: 'Richmond, Capital of the Confederacy',
};

const LEADER_NAMES: { readonly [leader in Leader]: string } = {
  grant: 'Ulysses S. Grant',
  butler: 'Benjamin F. Butler',
  sigel: 'Franz Sigel',
  lee: 'Robert E. Lee',
  beauregard: 'P. G. T. Beauregard',
  breckinridge: 'John C. Breckinridge',
};

const STANDARD = numbers();

export const OWNED: Scenario = {
  ...STANDARD,
  basis: 'my own reading of the map and the counters, second edition',
  variant: { ...STANDARD.variant, name: 'The campaign with every number doubled' },
  actionPoints: { start: 17, most: 20, valleyVictory: 10, roll: 1 },
  combatResults: [
    { upTo: -3, result: 'nothing' },
    { upTo: 1, result: 'nothing' },
    { upTo: 8, result: 'turning' },
    { upTo: null, result: 'retreat' },
  ],
  areas: record(AREA_NAMES, (area, name) => ({
    ...STANDARD.areas[area],
    name,
    defense: area === 'richmond' ? 0 : -5,
    richmond: STANDARD.areas[area].richmond === null ? null : -5,
  })),
  leaders: record(LEADER_NAMES, (leader, name) => ({ ...STANDARD.leaders[leader], name, rating: 6 })),
};

function record<K extends string, T>(
  names: { readonly [key in K]: string },
  of: (key: K, name: string) => T,
): { readonly [key in K]: T } {
  const entries = Object.entries(names) as [K, string][];
  return Object.fromEntries(entries.map(([key, name]) => [key, of(key, name)])) as { readonly [key in K]: T };
}

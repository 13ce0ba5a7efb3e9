import { CombatResultsTable } from '../../../../kit/combat-results-table.ts';
import { leastTotal, sum } from '../../../../kit/subsets.ts';
import { COLUMNS, type Column, type Result } from '../../vocabulary.ts';

/** Results for the die faces 1 to 6, column by column [7.7, 7.8]. */
export const CRT = new CombatResultsTable<Column, Result>({
  columns: COLUMNS,
  results: ['De', 'Dr', 'Ex', 'Ar', 'Ae'],
  rows: {
    '1-5': ['Ar', 'Ar', 'Ar', 'Ae', 'Ae', 'Ae'],
    '1-4': ['Ar', 'Ar', 'Ar', 'Ar', 'Ae', 'Ae'],
    '1-3': ['Dr', 'Ar', 'Ar', 'Ar', 'Ar', 'Ae'],
    '1-2': ['Dr', 'Dr', 'Ar', 'Ar', 'Ar', 'Ae'],
    '1-1': ['Dr', 'Dr', 'Dr', 'Ar', 'Ar', 'Ar'],
    '2-1': ['Dr', 'Dr', 'Dr', 'Dr', 'Ar', 'Ar'],
    '3-1': ['De', 'Dr', 'Dr', 'Dr', 'Dr', 'Ex'],
    '4-1': ['De', 'Dr', 'Dr', 'Dr', 'Ex', 'Ex'],
    '5-1': ['De', 'De', 'Dr', 'Dr', 'Ex', 'Ex'],
    '6-1': ['De', 'De', 'De', 'Dr', 'Dr', 'Ex'],
  },
});

/** Printed strengths of all pieces that a result can affect; bombarding guns are not among the attackers [7.9]. */
export interface Stakes {
  readonly attackers: readonly number[];
  readonly defenders: readonly number[];
  /** Strength without a retreat; absent if that is not considered. */
  readonly stuck?: { readonly attackers: number; readonly defenders: number };
}

/**
 * Strength points that a result costs the defender minus those it costs the attacker, who gives up as little as possible in an exchange. A retreat
 * counts as 0, except for pieces known to have no way.
 */
export function swingOf(result: Result, { attackers, defenders, stuck }: Stakes): number {
  switch (result) {
    case 'De':
      return sum(defenders);
    case 'Ae':
      return attackers.length === 0 ? 0 : -sum(attackers);
    case 'Ex':
      return sum(defenders) - leastTotal(attackers, sum(defenders));
    case 'Ar':
      return 0 - (stuck?.attackers ?? 0);
    case 'Dr':
      return stuck?.defenders ?? 0;
    default:
      return result satisfies never;
  }
}

/** The mean of `swingOf` over the six faces of a column, exactly. */
export function meanSwing(column: Column, stakes: Stakes): number {
  let total = 0;
  for (const [result, faces] of CRT.resultsOf(column)) total += faces * swingOf(result, stakes);
  return total / CRT.faces;
}

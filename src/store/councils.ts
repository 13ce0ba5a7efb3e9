import type { Council } from '../council/index.ts';

/** A council as it was kept; before councils had a rule on odds, without one. */
export function councilRecord(kept: Omit<Council, 'odds'> & Partial<Pick<Council, 'odds'>>): Council {
  return { ...kept, odds: kept.odds ?? null };
}

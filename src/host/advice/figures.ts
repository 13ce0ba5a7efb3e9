import { tenths } from '../../advisor/index.ts';

/**
 * A chance from 0 to 1 as it is shown everywhere: "41.3 %", in tenths of a percentage point, with a no-break space before the sign. What
 * can still go either way is never shown as settled: "under 0.1 %".
 */
export function percent(chance: number): string {
  const rounded = tenths(chance);
  if (rounded <= 0 && chance > 0) return `under\u00a0${shown(1)}`;
  if (rounded >= 1000 && chance < 1) return `over\u00a0${shown(999)}`;
  return shown(rounded);
}

function shown(rounded: number): string {
  return `${(rounded / 10).toFixed(1)}\u00a0%`;
}

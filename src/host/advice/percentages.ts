import { tenths } from '../../advisor/index.ts';

/**
 * A chance from 0 to 1 as it is shown everywhere: "41.3 %". What can still go either way is never shown as settled: "under 0.1 %".
 * @param rounded in tenths of a percentage point, where a balance has it: there the same is always shown as the same
 */
export function percentText(chance: number, rounded = tenths(chance)): string {
  if (rounded <= 0 && chance > 0) return `under\u00a0${percentOf(1)}`;
  if (rounded >= 1000 && chance < 1) return `over\u00a0${percentOf(999)}`;
  return percentOf(rounded);
}

/** `41.3 %`, with a no-break space before the sign: tenths of a percentage point. */
export function percentOf(rounded: number): string {
  return `${(rounded / 10).toFixed(1)}\u00a0%`;
}

/** `−3.2`, `+61.9`, `0.0`: tenths of a percentage point, with a real minus. */
export function pointsOf(rounded: number): string {
  const digits = (Math.abs(rounded) / 10).toFixed(1);
  return rounded === 0 ? digits : `${rounded < 0 ? '−' : '+'}${digits}`;
}

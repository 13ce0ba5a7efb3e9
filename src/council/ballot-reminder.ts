import type { BallotRules } from './council.ts';

/** A window of a ballot's clock, milliseconds since 1970, and whether its reminder has come. */
interface RemindedWindow {
  readonly began: number;
  readonly closes: number | null;
  readonly reminded: boolean;
}

/** The one reminder comes when a quarter of the window is left: milliseconds since 1970; null: none comes. */
export function reminds({ reminder }: BallotRules, { began, closes, reminded }: RemindedWindow): number | null {
  if (reminder === null || reminded || closes === null) return null;
  return closes - (closes - began) / 4;
}

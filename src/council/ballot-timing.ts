import type { BallotRules } from './council.ts';

/** How far a ballot is on the way to its end. Times are milliseconds since 1970. */
export interface Clockwork {
  /** When the present window began: at the opening, or with the extension. */
  readonly began: number;
  /** Null: it waits for votes without a deadline. */
  readonly closes: number | null;
  readonly extended: boolean;
  readonly reminded: boolean;
}

/** What is due: a reminder, a second window, the decision, to go on without a deadline, or to close with nothing decided. */
export type BallotStep = 'remind' | 'extend' | 'decide' | 'wait' | 'lapse';

/** When something is due next; null: not before a vote comes. */
export function whenDue(rules: BallotRules, clockwork: Clockwork, voters: number): number | null {
  const { closes } = clockwork;
  if (closes === null) return null;
  const reminder = reminderAt(rules, clockwork);
  return reminder !== null && voters < rules.quorum ? Math.min(reminder, closes) : closes;
}

/** What is due now, if anything. */
export function whatIsDue(rules: BallotRules, clockwork: Clockwork, voters: number, now: number): BallotStep | null {
  const { closes, extended } = clockwork;
  if (closes === null) return null;
  const quorate = voters >= rules.quorum;
  if (now >= closes) {
    if (quorate) return 'decide';
    if (!extended) return 'extend';
    if (rules.short === 'lapse') return 'lapse';
    return rules.short === 'decide' && voters > 0 ? 'decide' : 'wait';
  }
  const reminder = reminderAt(rules, clockwork);
  return !quorate && reminder !== null && now >= reminder ? 'remind' : null;
}

/** The one reminder comes when a quarter of the window is left: milliseconds since 1970; null: none comes. */
function reminderAt({ reminder }: BallotRules, { began, closes, reminded }: Clockwork): number | null {
  if (reminder === null || reminded || closes === null) return null;
  return closes - (closes - began) / 4;
}

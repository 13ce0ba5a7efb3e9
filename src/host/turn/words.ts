import { capital } from '../../council/index.ts';
import type { Asked, State, System } from '../../game/index.ts';
import type { Bare } from '../table.ts';

/** What a call says: whom, which side, and what is asked of it. */
export interface Called {
  readonly mentions: readonly string[];
  readonly asked: Asked;
  /** When its time runs out, milliseconds since 1970; null: it has as long as it likes. */
  readonly ends: number | null;
}

/** Whether it is the side's turn, or its turn still. */
export type Again = 'first' | 'again';

/** A line that calls a side, and one that says what happens when its time runs out. What a side that hides something is asked, stays with it. */
export function callInWords({ system, position }: Bare, { mentions, asked, ends }: Called, again: Again): string[] {
  const side = system.seats.find(({ id }) => id === asked.seat)?.name ?? '';
  const whom = mentions.length > 0 ? `${mentions.join(' ')} ` : '';
  const what = system.openHanded ? capital(asked.prompt) : 'It is your turn.';
  const still = again === 'again' ? 'You are still waited for. ' : '';
  return [`${whom}**${side}:** ${still}${what}`, ...deadline(system, position.state, asked, ends)];
}

function deadline(system: System, state: State, { aside, otherwise }: Asked, ends: number | null): string[] {
  if (ends === null || otherwise === undefined) return [];
  const until = moment(ends);
  if (!aside) return [`-# If it is not ended by ${until}, the phase ends as it stands.`];
  const usual = system.openHanded ? `: ${system.label(state, otherwise).text}` : '';
  return [`-# If nothing is chosen by ${until}, the usual choice is made${usual}.`];
}

/** A day and a time of it, and how far off that is, as every member's own clock shows them. `at`: milliseconds since 1970. */
export function moment(at: number): string {
  const seconds = Math.round(at / 1000);
  return `<t:${seconds}:f> (<t:${seconds}:R>)`;
}

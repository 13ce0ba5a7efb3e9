import { capital } from '../../council/index.ts';
import type { Asked, State, System } from '../../game/index.ts';
import type { LoadedGame } from '../games/game-tables.ts';

/** What a call says: whom, which side, and what is asked of it. */
export interface CalledSide {
  readonly mentions: readonly string[];
  readonly asked: Asked;
  /** When its time runs out, milliseconds since 1970; null: it has as long as it likes. */
  readonly ends: number | null;
}

/** Whether it is the side's turn, or its turn still, or it goes on after another has chosen. */
export type CallOccasion = 'first' | 'again' | 'on';

const AGAIN = { first: '', again: 'You are still waited for. ', on: 'You go on. ' } as const satisfies {
  [again in CallOccasion]: string;
};

/** A line that calls a side, and one that says what happens when its time runs out. What a side that hides something is asked, stays with it. */
export function callInWords(
  { system, position }: LoadedGame,
  { mentions, asked, ends }: CalledSide,
  again: CallOccasion,
): string[] {
  const side = system.seats.find(({ id }) => id === asked.seat)?.name ?? '';
  const whom = mentions.length > 0 ? `${mentions.join(' ')} ` : '';
  const what = system.openHanded ? capital(asked.prompt) : 'It is your turn.';
  // It has been told before until when it is waited for.
  if (again === 'on') return [`${whom}**${side}:** ${AGAIN.on}${system.openHanded ? what : ''}`.trimEnd()];
  return [`${whom}**${side}:** ${AGAIN[again]}${what}`, ...deadline(system, position.state, asked, ends)];
}

function deadline(
  system: System,
  state: State,
  { outOfTurn, defaultOrder, defaultText: words }: Asked,
  ends: number | null,
): string[] {
  if (ends === null || defaultOrder === undefined) return [];
  const until = discordTime(ends);
  if (!outOfTurn) return [`-# If it is not ended by ${until}, the phase ends as it stands.`];
  const usual = system.openHanded ? `: ${words ?? `“${system.label(state, defaultOrder).text}”`}` : '';
  return [`-# If nothing is chosen by ${until}, the usual choice is made${usual}.`];
}

/** A day and a time of it, and how far off that is, as every member's own clock shows them. `at`: milliseconds since 1970. */
export function discordTime(at: number): string {
  const seconds = Math.round(at / 1000);
  return `<t:${seconds}:f> (<t:${seconds}:R>)`;
}

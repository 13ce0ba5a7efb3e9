import { discordTime } from '../../council/index.ts';
import type { Asked, State, System } from '../../game/index.ts';
import { capital } from '../../kit/plain-english.ts';
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

const AGAIN = { first: '', again: 'Still waiting for you. ', on: 'Your turn again. ' } as const satisfies {
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
  const what = system.openHanded ? capital(asked.prompt) : 'It’s your turn.';
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
  if (!outOfTurn) return [`-# The phase ends by itself ${until}.`];
  const usual = system.openHanded ? `: ${words ?? `“${system.label(state, defaultOrder).text}”`}` : '';
  return [`-# If nobody has chosen by ${until}, the bot chooses${usual}.`];
}

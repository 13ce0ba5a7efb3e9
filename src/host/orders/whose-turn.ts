import type { SeatId } from '../../game/index.ts';
import { capital, listed, possessive } from '../../kit/plain-english.ts';
import type { GameTable, LoadedGame } from '../games/game-tables.ts';

/** The name under which a seat is asked now; null: it is not asked, or the game is over. */
export function phaseOf({ system, position, game }: LoadedGame, seat: SeatId): string | null {
  const asked = game.ended ? undefined : system.asked(position.state).find((one) => one.seat === seat);
  return asked ? (asked.phaseKey ?? '') : null;
}

/**
 * Why a side cannot order now: a machine plays it, or another side is asked. Null: it can, or nobody is asked for anything.
 * @param own whether it is the reader's own side
 */
export function mayNotOrderNow({ system, position, machines }: GameTable, seat: SeatId, own = true): string | null {
  if (system.seats.length < 2) return null;
  const nameOf = (id: SeatId) => `**${system.seats.find((one) => one.id === id)?.name ?? id}**`;
  if (machines.includes(seat))
    return `The bot plays the ${nameOf(seat)}. A moderator can put you in its place with \`/seat put\`.`;
  const asked = system.asked(position.state);
  if (asked.length === 0 || asked.some((one) => one.seat === seat)) return null;
  const whose = listed(asked.map((one) => possessive(nameOf(one.seat))));
  // What a side that hides something is asked, stays with it.
  const what = system.openHanded ? `: “${capital(asked[0]?.prompt ?? '')}”` : '.';
  const turn = `It’s the ${whose} turn${what}`;
  return own ? `${turn}\nYou play the ${nameOf(seat)}. The bot pings you when it’s your turn.` : turn;
}

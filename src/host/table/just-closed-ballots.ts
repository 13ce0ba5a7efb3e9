import type { SeatId } from '../../game/index.ts';
import type { GameRecord, Store } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';

/** What was typed within this time after a ballot closed was typed for that ballot. Milliseconds. */
const TYPING_MS = 5000;
/** Discord takes no answer to an interaction later than three seconds: what seems to have been longer on its way is a wrong clock. */
const LONGEST_WAY_MS = 15_000;

/**
 * Whether an order that was typed, and so names no ballot, was typed for one that has just closed. It goes to the next ballot, and the
 * member is told so. If none is open it is not carried out. A member who closed the ballot knows what comes next.
 */
export function justClosed(store: Store, game: GameRecord, seat: SeatId, caller: Caller): boolean {
  const last = store.lastClosed(game.id, seat);
  if (!last?.closed) return false;
  const since = sentAt(caller) - last.closed.at;
  // A clock that was set back is no reason to refuse an order.
  if (since >= TYPING_MS || since < -LONGEST_WAY_MS) return false;
  const me = caller.member.discordId;
  if (last.closed.by?.discordId === me) return false;
  return !(last.closed.why === 'early' && store.lastVoter(last.id) === me);
}

/** When an interaction was sent, which its id tells (https://discord.com/developers/docs/reference#snowflakes). */
function sentAt({ interaction, at }: Caller): number {
  if (!/^\d{17,20}$/.test(interaction)) return at;
  const sent = Number((BigInt(interaction) >> 22n) + 1_420_070_400_000n);
  return sent <= at && at - sent <= LONGEST_WAY_MS ? sent : at;
}

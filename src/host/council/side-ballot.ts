import type { Store } from '../../store/index.ts';
import { type Answer, type Button, say } from '../answer.ts';
import type { Caller } from '../caller.ts';
import { seatOffers } from '../offers.ts';
import { sideName, sitsAt } from '../seats.ts';
import { isSecretBallot, type OpenBallot, type Table } from '../table.ts';
import { WORDS } from '../wording.ts';
import { cardOf } from './card.ts';

/** Discord's limits: rows of a message, the menu among them, and buttons of a row. */
const MOST_ROWS = 5;
const MOST_BUTTONS = 5;

/**
 * A secret ballot, as a member of its side alone sees it: the count, the reasons, and what can be voted for.
 * @param own the member's own buttons, a row at the end
 */
export function sideBallot(table: Table, ballot: OpenBallot, text: string, own: readonly Button[]): Answer {
  // The count on the buttons is that of the ballot as it is after the press.
  const now = { ...table, ballots: table.ballots.map((open) => (open.id === ballot.id ? ballot : open)) };
  const { rows, menu } = seatOffers(now, ballot.seat);
  const room = MOST_ROWS - Number(menu !== null) - Number(own.length > 0);
  return say('member', text, {
    cards: [cardOf(now, now.position.state, ballot, { own: true })],
    rows: [...rows.slice(0, room), own.slice(0, MOST_BUTTONS)].filter((row) => row.length > 0),
    menu,
    replaces: true,
  });
}

/** Whether somebody came to their side after a ballot opened that others of it can decide. One that waits for votes takes all. */
export function joinedLater(
  store: Pick<Store, 'seatedSince'>,
  { member }: Caller,
  { game, system }: Table,
  {
    seat,
    openedAt,
    clockwork,
  }: Pick<OpenBallot, 'seat' | 'openedAt'> & {
    readonly clockwork: Pick<OpenBallot['clockwork'], 'closes'>;
  },
): boolean {
  if (system.seats.length === 1 || clockwork.closes === null) return false;
  const inTime = store.seatedSince(game.id, seat).filter(({ since }) => since === null || since <= openedAt);
  return inTime.length > 0 && inTime.every(({ discordId }) => discordId !== member.discordId);
}

/** Why somebody is not shown a ballot, and does nothing in it. Null: they are. */
export function notShown(store: Store, table: Table, caller: Caller, ballot: OpenBallot): string | null {
  const { member } = caller;
  if (!isSecretBallot(table, ballot)) return null;
  if (sitsAt(store, table, member.discordId, ballot.seat))
    return joinedLater(store, caller, table, ballot) ? WORDS.joinedLater : null;
  const side = sideName(table.system, ballot.seat) ?? '';
  return `This ballot is for the ${side}: only its members see it and vote in it.`;
}

import type { MemberId } from '../../council/index.ts';
import { LONGEST_LABEL, MOST_IN_ROW, type Seat, type SeatId, type System } from '../../game/index.ts';
import type { Store } from '../../store/index.ts';
import { type Caller, mayManageGame } from '../caller.ts';
import type { GameTable, LoadedGame } from '../games/game-tables.ts';
import { byIdOrName } from '../orders/fuzzy-match.ts';
import { clipped, type Reply, type ReplyButton, reply } from '../reply.ts';
import { CANNOT_JOIN, joinSide, noSideOf, SEAT_ANSWERS } from './seat-words.ts';

/** The seat a member gives an order for: the only one there is, or one they have taken, one that is asked now first. */
export function seatOf(
  store: Pick<Store, 'seatsOf'>,
  { game, system, position }: LoadedGame,
  caller: Pick<Caller, 'member'>,
): SeatId | null {
  const [only, another] = system.seats;
  if (only && !another) return only.id;
  const taken = store.seatsOf(game.id, caller.member.discordId);
  return system.asked(position.state).find(({ seat }) => taken.includes(seat))?.seat ?? taken[0] ?? null;
}

/** Whether a member plays a seat. In a game of one seat everybody does. */
export function sitsAt(
  store: Pick<Store, 'seatsOf'>,
  { game, system }: LoadedGame,
  discordId: string,
  seat: SeatId,
): boolean {
  return system.seats.length === 1 || store.seatsOf(game.id, discordId).includes(seat);
}

/**
 * The side that a member means: the one they name, by its id or name, or their own. Who directs the game and has no side means the
 * only one of `likely`. Otherwise the answer says what to name.
 */
export function sideMeant(
  store: Store,
  table: GameTable,
  caller: Caller,
  side: string | null,
  likely: readonly SeatId[],
): SeatId | Reply {
  const { seats } = table.system;
  if (side !== null && seats.length > 1)
    return byIdOrName(seats, side)?.id ?? reply('member', noSuchSide(table.system));
  const own = seatOf(store, table, caller);
  if (own !== null) return own;
  if (!mayManageGame(caller, table.game)) return noSeat(table);
  const [only, another] = likely;
  return only !== undefined && another === undefined ? only : reply('member', SEAT_ANSWERS.whichSide);
}

/** The side that an order is given for in place of its vote. What a side hides stays with its members. */
export function overruledSide(store: Store, table: GameTable, caller: Caller, side: string | null): SeatId | Reply {
  const { system, position } = table;
  const asked = system.asked(position.state).map(({ seat }) => seat);
  const seat = sideMeant(store, table, caller, side, asked);
  if (typeof seat !== 'string' || system.openHanded) return seat;
  return sitsAt(store, table, caller.member.discordId, seat) ? seat : reply('member', SEAT_ANSWERS.handHidden);
}

/**
 * Why somebody cannot sit on a side; null: they can. Where anything is hidden nobody joins those they play against: they would see it.
 * Once orders have been given nobody goes over to others by themselves: they would vote with the side that they play against.
 * @param name of somebody else than who asks
 */
export function mayNotSit(
  store: Store,
  { game, system, machines, position }: GameTable,
  seat: Seat,
  discordId: string,
  name: string | null = null,
): string | null {
  if (machines.includes(seat.id)) return CANNOT_JOIN.machine(seat.name);
  const sitters = store.sittersAt(game.id, seat.id);
  if (sitters.length === 0 || sitters.includes(discordId)) return null;
  if (name === null && position.turn > 0 && store.seatsEverOf(game.id, discordId).some((id) => id !== seat.id))
    return CANNOT_JOIN.changed(seat.name);
  if (system.openHanded) return null;
  const own = system.seats.find(({ id }) => id !== seat.id && store.seatsOf(game.id, discordId).includes(id));
  if (!own) return null;
  if (name === null) return CANNOT_JOIN.youBoth(own.name, seat.name);
  return CANNOT_JOIN.both(name, own.name, seat.name);
}

/** The name of a seat's side, where there are several; null: there is one. */
export function sideNameOf({ seats }: Pick<System, 'seats'>, seat: SeatId): string | null {
  return seats.length > 1 ? (seats.find(({ id }) => id === seat)?.name ?? null) : null;
}

export function noSuchSide({ seats }: Pick<System, 'seats'>): string {
  return noSideOf(seats.map(({ name }) => name));
}

/** A button for each side that members may join; none where there is one side alone. */
export function joinButtons({ game, system, machines }: GameTable): ReplyButton[] {
  if (system.seats.length < 2 || game.ended) return [];
  return system.seats
    .filter(({ id }) => !machines.includes(id))
    .slice(0, MOST_IN_ROW)
    .map(({ id, name }) => ({
      label: clipped(joinSide(name), LONGEST_LABEL),
      tone: 'plain',
      press: { do: 'join', game: game.id, seat: id },
    }));
}

/** The word to somebody who has taken no side, with a button for each. */
export function noSeat(table: GameTable): Reply {
  return reply('member', SEAT_ANSWERS.noSeat, { rows: [joinButtons(table)] });
}

/** Whether nobody is this member any more: they have had their data deleted. */
export function isGone(store: Pick<Store, 'memberById'>, member: MemberId): boolean {
  return store.memberById(member)?.discordId === null;
}

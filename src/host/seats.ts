import type { MemberId } from '../council/index.ts';
import type { SeatId } from '../game/index.ts';
import type { Store } from '../store/index.ts';
import { type Answer, say } from './answer.ts';
import type { Caller } from './caller.ts';
import { named } from './named.ts';
import type { Table } from './table.ts';
import { plainName } from './wording.ts';

/** The seat a member gives an order for: the only one there is, or one they have taken, one that is asked now first. */
export function seatOf(store: Store, { game, system, position }: Table, caller: Caller): SeatId | null {
  const [only, another] = system.seats;
  if (only && !another) return only.id;
  const taken = store.seatsOf(game.id, caller.member.discordId);
  return system.asked(position.state).find(({ seat }) => taken.includes(seat))?.seat ?? taken[0] ?? null;
}

/** Seats a member, beside whoever sits there. Nobody joins those they play against: they would see what is hidden from them. */
export function takeSeat(store: Store, { game, system }: Table, caller: Caller, seatId: string): Answer {
  const seat = named(system.seats, seatId);
  if (!seat)
    return say('member', `There is no such side. Choose ${system.seats.map(({ name }) => name).join(' or ')}.`);
  const { discordId } = caller.member;
  const own = system.seats.find(({ id }) => id !== seat.id && store.seatsOf(game.id, discordId).includes(id));
  const sitters = store.sittersAt(game.id, seat.id);
  if (own && sitters.length > 0 && !sitters.includes(discordId))
    return say('member', playsAgainst(own.name, seat.name));
  store.sit(game.id, seat.id, store.member(discordId, caller.member.name).id);
  return say('channel', `**${plainName(caller.member.name)}** joins the ${seat.name} side.`);
}

function playsAgainst(own: string, other: string): string {
  return `You have taken the ${own} side, and others play the ${other} side: you cannot join them too.`;
}

/** Whether nobody is this member any more: they have had their data deleted. */
export function isGone(store: Pick<Store, 'memberById'>, member: MemberId): boolean {
  return store.memberById(member)?.discordId === null;
}

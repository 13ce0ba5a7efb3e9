import type { SeatId } from '../../game/index.ts';
import type { EntryRecord } from '../../store/index.ts';
import { AUTHOR, NOT_YOUR_TURN } from '../base/order-words.ts';
import { type Reply, reply } from '../base/reply.ts';
import { VACANT } from '../base/seat-words.ts';
import { plainName } from '../base/wording.ts';
import type { GameTable, LoadedGame } from './game-tables.ts';
import { machineButtons, namesOf } from './seat-rules.ts';

/** The name under which a seat is asked now; null: it is not asked, or the game is over. */
export function phaseOf({ system, position, game }: LoadedGame, seat: SeatId): string | null {
  const asked = game.ended ? undefined : system.asked(position.state).find((one) => one.seat === seat);
  return asked ? (asked.phaseKey ?? '') : null;
}

/**
 * Why a side cannot order now: a machine plays it, or another side is asked. Null: it can, or nobody is asked for anything.
 * @param own whether it is the reader's own side
 */
export function mayNotOrderNow(table: GameTable, seat: SeatId, own = true): Reply | null {
  const { system, position, machines, vacant } = table;
  if (system.seats.length < 2) return null;
  const nameOf = (id: SeatId) => `**${system.seats.find((one) => one.id === id)?.name ?? id}**`;
  if (machines.includes(seat)) return reply('member', NOT_YOUR_TURN.botPlays(nameOf(seat)));
  const asked = system.asked(position.state);
  if (asked.length === 0 || asked.some((one) => one.seat === seat)) return null;
  const sides = asked.map((one) => nameOf(one.seat));
  // A side that hides something keeps its question to itself.
  const turn = NOT_YOUR_TURN.turnOf(sides, system.openHanded ? (asked[0]?.prompt ?? '') : null);
  const waited = asked.flatMap((one) => (vacant.includes(one.seat) ? [one.seat] : []));
  const nobody = waited.length > 0 ? [VACANT.now(namesOf(system, waited))] : [];
  const yours = own ? [NOT_YOUR_TURN.yours(nameOf(seat))] : [];
  return reply('member', [turn, ...nobody, ...yours].join('\n'), { rows: [machineButtons(table, waited)] });
}

/** Who gave an order, in Markdown: a member, what gave it in the seat's name, or the council. */
export function orderAuthor({
  member,
  ...entry
}: Pick<EntryRecord & { readonly kind: 'order' }, 'member' | 'cause'>): string {
  if (entry.cause) return `**${AUTHOR[entry.cause]}**`;
  return member === null ? `**${AUTHOR.council}**` : `**${plainName(member.name)}**`;
}

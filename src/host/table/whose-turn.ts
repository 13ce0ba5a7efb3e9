import { DEFAULT_COUNCIL } from '../../council/index.ts';
import { isSecret, type SeatId, type State, type System } from '../../game/index.ts';
import type { EntryRecord } from '../../store/index.ts';
import { AUTHOR, NOT_YOUR_TURN } from '../base/order-words.ts';
import { type LogPoint, type Reply, reply } from '../base/reply.ts';
import { VACANT } from '../base/seat-words.ts';
import { plainName } from '../base/wording.ts';
import { councilOf, isChange } from './game-position.ts';
import type { GameSources, GameTable, LoadedGame } from './game-tables.ts';
import { machineButtons, namesOf } from './seat-rules.ts';

/** The phase key of a seat that is asked now; otherwise null. */
export function phaseOf({ system, position, game }: LoadedGame, seat: SeatId): string | null {
  const asked = game.ended ? undefined : system.rules.asked(position.state).find((one) => one.seat === seat);
  return asked ? (asked.phaseKey ?? '') : null;
}

/** Whether a seat can change an order of its that lies face down. */
export function mayChange({ system, position, game, machines }: GameTable, seat: SeatId): boolean {
  const seats = game.ended ? [] : (system.rules.mayChange?.(position.state) ?? []);
  return seats.includes(seat) && !machines.includes(seat);
}

/**
 * The reason that a side cannot order now, or null: the bot plays it, or another side is asked.
 * @param own the reader's own side
 */
export function mayNotOrderNow(table: GameTable, seat: SeatId, own = true): Reply | null {
  const { system, position, machines, vacant } = table;
  if (system.about.seats.length < 2) return null;
  const nameOf = (id: SeatId) => `**${system.about.seats.find((one) => one.id === id)?.name ?? id}**`;
  if (machines.includes(seat)) return reply('member', NOT_YOUR_TURN.botPlays(nameOf(seat)));
  if (mayChange(table, seat))
    return councilOf(position, seat).mode === 'vote' ? reply('member', NOT_YOUR_TURN.voteStands) : null;
  const asked = system.rules.asked(position.state);
  const [first] = asked;
  if (!first || asked.some((one) => one.seat === seat)) return null;
  const sides = asked.map((one) => nameOf(one.seat));
  // A side with secrets keeps its question to itself.
  const prompt = system.about.openHanded ? system.orderWords.asking(position.state, first).prompt : null;
  const turn = NOT_YOUR_TURN.turnOf(sides, prompt);
  const waited = asked.flatMap((one) => (vacant.includes(one.seat) ? [one.seat] : []));
  const nobody = waited.length > 0 ? [VACANT.now(namesOf(system, waited))] : [];
  const yours = own ? [NOT_YOUR_TURN.yours(nameOf(seat))] : [];
  return reply('member', [turn, ...nobody, ...yours].join('\n'), { rows: [machineButtons(table, waited)] });
}

export function orderAuthor({
  member,
  ...entry
}: Pick<EntryRecord & { readonly kind: 'order' }, 'member' | 'cause'>): string {
  if (entry.cause) return `**${AUTHOR[entry.cause]}**`;
  return member === null ? `**${AUTHOR.council}**` : `**${plainName(member.name)}**`;
}

/**
 * Whether a button of a point of the log still holds for a seat: since then there were only other seats' secret orders, orders of seats
 * that decide at the same time, their ballots, changes of an order that lies face down, and changes of the council that keep its mode. Reads the log only until anything else.
 */
export function isCurrent(
  { store, tables }: GameSources,
  table: GameTable,
  seat: SeatId | null,
  { seq }: LogPoint,
): boolean {
  const { game, system, position } = table;
  if (seq >= position.seq) return seq === position.seq;
  const changed = { council: false, state: false, openly: false };
  for (const entry of store.entriesAfter(game.id, seq)) {
    if (entry.kind === 'ballot' && entry.seat !== seat) continue;
    if (entry.kind === 'council') changed.council ||= entry.seat === seat;
    else if (entry.kind === 'order' && (entry.seat !== seat || isChange(system, entry))) {
      changed.state = true;
      changed.openly ||= !isSecret(system.about, entry.order);
    } else return false;
  }
  // A vote's button must not give an order after the mode has changed, nor the reverse.
  if (changed.council && seat !== null) {
    const { mode } = store.councilAt(game.id, seat, seq) ?? DEFAULT_COUNCIL;
    if (mode !== councilOf(position, seat).mode) return false;
  }
  if (!changed.state) return true;
  const before = tables.stateAfter(table, seq);
  if (changed.openly && !decideAtOnce(system, before, position.state)) return false;
  const asked = (state: State) => {
    const own = system.rules.asked(state).filter((one) => one.seat === seat);
    return JSON.stringify(own.map((one) => [one, system.orderWords.asking(state, one)]));
  };
  return asked(before) === asked(position.state);
}

/** Whether one phase with simultaneous decisions goes on: then another seat's order changes nothing. */
function decideAtOnce({ rules: { asked, phase } }: System, before: State, now: State): boolean {
  return phase !== undefined && asked(before).length > 1 && phase(before).key === phase(now).key;
}

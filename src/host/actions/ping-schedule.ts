import { DAY, inCommand } from '../../council/index.ts';
import type { Asked, SeatId, System } from '../../game/index.ts';
import type { ClockRecord, MemberRecord, Store, TurnPingRecord } from '../../store/index.ts';
import { ALARM, DEFAULT_CLOCK, reminderAt, timeLimitOf } from '../table/clock-settings.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import { isQuiet } from '../table/quiet-hours.ts';
import type { Actor, GameTransactions } from './game-transactions.ts';

/** A question with a phase key. A seat is pinged for it once. */
export type AskedPhase = Asked & { readonly phaseKey: string };

export interface PingReach {
  /** Discord's ids. */
  readonly users: readonly string[];
  readonly roles: readonly string[];
  /** Members who have quiet hours now; they are pinged when those end. */
  readonly asleep: readonly MemberRecord[];
}

/** Keeps for each seat in the store since when it is waited for, and its alarms. */
export function createPingSchedule({ store, tables, dropTurnPings }: GameTransactions) {
  function clockOf(game: string): ClockRecord {
    return store.clock(game) ?? DEFAULT_CLOCK;
  }

  /** The questions that members have to answer now. A game of one seat has none: everyone in its channel plays it. */
  function questions({ game, system, position, machines }: GameTable): AskedPhase[] {
    if (game.ended || system.about.seats.length < 2) return [];
    return system.rules
      .asked(position.state)
      .filter((one): one is AskedPhase => one.phaseKey !== undefined && !machines.includes(one.seat));
  }

  /** Sets the alarm that tells of seats without a player, once a game. Clears it when all seats have one. */
  function watchVacancy(table: GameTable, at: number): void {
    const { id } = table.game;
    const isSet = store.alarm(id, ALARM.vacant) !== null;
    const isVacant = tables.vacantSeats(table).length > 0;
    if (isSet && !isVacant) store.clearAlarm(id, ALARM.vacant);
    if (isVacant && !isSet && !isVacancyTold(table)) store.setAlarm(id, ALARM.vacant, at + DAY);
  }

  function noteVacancyTold({ game, system }: LoadedGame): void {
    const row = { seq: 0, since: null, spent: 0, leftAt: null, reminded: true };
    store.putTurnPing(game.id, { ...row, seat: firstSeat(system), phaseKey: VACANCY });
  }

  function isVacancyTold({ game, system }: LoadedGame): boolean {
    return store.turnPing(game.id, firstSeat(system), VACANCY) !== null;
  }

  /** The question that a table waits for a seat to answer, and its row; null if there is none. */
  function awaited(
    table: GameTable,
    seat: SeatId,
  ): { readonly asked: AskedPhase; readonly row: TurnPingRecord } | null {
    const asked = questions(table).find((one) => one.seat === seat);
    const row = asked ? store.turnPing(table.game.id, seat, asked.phaseKey) : null;
    return asked && row?.since != null ? { asked, row } : null;
  }

  /** The members whom a ping of a seat reaches now, without the one who has just acted. */
  function reached(table: LoadedGame, seat: SeatId, at: number, actor: Actor['member'] = null): PingReach {
    const { members, role } = pingedFor(store, table, seat);
    if (role !== null) return { users: [], roles: [role], asleep: [] };
    const others = members.filter(({ discordId }) => discordId !== actor?.discordId);
    const asleep = others.filter(({ id }) => isQuiet(store.quietOf(id), at));
    const awake = others.filter((member) => !asleep.includes(member));
    return { users: awake.flatMap(({ discordId }) => discordId ?? []), roles: [], asleep };
  }

  /** Whether a seat has not been pinged in this side's turn: it is pinged once a turn. */
  function isFirstOfTurn(table: LoadedGame, { seat }: AskedPhase): boolean {
    const turn = turnKey(table);
    return turn === null || store.turnPing(table.game.id, seat, turn) === null;
  }

  function mayRemind(table: LoadedGame, { seat }: AskedPhase): boolean {
    const turn = turnKey(table);
    return turn === null || store.turnPing(table.game.id, seat, turn)?.reminded !== true;
  }

  /** Notes that a seat was pinged: the first time in this side's turn, or again. */
  function notePing(table: LoadedGame, { seat }: AskedPhase, { isFirst }: { readonly isFirst: boolean }): void {
    const phaseKey = turnKey(table);
    if (phaseKey === null) return;
    const { id } = table.game;
    const before = store.turnPing(id, seat, phaseKey);
    const { seq } = before ?? table.position;
    store.putTurnPing(id, { seat, phaseKey, seq, since: null, spent: 0, leftAt: null, reminded: !isFirst });
  }

  /** A seat is waited for from now on. */
  function begin(table: GameTable, asked: AskedPhase, row: TurnPingRecord | null, at: number): void {
    const clock = clockOf(table.game.id);
    const { seat, phaseKey } = asked;
    const before = row ?? { seat, phaseKey, seq: table.position.seq, reminded: false, spent: 0 };
    // An undo can ask a side again after its time ran out; its clock then starts anew.
    const limit = timeLimitOf(clock, asked);
    const spent = limit !== null && before.spent >= limit ? 0 : before.spent;
    store.putTurnPing(table.game.id, { ...before, spent, since: at, leftAt: null });
    arm(table, asked);
  }

  /** A seat is no longer waited for. The time it has spent counts when it is asked the same again. */
  function leave(game: string, row: TurnPingRecord, at: number): void {
    const spent = row.spent + Math.max(0, at - (row.since ?? at));
    store.putTurnPing(game, { ...row, spent, since: null, leftAt: at });
    cancelPings(game, row.seat);
  }

  /** Forgets the ping after an order that was taken back: the seat is pinged anew when it is asked again. */
  function withdraw(game: string, { seat, phaseKey, since }: TurnPingRecord): void {
    store.removeTurnPing(game, seat, phaseKey);
    if (since !== null) cancelPings(game, seat);
  }

  function cancelPings(game: string, seat: SeatId): void {
    for (const what of ['clock', 'remind', 'wake'] as const) store.clearAlarm(game, ALARM[what](seat));
    store.dropDeferredPing(game, seat, null);
    dropTurnPings(game, seat);
  }

  /** Sets the alarms for the end of a seat's time and for its reminder. */
  function arm(table: GameTable, asked: AskedPhase): void {
    const { id } = table.game;
    const row = store.turnPing(id, asked.seat, asked.phaseKey);
    setOrClear(id, ALARM.clock(asked.seat), ends(id, asked));
    setOrClear(id, ALARM.remind(asked.seat), reminderAt(clockOf(id), row));
  }

  /** The end of the time of a seat that is waited for; null if it is unlimited. */
  function ends(game: string, asked: AskedPhase): number | null {
    const row = store.turnPing(game, asked.seat, asked.phaseKey);
    const limit = timeLimitOf(clockOf(game), asked);
    return row?.since == null || limit === null ? null : row.since + Math.max(0, limit - row.spent);
  }

  function setOrClear(game: string, what: string, at: number | null): void {
    if (at === null) store.clearAlarm(game, what);
    else store.setAlarm(game, what, at);
  }

  return {
    clockOf,
    questions,
    watchVacancy,
    noteVacancyTold,
    awaited,
    reached,
    isFirstOfTurn,
    mayRemind,
    notePing,
    begin,
    leave,
    withdraw,
    arm,
    ends,
  };
}

/** The key of a row which notes that a game's channel was told of a side without a player. No phase has this key. */
const VACANCY = 'nobody plays';

/** The seat of that row, whichever side has no player. */
function firstSeat({ about: { seats } }: System): SeatId {
  return seats[0]?.id ?? '';
}

/** The key of a row for a side's whole turn. No phase has this key. Null if the game has no phases. */
function turnKey({ system, position }: Pick<LoadedGame, 'system' | 'position'>): string | null {
  const phase = system.rules.phase?.(position.state);
  // Rows are stored with this text, so it must not change.
  return phase ? `calls in ${phase.turn}` : null;
}

interface PingedMembers {
  readonly members: readonly MemberRecord[];
  /** Discord's id of a role that is pinged instead of the members; null if they are pinged. */
  readonly role: string | null;
}

/** The members who give a seat's orders now: its commanders, or all of its members. */
function pingedFor(
  store: Store,
  { game, position }: Pick<LoadedGame, 'game' | 'position'>,
  seat: SeatId,
): PingedMembers {
  const council = councilOf(position, seat);
  if (council.mode === 'commander') {
    const holders = inCommand(council).flatMap((member) => store.memberById(member) ?? []);
    return { members: holders.filter(({ discordId }) => discordId !== null), role: null };
  }
  return { members: store.membersAt(game.id, seat), role: store.roleOf(game.id, seat) };
}

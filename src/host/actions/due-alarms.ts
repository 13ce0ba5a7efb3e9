import { DAY, DEFAULT_COUNCIL, HOUR, MINUTE, withoutRole } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import { databaseTroubleOf, type GameRecord } from '../../store/index.ts';
import { DECIDE } from '../base/button-labels.ts';
import { refusalText } from '../base/common-words.ts';
import type { Announcement, ReplyPings } from '../base/reply.ts';
import { COMMAND, LOST_ROLE } from '../base/voting-words.ts';
import { ALARM, type Alarm, readAlarm } from '../table/clock-settings.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { isFull } from '../table/log-words.ts';
import type { Fact } from '../table/notice-sentences.ts';
import { type NoticePost, type SidePing, tableMessage } from '../table/said.ts';
import { joinButtons, machineButtons } from '../table/seat-rules.ts';
import type { Actions } from './actions.ts';
import { cancellations, followBallots, voidBallot } from './ballot-lifecycle.ts';
import { commandAfterSilence, commandTaken } from './council-changes.ts';
import { clockActor, type GameChange, type GameTransactions } from './game-transactions.ts';
import type { OrderExecution } from './order-execution.ts';
import type { SidePings } from './side-pings.ts';
import { isFor } from './vote-casting.ts';

export interface MissedAlarm {
  readonly game: string;
  readonly what: string;
  readonly error: unknown;
}

/** Alarms in one round. Members are answered between rounds. */
const MOST_AT_ONCE = 50;
/** Milliseconds until a failed alarm is tried again. */
const AGAIN_MS = 5 * 60_000;

/** Command passes to nobody in particular. */
const NOT_TAKEN: ReturnType<typeof commandTaken> = { words: [], pings: [] };

export type DueAlarms = ReturnType<typeof createDueAlarms>;

/** Runs alarms whose time has come: ballots close, turns run out, members are pinged. */
export function createDueAlarms({ transactions, closing, orders, turns }: Actions) {
  const turnAlarms = createTurnAlarms(transactions, orders, turns);
  const { store, tables, runOnce, keepNotice, addMap, pingCommanders } = transactions;

  /** Runs due alarms, each in its own transaction. */
  function ring(now: number): {
    readonly announcements: readonly Announcement[];
    readonly missed: readonly MissedAlarm[];
    /** Some due alarms are left for the next round. */
    readonly more: boolean;
    /** Resolves when a long log that an alarm needs has been read; null if none is needed. */
    readonly ready: Promise<void> | null;
  } {
    const notReady: Promise<void>[] = [];
    const announcements: Announcement[] = [];
    const missed: MissedAlarm[] = [];
    const due = store.alarms(now, MOST_AT_ONCE + 1);
    for (const { game, what } of due.slice(0, MOST_AT_ONCE)) {
      try {
        const record = store.game(game);
        const wait = record && !record.ended ? tables.ready(record) : null;
        if (wait) {
          notReady.push(wait);
          continue;
        }
        const announcement = ringOne(game, what, now);
        if (announcement) announcements.push(announcement);
      } catch (error) {
        // Database trouble ends the round. Other alarms would fail too, each after waiting for the same lock.
        if (databaseTroubleOf(error) !== null) {
          if (announcements.length === 0 && missed.length === 0) throw error;
          return { announcements, missed, more: true, ready: null };
        }
        missed.push({ game, what, error });
        putOff(game, what, now, missed);
      }
    }
    const ready = notReady.length > 0 ? Promise.race(notReady) : null;
    return { announcements, missed, more: due.length > MOST_AT_ONCE, ready };
  }

  /** Moves alarms nearer that were set while the computer's clock was ahead. Reads no log. */
  function afterClockSetBack(now: number): void {
    store.transaction(() => {
      for (const { game, seat } of store.waitedSince(now + MINUTE))
        if (store.game(game)?.ended === null) store.setAlarm(game, ALARM.clock(seat), now);
      for (const { game, what, at } of store.alarms(Number.MAX_SAFE_INTEGER)) {
        const alarm = readAlarm(what);
        const farthest = farthestOf(game, alarm);
        // A ballot's alarm is due at once, because `tickBallot` begins the ballot's window again.
        if (at - now > farthest + MINUTE) store.setAlarm(game, what, alarm.what === 'ballot' ? now : now + farthest);
      }
    });
  }

  /** Longest time, in milliseconds, that an alarm can lie ahead. */
  function farthestOf(game: string, alarm: Alarm): number {
    switch (alarm.what) {
      case 'ballot':
        return store.ballot(alarm.ballot)?.rules.window ?? 0;
      case 'silence': {
        const { rotate } = councilOf({ councils: tables.councilsOf(game) }, alarm.seat);
        return rotate.after === 'silence' ? rotate.hours * HOUR : 0;
      }
      case 'left':
        return AGAIN_MS;
      // Quiet hours end within a day.
      case 'vacant':
      case 'role':
      case 'wake':
        return DAY;
      // These belong to the seat that is waited for, which is checked separately.
      case 'clock':
      case 'remind':
        return Number.POSITIVE_INFINITY;
      default:
        return alarm satisfies never;
    }
  }

  /** Never throws, so that announcements of alarms already run still go out. */
  function putOff(game: string, what: string, now: number, missed: MissedAlarm[]): void {
    try {
      store.setAlarm(game, what, now + AGAIN_MS);
    } catch (error) {
      missed.push({ game, what, error });
    }
  }

  function ringOne(gameId: string, what: string, now: number): Announcement | null {
    let channel = '';
    const work = () => {
      const game = store.game(gameId);
      // An earlier alarm of this round may have moved or cleared this one.
      const at = store.alarm(gameId, what);
      if (!game || game.ended || at === null || at > now) return null;
      channel = game.channel;
      const alarm = readAlarm(what);
      if (alarm.what === 'left') return commanderLeft(game, alarm.seat, now);
      // A full log takes no orders of a clock: members end the game.
      if (isFull(store.lastSeq(gameId))) {
        store.clearAlarm(gameId, what);
        return null;
      }
      return changeBy(tables.table(game), alarm, now);
    };
    const answer = runOnce(null, work, clockActor(now));
    return answer && { channel, answer };
  }

  function changeBy(
    table: GameTable,
    alarm: Exclude<Alarm, { readonly what: 'left' }>,
    now: number,
  ): GameChange | null {
    switch (alarm.what) {
      case 'ballot':
        return tickBallot(table, alarm.ballot, now);
      case 'silence':
        return silence(table, alarm.seat, now);
      case 'clock':
        return turnAlarms.clock(table, alarm.seat, now);
      case 'remind':
        return turnAlarms.remind(table, alarm.seat, now);
      case 'wake':
        return turnAlarms.wake(table, alarm.seat, now);
      case 'vacant':
        return turnAlarms.vacancy(table, now);
      case 'role':
        return roleDeleted(table, alarm.seat, alarm.role, now);
      default:
        return alarm satisfies never;
    }
  }

  function tickBallot(table: GameTable, id: number, now: number): GameChange | null {
    const ballot = table.ballots.find((open) => open.id === id);
    if (!ballot) {
      store.clearAlarm(table.game.id, ALARM.ballot(id));
      return null;
    }
    const { closed, notice } = closing.tick(clockActor(now), table, ballot);
    if (closed) return closed;
    return notice && { after: table, said: notice };
  }

  /** A commander's data was deleted: says who commands now, or how else this table decides. */
  function commanderLeft(game: GameRecord, seat: string, now: number): NoticePost | GameChange {
    store.clearAlarm(game.id, ALARM.left(seat));
    const changes = store.councilsIn(game.id).filter((entry) => entry.seat === seat);
    // A member whose data was deleted has no id.
    const leaving = changes.findLastIndex(({ member }) => member?.discordId === null);
    const before = changes[leaving - 1]?.council ?? DEFAULT_COUNCIL;
    const after = changes.at(-1)?.council ?? DEFAULT_COUNCIL;
    const passes = after.mode === 'commander' && before.commanders[0] !== after.commanders[0];
    const { words, pings } = passes && after.rotate.after !== 'never' ? commandTaken(store, after) : NOT_TAKEN;
    const present = tables.tableIfCompatible(game);
    // The side of a game whose log does not fit its rules can't be named.
    const changed = { side: present && seat, before, after, actor: null };
    const text: Fact = words.length > 0 ? ['joined', { facts: [COMMAND.left, ...words] }] : ['left', changed];
    if (before.mode === after.mode || !present) {
      const more = { rows: [[DECIDE]], pings: { roles: [], users: pings } };
      return keepNotice('council', game, now, [text], more);
    }
    const table = followBallots(transactions, present, clockActor(now), 'council');
    addMap(game, table.position.seq, now);
    const map = tableMessage(table, [text]);
    return { after: table, said: pingCommanders(game, now, pings, words, map) };
  }

  /** Nobody has replaced a deleted role in time, so everyone can vote. */
  function roleDeleted(table: GameTable, seat: string, role: string, now: number): GameChange | null {
    const actor = clockActor(now);
    const council = councilOf(table.position, seat);
    const next = withoutRole(council, role);
    const change =
      next === council
        ? null
        : closing.adopt(actor, table, seat, next, { cause: 'role', ballot: null, by: LOST_ROLE.gone });
    store.clearAlarm(table.game.id, ALARM.role(seat, role));
    const roleBallots = table.ballots.filter(isFor(seat, role));
    if (change || roleBallots.length === 0) return change;
    for (const ballot of roleBallots) voidBallot(transactions, ballot, actor, 'council');
    const after = followBallots(transactions, table, actor, 'council');
    addMap(table.game, after.position.seq, now);
    return { after, said: tableMessage(after, [LOST_ROLE.again, ...cancellations(store, roleBallots)]) };
  }

  function silence(table: GameTable, seat: string, now: number): GameChange | null {
    const actor = clockActor(now);
    const before = councilOf(table.position, seat);
    const passed = commandAfterSilence(transactions, actor, table, seat);
    if (passed === 'rests') {
      const said = keepNotice('rest', table.game, now, [['rests', { bolds: before.commanders }]]);
      return { after: table, said };
    }
    if (!passed) {
      store.clearAlarm(table.game.id, ALARM.silence(seat));
      return null;
    }
    const after = followBallots(transactions, passed, actor, 'council');
    const { words, pings } = commandTaken(store, councilOf(after.position, seat));
    const hours = before.rotate.after === 'silence' ? before.rotate.hours : 0;
    const map = tableMessage(after, [['joined', { facts: [['silent', hours], ...words] }]]);
    return { after, said: pingCommanders(after.game, now, pings, words, map) };
  }

  return { ring, afterClockSetBack };
}

/** A clock gives at most this many orders in one round. The next round goes on. */
const MOST_ORDERS_AT_ONCE = 500;

function createTurnAlarms({ store, keepNotice }: GameTransactions, orders: OrderExecution, turns: SidePings) {
  const { schedule, deferred } = turns;

  /** Gives a side's default orders when its time has run out, until it is asked for something else. */
  function clock(table: GameTable, seat: SeatId, now: number): GameChange | null {
    mendFutureWait(table, seat, now);
    const awaited = schedule.awaited(table, seat);
    const ends = awaited && schedule.ends(table.game.id, awaited.asked);
    if (!awaited || ends === null || ends > now) return rearm(table, seat);
    const { phaseKey } = awaited.asked;
    let given = 0;
    const { change, refused } = orders.run(clockActor(now), table, 'clock', (there) => {
      given += 1;
      const asked =
        given > MOST_ORDERS_AT_ONCE ? undefined : schedule.questions(there).find((one) => one.seat === seat);
      return asked?.phaseKey === phaseKey && asked.defaultOrder ? { seat, order: asked.defaultOrder } : null;
    });
    if (refused)
      throw new Error(
        `The default order for ${seat} in ${table.game.id} was refused: ${refusalText(table.system, refused)}`,
      );
    if (!change) return rearm(table, seat);
    return { ...change, said: { ...change.said, lead: ['timeIsUp', { side: seat }] } };
  }

  /** Sets a side's alarms to the right times, or clears them if the side is not awaited. */
  function rearm(table: GameTable, seat: SeatId): null {
    const awaited = schedule.awaited(table, seat);
    if (awaited) schedule.arm(table, awaited.asked);
    else for (const what of ['clock', 'remind'] as const) store.clearAlarm(table.game.id, ALARM[what](seat));
    return null;
  }

  /** Restarts a side's clock if its wait began in the future: the computer's clock was set back. */
  function mendFutureWait(table: GameTable, seat: SeatId, now: number): void {
    const awaited = schedule.awaited(table, seat);
    if (awaited && (awaited.row.since ?? 0) > now + MINUTE)
      store.putTurnPing(table.game.id, { ...awaited.row, since: now });
  }

  function remind(table: GameTable, seat: SeatId, now: number): GameChange | null {
    const awaited = schedule.awaited(table, seat);
    if (!awaited || awaited.row.reminded) return rearm(table, seat);
    store.putTurnPing(table.game.id, { ...awaited.row, reminded: true });
    schedule.arm(table, awaited.asked);
    if (!schedule.mayRemind(table, awaited.asked)) return null;
    const reached = schedule.reached(table, seat, now);
    schedule.notePing(table, awaited.asked, { isFirst: false });
    deferred.defer(table.game.id, seat, reached.asleep, now);
    return pingAgain(table, turns.ping(table, awaited.asked, reached, now, 'again'), reached);
  }

  /** Tells that nobody has played a side for a day. */
  function vacancy(table: GameTable, now: number): GameChange | null {
    const { game, system, vacant } = table;
    store.clearAlarm(game.id, ALARM.vacant);
    if (vacant.length === 0) return null;
    schedule.noteVacancyTold(table);
    const rows = [[...joinButtons(table, vacant), ...machineButtons(table, vacant)]];
    const says: Fact = ['vacant', { sides: vacant }, system.play?.machine !== undefined];
    return { after: table, said: keepNotice('news', game, now, [says], { rows }) };
  }

  /** Pings a member at the end of their quiet hours, if their side's turn is not over. */
  function wake(table: GameTable, seat: SeatId, now: number): GameChange | null {
    const awaited = schedule.awaited(table, seat);
    const awake = deferred.takeDue(table.game.id, seat, now);
    if (!awaited) return null;
    // Members who have since left the side, or its command, are not pinged.
    const reached = schedule.reached(table, seat, now);
    const users = awake.flatMap(({ discordId }) => discordId ?? []).filter((user) => reached.users.includes(user));
    const reach = { users, roles: [] };
    return pingAgain(table, turns.ping(table, awaited.asked, reach, now, 'again'), reach);
  }

  /** Posts the map again with the ping, since the last map may be far up the channel. */
  function pingAgain(table: GameTable, ping: SidePing | null, { users, roles }: ReplyPings): GameChange | null {
    if (!ping || users.length + roles.length === 0) return null;
    return { after: table, said: tableMessage(table, []), pings: [ping] };
  }

  return { clock, remind, vacancy, wake };
}

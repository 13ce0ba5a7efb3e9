import { MINUTE } from '../../council/index.ts';
import type { Asked, SeatId } from '../../game/index.ts';
import {
  dmChannelOf,
  type GameRecord,
  type MemberRecord,
  memberOfDm,
  type NoticeRecord,
  type TurnPingRecord,
} from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { type Reply, reply } from '../base/reply.ts';
import { ALARM } from '../table/clock-settings.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import { isQuiet, quietUntil } from '../table/quiet-hours.ts';
import type { SidePing } from '../table/said.ts';
import { PING_PLACES, type PingOccasion } from '../table/turn-words.ts';
import type { Actor, GameChange, GameTransactions } from './game-transactions.ts';
import { type AskedPhase, createPingSchedule, type PingReach } from './ping-schedule.ts';

/** A side that had to wait for longer than this is pinged again when its turn goes on: its members may be away. */
const AWAY_MS = 15 * MINUTE;

export type SidePings = ReturnType<typeof createSidePings>;

/** Pings a side once when its turn comes, after an order of a member, of the bot or of a clock. */
export function createSidePings(transactions: GameTransactions) {
  const { store, dropTurnPings, keepNotice } = transactions;

  const schedule = createPingSchedule(transactions);
  const deferred = createDeferredPings(transactions);
  const dmPings = createDmPings(transactions);

  /** Adds to a change a ping for each side whose turn it has brought. Runs within the transaction. */
  function follow(change: GameChange, actor: Pick<Actor, 'member' | 'at'>): GameChange {
    const { after, said, pings = [] } = change;
    const pinged = [...('pings' in said ? [said.pings] : []), ...pings].flatMap(({ users }) => users);
    return { ...change, pings: [...pings, ...pingsDue(after, actor, pinged)] };
  }

  function pingsDue(
    table: GameTable,
    { member, at }: Pick<Actor, 'member' | 'at'>,
    pinged: readonly string[],
  ): SidePing[] {
    const { id } = table.game;
    if (table.system.about.seats.length < 2) return [];
    if (!table.game.ended) schedule.watchVacancy(table, at);
    const questions = schedule.questions(table);
    for (const row of store.turnPings(id))
      if (row.since !== null && !isAsked(questions, row)) schedule.leave(id, row, at);
    return questions.flatMap((asked): SidePing | readonly SidePing[] => {
      const row = store.turnPing(id, asked.seat, asked.phaseKey);
      deferred.drop(id, asked.seat, member);
      if (row?.since != null) return [];
      const isFirst = row === null && schedule.isFirstOfTurn(table, asked);
      if (!isFirst && !(isAway(table, asked, row, at) && schedule.mayRemind(table, asked))) {
        schedule.begin(table, asked, row, at);
        // The members are still there, or were pinged before. The message says whose turn it is without a ping.
        return [{ says: turnFact(asked, null, 'on'), ...NOBODY }];
      }
      const reached = schedule.reached(table, asked.seat, at);
      if (isNobody(reached)) return [];
      schedule.begin(table, asked, row, at);
      schedule.notePing(table, asked, { isFirst });
      const others = schedule.reached(table, asked.seat, at, member);
      deferred.defer(id, asked.seat, others.asleep, at);
      const users = others.users.filter((user) => !pinged.includes(user));
      const ping = pingSide(table, asked, { ...others, users }, at, 'first');
      const areAllAsleep = users.length + others.roles.length === 0 && others.asleep.length > 0;
      if (!areAllAsleep) return ping ?? [];
      // The channel reads when the side will be pinged.
      const ends = schedule.ends(id, asked);
      const wake = store.alarm(id, ALARM.wake(asked.seat));
      return [{ says: turnFact(asked, ends, 'first', wake), ...NOBODY }];
    });
  }

  /** Whether a side was asked nothing for so long that its members may be away. */
  function isAway({ game }: GameTable, { seat }: AskedPhase, row: TurnPingRecord | null, at: number): boolean {
    const rows = row ? [row] : store.turnPings(game.id).filter((one) => one.seat === seat);
    const lastAsked = Math.max(...rows.map(({ leftAt }) => leftAt ?? 0));
    return row?.leftAt !== null && at - lastAsked > AWAY_MS;
  }

  /** Withdraws pings that an order, since taken back, or a later one had brought. The table is as after the undo. */
  function withdraw({ game, system, position }: LoadedGame, order: number): void {
    const asked = system.rules.asked(position.state);
    for (const row of store.turnPings(game.id))
      if (row.seq >= order && !isAsked(asked, row)) schedule.withdraw(game.id, row);
  }

  /** Stores a ping until it is delivered; null if there is nothing to say. */
  function pingSide(
    table: GameTable,
    asked: AskedPhase,
    { users, roles }: Omit<PingReach, 'asleep'>,
    at: number,
    occasion: PingOccasion,
  ): SidePing | null {
    if (users.length + roles.length > 0) dropTurnPings(table.game.id, asked.seat);
    const ends = schedule.ends(table.game.id, asked);
    const says = turnFact(asked, ends, occasion);
    const { seat, phaseKey } = asked;
    const others = dmPings.keep(table.game, says, { seat, phaseKey }, users, at);
    const pings = { users: others, roles };
    if (others.length + roles.length === 0) return ends === null ? null : { says, ...pings, notices: [] };
    const { notices } = keepNotice('turn', table.game, at, [says], { pings, asked: { seat, phaseKey } });
    return { says, ...pings, notices };
  }

  return { schedule, deferred, dmPings, follow, withdraw, ping: pingSide };
}

function isAsked(questions: readonly Asked[], { seat, phaseKey }: TurnPingRecord): boolean {
  return questions.some((one) => one.seat === seat && one.phaseKey === phaseKey);
}

function turnFact(
  { seat, phaseKey }: AskedPhase,
  ends: number | null,
  occasion: PingOccasion,
  wakes: number | null = null,
) {
  return { turn: { seat, phaseKey, ends, occasion, wakes } };
}

const NOBODY = { users: [], roles: [], notices: [] } as const;

function isNobody({ users, roles, asleep }: PingReach): boolean {
  return users.length + roles.length + asleep.length === 0;
}

function createDeferredPings({ store }: GameTransactions) {
  function defer(game: string, seat: SeatId, asleep: readonly MemberRecord[], at: number): void {
    for (const { id } of asleep) store.deferPing(game, seat, id);
    setAlarm(game, seat, at);
  }

  /** A member who has acted needs no ping any more. */
  function drop(game: string, seat: SeatId, member: Actor['member']): void {
    const known = member && store.deferredPings(game, seat).find((one) => one.member.discordId === member.discordId);
    if (known) store.dropDeferredPing(game, seat, known.member.id);
  }

  /** Takes the members whose quiet hours are over, to ping them now. Sets the alarm for the next. */
  function takeDue(game: string, seat: SeatId, now: number): readonly MemberRecord[] {
    const due = store.deferredPings(game, seat).filter(({ member }) => !isQuiet(store.quietOf(member.id), now));
    for (const { member } of due) store.dropDeferredPing(game, seat, member.id);
    setAlarm(game, seat, now);
    return due.map(({ member }) => member);
  }

  function setAlarm(game: string, seat: SeatId, at: number): void {
    const times = store.deferredPings(game, seat).map(({ member }) => {
      const quiet = store.quietOf(member.id);
      return quiet === null ? at : quietUntil(quiet, at);
    });
    if (times.length === 0) store.clearAlarm(game, ALARM.wake(seat));
    else store.setAlarm(game, ALARM.wake(seat), Math.min(...times));
  }

  return { defer, drop, takeDue };
}

export type DmPings = ReturnType<typeof createDmPings>;

/** Pings by direct message: members' choices, pings not yet sent, and pings moved to the channel. */
function createDmPings({ store, runOnce, keepNotice }: GameTransactions) {
  /** Sets whether the caller is pinged by DM or in the channel, in every game. */
  function set(caller: Caller, byDm: boolean): Reply | null {
    return runOnce(caller, () => {
      const { id } = store.member(caller.member.discordId, caller.member.name);
      store.setMember(id, 'pingsByDm', byDm, caller.at);
      return reply('member', PING_PLACES[byDm ? 'dm' : 'channel']);
    });
  }

  function inWords(user: string): string {
    return PING_PLACES[areWanted(user) ? 'dm' : 'channel'];
  }

  function areWanted(user: string): boolean {
    const known = store.knownMember(user);
    return known !== null && store.memberSettings(known.id).pingsByDm === true;
  }

  /**
   * Stores a direct message for each user who has asked for pings that way.
   * @returns the other users, to be pinged in the channel
   */
  function keep(
    game: GameRecord,
    says: Fact,
    asked: NonNullable<NoticeRecord['asked']>,
    users: readonly string[],
    at: number,
  ): string[] {
    const byDm = users.filter((user) => areWanted(user));
    for (const user of byDm) {
      const dm = { ...game, channel: dmChannelOf(user), guild: null };
      keepNotice('turn', dm, at, [says], { pings: { users: [user], roles: [] }, asked });
    }
    return users.filter((user) => !byDm.includes(user));
  }

  /**
   * Moves a ping that Discord refused as a direct message to the game's channel.
   * @returns the game's id; null if the ping or the game is gone
   */
  function moveToChannel(notice: number): string | null {
    const ping = store.notice(notice);
    const game = ping?.about && store.game(ping.about.game);
    if (!game || memberOfDm(ping.channel) === null) return null;
    store.relaxedTransaction(() => store.moveNotice(notice, game));
    return game.id;
  }

  return { set, inWords, keep, moveToChannel };
}

import { MOST_CHOICES, type SeatId } from '../../game/index.ts';
import type { ClockRecord, PostingWay, QuietRecord } from '../../store/index.ts';
import type { GameChange, GameTransactions } from '../actions/game-transactions.ts';
import type { DmPings, SidePings } from '../actions/side-pings.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { WORDS } from '../base/common-words.ts';
import { BOARD } from '../base/posting-words.ts';
import { type Reply, reply } from '../base/reply.ts';
import { postingWayOf } from '../messages/live-board-contents.ts';
import { ALARM, clocksInWords, clockWith } from '../table/clock-settings.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import {
  localTime,
  mayHaveSummerTime,
  readTimeOfDay,
  readZone,
  timeOfDay,
  zoneInWords,
  zonesFor,
} from '../table/quiet-hours.ts';
import { tableMessage } from '../table/said.ts';
import { namesOf } from '../table/seat-rules.ts';
import { CLOCK_ANSWERS, quietHours } from '../table/turn-words.ts';

export function createClockCommands({ store, atTable, keepNotice }: GameTransactions, turns: SidePings) {
  function showOrSet(caller: Caller, options: Readonly<Record<string, string>>): Reply | null {
    return atTable(caller, null, (table) => {
      const { game, system } = table;
      if (system.about.seats.length < 2) return reply('member', WORDS.oneSide);
      const before = turns.schedule.clockOf(game.id);
      if (Object.keys(options).length === 0) {
        const { sides, ends } = runningClocks(table);
        const lines = clocksInWords(before, namesOf(system, sides), ends);
        return reply('member', [...lines, CLOCK_ANSWERS.howToSetClock].join('\n'));
      }
      if (!mayManageGame(caller, game)) return reply('member', WORDS.mayNotManageGame);
      const clock = clockWith(before, options);
      if (typeof clock === 'string') return reply('member', clock);
      if (JSON.stringify(clock) === JSON.stringify(before)) return reply('member', CLOCK_ANSWERS.sameClock);
      return set(caller, table, clock);
    });
  }

  function set(caller: Caller, table: GameTable, clock: ClockRecord): GameChange {
    const { game } = table;
    store.setClock(game.id, clock);
    for (const asked of turns.schedule.questions(table)) turns.schedule.arm(table, asked);
    const { id } = store.member(caller.member.discordId, caller.member.name);
    const { sides, ends } = runningClocks(table);
    const says: Fact = ['clock', { bold: id }, clock, { sides }, ends];
    return { after: table, said: keepNotice('council', game, caller.at, [says]) };
  }

  /** The sides that are asked and have a clock, and when each clock ends. */
  function runningClocks(table: GameTable): { readonly sides: readonly SeatId[]; readonly ends: readonly number[] } {
    const { schedule } = turns;
    const clocks = schedule.questions(table).flatMap((asked) => {
      const ends = schedule.ends(table.game.id, asked);
      return ends === null ? [] : [{ side: asked.seat, ends }];
    });
    return { sides: clocks.map(({ side }) => side), ends: clocks.map(({ ends }) => ends) };
  }

  return { showOrSet };
}

export function createQuietHoursCommands({ store, runOnce }: GameTransactions) {
  function show({ member, at }: Caller): Reply {
    const known = store.knownMember(member.discordId);
    const quiet = known && store.quietOf(known.id);
    return reply('member', quiet ? quietInWords(quiet, at) : CLOCK_ANSWERS.noQuietHours);
  }

  function set(caller: Caller, from: string, to: string, where: string): Reply | null {
    const [starts, ends, zone] = [readTimeOfDay(from), readTimeOfDay(to), readZone(where)];
    if (starts === null || ends === null) return reply('member', CLOCK_ANSWERS.noTimeOfDay);
    if (zone === null) return reply('member', CLOCK_ANSWERS.noZone);
    if (starts === ends) return reply('member', CLOCK_ANSWERS.allDayQuiet);
    return keep(caller, { starts, ends, zone });
  }

  function off(caller: Caller): Reply | null {
    return store.knownMember(caller.member.discordId) ? keep(caller, null) : reply('member', CLOCK_ANSWERS.quietOff);
  }

  function keep(caller: Caller, quiet: QuietRecord | null): Reply | null {
    return runOnce(caller, () => {
      const { member, at } = caller;
      const { id } = store.member(member.discordId, member.name);
      store.setQuiet(id, quiet, at);
      // Pings that wait for this member's quiet hours are looked at again at once.
      for (const { game, seat } of store.deferredPingsOf(id)) store.setAlarm(game, ALARM.wake(seat), at);
      return reply('member', quiet ? quietInWords(quiet, at) : CLOCK_ANSWERS.quietOff);
    });
  }

  /** Zones with their present time, so that members find their own by name or by time. */
  function zones({ at }: Pick<Caller, 'at'>, typed: string): { readonly label: string; readonly value: string }[] {
    return zonesFor(typed, MOST_CHOICES).map((zone) => ({
      label: `${zoneInWords(zone)} · now ${timeOfDay(localTime(at, zone))} there`,
      value: zone,
    }));
  }

  return { show, set, off, zones };
}

function quietInWords({ starts, ends, zone }: QuietRecord, at: number): string {
  const now = timeOfDay(localTime(at, zone));
  return quietHours(timeOfDay(starts), timeOfDay(ends), zoneInWords(zone), now, mayHaveSummerTime(zone)).join('\n');
}

export function createPostingCommands(transactions: GameTransactions, dmPings: DmPings) {
  const { store, atTable } = transactions;

  /**
   * @param way how the bot posts the game
   * @param pings where the caller is pinged: `dm` or `channel`
   */
  function showOrSet(caller: Caller, way: string | undefined, pings?: string): Reply | null {
    if (way !== undefined && pings !== undefined) return reply('member', BOARD.oneAtATime);
    if (pings !== undefined) return dmPings.set(caller, pings === 'dm');
    return atTable(caller, null, (table) => {
      const before = postingWayOf(transactions, table);
      if (way === undefined) {
        const thread = store.threadOf(table.game.id);
        const parent = thread ? [BOARD.told(thread.parent)] : [];
        return reply('member', [BOARD.ways[before], ...parent, dmPings.inWords(caller.member.discordId)].join('\n'));
      }
      if (way !== 'orders' && way !== 'board' && way !== 'thread') return reply('member', BOARD.noSuchWay);
      if (!mayManageGame(caller, table.game)) return reply('member', WORDS.mayNotManageGame);
      if (way === 'thread') return move(caller, table);
      return way === before ? reply('member', BOARD.sameWay) : set(caller, table, way);
    });
  }

  function move({ threads, member, interaction, channel, guild, at }: Caller, { game, position }: GameTable): Reply {
    if (threads.kind !== 'channel' || guild === null) return reply('member', BOARD.noThread);
    if (threads.lacks.length > 0) return reply('member', BOARD.mayNotThread(threads.lacks));
    if (store.openingsOf(channel).some(({ moves }) => moves)) return reply('member', BOARD.threadOpens);
    const { id } = store.member(member.discordId, member.name);
    const { seq } = position;
    store.addOpening({ interaction, channel, guild, member: id, game: game.id, seq, at, moves: true });
    return reply('member', BOARD.threadOpens);
  }

  function set(caller: Caller, after: GameTable, way: PostingWay): GameChange {
    const { game } = after;
    store.setPosting(game.id, way);
    store.closeLiveBoard(game.id);
    const { id } = store.member(caller.member.discordId, caller.member.name);
    return { after, said: tableMessage(after, [['posting', { bold: id }, way]]) };
  }

  return { showOrSet };
}

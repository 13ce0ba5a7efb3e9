import { MINUTE } from '../../council/index.ts';
import { LONGEST_TEXT } from '../../game/index.ts';
import { dmChannelOf, type NoticeRecord, type TurnCallRecord } from '../../store/index.ts';
import { BOARD } from '../delivery/board-words.ts';
import type { GameTable, LoadedGame } from '../games/game-tables.ts';
import type { Actor, GameChange, GameTransactions } from '../games/game-transactions.ts';
import { cutAtLine, type Reply, reply } from '../reply.ts';
import { type CallOccasion, callInWords, wakesAt } from './turn-words.ts';
import { type AskedPhase, type CallReach, WaitedSides } from './waited-sides.ts';

/** A side that another has kept waiting for longer than this is called again when it goes on: its members have left meanwhile. */
const AWAY_MS = 15 * MINUTE;

/** A call as it goes out. */
export interface SideCall {
  readonly text: string;
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly notices: readonly number[];
}

/** Sees to it that a side hears when it is waited for: once, whatever made it its turn. */
export class SideCalls {
  readonly #transactions: GameTransactions;
  readonly calls: WaitedSides;

  constructor(transactions: GameTransactions) {
    this.#transactions = transactions;
    this.calls = new WaitedSides(transactions);
  }

  /** After a game was taken further: the same answer, with a call to each side whose turn it has become. Within the transaction. */
  follow({ after, answer }: GameChange, actor: Pick<Actor, 'member' | 'at'>): GameChange {
    const calls = this.#called(after, actor, [...answer.pings.users, ...(answer.channelReply?.pings.users ?? [])]);
    return { after, answer: calls.reduce(withCall, answer) };
  }

  #called(table: GameTable, { member, at }: Pick<Actor, 'member' | 'at'>, pinged: readonly string[]): SideCall[] {
    const { store } = this.#transactions;
    const { id } = table.game;
    if (table.system.seats.length < 2) return [];
    const named = this.calls.named(table);
    for (const row of store.turnCalls(id))
      if (row.since !== null && !isAsked(named, row)) this.calls.leave(id, row, at);
    return named.flatMap((asked) => {
      const row = store.turnCall(id, asked.seat, asked.phaseKey);
      this.#roused(id, asked.seat, member);
      if (row?.since != null) return [];
      const isFirst = row === null && this.calls.isFirstOfTurn(table, asked);
      if (!isFirst && !(this.#isAway(table, asked, row, at) && this.calls.mayRemind(table, asked))) {
        this.calls.begin(table, asked, row, at);
        // Nobody has left, or they were called before: it is said whose turn it is, and nobody called.
        return [{ text: callInWords(table, { mentions: [], asked, ends: null }, 'on').join('\n'), ...NOBODY }];
      }
      const reached = this.calls.reached(table, asked.seat, at);
      if (isNobody(reached)) return [];
      this.calls.begin(table, asked, row, at);
      this.calls.noteCall(table, asked, isFirst);
      const others = this.calls.reached(table, asked.seat, at, member);
      this.calls.hush(id, asked.seat, others.asleep, at);
      const users = others.users.filter((user) => !pinged.includes(user));
      const call = this.call(table, asked, { ...others, users }, at, 'first');
      const sleeps = users.length + others.roles.length === 0 && others.asleep.length > 0;
      return sleeps ? this.#later(table, asked, call) : (call ?? []);
    });
  }

  /** Whether nothing was asked of a side for so long that its members have left. */
  #isAway({ game }: GameTable, { seat }: AskedPhase, row: TurnCallRecord | null, at: number): boolean {
    const rows = row ? [row] : this.#transactions.store.turnCalls(game.id).filter((one) => one.seat === seat);
    const left = Math.max(...rows.map(({ leftAt }) => leftAt ?? 0));
    return row?.leftAt !== null && at - left > AWAY_MS;
  }

  /** If all of a side have quiet hours, those who wait for them are told when they will be called. */
  #later(table: GameTable, asked: AskedPhase, call: SideCall | null): SideCall {
    const wakes = this.#transactions.store.alarm(table.game.id, `wake ${asked.seat}`);
    const words = call?.text ?? callInWords(table, { mentions: [], asked, ends: null }, 'first').join('\n');
    const when = wakes === null ? '' : `\n${wakesAt(wakes)}`;
    return { ...NOBODY, text: `${words}${when}` };
  }

  /** The lines that say who is asked for what: of a side that is called, the call. */
  prompts(table: GameTable, calls: readonly NoticeRecord[]): string[] {
    const others = this.calls.named(table).filter(({ seat }) => !calls.some((call) => call.asked?.seat === seat));
    const lines = others.flatMap((asked) =>
      callInWords(table, { mentions: [], asked, ends: this.calls.ends(table.game.id, asked) }, 'first'),
    );
    return [...calls.map(({ text }) => text), ...lines];
  }

  /** What sides were called for by an order that has been taken back, and by what came after it. `back`: how things stand now. */
  withdraw({ game, system, position }: LoadedGame, order: number): void {
    const asked = system.asked(position.state);
    for (const row of this.#transactions.store.turnCalls(game.id))
      if (row.seq >= order && !asked.some(({ seat, phaseKey }) => seat === row.seat && phaseKey === row.phaseKey))
        this.calls.withdraw(game.id, row);
  }

  /** Somebody who has acted needs no call any more. */
  #roused(game: string, seat: string, member: Actor['member']): void {
    const { store } = this.#transactions;
    const known = member && store.deferredCalls(game, seat).find((one) => one.member.discordId === member.discordId);
    if (known) store.dropDeferredCall(game, seat, known.member.id);
  }

  /** The words of a call, kept until the channel has them where they call somebody. Null: there is nothing to say. */
  call(
    table: GameTable,
    asked: AskedPhase,
    { users, roles }: Omit<CallReach, 'asleep'>,
    at: number,
    again: CallOccasion,
  ): SideCall | null {
    const { store } = this.#transactions;
    const ends = this.calls.ends(table.game.id, asked);
    const { game } = table;
    const { seat, phaseKey } = asked;
    if (users.length + roles.length > 0) this.#transactions.dropTurnCalls(game, seat);
    const byDm = users.filter((user) => store.dmPings(store.knownMember(user)?.id ?? -1));
    for (const user of byDm) {
      const words = [...callInWords(table, { mentions: [], asked, ends }, again), BOARD.there(game.channel)].join('\n');
      const dm = { ...game, channel: dmChannelOf(user), guild: null };
      const answer = reply('channel', words, { pings: { users: [user], roles: [] } });
      this.#transactions.keepTurnCall(dm, { seat, phaseKey }, at, answer);
    }
    return this.#inChannel(table, asked, { users: users.filter((user) => !byDm.includes(user)), roles }, at, again);
  }

  /** The call of those who are pinged in the channel. */
  #inChannel(
    table: GameTable,
    asked: AskedPhase,
    { users, roles }: Omit<CallReach, 'asleep'>,
    at: number,
    again: CallOccasion,
  ): SideCall | null {
    const ends = this.calls.ends(table.game.id, asked);
    const mentions = [...users.map((user) => `<@${user}>`), ...roles.map((role) => `<@&${role}>`)];
    if (mentions.length === 0 && ends === null) return null;
    const text = callInWords(table, { mentions, asked, ends }, again).join('\n');
    if (mentions.length === 0) return { text, users, roles, notices: [] };
    const words = reply('channel', text, { pings: { users, roles } });
    const { seat, phaseKey } = asked;
    return {
      text,
      users,
      roles,
      notices: this.#transactions.keepTurnCall(table.game, { seat, phaseKey }, at, words).notices,
    };
  }
}

function isAsked(named: readonly AskedPhase[], { seat, phaseKey: spell }: TurnCallRecord): boolean {
  return named.some((one) => one.seat === seat && one.phaseKey === spell);
}

const NOBODY = { users: [], roles: [], notices: [] } as const;

function isNobody({ users, roles, asleep }: CallReach): boolean {
  return users.length + roles.length + asleep.length === 0;
}

/** An answer with a call at its end, as its channel is to see it: of a longer text the end gives way. */
export function withCall(answer: Reply, call: SideCall): Reply {
  if (answer.to !== 'channel') {
    const channelReply = answer.channelReply ? withCall(answer.channelReply, call) : alone(call);
    return { ...answer, channelReply };
  }
  const { users, roles } = answer.pings;
  const all = (own: readonly string[], more: readonly string[]) => [...new Set([...own, ...more])];
  return {
    ...answer,
    text: `${cutAtLine(answer.text, LONGEST_TEXT - call.text.length - 1)}\n${call.text}`,
    pings: { users: all(users, call.users), roles: all(roles, call.roles) },
    notices: [...answer.notices, ...call.notices],
  };
}

function alone({ text, users, roles, notices }: SideCall): Reply {
  return reply('channel', text, { pings: { users, roles }, notices });
}

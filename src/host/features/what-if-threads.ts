import { LONGEST_CHOICE, MOST_CHOICES } from '../../game/index.ts';
import type { GameRecord, MemberRecord, OpeningRecord } from '../../store/index.ts';
import type { Actor, GameChange, GameTransactions } from '../actions/game-transactions.ts';
import type { NewGames } from '../actions/new-game.ts';
import { type Caller, isThreadOpenedBy, mayManageGame, mayStartGame } from '../base/caller.ts';
import { plainName, WORDS } from '../base/common-words.ts';
import { BOARD } from '../base/posting-words.ts';
import { loading } from '../base/reading.ts';
import { type Announcement, clipped, type Reply, reply } from '../base/reply.ts';
import { phaseKey } from '../messages/live-board-contents.ts';
import {
  announces,
  branchOrigin,
  cannotGoOn,
  dateInBrief,
  GAME_ANSWERS,
  lacking,
  mayNotStart,
  WHAT_IF_ANSWERS,
  WHAT_IF_PROMPT,
  WHAT_IF_QUESTION,
  WHAT_IF_THREAD,
} from '../table/game-words.ts';
import { ifCompatible } from '../table/replay-log.ts';
import { tableMessage } from '../table/said.ts';
import type { BranchPoint, BranchPoints } from './branch-points.ts';

export interface ThreadToOpen {
  /** Discord's id of the interaction that asked for the thread. */
  readonly id: string;
  readonly channel: string;
  /** Discord's id of the message that it hangs from. Null if the message is not posted yet, or for a forum post. */
  readonly message: string | null;
  /** When the thread was asked for, milliseconds since 1970. */
  readonly at: number;
  /** At most 100 characters. */
  readonly name: string;
  readonly announcement: Reply;
}

type ThreadContent = Pick<ThreadToOpen, 'name' | 'announcement'>;

const MOST_WAITING = 5;

/** Threads of games: a stored request, then a thread, then its game. Each step can be repeated after a crash. */
export function createWhatIfThreads(transactions: GameTransactions, newGames: NewGames, branchPoints: BranchPoints) {
  const { store, tables, runOnce, presentMap, keepNotice, addMap } = transactions;

  /**
   * Begins a “what if” in a thread or a DM. In a channel, stores the request for a thread.
   * @param namesGame a game or a variant was named as well
   */
  function ask(caller: Caller, chosen: string, namesGame = false): Reply | null {
    if (namesGame) return reply('member', WHAT_IF_ANSWERS.onlyWhatIf);
    const points = branchPoints.ready(caller);
    if (points) return loading(points);
    const point = branchPoints.meant(caller, chosen);
    const from = point && { game: point.game.id, seq: point.seq };
    const origin = from && caller.threads.kind !== 'channel' ? tables.originReady(from) : null;
    if (origin) return loading(origin);
    return runOnce(caller, () => {
      const { threads } = caller;
      if (!point || !from) return reply('member', WHAT_IF_ANSWERS.noSuchPoint);
      const running = threads.kind === 'channel' ? null : store.runningIn(caller.channel);
      if (running) return presentMap(tables.table(running), GAME_ANSWERS.alreadyPlaying);
      if (store.isToBegin(caller.channel)) return reply('member', WHAT_IF_ANSWERS.whatIfBegins);
      if (!mayAsk(caller, point.game, store.latestIn(caller.channel))) return reply('member', mayNot(caller));
      const member = store.member(caller.member.discordId, caller.member.name);
      if (threads.kind !== 'channel') return begin(caller, caller.channel, caller.guild, member, point);
      if (threads.lacks.length > 0) return reply('member', lacking(threads.lacks));
      const { interaction, channel, at, guild } = caller;
      if (store.openingsOf(channel).length >= MOST_WAITING) return reply('member', WHAT_IF_THREAD.wait(MOST_WAITING));
      store.addOpening({ interaction, channel, guild: guild ?? '', member: member.id, ...from, at, moves: false });
      return reply('member', WHAT_IF_ANSWERS.threadOpens);
    });
  }

  /** Asks for the point of a game to branch from. Turning points are marked. */
  function choose(caller: Caller, game: string): Reply {
    const points = branchPoints.ready(caller);
    if (points) return loading(points);
    const choices = branchPoints.ofGame(caller, game, MOST_CHOICES);
    if (choices === null) return reply('member', WORDS.playedElsewhere);
    if (choices.length === 0) return reply('member', WHAT_IF_ANSWERS.pointsLater);
    return reply('member', WHAT_IF_QUESTION, {
      menu: { prompt: WHAT_IF_PROMPT, choosing: { what: 'branch' }, least: 1, most: 1, choices },
    });
  }

  /** Branches from the chosen point. The answer replaces the question. */
  function chosen(caller: Caller, value: string): Reply | null {
    const answer = ask(caller, value);
    return answer?.to === 'member' ? { ...answer, replaces: true } : answer;
  }

  /** Resolves when the data of a new thread's first message is loaded; null if it is already. Never rejects. */
  function ready(id: string): Promise<void> | null {
    const record = store.opening(id);
    const game = record && store.game(record.game);
    if (!record || !game) return null;
    return record.moves ? tables.ready(game) : tables.originReady({ game: game.id, seq: record.seq });
  }

  /** A thread to open. Null if it is no longer wanted, or if the rules no longer accept its game. */
  function opening(id: string): ThreadToOpen | null {
    const record = store.opening(id);
    return record && threadFor(record);
  }

  /** Gives up a promised thread if the rules no longer accept its game, and tells the channel. */
  function givenUp(id: string, now: number): Announcement | null {
    const record = store.opening(id);
    if (!record || threadFor(record)) return null;
    return notOpened(id, record.moves ? BOARD.staysHere : cannotGoOn(record.member), now);
  }

  function announced(id: string, message: string): void {
    store.noteOpening(id, message);
  }

  /** Starts the game in a thread that is now open, or moves it there. Null if that was done already. */
  function opened(id: string, thread: string): Announcement | null {
    const answer = runOnce(null, () => {
      const opening = store.opening(id);
      const origin = opening && store.game(opening.game);
      store.removeOpening(id);
      if (!opening || !origin || store.runningIn(thread)) return null;
      if (opening.moves) return origin.ended ? null : move(origin, thread, opening.at);
      const { discordId, name } = opening.member;
      const member = discordId === null ? null : { discordId, name };
      const actor: Actor = { member, interaction: id, at: opening.at };
      return begin(actor, thread, opening.guild, opening.member, { game: origin, seq: opening.seq });
    });
    return answer && { channel: thread, answer };
  }

  /** Whether a message is the one that a thread hangs from which has a game, or will have one. */
  function isOfOpening(message: string): boolean {
    return store.latestIn(message) !== null || store.openings().some((one) => one.message === message);
  }

  /** Tells the channel why its thread can't be opened. Null if the request is settled already. */
  function notOpened(id: string, why: string, now: number): Announcement | null {
    const opening = store.opening(id);
    if (!opening) return null;
    const { channel, guild } = opening;
    const answer = runOnce(null, () => {
      store.removeOpening(id);
      return keepNotice('news', { channel, guild }, now, [why]);
    });
    return answer && { channel, answer };
  }

  function move(game: GameRecord, thread: string, at: number): GameChange {
    const before = tables.table(game);
    store.moveToThread(game.id, game.channel, thread, phaseKey(before));
    const after = tables.table({ ...game, channel: thread });
    addMap(after.game, after.position.seq, at);
    return { after, said: tableMessage(after, [BOARD.goesOnHere(game.channel)]) };
  }

  function begin(
    actor: Actor,
    channel: string,
    guild: string | null,
    starter: MemberRecord,
    { game: origin, seq }: Pick<BranchPoint, 'game' | 'seq'>,
  ): GameChange {
    const system = tables.system(origin);
    const dataset = store.dataset(origin.dataset);
    const variant = system.about.variants.find(({ id }) => id === origin.variant);
    if (!dataset || !variant) throw new Error(`Game ${origin.id} has lost its rules`);
    const { throws, inherited: orders, state } = tables.originOf({ game: origin.id, seq });
    return newGames.begin(actor, {
      channel,
      guild,
      starter,
      edition: { system, dataset },
      variant,
      last: store.latestIn(channel) ?? origin,
      from: { game: origin, seq, throws, orders, state },
    });
  }

  /** Null if the rules no longer accept the game, or a game that moves has ended. */
  function threadFor(record: OpeningRecord): ThreadToOpen | null {
    const content = record.moves ? contentOfMove(record) : contentOfWhatIf(record);
    if (!content) return null;
    const { interaction: id, channel, message, at } = record;
    return { id, channel, message, at, ...content, name: clipped(content.name, LONGEST_CHOICE) };
  }

  function contentOfMove({ game: id, member, at }: OpeningRecord): ThreadContent | null {
    const game = store.game(id);
    const system = game && tables.systemIfCompatible(game);
    if (!system || game.guild === null || game.ended) return null;
    const name = `${system.about.title}, ${dateInBrief(game.startedAt, at)}`;
    return { name, announcement: reply('channel', BOARD.moves(`**${plainName(member.name)}**`)) };
  }

  function contentOfWhatIf({ game, seq, member, at }: OpeningRecord): ThreadContent | null {
    const from = ifCompatible(() => branchOrigin(transactions, { game, seq }));
    if (!from) return null;
    const { origin, system, orders, next } = from;
    const name =
      next === null
        ? WHAT_IF_THREAD.fromTheEnd(system.about.title, dateInBrief(origin.startedAt, at))
        : WHAT_IF_THREAD.fromOrder(orders + 1, next);
    return { name, announcement: reply('channel', announces(member.name, origin, orders, next)) };
  }

  return { ask, choose, chosen, ready, opening, givenUp, announced, opened, isOfOpening, notOpened };
}

/**
 * Whether a member may start a “what if”. Anywhere, members who can manage either game may. In a channel, members who
 * can open threads may. In a thread, its opener may, and everyone if the bot opened it.
 */
function mayAsk(caller: Caller, origin: GameRecord, latest: GameRecord | null): boolean {
  const { threads } = caller;
  if (mayStartGame(caller, latest) || mayManageGame(caller, origin)) return true;
  return threads.kind === 'channel' ? threads.mayOpen : isThreadOpenedBy(caller, 'bot');
}

function mayNot({ threads }: Caller): string {
  return threads.kind === 'channel' ? WHAT_IF_ANSWERS.mayNotOpenThreads : mayNotStart({ threads });
}

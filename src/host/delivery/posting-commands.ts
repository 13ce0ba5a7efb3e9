import type { PostingWay } from '../../store/index.ts';
import { type Caller, mayManageGame } from '../caller.ts';
import type { GameTable } from '../games/game-tables.ts';
import type { GameChange, GameTransactions } from '../games/game-transactions.ts';
import { positionMessage } from '../map/position-message.ts';
import { type Reply, reply } from '../reply.ts';
import { plainName, WORDS } from '../wording.ts';
import { BOARD } from './board-words.ts';
import { postingWayOf } from './live-board-contents.ts';

/** How a table posts, and where members are pinged. */
export class PostingCommands {
  readonly #transactions: GameTransactions;

  constructor(transactions: GameTransactions) {
    this.#transactions = transactions;
  }

  /** Shows how the table posts; with a way, sets it. */
  showOrSet(caller: Caller, way: string | undefined): Reply | null {
    return this.#transactions.atTable(caller, null, (table) => {
      const before = postingWayOf(this.#transactions, table);
      const thread = this.#transactions.store.threadOf(table.game.id);
      const told = thread ? [BOARD.told(thread.parent)] : [];
      if (way === undefined) return reply('member', [BOARD.ways[before], ...told, this.#pings(caller)].join('\n'));
      if (way !== 'orders' && way !== 'board' && way !== 'thread') return reply('member', BOARD.noSuchWay);
      if (!mayManageGame(caller, table.game)) return reply('member', WORDS.mayNotManageGame);
      if (way === 'thread') return this.#move(caller, table);
      return way === before ? reply('member', BOARD.sameWay) : this.#set(caller, table, way);
    });
  }

  /** A thread for the game is opened, and it goes on there. */
  #move({ threads, member, interaction, channel, guild, at }: Caller, { game, position }: GameTable): Reply {
    const { store } = this.#transactions;
    if (threads.kind !== 'channel' || guild === null) return reply('member', BOARD.noThread);
    if (threads.lacks.length > 0) return reply('member', BOARD.mayNotThread(threads.lacks));
    if (store.openingsOf(channel).some(({ moves }) => moves)) return reply('member', BOARD.threadOpens);
    const { id } = store.member(member.discordId, member.name);
    const { seq } = position;
    store.addOpening({ interaction, channel, guild, member: id, game: game.id, seq, at, moves: true });
    return reply('member', BOARD.threadOpens);
  }

  #set(caller: Caller, after: GameTable, way: PostingWay): GameChange {
    const { store, render } = this.#transactions;
    const { game } = after;
    store.setPosting(game.id, way);
    store.closeLiveBoard(game.id);
    const who = `**${plainName(caller.member.name)}**`;
    const answer = positionMessage(after, render, [`${BOARD.sets(who)} ${BOARD.ways[way]}`]);
    return { after, answer };
  }

  /** Where the bot pings the caller, in every game. */
  setPings(caller: Caller, byDm: boolean): Reply | null {
    const { store } = this.#transactions;
    return this.#transactions.runOnce(caller.interaction, () => {
      const { id } = store.member(caller.member.discordId, caller.member.name);
      store.setDmPings(id, byDm);
      return reply('member', BOARD.pings[byDm ? 'dm' : 'channel']);
    });
  }

  #pings({ member }: Caller): string {
    const { store } = this.#transactions;
    const known = store.knownMember(member.discordId);
    return BOARD.pings[known && store.dmPings(known.id) ? 'dm' : 'channel'];
  }
}

import type { PostingWay } from '../../store/index.ts';
import type { DmPings } from '../actions/dm-pings.ts';
import type { GameChange, GameTransactions } from '../actions/game-transactions.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { BOARD } from '../base/delivery-words.ts';
import { type Reply, reply } from '../base/reply.ts';
import { plainName, WORDS } from '../base/wording.ts';
import { postingWayOf } from '../messages/live-board-contents.ts';
import type { GameTable } from '../table/game-tables.ts';
import { tableMessage } from '../table/said.ts';

export class PostingCommands {
  readonly #transactions: GameTransactions;
  readonly #dmPings: DmPings;

  constructor(transactions: GameTransactions, dmPings: DmPings) {
    this.#transactions = transactions;
    this.#dmPings = dmPings;
  }

  showOrSet(caller: Caller, way: string | undefined): Reply | null {
    return this.#transactions.atTable(caller, null, (table) => {
      const before = postingWayOf(this.#transactions, table);
      const thread = this.#transactions.store.threadOf(table.game.id);
      const told = thread ? [BOARD.told(thread.parent)] : [];
      if (way === undefined)
        return reply(
          'member',
          [BOARD.ways[before], ...told, this.#dmPings.inWords(caller.member.discordId)].join('\n'),
        );
      if (way !== 'orders' && way !== 'board' && way !== 'thread') return reply('member', BOARD.noSuchWay);
      if (!mayManageGame(caller, table.game)) return reply('member', WORDS.mayNotManageGame);
      if (way === 'thread') return this.#move(caller, table);
      return way === before ? reply('member', BOARD.sameWay) : this.#set(caller, table, way);
    });
  }

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
    const { store } = this.#transactions;
    const { game } = after;
    store.setPosting(game.id, way);
    store.closeLiveBoard(game.id);
    const who = `**${plainName(caller.member.name)}**`;
    return { after, said: tableMessage(after, [`${BOARD.sets(who)} ${BOARD.ways[way]}`]) };
  }
}

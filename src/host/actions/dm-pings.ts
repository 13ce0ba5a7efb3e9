import { dmChannelOf, type GameRecord, memberOfDm, type NoticeRecord } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { type Reply, reply } from '../base/reply.ts';
import type { Fact } from '../table/notice-sentences.ts';
import { PING_PLACES } from '../table/turn-words.ts';
import type { GameTransactions } from './game-transactions.ts';

/** Pings by direct message: the members' choice, the pings not yet sent, and the fallback for closed DMs. */
export class DmPings {
  readonly #transactions: GameTransactions;

  constructor(transactions: GameTransactions) {
    this.#transactions = transactions;
  }

  /** Sets whether the caller is pinged by DM or in the channel, in every game. */
  set(caller: Caller, byDm: boolean): Reply | null {
    const { store } = this.#transactions;
    return this.#transactions.runOnce(caller.interaction, () => {
      const { id } = store.member(caller.member.discordId, caller.member.name);
      store.setMember(id, 'pingsByDm', byDm, caller.at);
      return reply('member', PING_PLACES[byDm ? 'dm' : 'channel']);
    });
  }

  /** Tells a member, by Discord's id, if pings come by DM or in the channel. */
  inWords(user: string): string {
    return PING_PLACES[this.#areWanted(user) ? 'dm' : 'channel'];
  }

  #areWanted(user: string): boolean {
    const { store } = this.#transactions;
    const known = store.knownMember(user);
    return known !== null && store.memberSettings(known.id).pingsByDm === true;
  }

  /**
   * Keeps a ping for the DM of each of these users who has asked for that.
   * @returns the others: they are pinged in the channel
   */
  keep(
    game: GameRecord,
    says: Fact,
    asked: NonNullable<NoticeRecord['asked']>,
    users: readonly string[],
    at: number,
  ): string[] {
    const byDm = users.filter((user) => this.#areWanted(user));
    for (const user of byDm) {
      const dm = { ...game, channel: dmChannelOf(user), guild: null };
      this.#transactions.keepNotice('turn', dm, at, [says], { pings: { users: [user], roles: [] }, asked });
    }
    return users.filter((user) => !byDm.includes(user));
  }

  /**
   * A ping that its member's DM does not take goes to the game's channel.
   * @returns its game; null if it is gone
   */
  moveToChannel(notice: number): string | null {
    const { store } = this.#transactions;
    const ping = store.notice(notice);
    const game = ping?.about && store.game(ping.about.game);
    if (!game || memberOfDm(ping.channel) === null) return null;
    store.relaxedTransaction(() => store.moveNotice(notice, game));
    return game.id;
  }
}

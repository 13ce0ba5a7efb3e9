import { withoutMembers } from '../../../council/index.ts';
import type { BallotRecord, GameRecord, MemberData, MemberRecord } from '../../../store/index.ts';
import { endBallots, rearmBallot, voidBallot } from '../../actions/ballot-lifecycle.ts';
import { changeCouncil, proposedNow } from '../../actions/council-changes.ts';
import { clockActor, type GameTransactions, withoutInteraction } from '../../actions/game-transactions.ts';
import type { Caller } from '../../base/caller.ts';
import { LongWork } from '../../base/long-work.ts';
import { type Reply, reply, textFile } from '../../base/reply.ts';
import { leftAlarm } from '../../table/alarms.ts';
import { councilChanges } from '../../table/council-members.ts';
import { councilOf, councilsAfter } from '../../table/game-position.ts';
import type { CouncilTable } from '../../table/game-tables.ts';
import { writing } from '../replay-file/write-replay-file.ts';
import { exportingMember } from './member-export.ts';
import { deleted, deletionQuestion, exportedInWords, KEPT_ALL, NOTHING_KEPT } from './mydata-words.ts';

/** Copies that are kept, and answers about them. */
const COPIES = 2;
/** Reasons deleted at a time. */
const PAGE = 200;

/** The games that a leaving member started. */
type Left = MemberData['gamesStarted'];

/**
 * Forgets members: their name, their id and their words go, and they leave every table that is being played; what they did stays in the
 * logs, so that each still replays to the same game. Their games in DMs end, and lead nowhere any more. No rules of a game are asked: it
 * can be done where they have changed, too.
 */
export class MyDataCommands {
  readonly #transactions: GameTransactions;
  /** Copies of what is kept of members, by the interaction that asked for one: while it is made in slices, and until it is fetched. */
  readonly #copies: LongWork<Reply>;
  /** Members about to be forgotten, by the press. */
  readonly #leaving: LongWork<Left>;

  constructor(parts: {
    readonly transactions: GameTransactions;
  }) {
    this.#transactions = parts.transactions;
    this.#copies = new LongWork(parts.transactions.tables.hurry, COPIES, () => 1, true);
    this.#leaving = new LongWork(parts.transactions.tables.hurry, COPIES, () => 1, true);
  }

  /** A copy of all that is kept, from every server. */
  export({ member, interaction }: Caller): Reply {
    const { store } = this.#transactions;
    const known = store.knownMember(member.discordId);
    if (!known) return reply('member', NOTHING_KEPT);
    return this.#copies.take(interaction, store.isProlific(known.id), function* () {
      const kept = yield* store.memberData(known.id);
      const text = yield* writing(yield* exportingMember(known, store.memberSettings(known.id), kept));
      return reply('member', exportedInWords(kept), { files: [textFile('my-data.json', text)] });
    });
  }

  /** Says what goes and what stays, and asks. */
  askDeletion({ member, interaction }: Caller): Reply {
    const { store } = this.#transactions;
    const known = store.knownMember(member.discordId);
    if (!known) return reply('member', NOTHING_KEPT);
    return this.#copies.take(interaction, store.isProlific(known.id), function* () {
      return deletionQuestion(yield* store.memberData(known.id), store.standingIn(known.id).length);
    });
  }

  /** Takes the answer to the question. Returns null if this press has done it before. */
  delete(caller: Caller, sure: boolean): Reply | null {
    return sure ? this.#forget(caller) : reply('member', KEPT_ALL, { replaces: true });
  }

  /**
   * Deletes everything at once, or nothing; but if a member has done very much, the reasons of their orders go first, in slices.
   * Returns null if this press has done it before.
   */
  #forget(caller: Caller): Reply | null {
    const { store, tables } = this.#transactions;
    const known = store.knownMember(caller.member.discordId);
    const left =
      known && this.#leaving.get(caller.interaction, store.isProlific(known.id), () => this.#withoutReasons(known.id));
    return this.#transactions.runOnce(caller.interaction, () => {
      const member = store.knownMember(caller.member.discordId);
      if (!member || !left) return reply('member', NOTHING_KEPT, { replaces: true });
      for (const game of store.runningInDmOf(member.id)) this.#end(caller, game);
      for (const game of store.runningUnder(member.id)) this.#leaveCommand(caller, game, member);
      for (const game of store.proposing(member.id)) this.#dropMotions(caller, game, member);
      for (const { ballot } of store.standingIn(member.id)) this.#withdraw(caller, ballot, member);
      const { id, interaction, at } = { ...caller, id: member.id };
      const { name } = store.forget({ member: id, interaction, at });
      // Positions in memory hold names and reasons.
      tables.forget();
      return deleted(name, left);
    });
  }

  *#withoutReasons(member: number): Generator<void, Left, void> {
    const { store } = this.#transactions;
    const kept = yield* store.memberData(member);
    const reasoned = [...kept.orders, ...kept.otherDeeds].filter(({ reason }) => reason !== null);
    for (let from = 0; from < reasoned.length; from += PAGE) {
      store.takeReasons(reasoned.slice(from, from + PAGE));
      yield;
    }
    return kept.gamesStarted;
  }

  /** A game in a DM is played by nobody else, and nobody could ever end it. */
  #end(caller: Caller, id: string): void {
    const { store } = this.#transactions;
    this.#transactions.append(
      withoutInteraction(caller),
      this.#game(id),
      store.lastSeq(id) + 1,
      { kind: 'abandon' },
      false,
    );
    store.endGame(id, caller.at, 'abandoned');
    endBallots(this.#transactions, id, clockActor(caller.at));
    for (const notice of store.noticesOf(id)) store.removeNotice(notice.id);
  }

  /** Leaves command as any member would, each seat's change an entry of its log. The channel is told by the clock, at once. */
  #leaveCommand(caller: Caller, id: string, { id: member }: MemberRecord): void {
    const { store } = this.#transactions;
    let table = this.#governed(id);
    for (const [seat, council] of Object.entries(table.position.councils)) {
      const next = withoutMembers(council, (commander) => commander === member);
      if (next === council) continue;
      table = changeCouncil(this.#transactions, withoutInteraction(caller), table, seat, next, 'member');
      if (next.mode !== council.mode)
        for (const ballot of store.openBallots(id))
          if (ballot.seat === seat) voidBallot(this.#transactions, ballot, clockActor(caller.at), 'council');
      store.setAlarm(id, leftAlarm(seat), caller.at);
    }
  }

  /** Ballots on a change that comes to nothing without the member. */
  #dropMotions(caller: Caller, id: string, { id: member }: MemberRecord): void {
    const { store } = this.#transactions;
    const table = this.#governed(id);
    for (const ballot of store.openBallots(id)) {
      const { subject, seat } = ballot;
      if (subject.kind !== 'council') continue;
      const proposed = proposedNow(store, table, ballot, subject.proposed);
      const left = withoutMembers(proposed, (commander) => commander === member);
      if (left !== proposed && councilChanges(store, councilOf(table.position, seat), left, null).length === 0)
        voidBallot(this.#transactions, ballot, clockActor(caller.at), 'council');
    }
  }

  /** A vote that stood would count beside that of the new member they may come back as. */
  #withdraw({ interaction, at }: Caller, id: number, { id: member }: MemberRecord): void {
    const { store } = this.#transactions;
    // One press withdraws several votes, and no two rows have the same interaction. `byAge` orders them by the press.
    store.cast({ ballot: id, member, choice: null, reason: null, interaction: `${interaction}/${id}`, at });
    rearmBallot(this.#transactions.store, { ...(store.ballot(id) as BallotRecord), votes: store.votes(id) });
  }

  #governed(id: string): CouncilTable {
    const { store } = this.#transactions;
    const game = this.#game(id);
    return { game, position: { seq: store.lastSeq(id), councils: councilsAfter(store.councilsIn(id)) } };
  }

  #game(id: string): GameRecord {
    const game = this.#transactions.store.game(id);
    if (!game) throw new Error(`There is no game ${id}`);
    return game;
  }
}

import { setImmediate } from 'node:timers/promises';
import { withoutMembers } from '../../../council/index.ts';
import {
  type BallotRecord,
  MEMBER_DATA,
  type MemberData,
  type MemberRecord,
  type MemberSettings,
} from '../../../store/index.ts';
import { endBallots, rearmBallot, voidBallot } from '../../actions/ballot-lifecycle.ts';
import { changeCouncil, proposedNow } from '../../actions/council-changes.ts';
import { clockActor, type GameTransactions, withoutInteraction } from '../../actions/game-transactions.ts';
import type { Caller } from '../../base/caller.ts';
import { comesLater, type Reading, replyOf } from '../../base/reading.ts';
import { type Reply, reply, textFile } from '../../base/reply.ts';
import { ALARM } from '../../table/clock-settings.ts';
import { councilOf, councilsAfter } from '../../table/game-position.ts';
import type { CouncilTable, GameSources } from '../../table/game-tables.ts';
import { councilChanges } from '../../table/seat-rules.ts';
import { textOf } from '../replay-file/export-game.ts';
import { ABOUT_EXPORT, deleted, deletionQuestion, exportedInWords, KEPT_ALL, NOTHING_KEPT } from './mydata-words.ts';

/** Reasons deleted in one transaction. */
const PAGE = 200;

/** The games that a leaving member started, and the entries that have their reasons. */
interface LeavingMember {
  readonly games: MemberData['gamesStarted'];
  readonly reasoned: readonly { readonly game: string; readonly seq: number }[];
}

interface MyDataReadings {
  readonly copy: Reading<number, Reply>;
  readonly question: Reading<number, Reply>;
  readonly leaving: Reading<number, LeavingMember>;
}

/**
 * Copies and deletes what is stored of members. Names, ids and words are deleted. What members did stays, so that each
 * log replays to the same game. Works without the rules of any game.
 */
export function createMyDataCommands(
  { transactions }: { readonly transactions: GameTransactions },
  readings: MyDataReadings,
) {
  const { store, tables, runOnce, append } = transactions;

  /** A copy of all that is kept, from every server. */
  function exportCopy({ member }: Caller): Reply {
    return read(readings.copy, member);
  }

  function askDeletion({ member }: Caller): Reply {
    return read(readings.question, member);
  }

  function read(reading: Reading<number, Reply>, { discordId }: Caller['member']): Reply {
    const known = store.knownMember(discordId);
    return known ? replyOf(reading, known.id, store.isProlific(known.id)) : reply('member', NOTHING_KEPT);
  }

  /** Takes the answer to the question. Null if this press was handled before. */
  function answerDeletion(caller: Caller, sure: boolean): Reply | null {
    return sure ? forget(caller) : reply('member', KEPT_ALL, { replaces: true });
  }

  /**
   * Deletes everything in one transaction. If there is very much, the reasons of orders are deleted before it, in
   * slices. Null if this press was handled before.
   */
  function forget(caller: Caller): Reply | null {
    const known = store.knownMember(caller.member.discordId);
    const { now, aside } = readings.leaving;
    if (!known || !aside || !store.isProlific(known.id)) return forgetNow(caller, known && now(known.id));
    return comesLater(async () => {
      const leaving = await aside(known.id);
      for (let from = 0; from < leaving.reasoned.length; from += PAGE) {
        store.takeReasons(leaving.reasoned.slice(from, from + PAGE));
        await setImmediate();
      }
      return forgetNow(caller, leaving) ?? reply('member', NOTHING_KEPT, { replaces: true });
    });
  }

  function forgetNow(caller: Caller, leaving: LeavingMember | null): Reply | null {
    return runOnce(caller, () => {
      const member = store.knownMember(caller.member.discordId);
      if (!member || !leaving) return reply('member', NOTHING_KEPT, { replaces: true });
      for (const game of store.runningInDmOf(member.id)) end(caller, game);
      for (const game of store.runningUnder(member.id)) leaveCommand(caller, game, member);
      for (const game of store.proposing(member.id)) dropMotions(caller, game, member);
      for (const { ballot } of store.standingIn(member.id)) withdraw(caller, ballot, member);
      const { interaction, at } = caller;
      const { name } = store.forget({ member: member.id, interaction, at });
      // Positions in memory hold names and reasons.
      tables.forget();
      return deleted(name, leaving.games);
    });
  }

  /** Ends the game in the member's DM. Nobody else plays it, and nobody could end it later. */
  function end(caller: Caller, id: string): void {
    const seq = store.lastSeq(id) + 1;
    append(withoutInteraction(caller), tables.game(id), seq, { kind: 'abandon' }, { bringsMap: false });
    store.endGame(id, caller.at, 'abandoned');
    endBallots(transactions, id, clockActor(caller.at));
  }

  /** Takes the member out of each council, with an entry in the log. An alarm tells the channel at once. */
  function leaveCommand(caller: Caller, id: string, { id: member }: MemberRecord): void {
    let table = councilTable(id);
    for (const [seat, council] of Object.entries(table.position.councils)) {
      const next = withoutMembers(council, (commander) => commander === member);
      if (next === council) continue;
      table = changeCouncil(transactions, withoutInteraction(caller), table, seat, next, 'member');
      if (next.mode !== council.mode)
        for (const ballot of store.openBallots(id))
          if (ballot.seat === seat) voidBallot(transactions, ballot, clockActor(caller.at), 'council');
      store.setAlarm(id, ALARM.left(seat), caller.at);
    }
  }

  /** Voids ballots on changes that would change nothing without the member. */
  function dropMotions(caller: Caller, id: string, { id: member }: MemberRecord): void {
    const table = councilTable(id);
    for (const ballot of store.openBallots(id)) {
      const { subject, seat } = ballot;
      if (subject.kind !== 'council') continue;
      const proposed = proposedNow(store, table, ballot, subject.proposed);
      const remaining = withoutMembers(proposed, (commander) => commander === member);
      if (remaining === proposed) continue;
      if (councilChanges(store, councilOf(table.position, seat), remaining, null).length === 0)
        voidBallot(transactions, ballot, clockActor(caller.at), 'council');
    }
  }

  /** Withdraws a vote: if its member came back, as a new member, it would count beside their new vote. */
  function withdraw({ interaction, at }: Caller, id: number, { id: member }: MemberRecord): void {
    // One press withdraws several votes, but each row needs its own interaction. `byAge` orders rows by the press.
    store.cast({ ballot: id, member, choice: null, reason: null, interaction: `${interaction}/${id}`, at });
    rearmBallot(store, { ...(store.ballot(id) as BallotRecord), votes: store.votes(id) });
  }

  function councilTable(id: string): CouncilTable {
    const game = tables.game(id);
    return { game, position: { seq: store.lastSeq(id), councils: councilsAfter(store.councilsIn(id)) } };
  }

  return { export: exportCopy, askDeletion, delete: answerDeletion };
}

export function readCopy({ store }: Pick<GameSources, 'store'>, member: number): Reply {
  const known = store.memberById(member);
  if (!known) return reply('member', NOTHING_KEPT);
  const data = store.memberData(member);
  const text = textOf(exportedMember(known, store.memberSettings(member), data));
  return reply('member', exportedInWords(data), { files: [textFile('my-data.json', text)] });
}

export function readQuestion({ store }: Pick<GameSources, 'store'>, member: number): Reply {
  return deletionQuestion(store.memberData(member), store.standingIn(member).length);
}

export function readLeaving({ store }: Pick<GameSources, 'store'>, member: number): LeavingMember {
  const { orders, otherDeeds, gamesStarted } = store.memberData(member);
  const reasoned = [...orders, ...otherDeeds].filter(({ reason }) => reason !== null);
  return { games: gamesStarted, reasoned: reasoned.map(({ game, seq }) => ({ game, seq })) };
}

/** All that is stored of a member, for the member. Discord's ids in it are of their account, messages and servers. */
type ExportedMember = {
  readonly format: 'council-of-war-member';
  readonly version: 1;
  readonly about: readonly string[];
  readonly name: string;
  readonly discordId: string | null;
} & MemberSettings & { readonly [Kind in keyof MemberData]: unknown };

function exportedMember(
  { id, name, discordId }: MemberRecord,
  settings: MemberSettings,
  data: MemberData,
): ExportedMember {
  const copies: [kind: string, copy: unknown][] = [];
  for (const [kind, { copy }] of Object.entries(MEMBER_DATA)) {
    const rows = data[kind as keyof MemberData] as readonly never[];
    copies.push([kind, 'whole' in copy ? copy.whole(rows) : rows.map((row) => copy(row, id))]);
  }
  const head = { format: 'council-of-war-member', version: 1, about: ABOUT_EXPORT, name, discordId } as const;
  return { ...head, ...settings, ...(Object.fromEntries(copies) as { [Kind in keyof MemberData]: unknown }) };
}

import type { BallotRules, Clockwork, MemberId } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import { type Database, queriesIn } from '../queries.ts';
import type { BallotClose, BallotRecord, BallotSubject, MemberRecord, MessageRecord, VoteRecord } from '../records.ts';
import { memberRecord, NO_CHANNEL } from './games.ts';
import { councilRecord, rulesRecord } from './log-entries.ts';

export interface NewBallot {
  readonly game: string;
  readonly seat: SeatId;
  /** The last entry of the log. */
  readonly seq: number;
  readonly subject: BallotSubject;
  readonly rules: BallotRules;
  readonly opener: number | null;
  readonly casting: number | null;
  readonly openedAt: number;
  readonly closes: number | null;
  readonly sideChannel?: string | null;
}

/**
 * The ballots, and the messages on Discord that show them. Each change that members can see raises a ballot's
 * `revision`, so that its messages are edited.
 */
export function ballotsIn(database: Database) {
  const { rows, row, value, has, run, changes, add } = queriesIn(database);
  const ballots = `SELECT ballot.*, member.discord_id, member.name, closing.discord_id AS closer_discord_id,
    closing.name AS closer_name, breaking.discord_id AS casting_discord_id, breaking.name AS casting_name FROM ballot
    LEFT JOIN member ON member.id = opener LEFT JOIN member AS closing ON closing.id = closer
    LEFT JOIN member AS breaking ON breaking.id = casting`;
  const one = <Given extends unknown[]>(which: string) => row<Given, BallotRecord>(`${ballots} ${which}`, ballotRecord);
  const all = <Given extends unknown[]>(which: string) =>
    rows<Given, BallotRecord>(`${ballots} ${which} ORDER BY ballot.id`, ballotRecord);
  const addBallot = add<[ballot: object]>(
    `INSERT INTO ballot (game, seat, seq, subject, proposed, rules, opener, casting, opened_at, began, closes, side_channel)
     VALUES (:game, :seat, :seq, :subject, :proposed, :rules, :opener, :casting, :openedAt, :openedAt, :closes, :sideChannel)`,
  );
  const setClockwork = run<[clockwork: object]>(
    `UPDATE ballot SET began = :began, closes = :closes, extended = :extended, reminded = :reminded,
     revision = revision + 1 WHERE id = :id AND closed_at IS NULL`,
  );
  const close = changes<[close: object]>(
    `UPDATE ballot SET closed_at = :at, closed_how = :how, closed_why = :why, closer = :closer, decision = :decided,
     revision = revision + 1 WHERE id = :id AND closed_at IS NULL`,
  );
  const messageOf = row<[id: number], MessageRecord>(
    'SELECT channel, message AS id FROM ballot WHERE id = ? AND message IS NOT NULL',
  );
  type Shown = [shown: { readonly ballot: number; readonly shown: number } & MessageRecord];
  const carry = run<Shown>(
    `UPDATE ballot SET shown = CASE WHEN channel = :channel AND message = :id THEN max(shown, :shown) ELSE :shown END,
     channel = :channel, message = :id
     WHERE id = :ballot AND (SELECT channel FROM game WHERE game.id = ballot.game) != '${NO_CHANNEL}'`,
  );
  const sideChannel = value<[id: number], string | null>('SELECT side_channel FROM ballot WHERE id = ?');
  const sideMessageOf = row<[id: number], MessageRecord>(
    'SELECT side_channel AS channel, side_message AS id FROM ballot WHERE id = ? AND side_message IS NOT NULL',
  );
  const carryForSide = run<Shown>(
    `UPDATE ballot SET side_shown = CASE WHEN side_message = :id THEN max(side_shown, :shown) ELSE :shown END,
     side_message = :id WHERE id = :ballot AND side_channel = :channel`,
  );
  /** Queues an edit that drops a ballot from a message. */
  const dropLater = run<[from: { readonly ballot: number } & MessageRecord]>(
    `INSERT INTO outbox (kind, key, channel, guild, game, body, since)
     SELECT 'edit', :id, :channel, guild, game.id, json_object('ballots', json_array(ballot.id)), 0
     FROM ballot JOIN game ON game.id = ballot.game WHERE ballot.id = :ballot
     ON CONFLICT (kind, key) DO UPDATE SET
       body = json_set(body, '$.ballots', json_insert(coalesce(body -> '$.ballots', '[]'), '$[#]', :ballot))`,
  );
  const noteDropped = run<[message: MessageRecord]>(
    "DELETE FROM outbox WHERE kind = 'edit' AND channel = :channel AND key = :id",
  );
  const noteShown = run<Shown>(
    'UPDATE ballot SET shown = :shown WHERE id = :ballot AND channel = :channel AND message = :id AND shown < :shown',
  );
  const noteShownForSide = run<Shown>(
    `UPDATE ballot SET side_shown = :shown
     WHERE id = :ballot AND side_channel = :channel AND side_message = :id AND side_shown < :shown`,
  );
  const lose = [
    'UPDATE ballot SET channel = NULL, message = NULL, shown = 0 WHERE channel = :channel AND message = :id',
    'UPDATE ballot SET side_message = NULL, side_shown = 0 WHERE side_channel = :channel AND side_message = :id',
  ].map((sql) => run<[message: MessageRecord]>(sql));
  return {
    /** Returns the new ballot's number. Throws if the seat has an open ballot of the same kind. */
    addBallot: ({ subject, rules, sideChannel = null, ...ballot }: NewBallot): number =>
      addBallot({
        ...ballot,
        sideChannel,
        subject: subject.kind,
        proposed: subject.kind === 'council' ? JSON.stringify(subject.proposed) : null,
        rules: JSON.stringify(rules),
      }),
    ballot: one<[id: number]>('WHERE ballot.id = ?'),
    openBallot: one<[game: string, seat: SeatId, kind: BallotSubject['kind']]>(
      'WHERE game = ? AND seat = ? AND subject = ? AND closed_at IS NULL',
    ),
    openBallots: all<[game: string]>('WHERE game = ? AND closed_at IS NULL'),
    /** The last closed ballot on an order of a seat. Only the game's last hundred ballots are looked at. */
    lastClosed: one<[game: string, seat: SeatId]>(
      `WHERE ballot.id IN (SELECT id FROM ballot WHERE game = ? ORDER BY id DESC LIMIT 100)
         AND seat = ? AND subject = 'order' AND closed_at IS NOT NULL ORDER BY ballot.id DESC LIMIT 1`,
    ),
    /** The last ballot on an order that opened while the log ended with this entry or an earlier one. */
    lastOpened: one<[game: string, seq: number]>(
      `WHERE game = ? AND subject = 'order' AND seq <= ? ORDER BY ballot.id DESC LIMIT 1`,
    ),
    ballotsOf: all<[game: string]>('WHERE game = ?'),
    setClockwork: (id: number, clockwork: Clockwork) =>
      setClockwork({
        id,
        ...clockwork,
        extended: Number(clockwork.extended),
        reminded: Number(clockwork.reminded),
      }),
    /** Returns false, and changes nothing, if the ballot was closed already. */
    closeBallot(id: number, { at, how, why, by, decision }: BallotClose): boolean {
      return close({ id, at, how, why, closer: by?.id ?? null, decided: decision && JSON.stringify(decision) });
    },

    /**
     * Notes that a message with a ballot was posted, showing its revision `shown`. The newest message of a channel
     * carries the ballot: it is the one to edit. The message that carried it before must be edited once more, to drop
     * the ballot. Messages may be reported out of order, so the new one may also be the older.
     *
     * Nothing is noted for a game in a DM whose member had their data deleted.
     */
    carry: database.transaction((ballot: number, message: MessageRecord, shown: number): void => {
      const { channel, id } = message;
      const isForSide = sideChannel(ballot) === channel;
      const before = (isForSide ? sideMessageOf : messageOf)(ballot);
      if (before?.channel === channel && isNewer(before.id, id)) {
        dropLater({ ballot, channel, id });
        return;
      }
      (isForSide ? carryForSide : carry)({ ballot, channel, id, shown });
      if (before && (before.channel !== channel || before.id !== id)) dropLater({ ballot, ...before });
    }),
    /** Does nothing if the message shows a later revision, or no longer carries the ballot. */
    noteShown(ballot: number, revision: number, { channel, id }: MessageRecord): void {
      for (const note of [noteShown, noteShownForSide]) note({ ballot, channel, id, shown: revision });
    },
    /** The ballots that a message carries, open or closed, the oldest first. */
    carriedBy: all<[message: MessageRecord]>(
      `WHERE ballot.id IN (SELECT id FROM ballot WHERE message = :id AND channel = :channel
         UNION SELECT id FROM ballot WHERE side_channel = :channel AND side_message = :id)`,
    ),
    openBallotMessages: rows<[], MessageRecord>(
      `SELECT channel, message AS id FROM ballot WHERE closed_at IS NULL AND message IS NOT NULL
       UNION
       SELECT side_channel, side_message FROM ballot WHERE closed_at IS NULL AND side_message IS NOT NULL`,
    ),
    isForSide: has<[game: string, channel: string]>('SELECT 1 FROM ballot WHERE game = ? AND side_channel = ? LIMIT 1'),
    /** Notes that a message was deleted on Discord, so it carries no ballots. */
    lostMessage: database.transaction((message: MessageRecord): void => {
      for (const part of [...lose, noteDropped]) part(message);
    }),
    /** Notes that a message will show the next ballot in place of its closed ones. */
    dropClosedBallots: run<[message: MessageRecord]>(
      `UPDATE ballot SET channel = NULL, message = NULL, shown = 0
       WHERE message = :id AND channel = :channel AND closed_at IS NOT NULL`,
    ),
    /** The ballots, open or closed, that a message still shows but no longer carries, the oldest first. */
    ballotsToDrop: all<[message: MessageRecord]>(
      `WHERE ballot.id IN (SELECT value FROM outbox, json_each(body, '$.ballots')
         WHERE kind = 'edit' AND outbox.channel = :channel AND outbox.key = :id)`,
    ),
    /** Notes that a message shows only the ballots that it carries. */
    noteDropped,
  };
}

/** Compares two of Discord's ids, which grow with time. They are too long for `number`. */
function isNewer(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length;
}

interface BallotRow extends Pick<BallotRecord, 'id' | 'game' | 'seat' | 'seq' | 'revision' | 'shown'> {
  readonly proposed: string | null;
  readonly rules: string;
  readonly opener: number | null;
  readonly casting: number | null;
  readonly opened_at: number;
  readonly began: number;
  readonly closes: number | null;
  readonly extended: number;
  readonly reminded: number;
  readonly closed_at: number | null;
  readonly closed_how: BallotClose['how'] | null;
  readonly closed_why: string | null;
  readonly closer: number | null;
  readonly decision: string | null;
  readonly channel: string | null;
  readonly message: string | null;
  readonly side_channel: string | null;
  readonly side_message: string | null;
  readonly side_shown: number;
  readonly discord_id: string | null;
  readonly name: string | null;
  readonly closer_discord_id: string | null;
  readonly closer_name: string | null;
  readonly casting_discord_id: string | null;
  readonly casting_name: string | null;
}

/** JSON in the row is not checked, since only this module writes it. */
function ballotRecord(row: BallotRow): BallotRecord {
  const { id, game, seat, seq, began, closes, channel, message, revision, shown } = row;
  return {
    ...{ id, game, seat, seq, revision, shown },
    subject:
      row.proposed === null
        ? { kind: 'order' }
        : { kind: 'council', proposed: councilRecord(JSON.parse(row.proposed)) },
    rules: rulesRecord(JSON.parse(row.rules)),
    opener: member(row.opener, row.discord_id, row.name),
    casting: member(row.casting, row.casting_discord_id, row.casting_name),
    openedAt: row.opened_at,
    clockwork: { began, closes, extended: row.extended === 1, reminded: row.reminded === 1 },
    closed: closeOf(row),
    message: channel === null || message === null ? null : { channel, id: message },
    forSide:
      row.side_channel === null
        ? null
        : { channel: row.side_channel, message: row.side_message, shown: row.side_shown },
  };
}

function closeOf(row: BallotRow): BallotClose | null {
  const { closed_at: at, closed_how: how, closed_why: why, decision } = row;
  if (at === null || how === null) return null;
  const by = member(row.closer, row.closer_discord_id, row.closer_name);
  return { at, how, why, by, decision: decision === null ? null : JSON.parse(decision) };
}

function member(id: number | null, discordId: string | null, name: string | null): MemberRecord | null {
  return id === null ? null : { id, discordId, name: name as string };
}

export interface NewVote {
  readonly ballot: number;
  readonly member: number;
  /** `null` if the vote was withdrawn. */
  readonly choice: string | null;
  readonly reason: string | null;
  /** Discord's id of the press; no two votes share one. */
  readonly interaction: string;
  readonly at: number;
}

/** The votes, one row for each press. Rows are never changed, except that a reason can be deleted. */
export function votesIn(database: Database) {
  const { rows, values, value, run, changes } = queriesIn(database);
  const votes = `
    SELECT vote.ballot, vote.member, vote.choice, vote.reason, vote.interaction, vote.at, member.discord_id, member.name
    FROM vote JOIN member ON member.id = vote.member`;
  const add = run<[vote: NewVote]>(
    `INSERT INTO vote (ballot, member, choice, reason, interaction, at)
     VALUES (:ballot, :member, :choice, :reason, :interaction, :at)`,
  );
  const revise = run<[ballot: number]>('UPDATE ballot SET revision = revision + 1 WHERE id = ?');
  const takeReason = changes<[ballot: number, member: number]>(
    'UPDATE vote SET reason = NULL WHERE ballot = ? AND member = ? AND reason IS NOT NULL',
  );
  // The limits of 100 ballots and 40 entries keep this fast in a long campaign.
  const takingPart = values<[of: object], MemberId>(
    `SELECT id FROM member WHERE discord_id IS NOT NULL AND id IN (
       SELECT member FROM vote WHERE choice IS NOT NULL AND ballot IN (
         SELECT id FROM ballot WHERE id IN (SELECT id FROM ballot WHERE game = :game ORDER BY id DESC LIMIT 100)
           AND seat = :seat AND subject = 'order' AND closed_at <= :at AND decision IS NOT NULL
         ORDER BY id DESC LIMIT :ballots)
       UNION SELECT member FROM entry WHERE game = :game AND seq IN (
         SELECT seq FROM entry WHERE game = :game AND seq > :seq - 40 AND seq <= :seq AND kind = 'order'
           AND seat = :seat AND member IS NOT NULL ORDER BY seq DESC LIMIT :orders)) ORDER BY id`,
  );
  return {
    /** Throws if the interaction has voted already, or the ballot is closed. */
    cast: database.transaction((vote: NewVote): void => {
      add(vote);
      revise(vote.ballot);
    }),
    /**
     * Members who lately took part in a seat's decisions: they voted in one of its last ballots that decided an order,
     * or gave one of its last orders.
     * @param of the log entry and the time up to which ballots and orders count
     * @param latest how many ballots and orders count, at most 100 ballots, and orders among the last 40 entries
     */
    takingPart: (
      of: { readonly game: string; readonly seat: SeatId; readonly seq: number; readonly at: number },
      latest: { readonly ballots: number; readonly orders: number },
    ) => takingPart({ ...of, ...latest }),
    deleteReason(ballot: number, member: number): void {
      if (takeReason(ballot, member)) revise(ballot);
    },
    votes: rows<[ballot: number], VoteRecord>(`${votes} WHERE ballot = ? ORDER BY vote.id`, voteRecord),
    /** Discord's id of the member who voted last; null if nobody has, or they had their data deleted. */
    lastVoter: value<[ballot: number], string | null>(
      'SELECT discord_id FROM vote JOIN member ON member.id = vote.member WHERE ballot = ? ORDER BY vote.id DESC LIMIT 1',
    ),
    votesOf: rows<[game: string], VoteRecord & { readonly ballot: number }>(
      `${votes} JOIN ballot ON ballot.id = vote.ballot WHERE ballot.game = ? ORDER BY vote.ballot, vote.id`,
      (row: VoteRow) => ({ ballot: row.ballot, ...voteRecord(row) }),
    ),
  };
}

interface VoteRow extends NewVote {
  readonly discord_id: string | null;
  readonly name: string;
}

function voteRecord({ member, choice, reason, interaction, at, discord_id, name }: VoteRow): VoteRecord {
  return { member, choice, reason, cast: interaction, at, by: memberRecord({ id: member, discord_id, name }) };
}

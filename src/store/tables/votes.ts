import type { MemberId } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { VoteRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** A press about to be counted. */
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

/** The votes: one row a press, never changed. */
export function votesIn(database: Database) {
  const votes = `
    SELECT vote.ballot, vote.member, vote.choice, vote.reason, vote.interaction, vote.at, member.discord_id, member.name
    FROM vote JOIN member ON member.id = vote.member`;
  const add = database.prepare(
    `INSERT INTO vote (ballot, member, choice, reason, interaction, at)
     VALUES (:ballot, :member, :choice, :reason, :interaction, :at)`,
  );
  const revise = database.prepare('UPDATE ballot SET revision = revision + 1 WHERE id = ?');
  const ofBallot = database.prepare(`${votes} WHERE ballot = ? ORDER BY vote.id`);
  const ofGame = database.prepare(
    `${votes} JOIN ballot ON ballot.id = vote.ballot WHERE ballot.game = ? ORDER BY vote.ballot, vote.id`,
  );
  const takingPart = database
    .prepare(
      // Few ballots and entries are looked at, however long the campaign is.
      `SELECT id FROM member WHERE discord_id IS NOT NULL AND id IN (
         SELECT member FROM vote WHERE choice IS NOT NULL AND ballot IN (
           SELECT id FROM ballot WHERE id IN (SELECT id FROM ballot WHERE game = :game ORDER BY id DESC LIMIT 100)
             AND seat = :seat AND subject = 'order' AND closed_at <= :at AND decision IS NOT NULL
           ORDER BY id DESC LIMIT :ballots)
         UNION SELECT member FROM entry WHERE game = :game AND seq IN (
           SELECT seq FROM entry WHERE game = :game AND seq > :seq - 40 AND seq <= :seq AND kind = 'order'
             AND seat = :seat AND member IS NOT NULL ORDER BY seq DESC LIMIT :orders)) ORDER BY id`,
    )
    .pluck();
  const takeReason = database.prepare(
    'UPDATE vote SET reason = NULL WHERE ballot = ? AND member = ? AND reason IS NOT NULL',
  );
  const lastVoter = database
    .prepare(
      'SELECT discord_id FROM vote JOIN member ON member.id = vote.member WHERE ballot = ? ORDER BY vote.id DESC LIMIT 1',
    )
    .pluck();
  const cast = database.transaction((vote: NewVote) => {
    add.run(vote);
    revise.run(vote.ballot);
  });
  return {
    /** Counts a press. Throws if its interaction has voted already, or the ballot is closed. */
    cast(vote: NewVote): void {
      cast(vote);
    },
    /**
     * Members who took part lately in how a seat orders, as of an entry of its game's log and a time: they voted in its last ballots
     * that decided, or gave one of its last orders.
     * @param latest how many ballots and orders are looked at: at most 100 ballots, and orders among the last 40 entries
     */
    takingPart(
      {
        game,
        seat,
        seq,
        at,
      }: { readonly game: string; readonly seat: SeatId; readonly seq: number; readonly at: number },
      latest: { readonly ballots: number; readonly orders: number },
    ): MemberId[] {
      return takingPart.all({ game, seat, seq, at, ...latest }) as MemberId[];
    },
    /** Deletes every reason that a member has given in a ballot. */
    deleteReason(ballot: number, member: number): void {
      if (takeReason.run(ballot, member).changes > 0) revise.run(ballot);
    },
    /** Every press on a ballot, in the order they were stored. */
    votes(ballot: number): VoteRecord[] {
      return (ofBallot.all(ballot) as VoteRow[]).map(voteRecord);
    },
    /** The member who pressed last on a ballot, by Discord's id; null if nobody has, or their data was deleted. */
    lastVoter(ballot: number): string | null {
      return (lastVoter.get(ballot) as string | null | undefined) ?? null;
    },
    /** Every press on a game's ballots, ballot by ballot. */
    votesOf(game: string): (VoteRecord & { readonly ballot: number })[] {
      return (ofGame.all(game) as VoteRow[]).map((row) => ({ ballot: row.ballot, ...voteRecord(row) }));
    },
  };
}

interface VoteRow {
  readonly ballot: number;
  readonly member: number;
  readonly choice: string | null;
  readonly reason: string | null;
  readonly interaction: string;
  readonly at: number;
  readonly discord_id: string | null;
  readonly name: string;
}

function voteRecord({ member, choice, reason, interaction, at, discord_id, name }: VoteRow): VoteRecord {
  return { member, choice, reason, cast: interaction, at, by: { id: member, discordId: discord_id, name } };
}

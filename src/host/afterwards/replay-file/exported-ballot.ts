import { byAge, standingVotes, tally } from '../../../council/index.ts';
import type { BallotRecord, VoteRecord } from '../../../store/index.ts';
import { type GameArchive, type RedactedParts, time, written } from './export-redaction.ts';
import { exportedRules } from './exported-council.ts';
import type { ExportedBallot, ExportedLine, ExportedVote } from './replay-schema.ts';

/** Reasons told for each choice while a ballot is open, as on its card. */
const OPEN_REASONS = 1;

/** The ballots of a game as a file has them. */
export class ExportedBallots {
  readonly #parts: RedactedParts;
  readonly #votesBy: ReadonlyMap<number, readonly VoteRecord[]>;

  constructor(parts: RedactedParts) {
    this.#parts = parts;
    this.#votesBy = votesByBallot(parts.archive.votes);
  }

  ballot(ballot: BallotRecord): ExportedBallot {
    const { id, seat, seq, subject, rules, opener, casting, openedAt, clockwork, closed } = ballot;
    const votes = this.#votesBy.get(id) ?? [];
    const hides = this.#parts.isSecretBallot(ballot);
    return {
      number: this.#parts.number(id) as number,
      seat,
      after: seq,
      subject: subject.kind,
      proposed: subject.kind === 'council' ? this.#parts.council(subject.proposed) : null,
      openedBy: opener && this.#parts.names.of(opener),
      openedAt: time(openedAt),
      rules: exportedRules(rules),
      casting: casting && this.#parts.names.of(casting),
      closes: clockwork.closes === null ? null : time(clockwork.closes),
      extended: clockwork.extended,
      closed: closed && {
        at: time(closed.at),
        how: closed.how,
        why: closed.why,
        by: closed.by && this.#parts.names.of(closed.by),
        decision: closed.decision && this.#parts.decision(closed.decision, seat, hides),
      },
      voters: standingVotes(votes).length,
      tally: hides || (rules.sealed && !closed) ? null : this.#tally(ballot, votes),
      votes: hides ? null : closed && this.#votes(ballot, votes),
    };
  }

  #tally(ballot: BallotRecord, votes: readonly VoteRecord[]): ExportedLine[] | null {
    if (this.#isHidden(ballot)) return null;
    const { closed, seat } = ballot;
    // Counted as the file has them: counting the votes in the file gives the same.
    const inFile = votes.map((vote) => ({ ...vote, reason: written(vote.reason) }));
    return tally(inFile).map(({ choice, voters, reasons }) => ({
      choice: this.#parts.choice(choice, seat),
      votes: voters.length,
      voters: closed && voters.map((voter) => this.#parts.names.ofId(voter)),
      reasons: (closed ? reasons : reasons.slice(0, OPEN_REASONS)).map(({ text, by, votes }) => ({
        text,
        by: this.#parts.names.ofId(by),
        votes,
      })),
    }));
  }

  #isHidden({ subject }: BallotRecord): boolean {
    return subject.kind === 'order' && this.#parts.hidesChoices;
  }

  #votes(ballot: BallotRecord, votes: readonly VoteRecord[]): ExportedVote[] {
    const inTurn = [...votes].sort((a, b) => byAge(a.cast, b.cast));
    const last = new Map(inTurn.map((vote) => [vote.member, vote]));
    return inTurn.map((vote) => {
      const { by, at, choice, reason } = vote;
      return {
        by: this.#parts.names.of(by),
        at: time(at),
        choice: choice === null ? null : this.#parts.choice(choice, ballot.seat),
        reason: this.#isHidden(ballot) ? null : written(reason),
        counts: choice !== null && last.get(vote.member) === vote,
      };
    });
  }
}

function votesByBallot(votes: GameArchive['votes']): ReadonlyMap<number, readonly VoteRecord[]> {
  const byBallot = new Map<number, VoteRecord[]>();
  for (const vote of votes) {
    const known = byBallot.get(vote.ballot);
    if (known) known.push(vote);
    else byBallot.set(vote.ballot, [vote]);
  }
  return byBallot;
}

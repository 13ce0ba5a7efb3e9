/** A press on a ballot, as the member who made it knows of it. */
export interface Press {
  readonly ballot: number;
  readonly member: string;
  /** Discord's id of it: ids grow with time. */
  readonly interaction: string;
  /** The order that it was for, in the words of the answer; null: the vote was withdrawn. */
  readonly words: string | null;
  readonly reason: string | null;
}

/** A member's vote as it must count. */
export interface Vote {
  readonly member: string;
  readonly words: string;
  readonly reason: string | null;
  /** The press that brought the member to this order. */
  readonly since: bigint;
}

/** An order of a ballot that has votes. */
export interface Line {
  readonly words: string;
  readonly votes: readonly Vote[];
  /** The press since which it has never had fewer. */
  readonly held: bigint;
}

/**
 * What members have been told of their votes, and nothing else: the ballots must have counted just that. It knows nothing of how
 * the program counts.
 */
export class Ledger {
  readonly #told: Press[] = [];
  readonly #unanswered = new Map<string, Press>();

  /** The member was told that this is their vote, or that it is withdrawn. */
  acknowledged(press: Press): void {
    this.#told.push(press);
    this.#unanswered.delete(press.interaction);
  }

  /** The member was told nothing. It may count or not; they do not know. */
  unanswered(press: Press): void {
    this.#unanswered.set(press.interaction, press);
  }

  /** What the member asked for while nobody answered, and does not know the fate of. */
  doubts(ballot: number): Press[] {
    return [...this.#unanswered.values()].filter((press) => press.ballot === ballot);
  }

  /**
   * The member asked what their vote is: what was in doubt has counted, if this is what they asked for then. Whoever had that very
   * vote before learns nothing, and misses nothing either.
   */
  cleared(doubt: Press, words: string | null, reason: string | null): void {
    const before = this.votes(doubt.ballot).find(({ member }) => member === doubt.member);
    if ((before?.words ?? null) === words && (before?.reason ?? null) === reason && words === doubt.words) return;
    this.#unanswered.delete(doubt.interaction);
    if (words === doubt.words && (doubt.reason === null || doubt.reason === reason))
      this.#told.push({ ...doubt, reason });
  }

  /** Presses that were acknowledged, or have turned out to count. */
  presses(ballot: number): Press[] {
    return this.#told
      .filter((press) => press.ballot === ballot)
      .sort((a, b) => Number(BigInt(a.interaction) - BigInt(b.interaction)));
  }

  /** The votes that count in a ballot. */
  votes(ballot: number): Vote[] {
    return votesAfter(this.presses(ballot));
  }

  /** The orders that have votes, the winner first: on a tie the one that has had so many the longest. */
  tally(ballot: number): Line[] {
    const presses = this.presses(ballot);
    const votes = votesAfter(presses);
    const words = [...new Set(votes.map((vote) => vote.words))];
    return words
      .map((one) => {
        const its = votes.filter((vote) => vote.words === one);
        const counts = presses.map((_, at) =>
          votesAfter(presses.slice(0, at + 1)).filter(({ words }) => words === one),
        );
        const fewer = counts.findLastIndex(({ length }) => length < its.length);
        return { words: one, votes: its, held: BigInt(presses[fewer + 1]?.interaction ?? 0) };
      })
      .sort((a, b) => b.votes.length - a.votes.length || (a.held < b.held ? -1 : 1));
  }
}

/** What each member came to by these presses. */
function votesAfter(presses: readonly Press[]): Vote[] {
  const votes = new Map<string, Vote>();
  for (const { member, interaction, words, reason } of presses) {
    const before = votes.get(member);
    if (words === null) votes.delete(member);
    else if (before?.words === words) votes.set(member, { ...before, reason });
    else votes.set(member, { member, words, reason, since: BigInt(interaction) });
  }
  return [...votes.values()];
}

import {
  afterVote,
  carried,
  counted,
  excluded,
  excludedInWords,
  LIMITS,
  type StandingVote,
  standingVotes,
  tally,
} from '../council/index.ts';
import { type Order, orderKey } from '../game/index.ts';
import { type Answer, type Button, clipped, say } from './answer.ts';
import type { Ballots } from './ballots.ts';
import type { Caller } from './caller.ts';
import { clockTime, MOTION } from './card.ts';
import type { Decisions } from './decisions.ts';
import { councilOf } from './fold.ts';
import { type Change, clockwork, type Ledger } from './ledger.ts';
import { seatOf } from './seats.ts';
import type { OpenBallot, Table } from './table.ts';
import { nameAlone, plainName, WORDS } from './wording.ts';

/** Votes as they come. */
export class Votes {
  readonly #ledger: Ledger;
  readonly #ballots: Ballots;
  readonly #decisions: Decisions;

  constructor(ledger: Ledger, ballots: Ballots, decisions: Decisions) {
    this.#ledger = ledger;
    this.#ballots = ballots;
    this.#decisions = decisions;
  }

  /** A vote for an order that may be given. */
  forOrder(caller: Caller, table: Table, ballot: OpenBallot, order: Order, reason: string | null): Answer | Change {
    return this.cast(caller, table, ballot, orderKey(order), reason);
  }

  /** A vote, if the caller may cast it and the ballot has not run out. */
  cast(caller: Caller, table: Table, open: OpenBallot, choice: string, reason: string | null): Answer | Change {
    const struck = this.#decisions.strike(clockwork(caller.at), table, open);
    if (struck.decided) return tooLate(struck.decided);
    const no = this.#excluded(caller, table, struck.ballot);
    if (no !== null) return say('member', no, { aside: struck.notice });
    const mine = standingOf(struck.ballot, caller);
    const kept = mine?.choice === choice ? mine.reason : null;
    const now = this.#put(caller, struck.ballot, choice, reason === null ? kept : oneLine(reason) || kept);
    return this.#afterPress(caller, table, now, struck.notice, (ballot) => this.#confirmed(caller, table, ballot));
  }

  withdraw(caller: Caller, table: Table, open: OpenBallot): Answer | Change {
    const struck = this.#decisions.strike(clockwork(caller.at), table, open);
    if (struck.decided) return tooLate(struck.decided);
    if (!standingOf(struck.ballot, caller)) return say('member', WORDS.notVoted, { replaces: true });
    const now = this.#put(caller, struck.ballot, null, null);
    return this.#afterPress(caller, table, now, struck.notice, () =>
      say('member', WORDS.withdrawn, { replaces: true }),
    );
  }

  /** Gives a reason for a vote that stands. */
  giveReason(caller: Caller, table: Table, open: OpenBallot, text: string): Answer | Change {
    const mine = standingOf(open, caller);
    if (!mine) return say('member', WORDS.notVoted, { replaces: true });
    return replacing(this.cast(caller, table, open, mine.choice, text));
  }

  /** Takes over another member's reason for the same choice. */
  second(caller: Caller, table: Table, open: OpenBallot, member: number): Answer | Change {
    const standing = standingVotes(open.votes);
    const mine = standingOf(open, caller);
    const theirs = standing.find((vote) => vote.member === member);
    if (!mine) return say('member', WORDS.notVoted, { replaces: true });
    // While the votes are hidden, so is who is of one mind.
    if (open.rules.sealed || theirs?.choice !== mine.choice || theirs.reason === null)
      return { ...this.mine(caller, table, open), replaces: true };
    return replacing(this.cast(caller, table, open, mine.choice, theirs.reason));
  }

  /** What the caller has voted for. */
  mine(caller: Caller, table: Table, open: OpenBallot): Answer {
    return standingOf(open, caller) ? this.#confirmed(caller, table, open) : say('member', WORDS.notVoted);
  }

  /** The form for a reason. */
  askReason(caller: Caller, open: OpenBallot): Answer {
    const mine = standingOf(open, caller);
    if (!mine) return say('member', WORDS.notVoted, { replaces: true });
    const value = mine.reason ?? '';
    return say('member', '', {
      form: {
        title: 'A reason for your vote',
        asks: { what: 'reason', ballot: open.id },
        label: 'Why? One line, shown with your name',
        value,
        most: LIMITS.reason,
      },
    });
  }

  /** Closes a ballot before its time. */
  count(caller: Caller, table: Table, open: OpenBallot, sure: boolean): Answer | Change {
    const struck = this.#decisions.strike(clockwork(caller.at), table, open);
    if (struck.decided) return tooLate(struck.decided);
    const voters = standingVotes(struck.ballot.votes).length;
    if (voters === 0) return say('member', WORDS.nobodyVoted);
    if (voters < open.rules.quorum && !sure) {
      const text = `${counted(voters, 'vote')} so far, and ${open.rules.quorum} are needed. Count all the same?`;
      return say('member', text, {
        rows: [[{ label: 'Count now', tone: 'bold', press: { do: 'count', ballot: open.id, sure: true } }]],
      });
    }
    return this.#decisions.close(caller, table, struck.ballot, 'called');
  }

  /** Stores a press. The ballot with it. */
  #put(caller: Caller, ballot: OpenBallot, choice: string | null, reason: string | null): OpenBallot {
    const { store } = this.#ledger;
    const { interaction, at } = caller;
    const by = store.member(caller.member.discordId, caller.member.name);
    store.cast({ ballot: ballot.id, member: by.id, choice, reason, interaction, at });
    const vote = { member: by.id, choice, reason, cast: interaction, by, at };
    return { ...ballot, revision: ballot.revision + 1, votes: [...ballot.votes, vote] };
  }

  /** What a press leads to: the decision, a clock set anew, and the word to the member. */
  #afterPress(
    caller: Caller,
    table: Table,
    ballot: OpenBallot,
    notice: Answer | null,
    word: (ballot: OpenBallot) => Answer,
  ): Answer | Change {
    const votes = standingVotes(ballot.votes);
    const then =
      ballot.subject.kind === 'council'
        ? this.#motionIsClear(table, ballot, votes)
        : afterVote(ballot.rules, ballot.clockwork, votes);
    if (then === 'decide') {
      const said = word(ballot);
      const change = this.#decisions.close(clockwork(caller.at), table, ballot, 'early');
      return { ...change, answer: { ...said, text: `${said.text} That settles it.`, rows: [], aside: change.answer } };
    }
    if (then === 'restart')
      return {
        ...word(
          this.#ballots.run(ballot, {
            ...ballot.clockwork,
            began: caller.at,
            closes: caller.at + ballot.rules.window,
          }),
        ),
        aside: notice,
      };
    this.#ballots.rearm(ballot);
    return { ...word(ballot), aside: notice };
  }

  /** Among named members a motion is settled as soon as it cannot come out otherwise. */
  #motionIsClear(table: Table, { seat, clockwork, rules }: OpenBallot, votes: readonly StandingVote[]) {
    const { mode, commanders } = councilOf(table.position, seat);
    if (mode !== 'commander') return afterVote({ ...rules, early: null }, clockwork, votes);
    const inFavour = votes.filter(({ choice }) => choice === MOTION.for).length;
    const all = commanders.length;
    const open = all - votes.length;
    const settled = carried(inFavour, all, 1) || !carried(inFavour + open, all, 1);
    return settled ? ('decide' as const) : null;
  }

  #confirmed(caller: Caller, table: Table, ballot: OpenBallot): Answer {
    const mine = standingOf(ballot, caller);
    if (!mine) return say('member', WORDS.notVoted);
    const { closes } = ballot.clockwork;
    const until = closes === null ? '' : ` until ${clockTime(closes)}`;
    const why = mine.reason === null ? '' : `\n> “${plainName(mine.reason)}”`;
    const text = `Your vote: **${this.#choiceInWords(table, ballot, mine.choice)}**.${why}\nYou may change it${until}.`;
    return say('member', text, { rows: [this.#ownButtons(ballot, mine)] });
  }

  #ownButtons(ballot: OpenBallot, mine: StandingVote): Button[] {
    const line = tally(standingVotes(ballot.votes)).find(({ choice }) => choice === mine.choice);
    const others = ballot.rules.sealed || mine.reason !== null ? [] : (line?.reasons ?? []).slice(0, 2);
    // A label knows no Markdown.
    const nameOf = (member: number) => nameAlone(ballot.votes.find(({ by }) => by.id === member)?.by.name ?? '');
    return [
      {
        label: mine.reason === null ? 'Give a reason' : 'Change the reason',
        tone: 'bold',
        press: { do: 'reason', ballot: ballot.id },
      },
      ...others.map(
        ({ by, text }): Button => ({
          label: clipped(`Agree with ${nameOf(by)}: “${text}”`, 80),
          tone: 'plain',
          press: { do: 'second', ballot: ballot.id, member: by },
        }),
      ),
      { label: 'Withdraw', tone: 'plain', press: { do: 'withdraw', ballot: ballot.id } },
    ];
  }

  #choiceInWords({ system, position }: Table, { subject }: OpenBallot, choice: string): string {
    if (subject.kind === 'council') return choice === MOTION.for ? 'for the change' : 'against the change';
    return system.label(position.state, JSON.parse(choice) as Order).text;
  }

  /** Why the caller may not vote in a ballot. Null: they may. */
  #excluded(caller: Caller, table: Table, { rules, openedAt, seat, subject }: OpenBallot): string | null {
    if (seatOf(this.#ledger.store, table, caller) !== seat) return WORDS.otherSide;
    const { mode, commanders } = councilOf(table.position, seat);
    if (subject.kind === 'council' && mode === 'commander') {
      const member = this.#ledger.store.member(caller.member.discordId, caller.member.name).id;
      return commanders.includes(member) ? null : WORDS.commandersDecide;
    }
    const why = excluded(rules.voters, openedAt, caller);
    return why && excludedInWords(why);
  }
}

function standingOf({ votes }: OpenBallot, { member }: Caller): StandingVote | null {
  const id = votes.find(({ by }) => by.discordId === member.discordId)?.by.id;
  return standingVotes(votes).find((vote) => vote.member === id) ?? null;
}

function tooLate(change: Change): Change {
  return { ...change, answer: say('member', WORDS.tooLate, { aside: change.answer }) };
}

/** What is answered from the member's own message changes that message. */
function replacing(done: Answer | Change): Answer | Change {
  return 'after' in done ? { ...done, answer: { ...done.answer, replaces: true } } : { ...done, replaces: true };
}

function oneLine(text: string): string {
  return clipped(text.replace(/\s+/g, ' ').trim(), LIMITS.reason);
}

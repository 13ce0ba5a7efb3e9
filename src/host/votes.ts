import {
  afterVote,
  carried,
  counted,
  type Decision,
  decide,
  excluded,
  excludedInWords,
  LIMITS,
  type StandingVote,
  standingVotes,
  stroke,
  tally,
} from '../council/index.ts';
import { labelText, type Order, orderKey, type SeatId, type Throw } from '../game/index.ts';
import { type Answer, type Button, clipped, say } from './answer.ts';
import type { Ballots } from './ballots.ts';
import type { Caller } from './caller.ts';
import { clockTime, MOTION, nameIn } from './card.ts';
import type { Councils } from './councils.ts';
import { councilOf } from './fold.ts';
import { type Actor, type Change, clockwork, further, type Ledger } from './ledger.ts';
import { DECIDE } from './offers.ts';
import type { Orders } from './orders.ts';
import { report } from './report.ts';
import { seatOf } from './seats.ts';
import type { OpenBallot, Table } from './table.ts';
import { tieThrow } from './tie.ts';
import { plainName, WORDS } from './wording.ts';

/** A ballot after its clock was looked at: decided by it, or still open, perhaps with something to tell the channel. */
interface Struck {
  readonly decided: Change | null;
  readonly ballot: OpenBallot;
  readonly notice: Answer | null;
}

/** Votes as they come, and what a ballot comes to. */
export class Votes {
  readonly #ledger: Ledger;
  readonly #ballots: Ballots;
  readonly #councils: Councils;
  readonly #orders: Orders;

  constructor(ledger: Ledger, ballots: Ballots, councils: Councils, orders: Orders) {
    this.#ledger = ledger;
    this.#ballots = ballots;
    this.#councils = councils;
    this.#orders = orders;
  }

  /** A vote for an order that may be given. */
  forOrder(caller: Caller, table: Table, ballot: OpenBallot, order: Order, reason: string | null): Answer | Change {
    return this.cast(caller, table, ballot, orderKey(order), reason);
  }

  /** A vote, if the caller may cast it and the ballot has not run out. */
  cast(caller: Caller, table: Table, open: OpenBallot, choice: string, reason: string | null): Answer | Change {
    const struck = this.strike(clockwork(caller.at), table, open);
    if (struck.decided) return tooLate(struck.decided);
    const no = this.#excluded(caller, table, struck.ballot);
    if (no !== null) return say('member', no, { aside: struck.notice });
    const mine = standingOf(struck.ballot, caller);
    const kept = mine?.choice === choice ? mine.reason : null;
    this.#put(caller, open.id, choice, reason === null ? kept : oneLine(reason) || kept);
    return this.#afterPress(caller, table, open.id, struck.notice, (ballot) => this.#confirmed(caller, table, ballot));
  }

  withdraw(caller: Caller, table: Table, open: OpenBallot): Answer | Change {
    const struck = this.strike(clockwork(caller.at), table, open);
    if (struck.decided) return tooLate(struck.decided);
    if (!standingOf(struck.ballot, caller)) return say('member', WORDS.notVoted, { replaces: true });
    this.#put(caller, open.id, null, null);
    return this.#afterPress(caller, table, open.id, struck.notice, () =>
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
    if (theirs?.choice !== mine.choice || theirs.reason === null)
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
    const struck = this.strike(clockwork(caller.at), table, open);
    if (struck.decided) return tooLate(struck.decided);
    const voters = standingVotes(struck.ballot.votes).length;
    if (voters === 0) return say('member', WORDS.nobodyVoted);
    if (voters < open.rules.quorum && !sure) {
      const text = `${counted(voters, 'vote')} so far, and ${open.rules.quorum} are needed. Count all the same?`;
      return say('member', text, {
        rows: [[{ label: 'Count now', tone: 'bold', press: { do: 'count', ballot: open.id, sure: true } }]],
      });
    }
    return this.#close(caller, table, struck.ballot);
  }

  /** Does what a ballot's clock asks for at a time, if anything. */
  strike(actor: Actor, table: Table, ballot: OpenBallot): Struck {
    const voters = standingVotes(ballot.votes).length;
    const due = stroke(ballot.rules, ballot.clockwork, voters, actor.at);
    switch (due) {
      case 'decide':
        return { decided: this.#close(actor, table, ballot), ballot, notice: null };
      case 'remind': {
        const now = this.#ballots.run(ballot, { ...ballot.clockwork, reminded: true });
        return { decided: null, ballot: now, notice: reminder(now, voters) };
      }
      case 'extend': {
        // From now on, so that a bot that was away leaves as much time as one that was not.
        const now = this.#ballots.run(ballot, {
          ...ballot.clockwork,
          began: actor.at,
          closes: actor.at + ballot.rules.window,
          extended: true,
        });
        return { decided: null, ballot: now, notice: extension(now, voters) };
      }
      case 'wait': {
        const now = this.#ballots.run(ballot, { ...ballot.clockwork, closes: null });
        return { decided: null, ballot: now, notice: waiting(now, voters) };
      }
      default:
        // The clock was early, or a vote has made a reminder needless.
        if (due === null) this.#ballots.rearm(ballot);
        return { decided: null, ballot, notice: null };
    }
  }

  #put(caller: Caller, ballot: number, choice: string | null, reason: string | null): void {
    const { store } = this.#ledger;
    const member = store.member(caller.member.discordId, caller.member.name).id;
    store.cast({ ballot, member, choice, reason, interaction: caller.interaction, at: caller.at });
  }

  /** What a press leads to: the decision, a clock set anew, and the word to the member. */
  #afterPress(
    caller: Caller,
    table: Table,
    id: number,
    notice: Answer | null,
    word: (ballot: OpenBallot) => Answer,
  ): Answer | Change {
    const ballot = this.#ledger.tables.laid(table).ballots.find((one) => one.id === id);
    if (!ballot) throw new Error(`There is no open ballot ${id}`);
    const votes = standingVotes(ballot.votes);
    const then =
      ballot.subject.kind === 'council'
        ? this.#motionIsClear(table, ballot, votes)
        : afterVote(ballot.rules, ballot.clockwork, votes);
    if (then === 'decide') {
      const said = word(ballot);
      const change = this.#close(further(caller), table, ballot);
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
    return [
      {
        label: mine.reason === null ? 'Give a reason' : 'Change the reason',
        tone: 'bold',
        press: { do: 'reason', ballot: ballot.id },
      },
      ...others.map(
        ({ by, text }): Button => ({
          label: clipped(`Agree with ${nameIn(ballot, by)}: “${text}”`, 80),
          tone: 'plain',
          press: { do: 'second', ballot: ballot.id, member: by },
        }),
      ),
      { label: 'Withdraw', tone: 'plain', press: { do: 'withdraw', ballot: ballot.id } },
    ];
  }

  #choiceInWords({ system, position }: Table, { subject, rules }: OpenBallot, choice: string): string {
    if (subject.kind === 'council') return choice === MOTION.for ? 'for the change' : 'against the change';
    return labelText(system.label(position.state, JSON.parse(choice) as Order), !rules.sealed);
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

  #close(actor: Actor, table: Table, ballot: OpenBallot): Change {
    return ballot.subject.kind === 'order'
      ? this.#decideOrder(actor, table, ballot)
      : this.#decideMotion(actor, table, ballot, ballot.subject.proposed);
  }

  #decideOrder(actor: Actor, table: Table, ballot: OpenBallot): Change {
    const { game, position } = table;
    const { seat } = ballot;
    const { decision, throws } = this.#decision(table, ballot);
    this.#ballots.close(ballot, { at: actor.at, how: 'decided', why: null, decision });
    const seq = position.seq + 1;
    this.#ledger.append(actor, game, seq, { kind: 'ballot', seat, ballot: ballot.id, decision, throws });
    const counted: Table = { ...table, position: { ...position, seq } };
    const order = JSON.parse(decision.choice) as Order;
    const done = this.#orders.enact(further(actor), counted, seat, order, { reason: null, ballot: ballot.id });
    // It was legal when it was voted for, and nothing has changed since without voiding the ballot.
    if (!('after' in done)) throw new Error(`Ballot ${ballot.id} decided what is refused: ${done.text}`);
    return done;
  }

  #decision(
    { game, position }: Table,
    ballot: OpenBallot,
  ): { readonly decision: Decision; readonly throws: readonly Throw[] } {
    const votes = standingVotes(ballot.votes);
    const [commander] = councilOf(position, ballot.seat).commanders;
    const casting = votes.find(({ member }) => member === commander)?.choice ?? null;
    const throws: Throw[] = [];
    const decision = decide(votes, ballot.rules.tie, casting, (among) => {
      const thrown = tieThrow(game, position.standing.length, among);
      throws.push(thrown);
      return thrown.face;
    });
    if (!decision) throw new Error(`Ballot ${ballot.id} was to be decided without votes`);
    return { decision, throws };
  }

  #decideMotion(actor: Actor, table: Table, ballot: OpenBallot, proposed: ReturnType<typeof councilOf>): Change {
    const { seat, rules } = ballot;
    const votes = standingVotes(ballot.votes);
    const inFavour = votes.filter(({ choice }) => choice === MOTION.for).length;
    const before = councilOf(table.position, seat);
    const all = before.mode === 'commander' ? before.commanders.length : votes.length;
    const passes = carried(inFavour, all, before.mode === 'commander' ? 1 : Math.min(rules.quorum, votes.length));
    const decision: Decision = {
      choice: passes ? MOTION.for : MOTION.against,
      votes: passes ? inFavour : votes.length - inFavour,
      of: votes.length,
      tie: null,
    };
    this.#ballots.close(ballot, { at: actor.at, how: passes ? 'decided' : 'lost', why: null, decision });
    const by = `${inFavour} of ${counted(votes.length, 'vote')} in favour`;
    if (!passes) {
      const after = this.#ledger.tables.laid(table);
      return { after, answer: say('channel', `Not carried, with ${by}: this table decides as before.`) };
    }
    return this.adopt(actor, table, seat, proposed, {
      cause: 'vote',
      ballot: ballot.id,
      by: `The vote carries, ${by}`,
    });
  }

  /** Puts a new council in place, and says so to the channel. `by`: who or what decides, as a sentence begins. */
  adopt(
    actor: Actor,
    table: Table,
    seat: SeatId,
    council: ReturnType<typeof councilOf>,
    { cause, ballot, by }: { readonly cause: 'member' | 'vote'; readonly ballot: number | null; readonly by: string },
  ): Change {
    const { store, tables, render } = this.#ledger;
    const before = councilOf(table.position, seat);
    const bare = this.#councils.change(actor, table, seat, council, cause, { ballot });
    for (const open of store.openBallots(table.game.id)) {
      const overtaken = open.subject.kind === 'council' || council.mode !== before.mode;
      if (open.seat === seat && overtaken) this.#ballots.void(open, actor.at, 'council');
    }
    const after = this.#ballots.follow(bare, actor, 'council');
    const known = table.ballots.map(({ id }) => id);
    const kept = after.ballots.some(({ id, subject }) => known.includes(id) && subject.kind === 'order');
    const opened = after.ballots.some(({ id }) => !known.includes(id));
    const changes = this.#councils.inWords(before, council).join('; ');
    const words = [`${by}: ${changes}.`, ...(kept ? [WORDS.nextBallot] : [])];
    // A new map is due only where the buttons under the last one mean something else now.
    if (!opened && council.mode === before.mode)
      return { after, answer: say('channel', words.join(' '), { rows: [[DECIDE]] }) };
    store.owe({ game: table.game.id, seq: after.position.seq, channel: table.game.channel, since: actor.at });
    return { after: tables.laid(after), answer: report(after, render, words) };
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

function reminder({ rules, clockwork: { closes } }: OpenBallot, voters: number): Answer {
  const role = rules.reminder?.role ?? null;
  const call = role === null ? '' : `<@&${role}> `;
  const missing = counted(rules.quorum - voters, 'more vote');
  const text = `${call}The vote needs ${missing}. It closes ${clockTime(closes ?? 0)}.`;
  return say('channel', text, { pings: { roles: role === null ? [] : [role], users: [] } });
}

function extension({ rules, clockwork: { closes } }: OpenBallot, voters: number): Answer {
  const text = `Too few have voted (${voters} of ${rules.quorum}). The vote stays open once more, until ${clockTime(closes ?? 0)}.`;
  return say('channel', text);
}

function waiting({ rules }: OpenBallot, voters: number): Answer {
  const until = rules.short === 'wait' ? `${rules.quorum} have voted` : 'somebody votes';
  return say('channel', `Too few have voted (${voters} of ${rules.quorum}). The vote stays open until ${until}.`);
}

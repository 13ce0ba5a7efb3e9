import { type Council, carried, counted, type Decision, decide, standingVotes, stroke } from '../council/index.ts';
import type { Order, SeatId, Throw } from '../game/index.ts';
import { type Answer, say } from './answer.ts';
import type { Ballots } from './ballots.ts';
import { clockTime, MOTION } from './card.ts';
import type { Councils } from './councils.ts';
import { councilOf } from './fold.ts';
import { type Actor, type Change, clockwork, type Ledger } from './ledger.ts';
import { proposedNow } from './motion.ts';
import { DECIDE } from './offers.ts';
import type { Orders } from './orders.ts';
import { report } from './report.ts';
import type { OpenBallot, Table } from './table.ts';
import { tieThrow } from './tie.ts';
import { WORDS } from './wording.ts';

/** What closed a ballot that was decided: its time, its votes, or somebody who may. */
export type Closing = 'time' | 'early' | 'called';

/** A ballot after its clock was looked at: decided by it, or still open, perhaps with something to tell the channel. */
interface Struck {
  readonly decided: Change | null;
  readonly ballot: OpenBallot;
  readonly notice: Answer | null;
}

/** What ballots come to, by their clock or before it. */
export class Decisions {
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

  /** Does what a ballot's clock asks for at a time, if anything. */
  strike(actor: Actor, table: Table, ballot: OpenBallot): Struck {
    const voters = standingVotes(ballot.votes).length;
    const due = stroke(ballot.rules, ballot.clockwork, voters, actor.at);
    switch (due) {
      case 'decide':
        return { decided: this.close(actor, table, ballot, 'time'), ballot, notice: null };
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

  /** Closes a ballot with what its votes decide. */
  close(actor: Actor, table: Table, ballot: OpenBallot, why: Closing): Change {
    return ballot.subject.kind === 'order'
      ? this.#decideOrder(actor, table, ballot, why)
      : this.#decideMotion(actor, table, ballot, ballot.subject.proposed, why);
  }

  #decideOrder(actor: Actor, table: Table, ballot: OpenBallot, why: Closing): Change {
    const { game, position } = table;
    const { seat } = ballot;
    const { decision, throws } = this.#decision(table, ballot);
    const by = this.#ledger.member(actor);
    this.#ballots.close(ballot, { at: actor.at, how: 'decided', why, by, decision });
    const seq = position.seq + 1;
    this.#ledger.append(actor, game, seq, { kind: 'ballot', seat, ballot: ballot.id, decision, throws });
    const counted: Table = { ...table, position: { ...position, seq } };
    const order = JSON.parse(decision.choice) as Order;
    const done = this.#orders.enact(clockwork(actor.at), counted, seat, order, { reason: null, ballot: ballot.id });
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

  #decideMotion(actor: Actor, table: Table, ballot: OpenBallot, proposed: Council, why: Closing): Change {
    const { seat, rules } = ballot;
    const { store } = this.#ledger;
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
    const closer = this.#ledger.member(actor);
    this.#ballots.close(ballot, { at: actor.at, how: passes ? 'decided' : 'lost', why, by: closer, decision });
    const by = `${inFavour} of ${counted(votes.length, 'vote')} in favour`;
    if (!passes) {
      const after = this.#ledger.tables.laid(table);
      return { after, answer: say('channel', `Not carried, with ${by}: this table decides as before.`) };
    }
    return this.adopt(actor, table, seat, proposedNow(store, table, ballot, proposed), {
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
    council: Council,
    { cause, ballot, by }: { readonly cause: 'member' | 'vote'; readonly ballot: number | null; readonly by: string },
  ): Change {
    const { store, tables, render } = this.#ledger;
    const before = councilOf(table.position, seat);
    const bare = this.#councils.change(actor, table, seat, council, cause, { ballot });
    for (const open of store.openBallots(table.game.id)) {
      const overtaken = open.subject.kind === 'council' || council.mode !== before.mode;
      if (open.seat === seat && overtaken) this.#ballots.void(open, actor, 'council');
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

function reminder({ rules, clockwork: { closes } }: OpenBallot, voters: number): Answer {
  const role = rules.reminder?.role ?? null;
  const call = role === null ? '' : `<@&${role}> `;
  const missing = counted(rules.quorum - voters, 'vote');
  const text = `${call}The council is still short of ${missing}. The ballot closes ${clockTime(closes ?? 0)}.`;
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

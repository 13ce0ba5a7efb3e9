import { type Council, counted, isComplaint, motionRules, standingVotes, wayOfDeciding } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import { type Answer, say } from '../answer.ts';
import { type Caller, mayDirect } from '../caller.ts';
import { councilOf } from '../fold.ts';
import type { Change, Ledger } from '../ledger.ts';
import { report } from '../report.ts';
import { noSeat, seatOf, sideName } from '../seats.ts';
import { type OpenBallot, orderBallot, type Table } from '../table.ts';
import { plainName, WORDS } from '../wording.ts';
import type { Ballots } from './ballots.ts';
import { cardOf } from './card.ts';
import { Councils } from './councils.ts';
import type { Decisions } from './decisions.ts';
import { MOTION, motionRows, proposedNow } from './motion.ts';
import { panel, settingPanel, sureOf } from './panel.ts';
import type { Votes } from './votes.ts';

/** What members do with ballots, and with the way their table decides. */
export class Chamber {
  readonly #ledger: Ledger;
  readonly #ballots: Ballots;
  readonly #councils: Councils;
  readonly #decisions: Decisions;
  readonly #votes: Votes;

  constructor(parts: {
    readonly ledger: Ledger;
    readonly ballots: Ballots;
    readonly councils: Councils;
    readonly decisions: Decisions;
    readonly votes: Votes;
  }) {
    this.#ledger = parts.ledger;
    this.#ballots = parts.ballots;
    this.#councils = parts.councils;
    this.#decisions = parts.decisions;
    this.#votes = parts.votes;
  }

  /** How this table decides. */
  council(caller: Caller): Answer | null {
    return this.#atSeat(caller, (table, seat, council) => panel(caller, table, seat, council, this.#councils));
  }

  setting(caller: Caller, name: string): Answer | null {
    return this.#atSeat(
      caller,
      (table, seat, council) =>
        settingPanel(table, council, this.#councils, name) ?? panel(caller, table, seat, council, this.#councils),
    );
  }

  /** Changes how this table decides, or puts the change to the vote. */
  setCouncil(
    caller: Caller,
    options: Readonly<Record<string, string>>,
    people: Readonly<Record<string, string>>,
    sure: boolean,
    game: string | null,
  ): Answer | null {
    return this.#ofGame(caller, game, (table, seat, council) => {
      if (Object.keys(options).length === 0) return panel(caller, table, seat, council, this.#councils);
      // Before anything is read of it: a change that may not be made leaves nobody's name behind.
      const no = this.#mayNotMove(caller, table, seat);
      if (no !== null) return say('member', no);
      const next = this.#councils.asked(caller, council, options, people);
      if (isComplaint(next)) return say('member', next.complaint);
      const question = sure ? null : this.#question(caller, table, seat, next, options);
      return question ?? this.#proposed(caller, table, seat, next);
    });
  }

  /** Joins the rota of commanders, or leaves it. */
  rota(caller: Caller, join: boolean, game: string | null): Answer | null {
    return this.#ofGame(caller, game, (table, seat, council) => {
      if (council.mode !== 'commander' || council.rotate.after === 'never') return say('member', WORDS.notInRota);
      const { store } = this.#ledger;
      const { discordId, name } = caller.member;
      if (!join && !this.#councils.isAmong(council.commanders, discordId)) return say('member', WORDS.outOfRota);
      const { id } = store.member(discordId, name);
      if (!join && council.commanders.length === 1 && council.commanders[0] === id)
        return say('member', WORDS.lastInRota);
      const next = Councils.rota(council, id, join);
      if (!next) return say('member', this.#noPlace(caller, council));
      return this.#adopted(caller, table, seat, next, null);
    });
  }

  #noPlace({ member }: Caller, { commanders }: Council): string {
    return this.#councils.isAmong(commanders, member.discordId) ? WORDS.alreadyInRota : WORDS.rotaFull;
  }

  #proposed(caller: Caller, table: Table, seat: SeatId, next: Council): Answer | Change {
    const council = councilOf(table.position, seat);
    const side = sideName(table.system, seat);
    if (this.#councils.inWords(council, next, side).length === 0)
      return say('member', side === null ? WORDS.sameCouncil : WORDS.sameWay);
    if (hidesOrders(table) && next.mode === 'vote') return say('member', WORDS.secretOrders);
    return mayDirect(caller, table.game)
      ? this.#adopted(caller, table, seat, next)
      : this.#moved(caller, table, seat, next);
  }

  /** What a press on the panel asks before it changes something for all. Null: nothing is lost by it. */
  #question(
    caller: Caller,
    table: Table,
    seat: SeatId,
    next: Council,
    options: Readonly<Record<string, string>>,
  ): Answer | null {
    const [[setting, value] = ['', '']] = Object.entries(options);
    const council = councilOf(table.position, seat);
    const changes = this.#councils.inWords(council, next, sideName(table.system, seat)).join('; ');
    if (changes === '') return null;
    if (!mayDirect(caller, table.game))
      return sureOf(
        table,
        `This opens a ballot on it in the channel: ${changes}.`,
        'Put it to the ballot',
        setting,
        value,
      );
    const votes = standingVotes(orderBallot(table, seat)?.votes ?? []).length;
    if (votes === 0 || next.mode === council.mode) return null;
    const text = `A ballot is open, with ${counted(votes, 'vote')}, and would be void. Change it all the same: ${changes}?`;
    return sureOf(table, text, 'Change it', setting, value);
  }

  /** The change at once, told to the channel; the member sees the new state of things. */
  #adopted(
    caller: Caller,
    table: Table,
    seat: SeatId,
    next: Council,
    by: string | null = `**${plainName(caller.member.name)}** changes ${wayOfDeciding(sideName(table.system, seat))}`,
  ): Change {
    const change = this.#decisions.adopt(caller, table, seat, next, { cause: 'member', ballot: null, by });
    return { ...change, answer: { ...panel(caller, change.after, seat, next, this.#councils), aside: change.answer } };
  }

  /** Why a member may neither change how this table decides nor propose it. Null: they may. */
  #mayNotMove(caller: Caller, table: Table, seat: SeatId): string | null {
    if (mayDirect(caller, table.game)) return null;
    if (this.#ledger.store.openBallot(table.game.id, seat, 'council')) return WORDS.motionOpen;
    const rules = motionRules(councilOf(table.position, seat));
    return this.#votes.excluded(caller, table, { rules, openedAt: caller.at, seat, subject: { kind: 'council' } });
  }

  /** The change put to the vote of those the table is. Whoever moves it is for it. */
  #moved(caller: Caller, table: Table, seat: SeatId, proposed: Council): Answer | Change {
    const { tables } = this.#ledger;
    const rules = motionRules(councilOf(table.position, seat));
    const id = this.#ballots.open(table, seat, { kind: 'council', proposed }, caller, rules);
    const laid = tables.laid(table);
    const cast = this.#votes.cast(caller, laid, ballotOf(laid, id), MOTION.for, null);
    if ('after' in cast) return cast;
    const now = tables.laid(table);
    return { ...cast, text: WORDS.proposed, replaces: true, aside: this.motionMessage(now, ballotOf(now, id)) };
  }

  /** The message of a ballot on the council. */
  motionMessage(table: Table, ballot: OpenBallot): Answer {
    if (ballot.subject.kind !== 'council') throw new Error(`Ballot ${ballot.id} is not on the council`);
    const proposed = proposedNow(this.#ledger.store, table, ballot, ballot.subject.proposed);
    const side = sideName(table.system, ballot.seat);
    const changes = this.#councils.inWords(councilOf(table.position, ballot.seat), proposed, side);
    const by = ballot.opener ? `**${plainName(ballot.opener.name)}** proposes` : 'Proposed';
    return say('channel', `${by} to change ${wayOfDeciding(side)}: ${changes.join('; ')}.`, {
      cards: [cardOf(table, table.position.state, ballot)],
      rows: motionRows(ballot),
    });
  }

  /** A vote for or against a change of the council. */
  motion(caller: Caller, ballot: number, inFavour: boolean): Answer | null {
    return this.#atBallot(caller, ballot, (table, open) =>
      open.subject.kind === 'council'
        ? this.#votes.cast(caller, table, open, inFavour ? MOTION.for : MOTION.against, null)
        : say('member', WORDS.voteOver),
    );
  }

  /** Calls a vote on the next order, or shows the one that is open. */
  openVote(caller: Caller): Answer | null {
    const { tables, render } = this.#ledger;
    return this.#atSeat(caller, (table, seat, council) => {
      if (orderBallot(table, seat)) return { ...report(table, render, [WORDS.alreadyOpen]), to: 'member' };
      const asked = table.system.asked(table.position.state).some((one) => one.seat === seat);
      if (!asked) return say('member', WORDS.menuOver);
      if (hidesOrders(table)) return say('member', WORDS.secretOrders);
      if (!mayDirect(caller, table.game) && this.#councils.mayNotOrder(caller, table, seat) !== null)
        return say('member', WORDS.mayNotCall);
      if (!mayDirect(caller, table.game) && council.mode === 'open') return say('member', WORDS.mayNotCall);
      this.#ballots.open(table, seat, { kind: 'order' }, caller);
      const after = tables.laid(table);
      const text = `**${plainName(caller.member.name)}** calls a ballot on the next order.`;
      return { after, answer: report(after, render, [text]) };
    });
  }

  /** Closes a ballot before its time. */
  count(caller: Caller, ballot: number | null, sure: boolean): Answer | null {
    return this.#atBallot(caller, ballot, (table, open) =>
      mayDirect(caller, table.game) ? this.#votes.count(caller, table, open, sure) : say('member', WORDS.mayNotCount),
    );
  }

  withdraw(caller: Caller, ballot: number | null): Answer | null {
    return this.#atBallot(caller, ballot, (table, open) => this.#votes.withdraw(caller, table, open));
  }
  mine(caller: Caller, ballot: number): Answer | null {
    return this.#atBallot(caller, ballot, (table, open) => this.#votes.mine(caller, table, open));
  }
  askReason(caller: Caller, ballot: number): Answer | null {
    return this.#atBallot(caller, ballot, (_table, open) => this.#votes.askReason(caller, open));
  }
  giveReason(caller: Caller, ballot: number, text: string): Answer | null {
    return this.#atBallot(caller, ballot, (table, open) => this.#votes.giveReason(caller, table, open, text));
  }
  second(caller: Caller, ballot: number, member: number): Answer | null {
    return this.#atBallot(caller, ballot, (table, open) => this.#votes.second(caller, table, open, member));
  }

  /** At the caller’s seat, if the channel still plays this game. Null: whichever it plays. */
  #ofGame(
    caller: Caller,
    game: string | null,
    work: (table: Table, seat: SeatId, council: Council) => Answer | Change,
  ): Answer | null {
    return this.#atSeat(caller, (table, seat, council) =>
      game === null || game === table.game.id
        ? work(table, seat, council)
        : this.#ledger.noGame(caller, { game, seq: 0 }),
    );
  }

  #atSeat(caller: Caller, work: (table: Table, seat: SeatId, council: Council) => Answer | Change): Answer | null {
    return this.#ledger.atTable(caller, null, (table) => {
      const seat = seatOf(this.#ledger.store, table, caller);
      return seat === null ? noSeat(table) : work(table, seat, councilOf(table.position, seat));
    });
  }

  /** At an open ballot of the channel's game: the one named, or the one on the next order. */
  #atBallot(
    caller: Caller,
    id: number | null,
    work: (table: Table, open: OpenBallot) => Answer | Change,
  ): Answer | null {
    return this.#ledger.atTable(caller, null, (table) => {
      const seat = seatOf(this.#ledger.store, table, caller);
      const open = id === null ? orderBallot(table, seat) : table.ballots.find((ballot) => ballot.id === id);
      if (open) return work(table, open);
      return say('member', id === null ? WORDS.noBallot : WORDS.voteOver);
    });
  }
}

/** Whether a ballot in the channel would show one side what the other means to do. */
function hidesOrders({ system }: Table): boolean {
  return system.seats.length > 1 && system.verbs.some(({ secret }) => secret);
}

function ballotOf({ ballots }: Table, id: number): OpenBallot {
  const found = ballots.find((ballot) => ballot.id === id);
  if (!found) throw new Error(`There is no open ballot ${id}`);
  return found;
}

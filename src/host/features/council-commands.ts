import { type Council, isComplaint, motionRules, standingVotes, TAKING_PART } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { BallotClosing } from '../actions/ballot-closing.ts';
import { openBallot } from '../actions/ballot-lifecycle.ts';
import { askedCouncil, changedRota } from '../actions/council-changes.ts';
import type { GameChange, GameTransactions } from '../actions/game-transactions.ts';
import type { VoteCasting } from '../actions/vote-casting.ts';
import { hidesOrders, MOTION_CHOICE } from '../base/ballot-choice.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { type Reply, reply } from '../base/reply.ts';
import { COUNCIL_ANSWERS, PANEL } from '../base/voting-words.ts';
import { WORDS } from '../base/wording.ts';
import { settingPanel, sidesPanel, sureOf } from '../messages/council-panel.ts';
import { councilChanges, isAmong } from '../table/council-members.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import { type OpenBallot, orderBallot } from '../table/open-ballots.ts';
import type { CouncilPanel, Said } from '../table/said.ts';
import { seatOf, sideMeant, sideNameOf, sitsAt } from '../table/seat-rules.ts';

/** `/council` and its panel: how a table decides, and how that is changed. */
export class CouncilCommands {
  readonly #transactions: GameTransactions;
  readonly #closing: BallotClosing;
  readonly #votes: VoteCasting;

  constructor(parts: {
    readonly transactions: GameTransactions;
    readonly closing: BallotClosing;
    readonly votes: VoteCasting;
  }) {
    this.#transactions = parts.transactions;
    this.#closing = parts.closing;
    this.#votes = parts.votes;
  }

  /** How this table decides, or one of its sides. Somebody without a side sees how each of them does. */
  show(caller: Caller, side: string | null = null): Reply | null {
    return this.#transactions.atTable(caller, null, (table) =>
      side === null && seatOf(this.#transactions.store, table, caller) === null
        ? sidesPanel(caller, table, this.#transactions.store)
        : this.#atSide(caller, table, side, NONE, (seat) => this.#panel(caller, table, seat)),
    );
  }

  setting(caller: Caller, name: string, side: string | null = null): Reply | null {
    return this.#atSeat(
      caller,
      side,
      NONE,
      (table, seat, council) =>
        settingPanel(table, seat, council, this.#transactions.store, name) ?? this.#panel(caller, table, seat),
    );
  }

  #panel(caller: Caller, table: GameTable, seat: SeatId): CouncilPanel {
    return { say: 'panel', caller, table, seat };
  }

  /**
   * Changes how this table decides, or puts the change to the vote.
   * @param game the one whose panel was pressed: in any other nothing is changed. Null: whichever is being played here
   */
  set(
    caller: Caller,
    options: Readonly<Record<string, string>>,
    people: Readonly<Record<string, string>>,
    sure = true,
    game: string | null = null,
    side: string | null = null,
  ): Reply | null {
    return this.#ofGame(caller, { game, side }, (table, seat, council) => {
      if (Object.keys(options).length === 0) return this.#panel(caller, table, seat);
      // Checked before the change is read: a refused change stores nobody's name.
      if ('secret' in options && table.system.seats.length === 1) return reply('member', WORDS.oneSide);
      if (options.secret === 'false' && hidesOrders(table.system)) return reply('member', COUNCIL_ANSWERS.alwaysSecret);
      const no = this.#mayNotMove(caller, table, seat);
      if (no !== null) return reply('member', no);
      const next = askedCouncil(this.#transactions, caller, council, options, people);
      if (isComplaint(next)) return reply('member', next.complaint);
      const question = sure ? null : this.#question(caller, table, seat, next, options);
      return question ?? this.#proposed(caller, table, seat, next);
    });
  }

  /** Joins the rota of commanders, or leaves it. */
  rota(caller: Caller, join: boolean, game: string | null = null, side: string | null = null): Reply | null {
    return this.#ofGame(caller, { game, side }, (table, seat, council) => {
      if (!sitsAt(this.#transactions.store, table, caller.member.discordId, seat))
        return reply('member', notOfSide(table, seat));
      if (council.mode !== 'commander' || council.rotate.after === 'never')
        return reply('member', COUNCIL_ANSWERS.notInRota);
      const { store } = this.#transactions;
      const { discordId, name } = caller.member;
      if (!join && !isAmong(this.#transactions.store, council.commanders, discordId))
        return reply('member', COUNCIL_ANSWERS.outOfRota);
      const { id } = store.member(discordId, name);
      if (!join && council.commanders.length === 1 && council.commanders[0] === id)
        return reply('member', COUNCIL_ANSWERS.lastInRota);
      const next = changedRota(council, id, join);
      if (!next) return reply('member', this.#noPlace(caller, council));
      return this.#adopted(caller, table, seat, next, true);
    });
  }

  #noPlace({ member }: Caller, { commanders }: Council): string {
    return isAmong(this.#transactions.store, commanders, member.discordId)
      ? COUNCIL_ANSWERS.alreadyInRota
      : COUNCIL_ANSWERS.rotaFull;
  }

  #proposed(caller: Caller, table: GameTable, seat: SeatId, next: Council): Said | GameChange {
    const council = councilOf(table.position, seat);
    const side = sideNameOf(table.system, seat);
    if (councilChanges(this.#transactions.store, council, next, side).length === 0)
      return reply('member', side === null ? COUNCIL_ANSWERS.sameCouncil : COUNCIL_ANSWERS.sameWay);
    return mayManageGame(caller, table.game)
      ? this.#adopted(caller, table, seat, next)
      : this.#moved(caller, table, seat, next);
  }

  /** What a press on the panel asks before it changes something for all. Null: nothing is lost by it. */
  #question(
    caller: Caller,
    table: GameTable,
    seat: SeatId,
    next: Council,
    options: Readonly<Record<string, string>>,
  ): Reply | null {
    const [[setting, value] = ['', '']] = Object.entries(options);
    const council = councilOf(table.position, seat);
    const changes = councilChanges(this.#transactions.store, council, next, sideNameOf(table.system, seat)).join('; ');
    if (changes === '') return null;
    if (!mayManageGame(caller, table.game))
      return sureOf(table, seat, PANEL.opensBallot(changes), PANEL.putToVote, setting, value);
    const votes = standingVotes(orderBallot(table, seat)?.votes ?? []).length;
    if (votes === 0 || next.mode === council.mode) return null;
    return sureOf(table, seat, PANEL.cancelsBallot(votes, changes), PANEL.changeIt, setting, value);
  }

  /** The change at once, told to the channel; the member sees the new state of things. */
  #adopted(caller: Caller, table: GameTable, seat: SeatId, next: Council, isOwn = false): GameChange {
    const { id } = this.#transactions.store.member(caller.member.discordId, caller.member.name);
    const by: Fact | null = isOwn ? null : ['decides', { bold: id }, { side: seat }];
    const change = this.#closing.adopt(caller, table, seat, next, { cause: 'member', ballot: null, by });
    return { ...change, alone: { say: 'panel', caller, table: change.after, seat } };
  }

  /** Why a member may neither change how this table decides nor propose it. Null: they may. */
  #mayNotMove(caller: Caller, table: GameTable, seat: SeatId): string | null {
    if (mayManageGame(caller, table.game)) return null;
    if (!sitsAt(this.#transactions.store, table, caller.member.discordId, seat)) return notOfSide(table, seat);
    if (this.#transactions.store.openBallot(table.game.id, seat, 'council')) return COUNCIL_ANSWERS.motionOpen;
    const rules = motionRules(councilOf(table.position, seat), 0);
    return this.#votes.mayNotVote(caller, table, {
      id: null,
      rules,
      openedAt: caller.at,
      seat,
      seq: table.position.seq,
      votes: [],
      subject: { kind: 'council' },
      clockwork: { closes: caller.at + rules.window },
    });
  }

  /** Members vote on the change. The member who proposes it votes for it. */
  #moved(caller: Caller, table: GameTable, seat: SeatId, proposed: Council): Said | GameChange {
    const { store, tables } = this.#transactions;
    const { game, position } = table;
    const lately = store.takingPart({ game: game.id, seat, seq: position.seq, at: caller.at }, TAKING_PART);
    const rules = motionRules(councilOf(position, seat), lately.length);
    const id = openBallot(this.#transactions, table, seat, { kind: 'council', proposed }, caller, rules);
    const loaded = tables.withBallots(table);
    const cast = this.#votes.cast(caller, loaded, ballotOf(loaded, id), MOTION_CHOICE.for, null);
    if (!('say' in cast) || cast.say !== 'own-vote') return cast;
    const now = tables.withBallots(table);
    const channelReply = { say: 'motion', table: now, ballot: ballotOf(now, id) } as const;
    return { ...cast, what: 'proposed', replaces: true, channelReply };
  }

  /** At a side, if the channel still plays this game. Which one is meant is not guessed. */
  #ofGame(
    caller: Caller,
    { game, side }: Of,
    work: (table: GameTable, seat: SeatId, council: Council) => Said | GameChange,
  ): Reply | null {
    return this.#atSeat(caller, side, NONE, (table, seat, council) =>
      game === null || game === table.game.id
        ? work(table, seat, council)
        : this.#transactions.noGame(caller, { game, seq: 0 }),
    );
  }

  #atSeat(
    caller: Caller,
    side: string | null,
    likely: Likely,
    work: (table: GameTable, seat: SeatId, council: Council) => Said | GameChange,
  ): Reply | null {
    return this.#transactions.atTable(caller, null, (table) =>
      this.#atSide(caller, table, side, likely, (seat) => work(table, seat, councilOf(table.position, seat))),
    );
  }

  #atSide<Result>(
    caller: Caller,
    table: GameTable,
    side: string | null,
    likely: Likely,
    work: (seat: SeatId) => Result,
  ): Result | Reply {
    const seat = sideMeant(this.#transactions.store, table, caller, side, likely(table));
    return typeof seat === 'string' ? work(seat) : seat;
  }
}

/** What a change is about, where a button says so. Null: whichever game is played here; the caller's own side. */
interface Of {
  readonly game: string | null;
  readonly side: string | null;
}

/** The sides that a member without one can mean who directs the game. */
type Likely = (table: GameTable) => readonly SeatId[];
const NONE: Likely = () => [];

export function notOfSide({ system }: GameTable, seat: SeatId): string {
  return PANEL.onlyForSide(sideNameOf(system, seat) ?? '');
}

function ballotOf({ ballots }: GameTable, id: number): OpenBallot {
  const found = ballots.find((ballot) => ballot.id === id);
  if (!found) throw new Error(`There is no open ballot ${id}`);
  return found;
}

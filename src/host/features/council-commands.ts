import { type Council, isComplaint, motionRules, standingVotes, TAKING_PART } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { Store } from '../../store/index.ts';
import type { Actions } from '../actions/actions.ts';
import { openBallot } from '../actions/ballot-lifecycle.ts';
import { askedCouncil, changedRota } from '../actions/council-changes.ts';
import type { GameChange, GameTransactions } from '../actions/game-transactions.ts';
import { hidesOrders, MOTION_CHOICE } from '../base/ballot-choice.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { type Reply, reply } from '../base/reply.ts';
import { COUNCIL_ANSWERS, PANEL } from '../base/voting-words.ts';
import { WORDS } from '../base/wording.ts';
import { settingPanel, sidesPanel, sureOf } from '../messages/council-panel.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { Fact } from '../table/notice-sentences.ts';
import { type OpenBallot, orderBallot } from '../table/open-ballots.ts';
import type { CouncilPanel, Said } from '../table/said.ts';
import { councilChanges, isAmong, seatOf, sideMeant, sideNameOf, sitsAt } from '../table/seat-rules.ts';

/** `/council` and its panel: how a table decides, and how that is changed. */
export class CouncilCommands {
  readonly #actions: Actions;
  readonly #transactions: GameTransactions;
  readonly #store: Store;

  constructor(actions: Actions) {
    this.#actions = actions;
    this.#transactions = actions.transactions;
    this.#store = actions.transactions.store;
  }

  /** A member without a side sees how each side decides. */
  show(caller: Caller, side: string | null = null): Reply | null {
    return this.#transactions.atTable(caller, null, (table) =>
      side === null && seatOf(this.#store, table, caller) === null
        ? sidesPanel(caller, table, this.#store)
        : this.#atSide(caller, table, side, (seat) => this.#panel(caller, table, seat)),
    );
  }

  setting(caller: Caller, name: string, side: string | null = null): Reply | null {
    return this.#ofGame(caller, null, side, (table, seat, council) => {
      const panel = settingPanel(table, seat, council, this.#store, name);
      return panel ?? this.#panel(caller, table, seat);
    });
  }

  #panel(caller: Caller, table: GameTable, seat: SeatId): CouncilPanel {
    return { say: 'panel', caller, table, seat };
  }

  /**
   * Changes how this table decides, or opens a ballot on the change.
   * @param game the one whose panel was pressed; `null` for whichever is played here
   */
  set(
    caller: Caller,
    options: Readonly<Record<string, string>>,
    people: Readonly<Record<string, string>>,
    sure = true,
    game: string | null = null,
    side: string | null = null,
  ): Reply | null {
    return this.#ofGame(caller, game, side, (table, seat, council) => {
      if (Object.keys(options).length === 0) return this.#panel(caller, table, seat);
      // A refused change must store nobody's name, so this comes before reading it.
      if ('secret' in options && table.system.about.seats.length === 1) return reply('member', WORDS.oneSide);
      if (options.secret === 'false' && hidesOrders(table.system)) return reply('member', COUNCIL_ANSWERS.alwaysSecret);
      const no = this.#mayNotMove(caller, table, seat);
      if (no !== null) return reply('member', no);
      const next = askedCouncil(this.#transactions, caller, council, options, people);
      if (isComplaint(next)) return reply('member', next.complaint);
      const question = sure ? null : this.#question(caller, table, seat, next, options);
      return question ?? this.#proposed(caller, table, seat, next);
    });
  }

  rota(caller: Caller, join: boolean, game: string | null = null, side: string | null = null): Reply | null {
    return this.#ofGame(caller, game, side, (table, seat, council) => {
      if (!sitsAt(this.#store, table, caller.member.discordId, seat)) return reply('member', notOfSide(table, seat));
      if (council.mode !== 'commander' || council.rotate.after === 'never')
        return reply('member', COUNCIL_ANSWERS.notInRota);
      const { discordId, name } = caller.member;
      const isIn = isAmong(this.#store, council.commanders, discordId);
      if (!join && !isIn) return reply('member', COUNCIL_ANSWERS.outOfRota);
      const { id } = this.#store.member(discordId, name);
      if (!join && council.commanders.length === 1 && council.commanders[0] === id)
        return reply('member', COUNCIL_ANSWERS.lastInRota);
      const next = changedRota(council, id, join);
      if (!next) return reply('member', isIn ? COUNCIL_ANSWERS.alreadyInRota : COUNCIL_ANSWERS.rotaFull);
      return this.#adopted(caller, table, seat, next, true);
    });
  }

  #proposed(caller: Caller, table: GameTable, seat: SeatId, next: Council): Said | GameChange {
    const council = councilOf(table.position, seat);
    const side = sideNameOf(table.system, seat);
    if (councilChanges(this.#store, council, next, side).length === 0)
      return reply('member', side === null ? COUNCIL_ANSWERS.sameCouncil : COUNCIL_ANSWERS.sameWay);
    return mayManageGame(caller, table.game)
      ? this.#adopted(caller, table, seat, next)
      : this.#moved(caller, table, seat, next);
  }

  /** The panel asks before it changes something for all; `null` if nothing would be lost. */
  #question(
    caller: Caller,
    table: GameTable,
    seat: SeatId,
    next: Council,
    options: Readonly<Record<string, string>>,
  ): Reply | null {
    const [[setting, value] = ['', '']] = Object.entries(options);
    const council = councilOf(table.position, seat);
    const changes = councilChanges(this.#store, council, next, sideNameOf(table.system, seat)).join('; ');
    if (changes === '') return null;
    if (!mayManageGame(caller, table.game))
      return sureOf(table, seat, PANEL.opensBallot(changes), PANEL.putToVote, setting, value);
    const votes = standingVotes(orderBallot(table, seat)?.votes ?? []).length;
    if (votes === 0 || next.mode === council.mode) return null;
    return sureOf(table, seat, PANEL.cancelsBallot(votes, changes), PANEL.changeIt, setting, value);
  }

  #adopted(caller: Caller, table: GameTable, seat: SeatId, next: Council, isOwn = false): GameChange {
    const { id } = this.#transactions.store.member(caller.member.discordId, caller.member.name);
    const by: Fact | null = isOwn ? null : ['decides', { bold: id }, { side: seat }];
    const change = this.#actions.closing.adopt(caller, table, seat, next, { cause: 'member', ballot: null, by });
    return { ...change, alone: { say: 'panel', caller, table: change.after, seat } };
  }

  #mayNotMove(caller: Caller, table: GameTable, seat: SeatId): string | null {
    if (mayManageGame(caller, table.game)) return null;
    if (!sitsAt(this.#store, table, caller.member.discordId, seat)) return notOfSide(table, seat);
    if (this.#store.openBallot(table.game.id, seat, 'council')) return COUNCIL_ANSWERS.motionOpen;
    const rules = motionRules(councilOf(table.position, seat), 0);
    return this.#actions.votes.mayNotVote(caller, table, {
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

  /** The member who proposes it votes for it. */
  #moved(caller: Caller, table: GameTable, seat: SeatId, proposed: Council): Said | GameChange {
    const { tables } = this.#transactions;
    const { game, position } = table;
    const lately = this.#store.takingPart({ game: game.id, seat, seq: position.seq, at: caller.at }, TAKING_PART);
    const rules = motionRules(councilOf(position, seat), lately.length);
    const id = openBallot(this.#transactions, table, seat, { kind: 'council', proposed }, caller, rules);
    const loaded = tables.withBallots(table);
    const cast = this.#actions.votes.cast(caller, loaded, ballotOf(loaded, id), MOTION_CHOICE.for, null);
    if (!('say' in cast) || cast.say !== 'own-vote') return cast;
    const now = tables.withBallots(table);
    const channelReply = { say: 'motion', table: now, ballot: ballotOf(now, id) } as const;
    return { ...cast, what: 'proposed', replaces: true, channelReply };
  }

  /** At a side, if the channel still plays this game; `game` is `null` for whichever is played here. */
  #ofGame(
    caller: Caller,
    game: string | null,
    side: string | null,
    work: (table: GameTable, seat: SeatId, council: Council) => Said | GameChange,
  ): Reply | null {
    return this.#transactions.atTable(caller, null, (table) =>
      this.#atSide(caller, table, side, (seat) =>
        game === null || game === table.game.id
          ? work(table, seat, councilOf(table.position, seat))
          : this.#transactions.noGame(caller, { game, seq: 0 }),
      ),
    );
  }

  #atSide<Result>(
    caller: Caller,
    table: GameTable,
    side: string | null,
    work: (seat: SeatId) => Result,
  ): Result | Reply {
    const seat = sideMeant(this.#store, table, caller, side, []);
    return typeof seat === 'string' ? work(seat) : seat;
  }
}

export function notOfSide({ system }: GameTable, seat: SeatId): string {
  return PANEL.onlyForSide(sideNameOf(system, seat) ?? '');
}

function ballotOf({ ballots }: GameTable, id: number): OpenBallot {
  const found = ballots.find((ballot) => ballot.id === id);
  if (!found) throw new Error(`There is no open ballot ${id}`);
  return found;
}

import {
  arranged,
  type Draft,
  isRefusal,
  type Order,
  orderKey,
  type Refusal,
  type SeatId,
  type System,
} from '../../game/index.ts';
import { followBallots } from '../actions/ballot-lifecycle.ts';
import { mayNotOrder, takeCommand } from '../actions/council-changes.ts';
import type { GameChange, GameTransactions } from '../actions/game-transactions.ts';
import type { OrderExecution } from '../actions/order-execution.ts';
import type { VoteCasting } from '../actions/vote-casting.ts';
import type { ChoiceStep } from '../base/ballot-choice.ts';
import { BUTTONS } from '../base/button-labels.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { CHOICE_FORM, ORDER_ANSWERS, ORDER_MENU } from '../base/order-words.ts';
import { type LogPoint, logPointOf, type Reply, reply } from '../base/reply.ts';
import { BALLOT_ANSWERS } from '../base/voting-words.ts';
import { reasonIn, refusalText } from '../base/wording.ts';
import { postingWayOf } from '../messages/live-board-contents.ts';
import { planRows } from '../messages/order-buttons.ts';
import { typedSoFar } from '../messages/order-completions.ts';
import { askingReply, chosenByName, chosenIn, chosenOnPath } from '../messages/order-menu.ts';
import { orderCalled } from '../messages/order-search.ts';
import { UnfinishedOrders } from '../messages/unfinished-orders.ts';
import { councilOf, type GamePosition } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { justClosed, type OpenBallot, orderBallot, orderBallots } from '../table/open-ballots.ts';
import { type DraftSource, isShort } from '../table/order-wizard.ts';
import type { Said } from '../table/said.ts';
import { noSeat, overruledSide, seatOf, sitsAt } from '../table/seat-rules.ts';
import { mayNotOrderNow, phaseOf } from '../table/whose-turn.ts';

/** Orders as members give them: typed, pressed, or chosen from lists; where the table votes, votes for them. */
export class OrderCommands {
  readonly #transactions: GameTransactions;
  readonly #orders: OrderExecution;
  readonly #votes: VoteCasting;
  readonly #typed = new UnfinishedOrders();

  constructor(parts: {
    readonly transactions: GameTransactions;
    readonly orders: OrderExecution;
    readonly votes: VoteCasting;
  }) {
    this.#transactions = parts.transactions;
    this.#orders = parts.orders;
    this.#votes = parts.votes;
  }

  /**
   * Gives an order, or votes for it where the table votes. With `point`, only if the table still stands there. Null: this interaction
   * has been dealt with before.
   * @param sure the caller has been asked where the order can't be mended later
   */
  give(
    caller: Caller,
    draft: Draft,
    point: LogPoint | null = null,
    reason: string | null = null,
    sure = false,
  ): Reply | null {
    const given = (table: GameTable) => {
      const seat = seatOf(this.#transactions.store, table, caller);
      if (seat === null) return noSeat(table);
      const late = !point && justClosed(this.#transactions.store, table.game, seat, caller);
      if (late && !orderBallot(table, seat)) return this.#transactions.presentMap(table, BALLOT_ANSWERS.justClosed);
      const refusedNow = mayNotOrderNow(table, seat);
      if (refusedNow !== null) return refusedNow;
      const { system, position } = table;
      const lacking = point ? null : this.#lacking(caller, table, seat, draft, reason);
      if (lacking) return lacking;
      const parsed = system.parse(draft, seat);
      if (isRefusal(parsed)) return refused(system, parsed, late);
      const order = arranged(system, position.state, seat, parsed);
      const why = reason ?? (point && this.#typed.reason(caller, point, table, seat, order));
      const asks = sure ? null : this.#asksFirst(table, seat, order);
      if (asks) return asks;
      const done = this.given(caller, table, seat, order, why, late);
      if (!point || !('after' in done)) return done;
      return isIdle(table, done, point) ? inPlaceOfMap(done) : this.#goingOn(caller, table, done, seat, order);
    };
    const answer = this.#transactions.atTable(
      caller,
      point,
      given,
      (table) => point && this.#tooLate(caller, table, point),
    );
    return answer && point ? settling(answer) : answer;
  }

  /** Asks whether an order is meant that can't be mended later. Null: there is nothing to ask, or it is refused anyway. */
  #asksFirst(table: GameTable, seat: SeatId, order: Order): Reply | null {
    const { system, position } = table;
    const warning = orderBallot(table, seat) ? null : (system.warning?.(position.state, order) ?? null);
    if (warning === null || !isShort(order) || isRefusal(this.#orders.try(table, seat, order).applied)) return null;
    const { text } = system.label(position.state, order);
    return reply('member', `${warning} ${ORDER_MENU.sure}`, {
      rows: [
        [
          { label: text, tone: 'danger', press: { do: 'order', point: logPointOf(table), order, sure: true } },
          { label: BUTTONS.cancel, tone: 'plain', press: { do: 'keep' } },
        ],
      ],
    });
  }

  /** The private question stays open for the next order of the kind, as long as the phase goes on; a press on a live board opens one. */
  #goingOn(caller: Caller, before: GameTable, done: GameChange, seat: SeatId, order: Order): GameChange {
    const { after, said, alone } = done;
    const votes = orderBallot(before, seat) ?? orderBallot(after, seat);
    const secret = alone && 'say' in alone && alone.say === 'own-order' && !votes ? alone : null;
    if (alone && !secret) return done;
    if (!secret && !caller.inPrivate && postingWayOf(this.#transactions, before) !== 'board') return done;
    if (phaseOf(after, seat) === null || phaseOf(after, seat) !== phaseOf(before, seat)) return done;
    if (secret) return { ...done, alone: { ...secret, goesOn: true } };
    return 'say' in said && said.say === 'table'
      ? { ...done, said: { ...said, goesOn: { seat, verb: order.verb } } }
      : done;
  }

  /** What a typed order lacks is asked for. Null: it lacks nothing. */
  #lacking(caller: Caller, table: GameTable, seat: SeatId, draft: Draft, reason: string | null): Reply | null {
    const path = typedSoFar(table, seat, draft);
    if (!path) return null;
    const begun = path.steps.length > 0;
    this.#typed.note(caller, { point: logPointOf(table), draft, reason });
    const lines = [
      ...(begun ? [] : [ORDER_MENU.notNow(String(draft.verb))]),
      ...(reason === null || !begun ? [] : [ORDER_ANSWERS.reasonKept]),
    ];
    const lead = lines.length > 0 ? { lead: lines.join('\n') } : {};
    return askingReply(table, seat, path.draft, this.#transactions.render, {
      page: 0,
      marked: null,
      replaces: false,
      ...lead,
    });
  }

  /** The word to a member whose press was for a map that does not stand any more, where there is more to say than that. */
  #tooLate(caller: Caller, table: GameTable, point: LogPoint): Reply | null {
    const seat = seatOf(this.#transactions.store, table, caller);
    const refusedNow = seat === null ? null : mayNotOrderNow(table, seat);
    return this.#votedTooLate(table, point) ?? refusedNow;
  }

  /** The word to a member whose press was a vote in a ballot that has closed. Null: it was none. */
  #votedTooLate({ game, ballots }: GameTable, { seq }: LogPoint): Reply | null {
    const { store } = this.#transactions;
    const last = store.lastOpened(game.id, seq);
    if (!last?.closed || !store.areCouncils(game.id, last.seq, seq)) return null;
    const open = ballots.some(({ subject }) => subject.kind === 'order');
    return reply(
      'member',
      open ? `${BALLOT_ANSWERS.ballotClosed} ${BALLOT_ANSWERS.ballotNext}` : BALLOT_ANSWERS.ballotClosed,
    );
  }

  /**
   * Gives an order that stands in the list at a table; where its side votes, it is a vote.
   * @param late it was typed for a ballot that has just closed
   */
  given(
    caller: Caller,
    table: GameTable,
    seat: SeatId,
    order: Order,
    reason: string | null = null,
    late = false,
  ): Said | GameChange {
    const ballot = this.#ballotOf(caller, table, seat);
    if (ballot) {
      const { applied } = this.#orders.try(table, seat, order);
      if (isRefusal(applied)) return refused(table.system, applied, late);
      const done = this.#votes.cast(caller, table, ballot, orderKey(order), reason);
      return late ? toNextBallot(done) : done;
    }
    const no = mayNotOrder(this.#transactions.store, caller, table, seat);
    if (no !== null) return reply('member', no);
    const { applied } = this.#orders.try(table, seat, order);
    if (isRefusal(applied)) return reply('member', refusalText(table.system, applied));
    const held = takeCommand(this.#transactions, caller, table, seat);
    return this.#orders.enact(caller, held, seat, order, {
      reason: reason === null ? null : reasonIn(reason),
      ballot: null,
    });
  }

  /** The ballot that a seat's orders are votes in. Undefined: they are given. */
  #ballotOf(caller: Caller, table: GameTable, seat: SeatId): OpenBallot | undefined {
    const votes = councilOf(table.position, seat).mode === 'vote';
    return (
      orderBallot(table, seat) ??
      (votes ? orderBallot(followBallots(this.#transactions, table, caller, 'council'), seat) : undefined)
    );
  }

  /** Votes for several orders together, which anybody else of the side can then vote for too. Null: the side doesn't vote. */
  propose(caller: Caller, table: GameTable, seat: SeatId, steps: readonly ChoiceStep[]): Said | GameChange | null {
    const ballot = this.#ballotOf(caller, table, seat);
    return ballot ? this.#votes.forPlan(caller, table, ballot, steps) : null;
  }

  /** Gives an order over the council's head. `side`: for that side; null: for the caller's, or the one that is to order. */
  overrule(caller: Caller, chosen: string, side: string | null = null): Reply | null {
    return this.#transactions.atTable(caller, null, (table) => {
      if (!mayManageGame(caller, table.game)) return reply('member', BALLOT_ANSWERS.mayNotOverrule);
      const seat = overruledSide(this.#transactions.store, table, caller, side);
      if (typeof seat !== 'string') return seat;
      const own = sitsAt(this.#transactions.store, table, caller.member.discordId, seat);
      const refusedNow = mayNotOrderNow(table, seat, own);
      if (refusedNow !== null) return refusedNow;
      const order = orderCalled(table, seat, chosen);
      if (!order) return reply('member', ORDER_ANSWERS.noSuchOrder);
      const overtaken = orderBallot(table, seat);
      return this.#orders.enact(caller, table, seat, order, { reason: null, ballot: overtaken?.id ?? null });
    });
  }

  /** A whole order out of a list, as the list had it. */
  giveListed(caller: Caller, chosen: string, point: LogPoint): Reply | null {
    const { store, tables } = this.#transactions;
    const game = store.runningIn(caller.channel);
    const table = game && tables.table(game);
    const order = table && orderCalled(table, seatOf(store, table, caller), chosen);
    return order ? this.give(caller, order, point) : reply('member', ORDER_ANSWERS.noSuchOrder);
  }

  /** Opens the menu for an order, the caller alone. */
  ask(caller: Caller, draft: Draft, point: LogPoint): Reply | null {
    return this.#ask(caller, point, () => ({ draft }), false);
  }

  /** Goes on from a menu, with what was chosen in it. */
  choose(caller: Caller, draft: Draft, slot: string, values: readonly string[], point: LogPoint): Reply | null {
    return this.#ask(caller, point, chosenIn(draft, slot, values), true, true);
  }

  /** The same two by the path to a draft, from a page of its choices on. `values` null: nothing is chosen, only asked. */
  followPath(
    caller: Caller,
    path: string,
    page: number,
    values: readonly string[] | null,
    point: LogPoint,
  ): Reply | null {
    return this.#ask(caller, point, chosenOnPath(path, page, values), true, values !== null);
  }

  /** Asks for the name of a choice. */
  askName(caller: Caller, point: LogPoint, path: string): Reply | null {
    const { store, tables } = this.#transactions;
    const game = store.runningIn(caller.channel);
    const table = game?.id === point.game ? tables.table(game) : null;
    // A press on a map that is gone is answered like any other.
    if (!table || !this.#transactions.isCurrent(table, caller, point)) return this.give(caller, {}, point);
    const seat = seatOf(store, table, caller);
    const refusedNow = seat === null ? null : mayNotOrderNow(table, seat);
    if (seat === null || refusedNow) return refusedNow ?? noSeat(table);
    return reply('member', '', {
      form: { ...CHOICE_FORM, asks: { what: 'choice', point, path }, value: '', most: 60 },
    });
  }

  /** Goes on with the choice that was typed. */
  chooseByName(caller: Caller, path: string, typed: string, point: LogPoint): Reply | null {
    return this.#ask(caller, point, chosenByName(path, typed), true, true);
  }

  /** Whether the game in this channel knows a verb; if not, a sentence with those it knows. Null: it does, or none is played. */
  unknownVerb(caller: Caller, verb: string): Reply | null {
    const { store, tables } = this.#transactions;
    const game = store.runningIn(caller.channel);
    const system = game && tables.systemIfCompatible(game);
    if (!system || system.verbs.some((known) => known.verb === verb)) return null;
    const known = system.verbs.map((one) => `\`/${one.verb}\``).join(', ');
    return reply('member', ORDER_MENU.notOfGame(system.title, verb, known));
  }

  /**
   * Asks the caller alone for what a draft lacks; an order that lacks nothing is given.
   * @param chosen something has just been chosen: what was typed for later questions answers them
   */
  #ask(caller: Caller, point: LogPoint, drafted: DraftSource, replaces: boolean, chosen = false): Reply | null {
    const { store, tables, render } = this.#transactions;
    const game = store.runningIn(caller.channel);
    if (!game || game.id !== point.game) return this.give(caller, {}, point, null);
    const table = tables.table(game);
    const seat = seatOf(store, table, caller);
    if (seat === null) return noSeat(table);
    // What a button means that is not of this map is not looked for.
    if (!this.#transactions.isCurrent(table, caller, point)) return this.give(caller, {}, point, null);
    const refusedNow = mayNotOrderNow(table, seat);
    if (refusedNow !== null) return { ...refusedNow, replaces };
    const drawn = drafted(table, seat);
    if (drawn === null) return reply('member', ORDER_ANSWERS.noSuchOrder);
    const { page = 0, marked = null, typed } = drawn;
    const asksOn = chosen && page === 0 && marked === null && typed === undefined;
    const draft = asksOn ? this.#typed.further(caller, point, table, seat, drawn.draft) : drawn.draft;
    const found = typed === undefined ? {} : { typed };
    const asked = askingReply(table, seat, draft, render, { page, marked, replaces, ...found });
    const isAtStart = Object.keys(draft).length === 0;
    if (asked) return isAtStart ? { ...asked, rows: [...planRows(table, seat), ...asked.rows] } : asked;
    const isAsked = table.system.asked(table.position.state).some((one) => one.seat === seat);
    if (!isAsked || isAtStart) return reply('member', ORDER_ANSWERS.menuOver, { replaces });
    return this.give(caller, draft, point, null);
  }
}

function refused(system: System, refusal: Refusal, late: boolean): Reply {
  const why = refusalText(system, refusal);
  return reply('member', late ? `${BALLOT_ANSWERS.closedNotNext} ${why}` : why);
}

/** The answer to a vote that was typed for the ballot before. */
function toNextBallot(done: Said | GameChange): Said | GameChange {
  const lead = BALLOT_ANSWERS.closedNext;
  const told = (said: Said): Said => {
    if (!('say' in said)) return { ...said, text: `${lead}\n${said.text}` };
    return said.say === 'own-vote' ? { ...said, lead } : said;
  };
  if (!('after' in done)) return told(done);
  return done.alone ? { ...done, alone: told(done.alone) } : done;
}

/**
 * Whether an order cost nothing, like the one before it of the same member, and calls nobody: pressed under the map of that one, it needs
 * no map of its own.
 */
function isIdle({ system, position }: GameTable, { after, said, alone }: GameChange, point: LogPoint): boolean {
  const [last, given] = [position.latest.at(-1), after.position.latest.at(-1)];
  if (!last?.member || last.member.id !== given?.member?.id || point.seq < last.seq) return false;
  const callsNobody = said.notices.length === 0 && orderBallots(after).length === 0 && !alone;
  const isFree = (moment: GamePosition['moment']) =>
    moment?.order && (system.isFree?.(moment.order, moment.events) ?? false);
  return callsNobody && !after.game.ended && Boolean(isFree(position.moment) && isFree(after.position.moment));
}

/** The map that was pressed becomes the new one, where it is the newest message: the channel gets no other. */
function inPlaceOfMap(done: GameChange): GameChange {
  return { ...done, said: { ...done.said, replaces: true } };
}

/** What an order was answered with takes the place of the question that asked for it, where one member was asked alone. */
function settling(answer: Reply): Reply {
  if (answer.to === 'member') return { ...answer, replaces: true };
  const [line = ''] = answer.text.split('\n');
  return { ...answer, settles: line };
}

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
import type { Actions } from '../actions/actions.ts';
import { followBallots } from '../actions/ballot-lifecycle.ts';
import { mayNotOrder, takeCommand } from '../actions/council-changes.ts';
import type { GameChange } from '../actions/game-transactions.ts';
import type { ChoiceStep } from '../base/ballot-choice.ts';
import { BUTTONS } from '../base/button-labels.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { reasonIn, refusalText } from '../base/common-words.ts';
import { CHOICE_FORM, ORDER_ANSWERS, ORDER_MENU } from '../base/order-words.ts';
import { button, type LogPoint, logPointOf, type Reply, reply, settling } from '../base/reply.ts';
import { BALLOT_ANSWERS } from '../base/voting-words.ts';
import { postingWayOf } from '../messages/live-board-contents.ts';
import { planRows } from '../messages/order-buttons.ts';
import { createUnfinishedOrders, orderCalled, typedSoFar } from '../messages/order-completions.ts';
import { askingReply, chosenByName, chosenIn, chosenOnPath } from '../messages/order-menu.ts';
import { councilOf, type GamePosition } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { justClosed, type OpenBallot, orderBallot, orderBallots } from '../table/open-ballots.ts';
import { type DraftSource, fitsInId } from '../table/order-wizard.ts';
import type { Said } from '../table/said.ts';
import { mayChange, mayNotOrderNow, noSeat, overruledSide, phaseOfSeat, seatOf, sitsAt } from '../table/seat-rules.ts';

export type OrderCommands = ReturnType<typeof createOrderCommands>;

export function createOrderCommands({ orders, votes, transactions }: Actions) {
  const { tables, render, presentMap, atTable, isCurrent, store } = transactions;

  const unfinished = createUnfinishedOrders();

  /**
   * Gives an order, or votes for it. With `point`, only if a button drawn for that point still holds.
   * @param sure the caller has confirmed an order that can't be mended later
   */
  function give(
    caller: Caller,
    draft: Draft,
    point: LogPoint | null = null,
    reason: string | null = null,
    sure = false,
  ): Reply | null {
    const atPresentTable = (table: GameTable) => {
      const seat = seatOf(store, table, caller);
      if (seat === null) return noSeat(table);
      const late = !point && justClosed(store, table.game, seat, caller);
      if (late && !orderBallot(table, seat)) return presentMap(table, BALLOT_ANSWERS.justClosed);
      const refusedNow = mayNotOrderNow(table, seat);
      if (refusedNow !== null) return refusedNow;
      const { system, position } = table;
      const lacking = point ? null : askLacking(caller, table, seat, draft, reason);
      if (lacking) return lacking;
      const parsed = system.orderWords.parse(draft, seat);
      if (isRefusal(parsed)) return refused(system, parsed, late);
      const order = arranged(system.rules, position.state, seat, parsed);
      const why = reason ?? (point && unfinished.reason(caller, point, table, seat, order));
      const question = sure ? null : questionBefore(table, seat, order);
      if (question) return question;
      const done = giveLegal(caller, table, seat, order, why, late);
      if (!point || !('after' in done)) return done;
      return isIdle(table, done, point)
        ? { ...done, said: { ...done.said, replaces: true } }
        : goingOn(caller, table, done, seat, order);
    };
    const answer = atTable(caller, point, atPresentTable, (table) => point && tooLate(caller, table, point));
    return answer && point ? settling(answer) : answer;
  }

  /** Asks before an order that can't be mended later. Null if that is not needed, or if the order is refused anyway. */
  function questionBefore(table: GameTable, seat: SeatId, order: Order): Reply | null {
    const { system, position } = table;
    const warning = orderBallot(table, seat) ? null : (system.orderWords.warning?.(position.state, order) ?? null);
    if (warning === null || !fitsInId(order) || isRefusal(orders.try(table, seat, order).applied)) return null;
    const { text } = system.orderWords.label(position.state, order);
    return reply('member', `${warning} ${ORDER_MENU.sure}`, {
      rows: [
        [
          button(text, { do: 'order', point: logPointOf(table), order, sure: true }, 'danger'),
          button(BUTTONS.cancel, { do: 'keep' }),
        ],
      ],
    });
  }

  /** While the phase lasts, the private question goes on to the next order of the same kind. */
  function goingOn(caller: Caller, before: GameTable, done: GameChange, seat: SeatId, order: Order): GameChange {
    const { after, said, alone } = done;
    const phase = phaseOfSeat(after, seat);
    if (phase === null || phase !== phaseOfSeat(before, seat)) return done;
    if (alone) {
      const isVoted = orderBallot(before, seat) !== undefined || orderBallot(after, seat) !== undefined;
      const isOwnOrder = 'say' in alone && alone.say === 'own-order';
      return isOwnOrder && !isVoted ? { ...done, alone: { ...alone, goesOn: true } } : done;
    }
    if (!caller.inPrivate && postingWayOf(transactions, before) !== 'board') return done;
    return 'say' in said && said.say === 'table'
      ? { ...done, said: { ...said, goesOn: { seat, verb: order.verb } } }
      : done;
  }

  /** Asks for what a typed order lacks; null if it is complete. */
  function askLacking(
    caller: Caller,
    table: GameTable,
    seat: SeatId,
    draft: Draft,
    reason: string | null,
  ): Reply | null {
    const path = typedSoFar(table, seat, draft);
    if (!path) return null;
    unfinished.note(caller, { point: logPointOf(table), draft, reason });
    const isVerbLegal = path.steps.length > 0;
    const kept = reason === null ? undefined : ORDER_ANSWERS.reasonKept;
    const lead = isVerbLegal ? kept : ORDER_MENU.notNow(String(draft.verb));
    return askingReply(table, seat, path.draft, render, { replaces: false, lead });
  }

  function tooLate(caller: Caller, table: GameTable, point: LogPoint): Reply | null {
    const seat = seatOf(store, table, caller);
    return votedTooLate(table, point) ?? (seat === null ? null : mayNotOrderNow(table, seat));
  }

  /** Null if the press was not for a ballot that has closed. */
  function votedTooLate({ game, ballots }: GameTable, { seq }: LogPoint): Reply | null {
    const last = store.lastOpened(game.id, seq);
    if (!last?.closed || !store.areCouncils(game.id, last.seq, seq)) return null;
    const hasNext = ballots.some(({ subject }) => subject.kind === 'order');
    const { ballotClosed, ballotNext } = BALLOT_ANSWERS;
    return reply('member', hasNext ? `${ballotClosed} ${ballotNext}` : ballotClosed);
  }

  /**
   * Gives a legal order, or votes for it.
   * @param late it was typed for a ballot that has just closed
   */
  function giveLegal(
    caller: Caller,
    table: GameTable,
    seat: SeatId,
    order: Order,
    reason: string | null = null,
    late = false,
  ): Said | GameChange {
    const ballot = ballotOf(caller, table, seat);
    if (ballot) {
      const { applied } = orders.try(table, seat, order);
      if (isRefusal(applied)) return refused(table.system, applied, late);
      const done = votes.cast(caller, table, ballot, orderKey(order), reason);
      return late ? toNextBallot(done) : done;
    }
    const no = mayNotOrder(store, caller, table, seat);
    if (no !== null) return reply('member', no);
    const { applied } = orders.try(table, seat, order);
    if (isRefusal(applied)) return reply('member', refusalText(table.system, applied));
    const commanded = takeCommand(transactions, caller, table, seat);
    return orders.enact(caller, commanded, seat, order, {
      reason: reason === null ? null : reasonIn(reason),
      ballot: null,
    });
  }

  /** Undefined if the seat gives orders without a vote. */
  function ballotOf(caller: Caller, table: GameTable, seat: SeatId): OpenBallot | undefined {
    const open = orderBallot(table, seat);
    if (open || councilOf(table.position, seat).mode !== 'vote') return open;
    return orderBallot(followBallots(transactions, table, caller, 'council'), seat);
  }

  /** Proposes a plan; null if the side doesn't vote. */
  function propose(
    caller: Caller,
    table: GameTable,
    seat: SeatId,
    steps: readonly ChoiceStep[],
  ): Said | GameChange | null {
    const ballot = ballotOf(caller, table, seat);
    return ballot ? votes.forPlan(caller, table, ballot, steps) : null;
  }

  /**
   * Gives an order without a vote.
   * @param side null for the caller's side, or the side whose turn it is
   */
  function overrule(caller: Caller, chosen: string, side: string | null = null): Reply | null {
    return atTable(caller, null, (table) => {
      if (!mayManageGame(caller, table.game)) return reply('member', BALLOT_ANSWERS.mayNotOverrule);
      const seat = overruledSide(store, table, caller, side);
      if (typeof seat !== 'string') return seat;
      const isOwnSide = sitsAt(store, table, caller.member.discordId, seat);
      const refusedNow = mayChange(table, seat) ? null : mayNotOrderNow(table, seat, isOwnSide);
      if (refusedNow !== null) return refusedNow;
      const order = orderCalled(table, seat, chosen);
      if (!order) return reply('member', ORDER_ANSWERS.noSuchOrder);
      const overtaken = orderBallot(table, seat);
      return orders.enact(caller, table, seat, order, { reason: null, ballot: overtaken?.id ?? null });
    });
  }

  function giveListed(caller: Caller, chosen: string, point: LogPoint): Reply | null {
    const game = store.runningIn(caller.channel);
    const table = game && tables.table(game);
    const order = table && orderCalled(table, seatOf(store, table, caller), chosen);
    return order ? give(caller, order, point) : reply('member', ORDER_ANSWERS.noSuchOrder);
  }

  function askName(caller: Caller, point: LogPoint, path: string): Reply | null {
    const game = store.runningIn(caller.channel);
    const table = game?.id === point.game ? tables.table(game) : null;
    // An outdated press is answered like that of an order.
    if (!table || !isCurrent(table, caller, point)) return give(caller, {}, point);
    const seat = seatOf(store, table, caller);
    const refusedNow = seat === null ? null : mayNotOrderNow(table, seat);
    if (seat === null || refusedNow) return refusedNow ?? noSeat(table);
    return reply('member', '', {
      form: { ...CHOICE_FORM, asks: { what: 'choice', point, path }, value: '', most: 60 },
    });
  }

  /** Null if the game has the verb, or if no game is played. */
  function unknownVerb(caller: Caller, verb: string): Reply | null {
    const game = store.runningIn(caller.channel);
    const system = game && tables.systemIfCompatible(game);
    if (!system || system.about.verbs.some((known) => known.verb === verb)) return null;
    const known = system.about.verbs.map((one) => `\`/${one.verb}\``).join(', ');
    return reply('member', ORDER_MENU.notOfGame(system.about.title, verb, known));
  }

  /**
   * Asks the caller for what a draft lacks, or gives the order if it is complete.
   * @param chosen the caller has just chosen something, so that their typed answers to later questions apply
   */
  function askFor(
    caller: Caller,
    point: LogPoint,
    drafted: DraftSource,
    replaces: boolean,
    chosen = false,
  ): Reply | null {
    const game = store.runningIn(caller.channel);
    if (!game || game.id !== point.game) return give(caller, {}, point);
    const table = tables.table(game);
    const seat = seatOf(store, table, caller);
    if (seat === null) return noSeat(table);
    // The path of an outdated button may mean something else now.
    if (!isCurrent(table, caller, point)) return give(caller, {}, point);
    const refusedNow = mayNotOrderNow(table, seat);
    if (refusedNow !== null) return { ...refusedNow, replaces };
    const read = drafted(table, seat);
    if (read === null) return reply('member', ORDER_ANSWERS.noSuchOrder);
    const { page = 0, marked = null, typed } = read;
    const asksOn = chosen && page === 0 && marked === null && typed === undefined;
    const draft = asksOn ? unfinished.further(caller, point, table, seat, read.draft) : read.draft;
    const asked = askingReply(table, seat, draft, render, { page, marked, replaces, typed });
    const isAtStart = Object.keys(draft).length === 0;
    if (asked) return isAtStart ? { ...asked, rows: [...planRows(table, seat), ...asked.rows] } : asked;
    const isAsked = table.system.rules.asked(table.position.state).some((one) => one.seat === seat);
    if (!(isAsked || mayChange(table, seat)) || isAtStart) return reply('member', ORDER_ANSWERS.menuOver, { replaces });
    return give(caller, draft, point);
  }

  return {
    give,
    giveLegal,
    propose,
    overrule,
    giveListed,
    ask: (caller: Caller, draft: Draft, point: LogPoint): Reply | null =>
      askFor(caller, point, () => ({ draft }), false),
    choose: (caller: Caller, draft: Draft, slot: string, values: readonly string[], point: LogPoint): Reply | null =>
      askFor(caller, point, chosenIn(draft, slot, values), true, true),

    /** @param values null if only the page is turned */
    followPath: (
      caller: Caller,
      path: string,
      page: number,
      values: readonly string[] | null,
      point: LogPoint,
    ): Reply | null => askFor(caller, point, chosenOnPath(path, page, values), true, values !== null),
    askName,
    chooseByName: (caller: Caller, path: string, typed: string, point: LogPoint): Reply | null =>
      askFor(caller, point, chosenByName(path, typed), true, true),
    unknownVerb,
  };
}

function refused(system: System, refusal: Refusal, late: boolean): Reply {
  const why = refusalText(system, refusal);
  return reply('member', late ? `${BALLOT_ANSWERS.closedNotNext} ${why}` : why);
}

function toNextBallot(done: Said | GameChange): Said | GameChange {
  const lead = BALLOT_ANSWERS.closedNext;
  const withLead = (said: Said): Said => {
    if (!('say' in said)) return { ...said, text: `${lead}\n${said.text}` };
    return said.say === 'own-vote' ? { ...said, lead } : said;
  };
  if (!('after' in done)) return withLead(done);
  return done.alone ? { ...done, alone: withLead(done.alone) } : done;
}

/** Whether an order needs no map of its own: it and the order before are free, of one member, and ping nobody. */
function isIdle({ system, position }: GameTable, { after, said, alone }: GameChange, point: LogPoint): boolean {
  const [last, given] = [position.latest.at(-1), after.position.latest.at(-1)];
  if (!last?.member || last.member.id !== given?.member?.id || point.seq < last.seq) return false;
  const pingsNobody = 'notices' in said && said.notices.length === 0 && orderBallots(after).length === 0 && !alone;
  const isFree = (moment: GamePosition['moment']) =>
    moment?.order && (system.rules.isFree?.(moment.order, moment.events) ?? false);
  return pingsNobody && !after.game.ended && Boolean(isFree(position.moment) && isFree(after.position.moment));
}

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
    const given = (table: GameTable) => {
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
      const asks = sure ? null : asksFirst(table, seat, order);
      if (asks) return asks;
      const done = giveLegal(caller, table, seat, order, why, late);
      if (!point || !('after' in done)) return done;
      return isIdle(table, done, point)
        ? { ...done, said: { ...done.said, replaces: true } }
        : goingOn(caller, table, done, seat, order);
    };
    const answer = atTable(caller, point, given, (table) => point && tooLate(caller, table, point));
    return answer && point ? settling(answer) : answer;
  }

  /** Asks before an order that can't be mended later. Null if that is not needed, or if the order is refused anyway. */
  function asksFirst(table: GameTable, seat: SeatId, order: Order): Reply | null {
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
    const votes = orderBallot(before, seat) ?? orderBallot(after, seat);
    const secret = alone && 'say' in alone && alone.say === 'own-order' && !votes ? alone : null;
    if (alone && !secret) return done;
    if (!secret && !caller.inPrivate && postingWayOf(transactions, before) !== 'board') return done;
    if (phaseOfSeat(after, seat) === null || phaseOfSeat(after, seat) !== phaseOfSeat(before, seat)) return done;
    if (secret) return { ...done, alone: { ...secret, goesOn: true } };
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
    const begun = path.steps.length > 0;
    unfinished.note(caller, { point: logPointOf(table), draft, reason });
    const lines = [
      ...(begun ? [] : [ORDER_MENU.notNow(String(draft.verb))]),
      ...(reason === null || !begun ? [] : [ORDER_ANSWERS.reasonKept]),
    ];
    const lead = lines.length > 0 ? { lead: lines.join('\n') } : {};
    return askingReply(table, seat, path.draft, render, {
      page: 0,
      marked: null,
      replaces: false,
      ...lead,
    });
  }

  function tooLate(caller: Caller, table: GameTable, point: LogPoint): Reply | null {
    const seat = seatOf(store, table, caller);
    const refusedNow = seat === null ? null : mayNotOrderNow(table, seat);
    return votedTooLate(table, point) ?? refusedNow;
  }

  /** Null if the press was not for a ballot that has closed. */
  function votedTooLate({ game, ballots }: GameTable, { seq }: LogPoint): Reply | null {
    const last = store.lastOpened(game.id, seq);
    if (!last?.closed || !store.areCouncils(game.id, last.seq, seq)) return null;
    const open = ballots.some(({ subject }) => subject.kind === 'order');
    return reply(
      'member',
      open ? `${BALLOT_ANSWERS.ballotClosed} ${BALLOT_ANSWERS.ballotNext}` : BALLOT_ANSWERS.ballotClosed,
    );
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
    const held = takeCommand(transactions, caller, table, seat);
    return orders.enact(caller, held, seat, order, {
      reason: reason === null ? null : reasonIn(reason),
      ballot: null,
    });
  }

  /** Undefined if the seat gives orders without a vote. */
  function ballotOf(caller: Caller, table: GameTable, seat: SeatId): OpenBallot | undefined {
    const votes = councilOf(table.position, seat).mode === 'vote';
    return (
      orderBallot(table, seat) ??
      (votes ? orderBallot(followBallots(transactions, table, caller, 'council'), seat) : undefined)
    );
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
      const own = sitsAt(store, table, caller.member.discordId, seat);
      const refusedNow = mayChange(table, seat) ? null : mayNotOrderNow(table, seat, own);
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
    if (!game || game.id !== point.game) return give(caller, {}, point, null);
    const table = tables.table(game);
    const seat = seatOf(store, table, caller);
    if (seat === null) return noSeat(table);
    // The path of an outdated button may mean something else now.
    if (!isCurrent(table, caller, point)) return give(caller, {}, point, null);
    const refusedNow = mayNotOrderNow(table, seat);
    if (refusedNow !== null) return { ...refusedNow, replaces };
    const drawn = drafted(table, seat);
    if (drawn === null) return reply('member', ORDER_ANSWERS.noSuchOrder);
    const { page = 0, marked = null, typed } = drawn;
    const asksOn = chosen && page === 0 && marked === null && typed === undefined;
    const draft = asksOn ? unfinished.further(caller, point, table, seat, drawn.draft) : drawn.draft;
    const found = typed === undefined ? {} : { typed };
    const asked = askingReply(table, seat, draft, render, { page, marked, replaces, ...found });
    const isAtStart = Object.keys(draft).length === 0;
    if (asked) return isAtStart ? { ...asked, rows: [...planRows(table, seat), ...asked.rows] } : asked;
    const isAsked = table.system.rules.asked(table.position.state).some((one) => one.seat === seat);
    if (!(isAsked || mayChange(table, seat)) || isAtStart) return reply('member', ORDER_ANSWERS.menuOver, { replaces });
    return give(caller, draft, point, null);
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
  const told = (said: Said): Said => {
    if (!('say' in said)) return { ...said, text: `${lead}\n${said.text}` };
    return said.say === 'own-vote' ? { ...said, lead } : said;
  };
  if (!('after' in done)) return told(done);
  return done.alone ? { ...done, alone: told(done.alone) } : done;
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

import {
  type Applied,
  type Event,
  isRefusal,
  isSecret,
  liesFaceDown,
  type Order,
  orderKey,
  type Refusal,
  type SeatId,
  type State,
  sealedDice,
  type Throw,
} from '../../game/index.ts';
import type { OrderCause } from '../../store/index.ts';
import { type ChoiceStep, END_STEP, orderOfShortcut } from '../base/ballot-choice.ts';
import type { Caller } from '../base/caller.ts';
import { refusalText } from '../base/common-words.ts';
import { type Reply, reply } from '../base/reply.ts';
import { councilOf, positionWith, withoutPassed } from '../table/game-position.ts';
import { hmacOf } from '../table/game-secret.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import { type OwnOrder, type TableMessage, tableMessage } from '../table/said.ts';
import { mayChange, phaseOfSeat, sitsAt } from '../table/seat-rules.ts';
import { cancellations, followBallots } from './ballot-lifecycle.ts';
import { commandAfterOrder, mayNotOrder } from './council-changes.ts';
import {
  type Actor,
  clockActor,
  type GameChange,
  type GameTransactions,
  withoutInteraction,
} from './game-transactions.ts';

interface OrderOrigin {
  readonly reason: string | null;
  readonly ballot: number | null;
  /** Set if neither a member nor a ballot gave it. */
  readonly cause?: OrderCause;
  /** The same press gave the order before it. */
  readonly together?: true;
}

interface OrderChange extends GameChange {
  readonly said: TableMessage;
}

export interface OrderRun {
  readonly change: OrderChange | null;
  readonly refused: Refusal | null;
}

export interface SeatOrder {
  readonly seat: SeatId;
  readonly order: Order;
}

export interface ProvisionalState {
  readonly state: State;
  readonly turn: number;
}

/** A tried order and its throws. The dice object is not kept: it holds the game's secret. */
interface Tried {
  readonly applied: Applied<State, Event> | Refusal;
  readonly throws: readonly Throw[];
}

/** How many tried orders are kept for one position, since members can try any number. */
const MOST_TRIED = 100;
/** The most orders of one plan. */
export const MOST_ORDERS = 300;

export type OrderExecution = ReturnType<typeof createOrderExecution>;

/** Carries out orders: rolls, logs, and does what the council asks for next. */
export function createOrderExecution(transactions: GameTransactions) {
  const { addMap, append, store, storeIfDue, pingCommanders } = transactions;

  const triedAt = new WeakMap<State, Map<string, Tried>>();

  /** Tries orders until one is refused. Yields after each, so that a long plan does not block the event loop. */
  function* rehearse(
    table: GameTable,
    from: ProvisionalState,
    seat: SeatId,
    orders: readonly Order[],
  ): Generator<ProvisionalState> {
    let there = from;
    for (const order of orders) {
      const { applied } = tryOrder(table, seat, order, there);
      if (isRefusal(applied)) return;
      there = { state: applied.state, turn: there.turn + 1 };
      yield there;
    }
  }

  /** The effect of an order with the dice it would throw. Changes nothing. Cached by position. */
  function tryOrder(
    { game, system, position }: LoadedGame,
    seat: SeatId,
    order: Order,
    { state, turn }: ProvisionalState = position,
  ): Tried {
    const point = { game: game.id, turn, order: orderKey(order) };
    const triedHere = triedAt.get(state) ?? new Map<string, Tried>();
    triedAt.set(state, triedHere);
    const key = JSON.stringify([point, seat]);
    const known = triedHere.get(key);
    if (known) return known;
    const dice = sealedDice(hmacOf(game.secret), point);
    const tried = { applied: system.rules.apply(state, seat, order, dice), throws: dice.thrown };
    if (triedHere.size >= MOST_TRIED) triedHere.clear();
    triedHere.set(key, tried);
    return tried;
  }

  /** Gives one order. If it changes an order that lies face down, only its side is told. */
  function enact(actor: Actor, table: GameTable, seat: SeatId, order: Order, origin: OrderOrigin): GameChange | Reply {
    const { system } = table;
    const carried = carryOut(actor, table, seat, order, origin);
    if (isRefusal(carried)) return reply('member', refusalText(system, carried));
    let given: GameTable = { ...table, ...carried };
    const own = (after: GameTable, events: readonly Event[]): OwnOrder => ({
      say: 'own-order',
      table: after,
      seat,
      order,
      by: actor.member?.name ?? null,
      events,
      canChange: mayChange(after, seat),
      keepsReason: origin.reason !== null && !after.game.ended,
      goesOn: false,
      replaces: false,
    });
    // A change of an order has one event, the last of their run.
    if (mayChange(table, seat)) return { after: given, said: own(given, eventsOfRun(given).slice(-1)) };
    for (let next = passStep(actor, given); next; next = passStep(actor, given)) given = { ...given, ...next };
    if (given.position !== carried.position) addMap(table.game, given.position.seq, actor.at);
    endMarches(table, seat, [order]);
    const change = withConsequences(actor, table, given, seat);
    return isSecret(system.about, order) ? { ...change, alone: own(change.after, eventsOfRun(given)) } : change;
  }

  /**
   * Gives several orders, none of which changes an order that lies face down. One map tells them all.
   * @param cause null for a press of the actor or a ballot
   * @param next the next order; null to stop
   * @param origin `joins`: they go with the orders before; `ballot`: the ballot that decided them
   */
  function run(
    actor: Actor,
    table: GameTable,
    cause: OrderCause | null,
    next: (table: GameTable) => SeatOrder | null,
    { joins = false, ballot = null }: { readonly joins?: boolean; readonly ballot?: number | null } = {},
  ): OrderRun {
    const last = table.position.latest.at(-1);
    // Entries of one run share a time, so the next run of the bot or of a clock gets a later one.
    const looksLikeLast = cause !== null && (last?.cause === cause || last?.cause === 'pass');
    const at = looksLikeLast ? Math.max(actor.at, last.at + 1) : actor.at;
    let by: Actor = { ...actor, at };
    let given = table;
    let refused: Refusal | null = null;
    while (!given.game.ended) {
      const one = next(given);
      if (one === null) {
        const passed = given === table ? null : passStep(by, given);
        if (passed === null) break;
        given = { ...given, ...passed };
        continue;
      }
      const follows = joins || (cause === null && given !== table) ? ({ together: true } as const) : {};
      const origin = { reason: null, ballot, ...follows, ...(cause === null ? {} : { cause }) };
      const carried = carryOut(by, given, one.seat, one.order, origin, { bringsMap: false });
      if (isRefusal(carried)) {
        refused = carried;
        break;
      }
      given = { ...given, ...carried };
      by = withoutInteraction(by);
    }
    const final = withoutPassed(given.system, given.position.latest).at(-1);
    if (given === table || !final) return { change: null, refused };
    addMap(table.game, given.position.seq, at);
    return { change: withConsequences(by, table, given, final.seat), refused };
  }

  /** The legal steps of a plan in turn. If a step fails, the phase is not ended, so that the side can mend the plan. */
  function following(seat: SeatId, steps: readonly ChoiceStep[]): (there: LoadedGame) => SeatOrder | null {
    let at = 0;
    let given = 0;
    let hasFailed = false;
    let firstPhase: string | null = null;
    const nextOrder = (there: LoadedGame): Order | null => {
      const { system, position } = there;
      firstPhase ??= phaseOfSeat(there, seat);
      for (; at < steps.length; at += 1) {
        const step = steps[at] as ChoiceStep;
        // The phase that the plan would end is over already.
        if (step === END_STEP && phaseOfSeat(there, seat) !== firstPhase) continue;
        const givesSeveral = typeof step === 'string' && step !== END_STEP;
        const order = typeof step === 'object' ? step : orderOfShortcut(system, position.state, seat, step);
        const ends = order !== null && order.verb === system.play?.planning?.ending;
        const isLegal = order !== null && !isRefusal(tryOrder(there, seat, order).applied);
        if (isLegal && !(ends && hasFailed)) {
          if (!givesSeveral) at += 1;
          return order;
        }
        hasFailed ||= typeof step === 'object';
      }
      return null;
    };
    return (there) => {
      if (given >= MOST_ORDERS || phaseOfSeat(there, seat) === null) return null;
      given += 1;
      const order = nextOrder(there);
      return order && { seat, order };
    };
  }

  /**
   * Carries an order out and logs it.
   * @param bringsMap the channel must get a map of it, unless it changes an order that lies face down
   */
  function carryOut(
    actor: Actor,
    table: GameTable,
    seat: SeatId,
    order: Order,
    origin: OrderOrigin,
    { bringsMap = true } = {},
  ): LoadedGame | Refusal {
    const { system, position } = table;
    const { applied, throws } = tryOrder(table, seat, order);
    if (isRefusal(applied)) return applied;
    // Memory keeps the position for take-backs. Nothing will be tried there.
    triedAt.delete(position.state);
    const { state } = applied;
    const changes = mayChange(table, seat);
    const { together, ...alone } = origin;
    // Of orders that lie face down, `together` marks only one that changes the order before it.
    const joins = changes || (together && !liesFaceDown(system.about, order)) ? { together: true as const } : {};
    const body = { kind: 'order', seat, order, throws, ...alone, ...joins } as const;
    const entry = append(actor, table.game, position.seq + 1, body, { bringsMap: bringsMap && !changes });
    const over = system.rules.outcome(state) !== null;
    if (over) store.endGame(table.game.id, actor.at, 'finished');
    const after = {
      system,
      game: over ? { ...table.game, ended: { at: actor.at, how: 'finished' as const } } : table.game,
      position: positionWith(system, position, entry, applied),
    };
    storeIfDue(after);
    return after;
  }

  /** Passes a step in which nothing can happen; null if there is none. */
  function passStep(actor: Actor, table: GameTable): LoadedGame | null {
    const step = table.game.ended || table.lesson ? null : stepToPass(table, table.position);
    if (!step) return null;
    const byItself = { reason: null, ballot: null, cause: 'pass' } as const;
    const passed = carryOut(clockActor(actor.at), table, step.seat, step.order, byItself, { bringsMap: false });
    return isRefusal(passed) ? null : passed;
  }

  /** The state after all steps that pass by themselves. */
  function afterPassedSteps(table: GameTable, from: ProvisionalState): ProvisionalState {
    let there = from;
    for (let step = stepToPass(table, there); step; step = stepToPass(table, there))
      there = { state: step.state, turn: there.turn + 1 };
    return there;
  }

  /** Leaves a step that rolls, reveals or ends the game to its seat. The order before can then still be taken back. */
  function stepToPass(table: GameTable, there: ProvisionalState): (SeatOrder & Pick<ProvisionalState, 'state'>) | null {
    const { system } = table;
    const passed = system.rules.pass?.(there.state) ?? null;
    if (!passed) return null;
    const { applied, throws } = tryOrder(table, passed.seat, passed.order, there);
    if (isRefusal(applied) || throws.length > 0) return null;
    if ((system.knowledge.reveals?.(applied.events) ?? 0) > 0 || system.rules.outcome(applied.state) !== null)
      return null;
    return { ...passed, state: applied.state };
  }

  /** An order to marching units ends their march. */
  function endMarches(
    { game, system: { play }, position: { state, seq }, marches }: GameTable,
    seat: SeatId,
    orders: readonly Order[],
  ): void {
    const standing = marches.get(seat);
    if (!play?.planning || standing === undefined) return;
    const { rest } = play.planning.read(state, seat, play.planning.write(state, seat, orders), standing);
    if (rest !== standing) store.setMarches(game.id, seat, seq, rest);
  }

  /** Passes command on and updates the ballots after a seat's orders, and makes the map that tells of them. */
  function withConsequences(actor: Actor, before: GameTable, given: LoadedGame, seat: SeatId): OrderChange {
    const last = withoutPassed(given.system, given.position.latest).at(-1);
    const passed =
      given.game.ended || last?.cause === 'machine'
        ? { table: given, words: [], pings: [] }
        : commandAfterOrder(transactions, actor, given, seat);
    const after = followBallots(transactions, passed.table, actor, 'order');
    const lines = [{ tell: 'last-order' } as const, ...cancellations(store, before.ballots), ...passed.words];
    const map = tableMessage(after, lines);
    return { after, said: pingCommanders(after.game, actor.at, passed.pings, passed.words, map) };
  }

  return { rehearse, try: tryOrder, enact, run, following, afterPassedSteps, endMarches };
}

function eventsOfRun({ position: { moment } }: LoadedGame): readonly Event[] {
  return moment?.events ?? [];
}

interface PressedShortcut {
  readonly caller: Caller;
  readonly seat: SeatId;
  readonly shortcut: string;
  readonly phaseKey: string | null;
}

export type ShortcutsUnderWay = ReturnType<typeof createShortcutsUnderWay>;

/** Shortcuts that go on once the bot has answered. In memory only: after a restart the member presses again. */
export function createShortcutsUnderWay({ store }: GameTransactions, orders: OrderExecution) {
  /** By game. `at`: the log's point when the bot was asked. */
  const underWay = new Map<string, PressedShortcut & { readonly at: string }>();

  /**
   * Notes a shortcut that waits for the bot.
   * @param before the table where it was pressed
   */
  function note(before: GameTable, after: GameTable, pressed: PressedShortcut): void {
    const { game, system, position, machines } = after;
    const isOwnTurn = !system.rules
      .asked(before.position.state)
      .some(({ seat, outOfTurn }) => seat === pressed.seat && outOfTurn);
    const asked = game.ended ? [] : system.rules.asked(position.state);
    const waits = asked.length > 0 && asked.every(({ seat, outOfTurn }) => outOfTurn && machines.includes(seat));
    if (isOwnTurn && waits) underWay.set(game.id, { ...pressed, at: placeOf(after) });
    else underWay.delete(game.id);
  }

  /** Gives the shortcut's next orders after the bot's choice, in the same transaction, if the member still may. */
  function goOn(chosen: GameChange, at: number): GameChange {
    const { after } = chosen;
    const { game, system } = after;
    const pressed = underWay.get(game.id);
    underWay.delete(game.id);
    if (!pressed || game.ended) return chosen;
    const { caller, seat, shortcut, phaseKey } = pressed;
    const may =
      sitsAt(store, after, caller.member.discordId, seat) &&
      councilOf(after.position, seat).mode !== 'vote' &&
      mayNotOrder(store, caller, after, seat) === null;
    if (!may) return chosen;
    let given = 0;
    const { change } = orders.run(
      { member: caller.member, interaction: null, at },
      after,
      null,
      (there) => {
        given += 1;
        if (given > MOST_ORDERS || phaseOfSeat(there, seat) !== phaseKey) return null;
        const order = system.play?.planning?.shortcuts.next(there.position.state, seat, shortcut) ?? null;
        return order && { seat, order };
      },
      { joins: true },
    );
    const last = change ?? chosen;
    note(after, last.after, pressed);
    if (!change) return chosen;
    const before = 'notices' in chosen.said ? chosen.said.notices : [];
    return { ...change, said: { ...change.said, notices: [...before, ...change.said.notices] } };
  }

  return { note, isAt: (table: GameTable): boolean => underWay.get(table.game.id)?.at === placeOf(table), goOn };
}

/** The key contains the chain, since after a failed transaction another log may get the same length. */
function placeOf({ position }: GameTable): string {
  return `${position.seq} ${position.chain}`;
}

import { LIMITS } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import { BoundedCache } from '../../render/bounded-cache.ts';
import { type Caller, mayManageGame } from '../caller.ts';
import type { BallotLifecycle } from '../council/ballot-lifecycle.ts';
import type { CouncilChanges } from '../council/council-changes.ts';
import { throwsFor } from '../dice/rolls-taken-back.ts';
import { councilOf, type OrderEntry, standingIn, togetherFrom, withoutLast } from '../games/game-position.ts';
import type { GameTable, LoadedGame } from '../games/game-tables.ts';
import { type GameChange, type GameTransactions, withoutInteraction } from '../games/game-transactions.ts';
import { GAME_ANSWERS } from '../games/game-words.ts';
import { positionMessage } from '../map/position-message.ts';
import { clipped, type LogPoint, logPointOf, type Reply, reply } from '../reply.ts';
import { type SidePing, type SidePings, withPing } from '../turn/side-pings.ts';
import { whatIfPrint } from '../what-if/what-if-words.ts';
import { plainName, reasonIn, WORDS } from '../wording.ts';
import { type OrdersToTakeBack, ordersInWords, undoQuestion, undoReasonForm } from './undo-question.ts';
import { takesBack, UNDO_ANSWERS, yourOrderIsBack } from './undo-words.ts';

/** Members whose typed reasons are remembered at once, at most; others are asked for theirs by the form. */
const MOST_TYPED = 500;

/**
 * Takes orders back. The side that gave an order may do so until a reply or a roll; so may members who direct the game. After a roll only
 * moderators may: they are asked first and give a reason. With several sides a moderator is asked about every order of others, and the
 * side that gave it is pinged.
 */
export class UndoOrders {
  readonly #transactions: GameTransactions;
  readonly #ballots: BallotLifecycle;
  readonly #councils: CouncilChanges;
  readonly #turns: SidePings;
  /** Reasons typed with the command, until the question is answered: a button has no room for them. */
  readonly #typed = new BoundedCache<string>(MOST_TYPED);

  constructor(parts: {
    readonly transactions: GameTransactions;
    readonly ballots: BallotLifecycle;
    readonly councils: CouncilChanges;
    readonly turns: SidePings;
  }) {
    this.#transactions = parts.transactions;
    this.#ballots = parts.ballots;
    this.#councils = parts.councils;
    this.#turns = parts.turns;
  }

  /**
   * Takes the last standing order back. Its dice stay what they are: the same order there throws them again.
   * @param sure the caller has been asked
   * @param why null: it has not been said, and is asked for by a form where a die has fallen
   */
  takeBack(caller: Caller, point: LogPoint | null = null, sure = false, why: string | null = null): Reply | null {
    const answer = this.#transactions.atTable(caller, point, (table) => {
      const { game, system, position } = table;
      const last = position.latest.at(-1);
      const orders = last ? this.#together(table) : null;
      const rolls = this.#rollsOf(table, orders ?? []);
      const isFree = last !== undefined && rolls === 0 && this.#isOwn(caller, table, last);
      const no = isFree ? null : mayNot(caller, table, rolls);
      if (no !== null) return reply('member', no);
      // A secret order that has come since is not on the map the press came from: that one would be taken back unseen.
      if (point && last && last.seq > point.seq) return this.#transactions.presentMap(table, GAME_ANSWERS.movedOn);
      if (!last) return reply('member', game.whatIf ? UNDO_ANSWERS.beginsThere : UNDO_ANSWERS.nothingToTakeBack);
      if (!orders) return reply('member', UNDO_ANSWERS.onlyMachines);
      const isOthers = !isFree && system.seats.length > 1;
      const sides = isOthers ? sidesOf(orders) : [];
      const back: OrdersToTakeBack = { orders, rolls, sides, reason: null };
      if (rolls > 0) return this.#pastADie(caller, table, back, sure, why);
      if (isOthers && !sure) return undoQuestion(table, back);
      return this.#takenBack(caller, table, back);
    });
    return answer && sure ? settling(answer) : answer;
  }

  /** A roll is taken back once the moderator has confirmed and given a reason. */
  #pastADie(
    caller: Caller,
    table: GameTable,
    back: OrdersToTakeBack,
    sure: boolean,
    why: string | null,
  ): Reply | GameChange {
    const key = `${caller.member.discordId} ${table.game.id} ${table.position.seq}`;
    const typed = why ?? this.#typed.get(key) ?? null;
    const reason = typed === null ? null : reasonIn(clipped(typed, LIMITS.reason));
    if (sure && reason !== null) return this.#takenBack(caller, table, { ...back, reason });
    if (sure && why === null) return undoReasonForm(logPointOf(table));
    if (reason !== null) this.#typed.keep(key, reason, 1);
    return undoQuestion(table, { ...back, reason }, sure ? [UNDO_ANSWERS.sayWhy] : []);
  }

  /** How much was thrown for orders. */
  #rollsOf({ game }: LoadedGame, orders: readonly OrderEntry[]): number {
    const { store } = this.#transactions;
    const before = ({ ballot, seq }: OrderEntry) => (ballot === null ? null : store.entry(game.id, seq - 1));
    return orders.flatMap((order) => throwsFor(order, before(order))).length;
  }

  /**
   * Whether an order is the caller's side's, in a game that hides nothing: it was given under a name that is asked once, so that nobody
   * was pinged for it and nobody has ordered since.
   */
  #isOwn(caller: Caller, table: GameTable, { seat, member, cause, ballot }: OrderEntry): boolean {
    const { game, system, position } = table;
    if (!system.openHanded || cause || ballot !== null || position.before === null) return false;
    const { discordId } = caller.member;
    if (system.seats.length > 1 && !this.#transactions.store.seatsOf(game.id, discordId).includes(seat)) return false;
    if (councilOf(position, seat).mode === 'vote') return false;
    if (member?.discordId !== discordId && this.#councils.mayNotOrder(caller, table, seat) !== null) return false;
    return system.asked(position.before).some((asked) => asked.seat === seat && asked.phaseKey !== undefined);
  }

  /** What is taken back together, the last first. Null: nobody but machines has ordered. */
  #together({ game, position: { latest, turn } }: GameTable): OrderEntry[] | null {
    const from = togetherFrom(latest);
    if (from > 0 || latest.length === turn) return from < 0 ? null : latest.slice(from).reverse();
    // It may go further back than is kept.
    const standing = standingIn(this.#transactions.store.entries(game.id));
    const first = togetherFrom(standing);
    return first < 0 ? null : standing.slice(first).reverse();
  }

  #takenBack(caller: Caller, table: GameTable, { orders, rolls, sides, reason }: OrdersToTakeBack): GameChange {
    const { render, tables } = this.#transactions;
    const { game, system } = table;
    let { seq } = table.position;
    tables.expectPlaces(table, orders.length);
    for (const [index, order] of orders.entries()) {
      seq += 1;
      const body = { kind: 'undo', takesBack: order.seq, ...(reason === null ? {} : { reason }) } as const;
      this.#transactions.append(index === 0 ? caller : withoutInteraction(caller), game, seq, body);
    }
    const position = withoutLast(table.position, orders.length, rolls) ?? tables.positionFar(game);
    let back: LoadedGame = { game, system, position };
    for (const { seat, seq: given } of orders) back = this.#councils.afterUndo(caller, back, seat, given);
    const first = orders.at(-1)?.seq ?? 0;
    this.#turns.withdraw(back, first);
    if (system.planning) this.#transactions.store.restoreMarches(game.id, first - 1);
    const after = this.#ballots.follow(back, caller, 'undo');
    const lines = [
      takesBack(caller.member.name, ordersInWords(table, orders), rolls),
      ...(reason === null ? [] : [`> “${plainName(reason)}”`]),
      ...this.#ballots.voided(table.ballots),
    ];
    const print = [...whatIfPrint(game), ...(rolls > 0 ? [UNDO_ANSWERS.sameThrows] : [])];
    const pings = sides.flatMap((side) => this.#ping(caller, after, side) ?? []);
    return { after, answer: pings.reduce(withPing, positionMessage(after, render, lines, print)) };
  }

  /** Tells a side that its order has been taken back. Null: there is nobody else to tell. */
  #ping({ member, at }: Caller, table: GameTable, side: SeatId): SidePing | null {
    const { users, roles } = this.#turns.schedule.reached(table, side, at, member);
    const whom = [...users.map((user) => `<@${user}>`), ...roles.map((role) => `<@&${role}>`)];
    if (whom.length === 0) return null;
    const name = table.system.seats.find(({ id }) => id === side)?.name ?? '';
    const text = yourOrderIsBack(whom, name);
    const told = this.#transactions.keepNotice(
      'news',
      table.game,
      at,
      reply('channel', text, { pings: { users, roles } }),
    );
    return { text, users, roles, notices: told.notices };
  }
}

/** Why a member may not take back orders that are not their own, or for which so much was thrown. Null: they may. */
function mayNot(caller: Caller, { game }: GameTable, rolls: number): string | null {
  if (rolls > 0) return caller.isModerator ? null : UNDO_ANSWERS.dieHasFallen;
  return mayManageGame(caller, game) ? null : WORDS.mayNotManageGame;
}

/** Sides whose members, or whose votes, gave one of these orders. */
function sidesOf(orders: readonly OrderEntry[]): SeatId[] {
  return [...new Set(orders.filter(({ cause }) => cause === undefined).map(({ seat }) => seat))];
}

/** The answer replaces the question. */
function settling(answer: Reply): Reply {
  if (answer.to === 'member') return { ...answer, replaces: true };
  const [line = ''] = answer.text.split('\n');
  return { ...answer, settles: line };
}

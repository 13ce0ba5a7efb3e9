import { LIMITS, type MemberId } from '../../council/index.ts';
import { isRefusal, replayedDice, type Seat, type SeatId } from '../../game/index.ts';
import { BoundedCache } from '../../render/bounded-cache.ts';
import type { GameRecord, MemberRecord } from '../../store/index.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { clipped, type LogPoint, logPointOf, type Reply, reply } from '../base/reply.ts';
import { plainName, reasonIn, WORDS } from '../base/wording.ts';
import {
  councilOf,
  type OrderEntry,
  recentStates,
  standingIn,
  togetherFrom,
  withoutLast,
  withoutPassed,
} from '../table/game-position.ts';
import { hmacOf } from '../table/game-secret.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import { GAME_ANSWERS } from '../table/game-words.ts';
import type { Fact } from '../table/notice-sentences.ts';
import {
  bothSeen,
  hasThrows,
  howMuch,
  NOTHING_SEEN,
  type OrdersToTakeBack,
  type Seen,
  seenIn,
  throwsFor,
} from '../table/rolls-taken-back.ts';
import { type Line, type Said, type SidePing, tableMessage, type UndoQuestion } from '../table/said.ts';
import {
  alreadySeen,
  asksBack,
  doYouAgree,
  ordersInWords,
  UNDO,
  UNDO_ANSWERS,
  UNDO_FORM,
} from '../table/undo-words.ts';
import type { BallotLifecycle } from './ballot-lifecycle.ts';
import type { CouncilChanges } from './council-changes.ts';
import { type GameChange, type GameTransactions, withoutInteraction } from './game-transactions.ts';
import type { SidePings } from './side-pings.ts';

/** Members whose typed reasons are remembered at once, at most; others are asked for theirs by the form. */
const MOST_TYPED = 500;

/**
 * Takes orders back. The side that gave an order may do so until a reply or a roll; so may members who direct the game. Once an order has
 * rolled or revealed something, only a moderator may: they are asked first and give a reason. Where members play against each other it must
 * be one who has played no side, or the other side agrees. With several sides a moderator is asked about every order of others, and the
 * sides are pinged.
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
   * Takes the last standing order back. Its dice stay what they are: the same order there throws them again. A player who can't do so by
   * themselves asks the other side.
   * @param sure the caller has been asked
   * @param why null: it has not been said, and is asked for by a form where something was seen
   */
  takeBack(caller: Caller, point: LogPoint | null = null, sure = false, why: string | null = null): Reply | null {
    const answer = this.#transactions.atTable(caller, point, (table) => {
      const { game, system, position } = table;
      const last = position.latest.at(-1);
      const orders = last ? this.#together(table) : null;
      const back = this.#weighed(table, orders ?? []);
      const isFree = !back.isPast && this.#isOwn(caller, table);
      const right = isFree ? 'take' : this.#right(caller, table, back);
      if (right !== 'take' && right !== 'ask') return reply('member', right.refused);
      // A secret order that has come since is not on the map the press came from: that one would be taken back unseen.
      if (point && last && last.seq > point.seq) return this.#transactions.presentMap(table, GAME_ANSWERS.movedOn);
      if (!last) return reply('member', game.whatIf ? UNDO_ANSWERS.beginsThere : UNDO_ANSWERS.nothingToTakeBack);
      if (!orders) return reply('member', UNDO_ANSWERS.onlyMachines);
      if (right === 'ask') return this.#asking(caller, table, back, sure, why);
      if (back.isPast) return this.#pastWhatWasSeen(caller, table, back, sure, why);
      const isOthers = !isFree && system.seats.length > 1;
      const told = { ...back, sides: isOthers ? back.sides : [] };
      return isOthers && !sure ? asks(table, told) : this.#takenBack(caller, table, told);
    });
    return answer && sure ? settling(answer) : answer;
  }

  /**
   * Takes back what a member of another side has asked for.
   * @param asker their number in the store
   * @param code shows that the bot made the button
   */
  agree(caller: Caller, point: LogPoint, asker: MemberId, code: string): Reply | null {
    return this.#transactions.atTable(caller, point, (table) => {
      const last = table.position.latest.at(-1);
      const orders = last ? this.#together(table) : null;
      const by = this.#transactions.store.memberById(asker);
      if (!last || !orders || !by || code !== codeOf(table.game, point, asker))
        return reply('member', UNDO_ANSWERS.nobodyAsks);
      if (last.seq > point.seq) return this.#transactions.presentMap(table, GAME_ANSWERS.movedOn);
      const seat = this.#agreeing(caller, table, by);
      if (seat === null) return reply('member', UNDO_ANSWERS.notYoursToAgree);
      const back = this.#weighed(table, orders);
      return this.#takenBack(caller, table, { ...back, sides: back.sides.filter((side) => side !== seat) }, seat);
    });
  }

  /** A moderator takes back what was seen once they have confirmed and given a reason. */
  #pastWhatWasSeen(
    caller: Caller,
    table: GameTable,
    back: OrdersToTakeBack,
    sure: boolean,
    why: string | null,
  ): Said | GameChange {
    const reason = this.#reason(caller, table, why);
    if (sure && reason !== null) return this.#takenBack(caller, table, { ...back, reason });
    if (sure && why === null) return reasonForm(logPointOf(table));
    return asks(table, { ...back, reason }, sure ? UNDO_ANSWERS.sayWhy : null);
  }

  /** The reason that is given now, or was typed with the command before the question; `null` if there is none. */
  #reason({ member }: Caller, { game, position }: GameTable, why: string | null): string | null {
    const key = `${member.discordId} ${game.id} ${position.seq}`;
    const typed = why ?? this.#typed.get(key) ?? null;
    const reason = typed === null ? null : reasonIn(clipped(typed, LIMITS.reason));
    if (reason !== null) this.#typed.keep(key, reason, 1);
    return reason;
  }

  /** A player asks the other side: once they are sure, in the channel, with a button that any of its members can press. */
  #asking(caller: Caller, table: GameTable, back: OrdersToTakeBack, sure: boolean, why: string | null): Said {
    const reason = this.#reason(caller, table, why);
    if (!sure) return asks(table, { ...back, reason }, null, true);
    const { discordId, name } = caller.member;
    const point = logPointOf(table);
    const reached = this.#otherSides(caller, table).map((side) => ({ side, ...this.#reached(caller, table, side.id) }));
    const lines = [
      asksBack(name, ordersInWords(table, back.orders), back.all),
      ...(reason === null ? [] : [quoted(reason)]),
      ...reached.map(({ side, mentions }) => doYouAgree(mentions, side.name)),
    ];
    const { id } = this.#transactions.store.member(discordId, name);
    return reply('channel', lines.join('\n'), {
      pings: { users: reached.flatMap(({ users }) => users), roles: reached.flatMap(({ roles }) => roles) },
      rows: [
        [
          {
            label: UNDO.agree,
            tone: 'bold',
            press: { do: 'agree-undo', point, member: id, code: codeOf(table.game, point, id) },
          },
        ],
      ],
    });
  }

  /** The side for which a member may agree to what another asks: one that the other has never played; `null` if there is none. */
  #agreeing(caller: Caller, table: GameTable, asker: MemberRecord): SeatId | null {
    if (asker.discordId === null) return null;
    const theirs = this.#transactions.store.seatsEverOf(table.game.id, asker.discordId);
    const isTheirs = (seat: SeatId) => this.#canAgree(table, seat).includes(caller.member.discordId);
    return this.#ordersFor(caller, table).find((seat) => !theirs.includes(seat) && isTheirs(seat)) ?? null;
  }

  /** Members of a side who were on it when the last order was given. A friend of the asking player could join it later to agree. */
  #canAgree({ game, position }: GameTable, seat: SeatId): string[] {
    const given = position.latest.at(-1)?.at ?? 0;
    const members = this.#transactions.store.seatedSince(game.id, seat);
    return members.filter(({ since }) => since === null || since <= given).map(({ discordId }) => discordId);
  }

  /** The sides whose orders a member can give. */
  #ordersFor(caller: Caller, table: GameTable): SeatId[] {
    const seats = this.#transactions.store.seatsOf(table.game.id, caller.member.discordId);
    return seats.filter((seat) => this.#councils.mayNotOrder(caller, table, seat) === null);
  }

  /** The sides that can agree to what a member asks for: those that they have never played and somebody did then and does now. */
  #otherSides({ member }: Caller, table: GameTable): Seat[] {
    const own = this.#transactions.store.seatsEverOf(table.game.id, member.discordId);
    return table.system.seats.filter(({ id }) => !own.includes(id) && this.#canAgree(table, id).length > 0);
  }

  /** Weighs some orders, the last of them first: what would go with them, and who would hear of it. */
  #weighed(table: GameTable, orders: readonly OrderEntry[]): OrdersToTakeBack {
    const { system, position, game } = table;
    const { store } = this.#transactions;
    const seen = this.#seenBy(table, orders);
    const all = seen.reduce(bothSeen, NOTHING_SEEN);
    const first = orders.at(-1)?.seq ?? position.seq;
    const isPast = howMuch(all) > 0 || (first < position.lastSeen && this.#isContested(table));
    const gave = sidesOf(orders);
    const sides = system.seats
      .filter(({ id }) => gave.includes(id) || (isPast && store.sittersAt(game.id, id).length > 0))
      .map(({ id }) => id);
    return { orders, seen, all, isPast, sides: system.seats.length > 1 ? sides : [], reason: null };
  }

  /** Lists for each of some orders, the last of them first, what it brought to light. */
  #seenBy(table: GameTable, orders: readonly OrderEntry[]): Seen[] {
    const { store, tables } = this.#transactions;
    const { game, system, position } = table;
    const before = ({ ballot, seq }: OrderEntry) => (ballot === null ? null : store.entry(game.id, seq - 1));
    const first = orders.at(-1);
    if (!first) return [];
    if (!system.reveals) return orders.map((order) => seenIn(throwsFor(order, before(order)), 0));
    let state = recentStates(position).at(-1 - orders.length) ?? tables.stateAfter(table, first.seq - 1);
    const inOrder = orders.toReversed().map((order) => {
      const applied = system.apply(state, order.seat, order.order, replayedDice(order.throws));
      if (isRefusal(applied))
        throw new Error(`Entry ${order.seq} of game ${game.id} is refused after it was carried out`);
      state = applied.state;
      return seenIn(throwsFor(order, before(order)), system.reveals?.(applied.events) ?? 0);
    });
    return inOrder.toReversed();
  }

  /**
   * Says whether a member takes back orders that are not freely theirs, asks for it, or neither. Past something that was seen, a moderator
   * who has played a side decides for that side like any of its players, and each of them needs the other side.
   */
  #right(
    caller: Caller,
    table: GameTable,
    { all, isPast }: OrdersToTakeBack,
  ): 'take' | 'ask' | { readonly refused: string } {
    const { game } = table;
    if (!isPast) return mayManageGame(caller, game) ? 'take' : { refused: WORDS.mayNotManageGame };
    const isContested = this.#isContested(table);
    if (caller.isModerator && !(isContested && this.#hasPlayed(caller, game))) return 'take';
    const canAsk = this.#ordersFor(caller, table).length > 0 && this.#otherSides(caller, table).length > 0;
    if (isContested && canAsk) return 'ask';
    return { refused: alreadySeen(all, isContested) };
  }

  /** Whether a member has taken a side of a game, or has given orders over a council's head. */
  #hasPlayed({ member: { discordId } }: Caller, { id }: GameRecord): boolean {
    const { store } = this.#transactions;
    const known = store.knownMember(discordId);
    return store.seatsEverOf(id, discordId).length > 0 || (known !== null && store.hasOrdered(id, known.id, 0));
  }

  /** Whether members have played against each other in a game. Those who have left count: leaving makes nobody neutral. */
  #isContested({ game, system }: GameTable): boolean {
    if (system.seats.length === 1) return false;
    const taken = this.#transactions.store.seatsEver(game.id);
    return taken.some((one) => taken.some(({ seat, member }) => seat !== one.seat && member !== one.member));
  }

  /**
   * Whether an order is the caller's side's, in a game that hides nothing: it was given under a name that is asked once, so that nobody
   * was pinged for it and nobody has ordered since.
   */
  #isOwn(caller: Caller, table: GameTable): boolean {
    const { game, system, position } = table;
    const last = withoutPassed(position.latest).at(-1);
    if (!last || !system.openHanded || last.cause || last.ballot !== null) return false;
    const { seat, member } = last;
    const { discordId } = caller.member;
    if (system.seats.length > 1 && !this.#transactions.store.seatsOf(game.id, discordId).includes(seat)) return false;
    if (councilOf(position, seat).mode === 'vote') return false;
    if (member?.discordId !== discordId && this.#councils.mayNotOrder(caller, table, seat) !== null) return false;
    const passed = position.latest.length - 1 - position.latest.indexOf(last);
    const before = recentStates(position).at(-2 - passed) ?? this.#transactions.tables.stateAfter(table, last.seq - 1);
    return system.asked(before).some((asked) => asked.seat === seat && asked.phaseKey !== undefined);
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

  /** @param agreed the caller's side, which was asked; null: the caller takes them back alone */
  #takenBack(
    caller: Caller,
    table: GameTable,
    { orders, seen, all, sides, reason }: OrdersToTakeBack,
    agreed: SeatId | null = null,
  ): GameChange {
    const { tables } = this.#transactions;
    const { game, system } = table;
    const first = orders.at(-1)?.seq ?? 0;
    const position = withoutLast(table.position, { orders, seen }, () => tables.positionAt(game, first - 1));
    let { seq } = table.position;
    for (const [index, order] of orders.entries()) {
      seq += 1;
      const how = { ...(reason === null ? {} : { reason }), ...(agreed === null ? {} : { agreed }) };
      const body = { kind: 'undo', takesBack: order.seq, ...how } as const;
      this.#transactions.append(index === 0 ? caller : withoutInteraction(caller), game, seq, body);
    }
    let back: LoadedGame = { game, system, position };
    for (const { seat, seq: given } of orders) back = this.#councils.afterUndo(caller, back, seat, given);
    this.#turns.withdraw(back, first);
    if (system.planning) this.#transactions.store.restoreMarches(game.id, first - 1);
    const after = this.#ballots.follow(back, caller, 'undo');
    const by = caller.member.name;
    const told =
      agreed === null
        ? ({ tell: 'taken-back' } as const)
        : ({ tell: 'agreed-back', side: sideName(table, agreed) } as const);
    const lines: Line[] = [
      { ...told, by, orders, all },
      ...(reason === null ? [] : [quoted(reason)]),
      ...this.#ballots.voided(table.ballots),
    ];
    const gave = sidesOf(orders);
    const pings = sides.flatMap((side) => this.#ping(caller, after, side, gave.includes(side)) ?? []);
    return { after, said: tableMessage(after, lines, { small: hasThrows(all) ? 'same-throws' : 'usual' }), pings };
  }

  /** Tells a side that its order, or one it has seen, has been taken back; `null` if there is nobody else to tell. */
  #ping(caller: Caller, table: GameTable, side: SeatId, isOwn: boolean): SidePing | null {
    const { users, roles, mentions } = this.#reached(caller, table, side);
    if (mentions.length === 0) return null;
    const says: Fact = [isOwn ? 'yourOrderIsBack' : 'theirOrderIsBack', { pinged: true }, { side }];
    const { notices } = this.#transactions.keepNotice('news', table.game, caller.at, [says], {
      pings: { users, roles },
    });
    return { says, users, roles, notices };
  }

  #reached({ member, at }: Caller, table: GameTable, side: SeatId) {
    const { users, roles } = this.#turns.schedule.reached(table, side, at, member);
    return { users, roles, mentions: [...users.map((user) => `<@${user}>`), ...roles.map((role) => `<@&${role}>`)] };
  }
}

function sideName({ system }: GameTable, side: SeatId): string {
  return system.seats.find(({ id }) => id === side)?.name ?? '';
}

function asks(table: GameTable, back: OrdersToTakeBack, lead: string | null = null, mayAsk = false): UndoQuestion {
  return { say: 'undo-question', table, back, lead, mayAsk };
}

/** The form for why something is taken back that everybody has seen. */
function reasonForm(point: LogPoint): Reply {
  const { title, label } = UNDO_FORM;
  return reply('member', '', { form: { title, asks: { what: 'why', point }, label, value: '', most: LIMITS.reason } });
}

function quoted(reason: string): string {
  return `> “${plainName(reason)}”`;
}

/** Digits of a code: enough that nobody hits on one. */
const DIGITS = 16;

/** The code on a button to agree, under the game's secret: without it somebody could make up that the other side has asked. */
function codeOf({ id, secret }: GameRecord, { seq }: LogPoint, asker: MemberId): string {
  return Buffer.from(hmacOf(secret)(`undo|${id}|${seq}|${asker}`))
    .toString('hex')
    .slice(0, DIGITS);
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

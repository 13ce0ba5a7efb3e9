import { LRUCache } from 'lru-cache';
import { LIMITS, type MemberId } from '../../council/index.ts';
import { isRefusal, replayedDice, type Seat, type SeatId } from '../../game/index.ts';
import type { GameRecord, MemberRecord } from '../../store/index.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { reasonIn, WORDS } from '../base/common-words.ts';
import { clipped, type LogPoint, logPointOf, type Reply, reply, settling } from '../base/reply.ts';
import {
  councilOf,
  isChange,
  type OrderEntry,
  recentStates,
  standingIn,
  togetherFrom,
  withoutLast,
  withoutPassed,
} from '../table/game-position.ts';
import { codeUnder } from '../table/game-secret.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import { alreadySeen, GAME_ANSWERS, UNDO_ANSWERS, UNDO_FORM } from '../table/game-words.ts';
import { type Fact, mentionsOf } from '../table/notice-sentences.ts';
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
import { sideNameOf } from '../table/seat-rules.ts';
import { cancellations, followBallots } from './ballot-lifecycle.ts';
import { commandAfterUndo, mayNotOrder } from './council-changes.ts';
import { type GameChange, type GameTransactions, withoutInteraction } from './game-transactions.ts';
import type { SidePings } from './side-pings.ts';

/** How many typed reasons are kept. A form asks again for one that was dropped. */
const MOST_TYPED = 500;

/**
 * Takes orders back. Until a reply or a roll, the side that gave the order may do so, and so may moderators and the
 * member who started the game. After a roll or reveal, only a moderator may, with a reason. Where members play against
 * each other, that must be a moderator who has played no side, or the other side must agree. With several sides, a
 * member who takes back others' orders must confirm, and the sides are pinged.
 */
export function createUndoOrders(transactions: GameTransactions, turns: SidePings) {
  const { store, tables, atTable, presentMap, append, keepNotice } = transactions;

  /** Reasons typed with the command. A button has no room for one, so they are kept until the member confirms. */
  const typedReasons = new LRUCache<string, string>({ max: MOST_TYPED });

  /**
   * Takes the last standing order back, or asks the other side to agree if the player may not do so alone.
   * @param sure the caller has confirmed
   * @param why null if no reason was typed: a form asks for it if something was seen
   */
  function takeBack(
    caller: Caller,
    point: LogPoint | null = null,
    sure = false,
    why: string | null = null,
  ): Reply | null {
    const answer = atTable(caller, point, (table) => {
      const { game, system, position } = table;
      const last = position.latest.at(-1);
      const orders = together(table);
      const back = toTakeBack(table, orders ?? []);
      const isFree = !back.wasSeen && isOwn(caller, table);
      const right = isFree ? 'take' : rightOf(caller, table, back);
      if (right !== 'take' && right !== 'ask') return reply('member', right.refused);
      // A secret order has come since the map was posted. The member does not know that it would be taken back.
      if (point && last && !isChange(system, last) && last.seq > point.seq)
        return presentMap(table, GAME_ANSWERS.movedOn);
      if (!last) return reply('member', game.whatIf ? UNDO_ANSWERS.beginsThere : UNDO_ANSWERS.nothingToTakeBack);
      if (!orders) return reply('member', UNDO_ANSWERS.onlyMachines);
      if (right === 'ask') return askOtherSide(caller, table, back, sure, why);
      if (back.wasSeen) return takeBackSeen(caller, table, back, sure, why);
      const isOthers = !isFree && system.about.seats.length > 1;
      const told = { ...back, sides: isOthers ? back.sides : [] };
      return isOthers && !sure ? confirmation(table, told) : takenBack(caller, table, told);
    });
    return answer && sure ? settling(answer) : answer;
  }

  /**
   * Agrees to another side's request.
   * @param asker the member who asks
   * @param code proves that the bot made the button
   */
  function agree(caller: Caller, point: LogPoint, asker: MemberId, code: string): Reply | null {
    return atTable(caller, point, (table) => {
      const last = table.position.latest.at(-1);
      const orders = together(table);
      const by = store.memberById(asker);
      if (!last || !orders || !by || code !== codeOf(table.game, point, asker))
        return reply('member', UNDO_ANSWERS.nobodyAsks);
      if (last.seq > point.seq) return presentMap(table, GAME_ANSWERS.movedOn);
      const seat = agreeing(caller, table, by);
      if (seat === null) return reply('member', UNDO_ANSWERS.notYoursToAgree);
      const back = toTakeBack(table, orders);
      return takenBack(caller, table, { ...back, sides: back.sides.filter((side) => side !== seat) }, seat);
    });
  }

  function takeBackSeen(
    caller: Caller,
    table: GameTable,
    back: OrdersToTakeBack,
    sure: boolean,
    why: string | null,
  ): Said | GameChange {
    const reason = reasonFor(caller, table, why);
    if (sure && reason !== null) return takenBack(caller, table, { ...back, reason });
    if (sure && why === null) return reasonForm(logPointOf(table));
    return confirmation(table, { ...back, reason }, sure ? UNDO_ANSWERS.sayWhy : null);
  }

  function reasonFor({ member }: Caller, { game, position }: GameTable, why: string | null): string | null {
    const key = `${member.discordId} ${game.id} ${position.seq}`;
    const typed = why ?? typedReasons.get(key) ?? null;
    const reason = typed === null ? null : reasonIn(clipped(typed, LIMITS.reason));
    if (reason !== null) typedReasons.set(key, reason);
    return reason;
  }

  /** Has the player confirm. Then the channel gets a question with a button for the other side's members. */
  function askOtherSide(
    caller: Caller,
    table: GameTable,
    back: OrdersToTakeBack,
    sure: boolean,
    why: string | null,
  ): Said {
    const reason = reasonFor(caller, table, why);
    if (!sure) return confirmation(table, { ...back, reason }, null, true);
    const { discordId, name } = caller.member;
    const point = logPointOf(table);
    const reached = otherSides(caller, table).map((side) => ({ side, ...reachedOf(caller, table, side.id) }));
    const lines: Line[] = [
      { tell: 'asks-back', by: name, orders: back.orders, all: back.all },
      ...quoted(reason),
      ...reached.map(({ side, mentions }): Fact => ['doYouAgree', mentions, { side: side.id }]),
    ];
    const { id } = store.member(discordId, name);
    const pings = { users: reached.flatMap(({ users }) => users), roles: reached.flatMap(({ roles }) => roles) };
    const press = { do: 'agree-undo', point, member: id, code: codeOf(table.game, point, id) } as const;
    return { say: 'agreement-question', table, lines, pings, press };
  }

  /** A side of the caller's that the asker has never played; null if there is none. */
  function agreeing(caller: Caller, table: GameTable, asker: MemberRecord): SeatId | null {
    if (asker.discordId === null) return null;
    const theirs = store.seatsEverOf(table.game.id, asker.discordId);
    const isTheirs = (seat: SeatId) => canAgree(table, seat).includes(caller.member.discordId);
    return ordersFor(caller, table).find((seat) => !theirs.includes(seat) && isTheirs(seat)) ?? null;
  }

  /** Members who were on the side when the last order was given. A friend of the asker could join it later to agree. */
  function canAgree({ game, position }: GameTable, seat: SeatId): string[] {
    const given = position.latest.at(-1)?.at ?? 0;
    const members = store.seatedSince(game.id, seat);
    return members.filter(({ since }) => since === null || since <= given).map(({ discordId }) => discordId);
  }

  function ordersFor(caller: Caller, table: GameTable): SeatId[] {
    const seats = store.seatsOf(table.game.id, caller.member.discordId);
    return seats.filter((seat) => mayNotOrder(store, caller, table, seat) === null);
  }

  /** The sides that the caller has never played and that have a member who can agree. */
  function otherSides({ member }: Caller, table: GameTable): Seat[] {
    const own = store.seatsEverOf(table.game.id, member.discordId);
    return table.system.about.seats.filter(({ id }) => !own.includes(id) && canAgree(table, id).length > 0);
  }

  /** @param orders the last first */
  function toTakeBack(table: GameTable, orders: readonly OrderEntry[]): OrdersToTakeBack {
    const { system, position, game } = table;
    const seen = seenBy(table, orders);
    const all = seen.reduce(bothSeen, NOTHING_SEEN);
    const first = orders.at(-1)?.seq ?? position.seq;
    const wasSeen = howMuch(all) > 0 || (first < position.lastSeen && haveOpponents(table));
    const givers = sidesOf(orders);
    const sides = system.about.seats
      .filter(({ id }) => givers.includes(id) || (wasSeen && store.sittersAt(game.id, id).length > 0))
      .map(({ id }) => id);
    return { orders, seen, all, wasSeen, sides: system.about.seats.length > 1 ? sides : [], reason: null };
  }

  function seenBy(table: GameTable, orders: readonly OrderEntry[]): Seen[] {
    const { game, system, position } = table;
    const before = ({ ballot, seq }: OrderEntry) => (ballot === null ? null : store.entry(game.id, seq - 1));
    const first = orders.at(-1);
    if (!first) return [];
    if (!system.knowledge.reveals) return orders.map((order) => seenIn(throwsFor(order, before(order)), 0));
    let state = recentStates(position).at(-1 - orders.length) ?? tables.stateAfter(table, first.seq - 1);
    const inOrder = orders.toReversed().map((order) => {
      const applied = system.rules.apply(state, order.seat, order.order, replayedDice(order.throws));
      if (isRefusal(applied))
        throw new Error(`Entry ${order.seq} of game ${game.id} is refused after it was carried out`);
      state = applied.state;
      return seenIn(throwsFor(order, before(order)), system.knowledge.reveals?.(applied.events) ?? 0);
    });
    return inOrder.toReversed();
  }

  /**
   * Whether a member may take back orders that aren't freely theirs, or must ask the other side. After a roll or
   * reveal every player must ask, and so must a moderator who has played a side.
   */
  function rightOf(
    caller: Caller,
    table: GameTable,
    { all, wasSeen }: OrdersToTakeBack,
  ): 'take' | 'ask' | { readonly refused: string } {
    const { game } = table;
    if (!wasSeen) return mayManageGame(caller, game) ? 'take' : { refused: WORDS.mayNotManageGame };
    const isContested = haveOpponents(table);
    if (caller.isModerator && !(isContested && hasPlayed(caller, game))) return 'take';
    const canAsk = ordersFor(caller, table).length > 0 && otherSides(caller, table).length > 0;
    if (isContested && canAsk) return 'ask';
    return { refused: alreadySeen(all, isContested) };
  }

  function hasPlayed({ member: { discordId } }: Caller, { id }: GameRecord): boolean {
    const known = store.knownMember(discordId);
    return store.seatsEverOf(id, discordId).length > 0 || (known !== null && store.hasOrdered(id, known.id, 0));
  }

  /** Whether members have played against each other. Members who have left count: leaving makes nobody neutral. */
  function haveOpponents({ game, system }: GameTable): boolean {
    if (system.about.seats.length === 1) return false;
    const taken = store.seatsEver(game.id);
    return taken.some((one) => taken.some(({ seat, member }) => seat !== one.seat && member !== one.member));
  }

  /** Whether the last order is the side's own, in a game without secrets, with no ping and no order since. */
  function isOwn(caller: Caller, table: GameTable): boolean {
    const { game, system, position } = table;
    const last = withoutPassed(system, position.latest).at(-1);
    if (!last || !system.about.openHanded || last.cause || last.ballot !== null) return false;
    const { seat, member } = last;
    const { discordId } = caller.member;
    if (system.about.seats.length > 1 && !store.seatsOf(game.id, discordId).includes(seat)) return false;
    if (councilOf(position, seat).mode === 'vote') return false;
    if (member?.discordId !== discordId && mayNotOrder(store, caller, table, seat) !== null) return false;
    const passed = position.latest.length - 1 - position.latest.indexOf(last);
    const before = recentStates(position).at(-2 - passed) ?? tables.stateAfter(table, last.seq - 1);
    return system.rules.asked(before).some((asked) => asked.seat === seat && asked.phaseKey !== undefined);
  }

  /** The orders taken back together, the last first; null if no member has ordered. */
  function together({ game, position: { latest, turn } }: GameTable): OrderEntry[] | null {
    const from = togetherFrom(latest);
    if (from > 0 || latest.length === turn) return from < 0 ? null : latest.slice(from).reverse();
    // Memory may hold only the end of the run.
    const standing = standingIn(store.entries(game.id));
    const first = togetherFrom(standing);
    return first < 0 ? null : standing.slice(first).reverse();
  }

  /** @param agreed the side that agreed; null if the caller decides alone */
  function takenBack(
    caller: Caller,
    table: GameTable,
    { orders, seen, all, sides, reason }: OrdersToTakeBack,
    agreed: SeatId | null = null,
  ): GameChange {
    const { game, system } = table;
    const first = orders.at(-1)?.seq ?? 0;
    const position = withoutLast(table.position, { orders, seen }, () => tables.positionAt(game, first - 1));
    let { seq } = table.position;
    for (const [index, order] of orders.entries()) {
      seq += 1;
      const how = { ...(reason === null ? {} : { reason }), ...(agreed === null ? {} : { agreed }) };
      const body = { kind: 'undo', takesBack: order.seq, ...how } as const;
      append(index === 0 ? caller : withoutInteraction(caller), game, seq, body);
    }
    let back: LoadedGame = { game, system, position };
    for (const { seat, seq: given } of orders) back = commandAfterUndo(transactions, caller, back, seat, given);
    turns.withdraw(back, first);
    if (system.play?.planning) store.restoreMarches(game.id, first - 1);
    const after = followBallots(transactions, back, caller, 'undo');
    const by = caller.member.name;
    const told =
      agreed === null
        ? ({ tell: 'taken-back' } as const)
        : ({ tell: 'agreed-back', side: sideNameOf(system, agreed) ?? '' } as const);
    const lines: Line[] = [{ ...told, by, orders, all }, ...quoted(reason), ...cancellations(store, table.ballots)];
    const givers = sidesOf(orders);
    const pings = sides.flatMap((side) => ping(caller, after, side, givers.includes(side)) ?? []);
    return { after, said: tableMessage(after, lines, { small: hasThrows(all) ? 'same-throws' : 'usual' }), pings };
  }

  /** Tells a side about the take-back; null if there is nobody else to tell. */
  function ping(caller: Caller, table: GameTable, side: SeatId, isOwn: boolean): SidePing | null {
    const { users, roles, mentions } = reachedOf(caller, table, side);
    if (mentions.length === 0) return null;
    const says: Fact = [isOwn ? 'yourOrderIsBack' : 'theirOrderIsBack', { pinged: true }, { side }];
    const { notices } = keepNotice('news', table.game, caller.at, [says], { pings: { users, roles } });
    return { says, users, roles, notices };
  }

  function reachedOf({ member, at }: Caller, table: GameTable, side: SeatId) {
    const { users, roles } = turns.schedule.reached(table, side, at, member);
    return { users, roles, mentions: mentionsOf({ users, roles }) };
  }

  return { takeBack, agree };
}

function confirmation(
  table: GameTable,
  back: OrdersToTakeBack,
  lead: string | null = null,
  mustAsk = false,
): UndoQuestion {
  return { say: 'undo-question', table, back, lead, mustAsk };
}

function reasonForm(point: LogPoint): Reply {
  const { title, label } = UNDO_FORM;
  return reply('member', '', { form: { title, asks: { what: 'why', point }, label, value: '', most: LIMITS.reason } });
}

function quoted(reason: string | null): Fact[] {
  return reason === null ? [] : [['quoted', reason]];
}

/** With so many digits nobody can guess a code. */
const DIGITS = 16;

/** The code on an Agree button, which only the bot can make. */
function codeOf({ id, secret }: GameRecord, { seq }: LogPoint, asker: MemberId): string {
  return codeUnder(secret, `undo|${id}|${seq}|${asker}`, DIGITS);
}

function sidesOf(orders: readonly OrderEntry[]): SeatId[] {
  return [...new Set(orders.filter(({ cause }) => cause === undefined).map(({ seat }) => seat))];
}

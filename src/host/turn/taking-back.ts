import type { SeatId } from '../../game/index.ts';
import { type Answer, type Point, say } from '../answer.ts';
import { type Caller, mayDirect } from '../caller.ts';
import type { Ballots } from '../council/ballots.ts';
import type { Councils } from '../council/councils.ts';
import { councilOf, type OrderEntry, standingIn, togetherFrom, withoutLast } from '../fold.ts';
import { type Change, further, type Ledger } from '../ledger.ts';
import { report } from '../report.ts';
import type { Bare, Table } from '../table.ts';
import { plainName, WORDS } from '../wording.ts';
import { inWords, question } from './taken-back.ts';
import { type Call, type Turns, withCall } from './turns.ts';

/**
 * Orders taken back: while nobody has answered them and no die has fallen, by the side that gave them; any, by moderators. Where there are
 * several sides, moderators most often play one of them: they are asked first, and the side whose order it was is called.
 */
export class TakingBack {
  readonly #ledger: Ledger;
  readonly #ballots: Ballots;
  readonly #councils: Councils;
  readonly #turns: Turns;

  constructor(parts: {
    readonly ledger: Ledger;
    readonly ballots: Ballots;
    readonly councils: Councils;
    readonly turns: Turns;
  }) {
    this.#ledger = parts.ledger;
    this.#ballots = parts.ballots;
    this.#councils = parts.councils;
    this.#turns = parts.turns;
  }

  /**
   * Takes the last standing order back. Its dice stay what they are: the same order there throws them again. `sure`: the caller has been
   * asked.
   */
  undo(caller: Caller, point: Point | null, sure: boolean): Answer | null {
    const answer = this.#ledger.atTable(caller, point, (table) => {
      const { game, system, position } = table;
      const last = position.latest.at(-1);
      const isFree = last !== undefined && last.throws.length === 0 && this.#isOwn(caller, table, last);
      const no = isFree ? null : this.#mayNot(caller, table, last);
      if (no !== null) return say('member', no);
      // A secret order that has come since is not on the map the press came from: that one would be taken back unseen.
      if (point && last && last.seq > point.seq) return this.#ledger.shown(table, WORDS.movedOn);
      if (!last) return say('member', game.whatIf ? WORDS.beginsThere : WORDS.nothingToTakeBack);
      const orders = this.#together(table);
      if (!orders) return say('member', WORDS.onlyMachines);
      if (isFree || system.seats.length === 1) return this.#takenBack(caller, table, orders, []);
      if (!sure) return question(table, orders, sidesOf(orders));
      return this.#takenBack(caller, table, orders, sidesOf(orders));
    });
    return answer && sure ? settling(answer) : answer;
  }

  /** Why a member may not take back the last order; null: they may. */
  #mayNot(caller: Caller, table: Table, last: OrderEntry | undefined): string | null {
    if (mayDirect(caller, table.game)) return null;
    if (!last || !this.#isOwn(caller, table, last)) return WORDS.mayNotDirect;
    return last.throws.length > 0 ? WORDS.dieHasFallen : null;
  }

  /**
   * Whether an order is the caller's side's, in a game that hides nothing: it was given under a name that is asked once, so that nobody
   * was called for it and nobody has ordered since.
   */
  #isOwn(caller: Caller, table: Table, { seat, member, cause, ballot }: OrderEntry): boolean {
    const { game, system, position } = table;
    if (!system.openHanded || cause || ballot !== null || position.before === null) return false;
    const { discordId } = caller.member;
    if (system.seats.length > 1 && !this.#ledger.store.seatsOf(game.id, discordId).includes(seat)) return false;
    if (councilOf(position, seat).mode === 'vote') return false;
    if (member?.discordId !== discordId && this.#councils.mayNotOrder(caller, table, seat) !== null) return false;
    return system.asked(position.before).some((asked) => asked.seat === seat && asked.spell !== undefined);
  }

  /** What is taken back together, the last first. Null: nobody but machines has ordered. */
  #together({ game, position: { latest, turn } }: Table): OrderEntry[] | null {
    const from = togetherFrom(latest);
    if (from > 0 || latest.length === turn) return from < 0 ? null : latest.slice(from).reverse();
    // It may go further back than is kept.
    const standing = standingIn(this.#ledger.store.entries(game.id));
    const first = togetherFrom(standing);
    return first < 0 ? null : standing.slice(first).reverse();
  }

  /**
   * @param orders the last ones, the last of them first
   * @param sides those that are called: it was theirs
   */
  #takenBack(caller: Caller, table: Table, orders: readonly OrderEntry[], sides: readonly SeatId[]): Change {
    const { render, tables } = this.#ledger;
    const { game, system } = table;
    let { seq } = table.position;
    for (const [index, order] of orders.entries()) {
      seq += 1;
      this.#ledger.append(index === 0 ? caller : further(caller), game, seq, { kind: 'undo', takesBack: order.seq });
    }
    const position = withoutLast(table.position, orders.length) ?? tables.foldedFar(game);
    let back: Bare = { game, system, position };
    for (const { seat, seq: given } of orders) back = this.#councils.afterUndo(caller, back, seat, given);
    this.#turns.withdraw(back, orders.at(-1)?.seq ?? 0);
    const after = this.#ballots.follow(back, caller, 'undo');
    const lines = [
      `**${plainName(caller.member.name)}** takes back ${inWords(table, orders)}.`,
      ...this.#ballots.voided(table.ballots),
    ];
    const print = orders.some(({ throws }) => throws.length > 0) ? [WORDS.sameThrows] : [];
    const calls = sides.flatMap((side) => this.#call(caller, after, side) ?? []);
    return { after, answer: calls.reduce(withCall, report(after, render, lines, print)) };
  }

  /** Tells a side that its order has been taken back. Null: there is nobody else to tell. */
  #call({ member, at }: Caller, table: Table, side: SeatId): Call | null {
    const { users, roles } = this.#turns.calls.reached(table, side, at, member);
    const whom = [...users.map((user) => `<@${user}>`), ...roles.map((role) => `<@&${role}>`)];
    if (whom.length === 0) return null;
    const name = table.system.seats.find(({ id }) => id === side)?.name ?? '';
    const text = `${whom.join(' ')} **${name}:** your order is taken back.`;
    const told = this.#ledger.tell('news', table.game, at, say('channel', text, { pings: { users, roles } }));
    return { text, users, roles, notices: told.notices };
  }
}

/** Sides whose members, or whose votes, gave one of these orders. */
function sidesOf(orders: readonly OrderEntry[]): SeatId[] {
  return [...new Set(orders.filter(({ cause }) => cause === undefined).map(({ seat }) => seat))];
}

/** What is said of it takes the place of the question. */
function settling(answer: Answer): Answer {
  if (answer.to === 'member') return { ...answer, replaces: true };
  const [line = ''] = answer.text.split('\n');
  return { ...answer, settles: line };
}

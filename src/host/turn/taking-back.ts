import { type Answer, type Point, say } from '../answer.ts';
import { type Caller, mayDirect } from '../caller.ts';
import type { Ballots } from '../council/ballots.ts';
import type { Councils } from '../council/councils.ts';
import { councilOf, isOneRun, type OrderEntry, replay, withoutLast } from '../fold.ts';
import { giverOf } from '../giver.ts';
import { type Change, further, type Ledger } from '../ledger.ts';
import { report } from '../report.ts';
import type { Bare, Table } from '../table.ts';
import { plainName, WORDS } from '../wording.ts';
import type { Turns } from './turns.ts';

/** Orders taken back: by moderators, and while nobody has answered them and no die has fallen, by the side that gave them. */
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

  /** Takes the last standing order back. Its dice stay what they are: the same order there throws them again. */
  undo(caller: Caller, point: Point | null): Answer | null {
    return this.#ledger.atTable(caller, point, (table) => {
      const { game, position } = table;
      const last = position.standing.at(-1);
      const no = this.#mayNot(caller, table, last);
      if (no !== null) return say('member', no);
      // A secret order that has come since is not on the map the press came from: that one would be taken back unseen.
      if (point && last && last.seq > point.seq) return this.#ledger.shown(table, WORDS.movedOn);
      if (!last) return say('member', game.whatIf ? WORDS.beginsThere : WORDS.nothingToTakeBack);
      const orders = together(position.standing);
      return orders ? this.#takenBack(caller, table, orders) : say('member', WORDS.onlyMachines);
    });
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

  /** @param orders the last ones, the last of them first */
  #takenBack(caller: Caller, table: Table, orders: readonly OrderEntry[]): Change {
    const { store, render } = this.#ledger;
    const { game, system } = table;
    let { seq } = table.position;
    for (const [index, order] of orders.entries()) {
      seq += 1;
      this.#ledger.append(index === 0 ? caller : further(caller), game, seq, { kind: 'undo', takesBack: order.seq });
    }
    const log = store.entries(game.id);
    const position = withoutLast(table.position, orders.length, log) ?? replay(system, game.variant, log).position;
    let back: Bare = { game, system, position };
    for (const { seat, seq: given } of orders) back = this.#councils.afterUndo(caller, back, seat, given);
    this.#turns.withdraw(back, orders.at(-1)?.seq ?? 0);
    const after = this.#ballots.follow(back, caller, 'undo');
    const lines = [
      `**${plainName(caller.member.name)}** takes back ${inWords(table, orders)}.`,
      ...this.#ballots.voided(table.ballots),
    ];
    const print = ['The dice are sealed: the same order given here again throws the same numbers.'];
    return { after, answer: report(after, render, lines, print) };
  }
}

/**
 * What is taken back together: an order, and whatever the clock gave in one go; of a machine, which would order the same again, all that it
 * has ordered since, with the order before. Null: nobody but machines has ordered.
 */
function together(standing: readonly OrderEntry[]): OrderEntry[] | null {
  const first = standing.findLastIndex(({ cause }) => cause !== 'machine');
  if (first < 0) return null;
  let from = first;
  while (from > 0 && isOneRun(standing[from - 1], standing[from] as OrderEntry)) from -= 1;
  return standing.slice(from).reverse();
}

/** "the last order (**Bo** moves 7 JR And to 1004)", with what a machine did since. */
function inWords({ system }: Bare, orders: readonly OrderEntry[]): string {
  const members = orders.filter(({ cause }) => cause !== 'machine');
  const [first] = members.slice(-1);
  if (!first) throw new Error('Nothing but orders of a machine is taken back');
  const machine = members.length < orders.length ? ', and what the machine did since' : '';
  const what = `${giverOf(first)} ${system.describe(first.order, 'public', first.seat)}`;
  if (members.length === 1) return `the last order (${what})${machine}`;
  return `${members.length} orders of the clock${machine}`;
}

import type { Post, Sent } from './post.ts';
import type { Table } from './tables.ts';

/** Orders that were sent, and how that went. */
export interface Round {
  readonly sent: readonly Sent[];
  /** From the first to when the last map was there, in milliseconds. */
  readonly took: number;
  /** Orders that no table could take when they were due. */
  readonly unsent: number;
}

/** Many members at many tables. */
export class Load {
  readonly #post: Post;
  readonly #tables: readonly Table[];
  readonly #members: readonly string[];
  readonly #busy = new Set<Table>();
  #turn = 0;
  #member = 0;

  constructor(post: Post, tables: readonly Table[], members: readonly string[]) {
    this.#post = post;
    this.#tables = tables;
    this.#members = members;
  }

  /** So many orders, each after the last one's map. */
  async oneByOne(orders: number): Promise<Round> {
    const begun = performance.now();
    const sent: Sent[] = [];
    for (let given = 0; given < orders; given++) {
      const table = this.#next();
      const order = table && this.#send(table);
      if (!order) throw new Error('No order can be given');
      sent.push(order.sent);
      await order.over;
    }
    return { sent, took: performance.now() - begun, unsent: 0 };
  }

  /** So many orders a second, at fixed times that wait for nothing. A table whose map is under way is passed over. */
  async steady(rate: number, seconds: number): Promise<Round> {
    const begun = performance.now();
    const sent: Sent[] = [];
    const overs: Promise<boolean>[] = [];
    let unsent = 0;
    for (let order = 0; order < rate * seconds; order++) {
      await until(begun + (order * 1000) / rate);
      const table = this.#next();
      const given = table && this.#send(table);
      if (!given) {
        unsent += 1;
        continue;
      }
      sent.push(given.sent);
      overs.push(given.over);
    }
    await Promise.all(overs);
    return { sent, took: performance.now() - begun, unsent };
  }

  /** At each table the next order as soon as the last one's map is there. */
  async flatOut(seconds: number): Promise<Round> {
    const begun = performance.now();
    const sent: Sent[] = [];
    const play = async (table: Table) => {
      while (performance.now() - begun < seconds * 1000) {
        const given = this.#send(table);
        if (!given) return;
        sent.push(given.sent);
        // Where no map comes, nothing goes on.
        if (!(await given.over)) return;
      }
    };
    await Promise.all(this.#tables.map(play));
    return { sent, took: performance.now() - begun, unsent: 0 };
  }

  /** One order at each table, so many at once. */
  async all(atOnce: number): Promise<Round> {
    const begun = performance.now();
    const sent: Sent[] = [];
    for (let from = 0; from < this.#tables.length; from += atOnce) {
      const given = this.#tables.slice(from, from + atOnce).flatMap((table) => this.#send(table) ?? []);
      sent.push(...given.map((one) => one.sent));
      await Promise.all(given.map(({ over }) => over));
    }
    return { sent, took: performance.now() - begun, unsent: 0 };
  }

  /** The table whose turn it is, of those that do not wait for a map. Null: all wait. */
  #next(): Table | null {
    for (let passed = 0; passed < this.#tables.length; passed++) {
      const table = this.#tables[this.#turn++ % this.#tables.length] as Table;
      if (!this.#busy.has(table)) return table;
    }
    return null;
  }

  #send(table: Table): { readonly sent: Sent; readonly over: Promise<boolean> } | null {
    const act = table.next(this.#members[this.#member++ % this.#members.length] as string);
    const given = act && this.#post.send(table.channel, act);
    if (!given) return null;
    this.#busy.add(table);
    const { sent, map } = given;
    const over = map.then((message) => {
      if (message) table.saw(message);
      this.#busy.delete(table);
      return message !== null;
    });
    return { sent, over };
  }
}

/** Resolves at a time of `performance.now()`, or at once. */
function until(time: number): Promise<void> | null {
  const wait = time - performance.now();
  return wait > 0 ? new Promise((resolve) => setTimeout(resolve, wait)) : null;
}

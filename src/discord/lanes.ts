/** Lanes served at once. */
const AT_ONCE = 8;
/** A piece that takes longer than this keeps its own lane waiting, and no other. Milliseconds. */
const SLOW_MS = 3000;

/**
 * Work for many, so that nobody who has much of it keeps another waiting: in each lane one piece at a time, in order, and of the lanes
 * the one that was served longest ago first.
 */
export class Lanes {
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  readonly #busy = new Set<string>();
  readonly #added = new Set<Promise<void>>();
  readonly #atOnce: number;
  readonly #slow: number;
  #running = 0;

  constructor(atOnce = AT_ONCE, slow = SLOW_MS) {
    this.#atOnce = atOnce;
    this.#slow = slow;
  }

  /** Adds a piece of work to a lane. Settles as the work does. */
  add(lane: string, work: () => Promise<void>): Promise<void> {
    const promise = new Promise<void>((resolve, reject) => {
      const piece = async () => {
        try {
          resolve(await work());
        } catch (error) {
          // Also where it throws at once: its lane is free again.
          reject(error);
        }
      };
      const queue = this.#waiting.get(lane);
      if (queue) queue.push(piece);
      else this.#waiting.set(lane, [piece]);
    });
    const over = promise.then(
      () => void this.#added.delete(over),
      () => void this.#added.delete(over),
    );
    this.#added.add(over);
    this.#serve();
    return promise;
  }

  /** Resolves when all that has been added so far is over. */
  async idle(): Promise<void> {
    await Promise.all(this.#added);
  }

  #serve(): void {
    for (const [lane, queue] of this.#waiting) {
      if (this.#running >= this.#atOnce) return;
      if (!this.#busy.has(lane)) this.#serveOne(lane, queue);
    }
  }

  #serveOne(lane: string, queue: (() => Promise<void>)[]): void {
    const piece = queue.shift();
    if (queue.length === 0) this.#waiting.delete(lane);
    if (!piece) return;
    this.#busy.add(lane);
    this.#running += 1;
    let counts = true;
    const makeRoom = () => {
      if (counts) this.#running -= 1;
      counts = false;
    };
    const timer = setTimeout(() => {
      makeRoom();
      this.#serve();
    }, this.#slow);
    void piece().finally(() => {
      clearTimeout(timer);
      makeRoom();
      this.#busy.delete(lane);
      this.#toTheEnd(lane);
      this.#serve();
    });
  }

  /** Whoever has just been served is behind all others that wait. */
  #toTheEnd(lane: string): void {
    const queue = this.#waiting.get(lane);
    if (!queue) return;
    this.#waiting.delete(lane);
    this.#waiting.set(lane, queue);
  }
}

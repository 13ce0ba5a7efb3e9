/** Pieces under way at once; of these so many of one lane, so that one of much work leaves room for all others. */
const AT_ONCE = 8;
const OF_ONE = 6;
/** A piece that takes longer than this keeps its own lane waiting, and no other. Milliseconds. */
const SLOW_MS = 3000;

/**
 * Work for many, so that nobody who has much of it keeps another waiting: of the lanes the one that was served longest ago is first, and
 * in each the pieces for one place come one after the other, in order, those for several places side by side.
 */
export class FairQueue {
  readonly #waiting = new Map<string, QueuedWork[]>();
  /** By lane, the places that something is under way for. */
  readonly #busy = new Map<string, Set<string>>();
  readonly #added = new Set<Promise<void>>();
  readonly #atOnce: number;
  readonly #slow: number;
  #running = 0;

  constructor(atOnce = AT_ONCE, slow = SLOW_MS) {
    this.#atOnce = atOnce;
    this.#slow = slow;
  }

  /**
   * Adds a piece of work to a lane. Settles as the work does.
   * @param place what it is for, within the lane; where none is named, all of the lane is one
   */
  add(lane: string, work: () => Promise<void>, place = ''): Promise<void> {
    const promise = new Promise<void>((resolve, reject) => {
      const piece: QueuedWork = {
        place,
        async begin() {
          try {
            resolve(await work());
          } catch (error) {
            // Also where it throws at once: its place is free again.
            reject(error);
          }
        },
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
    // A lane that has been served is behind the others: all of them are gone through until nothing more can be begun.
    for (let begun = true; begun; ) {
      begun = false;
      for (const lane of [...this.#waiting.keys()]) {
        if (this.#running >= this.#atOnce) return;
        begun = this.#serveOne(lane) || begun;
      }
    }
  }

  /** @returns whether a piece of the lane could be begun */
  #serveOne(lane: string): boolean {
    const busy = this.#busy.get(lane) ?? new Set();
    const queue = this.#waiting.get(lane) ?? [];
    const next = busy.size < OF_ONE ? queue.findIndex(({ place }) => !busy.has(place)) : -1;
    const [piece] = next < 0 ? [] : queue.splice(next, 1);
    if (!piece) return false;
    this.#toTheEnd(lane);
    this.#busy.set(lane, busy.add(piece.place));
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
    void piece.begin().finally(() => {
      clearTimeout(timer);
      makeRoom();
      busy.delete(piece.place);
      if (busy.size === 0) this.#busy.delete(lane);
      this.#toTheEnd(lane);
      this.#serve();
    });
    return true;
  }

  /** The lane that was served goes behind all that wait. */
  #toTheEnd(lane: string): void {
    const queue = this.#waiting.get(lane) ?? [];
    this.#waiting.delete(lane);
    if (queue.length > 0) this.#waiting.set(lane, queue);
  }
}

interface QueuedWork {
  readonly place: string;
  begin(): Promise<void>;
}

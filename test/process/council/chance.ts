import { createHash } from 'node:crypto';

/** Chance that a seed repeats (mulberry32). */
export class Luck {
  #state: number;

  /** @param seed any text */
  constructor(seed: string) {
    this.#state = createHash('sha256').update(seed).digest().readUInt32BE();
  }

  /** From 0, 1 not among them. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Whether something that comes about so often does. */
  happens(often: number): boolean {
    return this.next() < often;
  }

  among<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('There is nothing to choose from');
    return items[Math.floor(this.next() * items.length)] as Item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.map(() => left.splice(Math.floor(this.next() * left.length), 1)[0] as Item);
  }
}

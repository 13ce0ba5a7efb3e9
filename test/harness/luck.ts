import { createHash } from 'node:crypto';
import { picker } from '../dice/sealed.ts';

/** Choices that are the same for the same seed. */
export class Luck {
  readonly #pick: (count: number) => number;

  /** @param seed any text */
  constructor(seed: string) {
    this.#pick = picker(createHash('sha256').update(seed).digest().readUInt32BE());
  }

  /** From 0, 1 not among them. */
  next(): number {
    return this.#pick(2 ** 32) / 2 ** 32;
  }

  /** 0 to `count` − 1. */
  below(count: number): number {
    return this.#pick(count);
  }

  /** Once in `times`. */
  oneIn(times: number): boolean {
    return this.#pick(times) === 0;
  }

  /** Whether something that comes about so often does. */
  happens(often: number): boolean {
    return this.next() < often;
  }

  among<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('There is nothing to choose from');
    return items[this.#pick(items.length)] as Item;
  }

  /** One of some items, each as often as its weight is large. */
  weighed<Item extends string>(weights: readonly (readonly [Item, number])[]): Item {
    let left = this.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
    const found = weights.find(([, weight]) => {
      left -= weight;
      return left < 0;
    });
    return (found ?? (weights.at(-1) as readonly [Item, number]))[0];
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.map(() => left.splice(this.below(left.length), 1)[0] as Item);
  }
}

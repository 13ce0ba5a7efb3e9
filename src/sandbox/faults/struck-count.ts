import type { Count, Strikes } from './fault-plan.ts';

/** Decides which matches of a fault are struck, and counts the strikes. */
export class StruckCount {
  readonly name: string;
  readonly #strikes: Strikes;
  readonly #chance: () => number;
  #skipped = 0;
  #struck = 0;

  constructor(name: string, strikes: Strikes, chance: () => number) {
    this.name = name;
    this.#strikes = strikes;
    this.#chance = chance;
  }

  /** Counts a match and returns whether it is struck. */
  strikes(): boolean {
    const { skip = 0, times = Number.POSITIVE_INFINITY, chance = 1 } = this.#strikes;
    if (this.#skipped < skip) {
      this.#skipped++;
      return false;
    }
    if (this.#struck >= times || (chance < 1 && this.#chance() >= chance)) return false;
    this.#struck++;
    return true;
  }

  get count(): Count {
    return { name: this.name, struck: this.#struck };
  }
}

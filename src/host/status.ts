import { LAST_COPY, type Store } from '../store/index.ts';
import { type Answer, say } from './answer.ts';
import type { Caller } from './caller.ts';
import { inFull, inShort } from './status-words.ts';
import type { Kept, Vitals } from './vitals.ts';

/** How the bot fares, for whoever asks. */
export class Status {
  readonly #store: Store;
  #vitals: (() => Vitals) | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Sets where the running program says how it fares. */
  attend(vitals: () => Vitals): void {
    this.#vitals = vitals;
  }

  /** In full for whoever manages a channel of a server. In a DM everybody does, and so it is told to nobody there. */
  told(caller: Caller): Answer {
    const vitals = this.#vitals?.() ?? null;
    const kept = this.#kept(caller.guild, vitals);
    const full = caller.mayManage && caller.guild !== null;
    return say('member', full ? inFull(vitals, kept, caller.at) : inShort(vitals, kept));
  }

  /** What cannot be read is part of what is told. */
  #kept(guild: string | null, vitals: Vitals | null): Kept | null {
    try {
      const backup = Number(this.#store.setting(LAST_COPY) ?? Number.NaN);
      return {
        census: this.#store.census(guild, vitals?.servers ?? null),
        backup: Number.isFinite(backup) ? backup : null,
      };
    } catch {
      return null;
    }
  }
}

import { LAST_COPY, type Store } from '../../store/index.ts';
import type { Caller } from '../caller.ts';
import { type Reply, reply } from '../reply.ts';
import type { BotHealth, StoredHealth } from './bot-health.ts';
import { inFull, inShort } from './status-text.ts';

/** How the bot fares, for whoever asks. */
export class BotStatus {
  readonly #store: Store;
  #vitals: (() => BotHealth) | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Sets where the running program says how it fares. */
  reportHealthFrom(health: () => BotHealth): void {
    this.#vitals = health;
  }

  /** In full for whoever manages a channel of a server. In a DM everybody does, and so it is told to nobody there. */
  reply(caller: Caller): Reply {
    const health = this.#vitals?.() ?? null;
    const kept = this.#kept(caller.guild, health);
    const full = caller.mayManage && caller.guild !== null;
    return reply('member', full ? inFull(health, kept, caller.at) : inShort(health, kept));
  }

  /** What cannot be read is part of what is told. */
  #kept(guild: string | null, health: BotHealth | null): StoredHealth | null {
    try {
      const backup = Number(this.#store.setting(LAST_COPY) ?? Number.NaN);
      return {
        census: this.#store.census(guild, health?.servers ?? null),
        backup: Number.isFinite(backup) ? backup : null,
      };
    } catch {
      return null;
    }
  }
}

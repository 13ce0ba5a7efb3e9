import { BACKUP_EVERY, LAST_BACKUP, type Store } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { type Reply, reply } from '../base/reply.ts';
import type { ServerGames } from '../table/server-games.ts';
import { type BotHealth, inFull, inShort, type StoredHealth } from './status-words.ts';

/** `/status`. */
export class BotStatus {
  readonly #store: Store;
  readonly #serverGames: ServerGames;
  #health: (() => BotHealth) | null = null;

  constructor(store: Store, serverGames: ServerGames) {
    this.#store = store;
    this.#serverGames = serverGames;
  }

  reportHealthFrom(health: () => BotHealth): void {
    this.#health = health;
  }

  /** In full for members who can manage a server's channel. In a direct message everybody can, so nobody gets it there. */
  reply(caller: Caller): Reply {
    const health = this.#health?.() ?? null;
    const stored = this.#stored(caller.guild, health);
    const full = caller.isModerator && caller.guild !== null;
    return reply('member', full ? inFull(health, stored, caller.at) : inShort(health, stored));
  }

  /** `null` if the database can't be read. */
  #stored(guild: string | null, health: BotHealth | null): StoredHealth | null {
    try {
      const backup = Number(this.#store.setting(LAST_BACKUP) ?? Number.NaN);
      const every = Number(this.#store.setting(BACKUP_EVERY) ?? 0);
      return {
        census: this.#store.census(guild, health?.servers ?? null),
        backup: Number.isFinite(backup) ? backup : null,
        backupEvery: every > 0 ? every : null,
        refused: guild === null ? null : (this.#serverGames.commands(guild)?.refused?.code ?? null),
      };
    } catch {
      return null;
    }
  }
}

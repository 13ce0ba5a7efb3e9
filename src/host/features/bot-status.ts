import { BACKUP_EVERY, LAST_BACKUP, type Store } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { type Reply, reply } from '../base/reply.ts';
import type { ServerGames } from '../table/server-games.ts';
import { type BotHealth, inFull, inShort, type StoredHealth } from './status-words.ts';

export function createBotStatus(store: Store, serverGames: ServerGames) {
  let readHealth: (() => BotHealth) | null = null;

  function reportHealthFrom(health: () => BotHealth): void {
    readHealth = health;
  }

  /** In full for moderators of a server. In a direct message everybody counts as one, so nobody gets it there. */
  function statusReply(caller: Caller): Reply {
    const health = readHealth?.() ?? null;
    const stored = storedHealth(caller.guild, health);
    const full = caller.isModerator && caller.guild !== null;
    return reply('member', full ? inFull(health, stored, caller.at) : inShort(health, stored));
  }

  /** Null if the database can't be read. */
  function storedHealth(guild: string | null, health: BotHealth | null): StoredHealth | null {
    try {
      const backup = Number(store.setting(LAST_BACKUP) ?? Number.NaN);
      const every = Number(store.setting(BACKUP_EVERY) ?? 0);
      return {
        census: store.census(guild, health?.servers ?? null),
        backup: Number.isFinite(backup) ? backup : null,
        backupEvery: every > 0 ? every : null,
        refused: guild === null ? null : (serverGames.commands(guild)?.refused?.code ?? null),
      };
    } catch {
      return null;
    }
  }

  return { reportHealthFrom, reply: statusReply };
}

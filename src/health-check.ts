import type { BotHealth } from './host/index.ts';
import { type Census, type DatabaseTrouble, LAST_BACKUP, type Store } from './store/index.ts';
import type { Readings } from './watch/metrics.ts';
import type { Health } from './watch/monitoring-server.ts';

/** Discord acknowledges a heartbeat about every 41 seconds. After three without one the connection counts as lost. */
const HEARD_AGO_MS = 130_000;
/** The database is written to for a check at most this often. */
const WRITE_EVERY_MS = 5000;

const DATABASE: { readonly [trouble in DatabaseTrouble]: string } = {
  full: 'the disk is full',
  'read-only': 'the database can’t be written to',
  locked: 'another process holds the database',
  damaged: 'the database is damaged',
  disk: 'the disk isn’t responding properly',
};

/** The figures that the health page and the metrics give of the store and, once it is connected to Discord, of the bot. */
export class HealthCheck {
  readonly #store: Pick<Store, 'census' | 'tryToWrite' | 'setting'>;
  readonly #version: string;
  #botHealth: (() => BotHealth) | null = null;
  #lastWrite: { readonly at: number; readonly trouble: DatabaseTrouble | 'closed' | null } | null = null;

  constructor(store: Pick<Store, 'census' | 'tryToWrite' | 'setting'>, version: string) {
    this.#store = store;
    this.#version = version;
  }

  connected(botHealth: () => BotHealth): void {
    this.#botHealth = botHealth;
  }

  /** For monitors. Writes a word to check the database, every few seconds at most. */
  health(now: number): Health {
    const bot = this.#botHealth?.() ?? null;
    const trouble = this.#databaseTrouble(now);
    const census = this.#census(bot);
    const isSilent = bot?.connected && bot.heard !== null && bot.heard > HEARD_AGO_MS;
    return {
      reasons: [
        ...(bot?.connected ? [] : [disconnection(bot)]),
        ...(isSilent ? ['the gateway has not acknowledged a heartbeat for a long time'] : []),
        ...(trouble === null ? [] : [trouble === 'closed' ? 'the database is closed' : DATABASE[trouble]]),
        ...(census === null && trouble === null ? ['the database cannot be read'] : []),
      ],
      facts: {
        version: this.#version,
        connected: bot?.connected ?? false,
        connections: bot?.connections.open ?? 0,
        connectionsWanted: bot?.connections.all ?? null,
        gatewayDelayMs: bot?.delay ?? null,
        secondsSinceHeartbeat: seconds(bot?.heard ?? null),
        upSeconds: seconds(bot && now - bot.started),
        databaseWritable: trouble === null,
        undelivered: census?.undelivered.all ?? null,
        oldestUndeliveredSeconds: oldest(census, now),
      },
    };
  }

  /** For the metrics. */
  readings(now: number): Readings {
    const bot = this.#botHealth?.() ?? null;
    const census = this.#census(bot);
    const backup = this.#lastBackup();
    return {
      gamesRunning: census?.running.all ?? null,
      undelivered: census?.undelivered.all ?? null,
      oldestUndeliveredSeconds: oldest(census, now),
      databaseBytes: census?.bytes ?? null,
      lastBackup: backup === null ? null : backup / 1000,
      connected: bot?.connected ? 1 : 0,
      connections: bot?.connections.open ?? 0,
      connectionsWanted: bot?.connections.all ?? null,
      gatewaySeconds: bot === null || bot.delay === null ? null : bot.delay / 1000,
      shards: bot?.shards ?? [],
    };
  }

  #databaseTrouble(now: number): DatabaseTrouble | 'closed' | null {
    const last = this.#lastWrite;
    if (last && now >= last.at && now - last.at < WRITE_EVERY_MS) return last.trouble;
    const trouble = this.#tryToWrite(now);
    this.#lastWrite = { at: now, trouble };
    return trouble;
  }

  #tryToWrite(now: number): DatabaseTrouble | 'closed' | null {
    try {
      return this.#store.tryToWrite(now);
    } catch {
      return 'closed';
    }
  }

  /** `null` if the database can't be read. */
  #census(bot: BotHealth | null): Census | null {
    try {
      return this.#store.census(null, bot?.servers ?? null);
    } catch {
      return null;
    }
  }

  /** Milliseconds since 1970. */
  #lastBackup(): number | null {
    try {
      const at = Number(this.#store.setting(LAST_BACKUP) ?? Number.NaN);
      return Number.isFinite(at) ? at : null;
    } catch {
      return null;
    }
  }
}

function disconnection(bot: BotHealth | null): string {
  if (bot === null || bot.connections.open === 0) return 'the gateway is not connected';
  const { open, all } = bot.connections;
  return `${all - open} of ${all} connections to the gateway ${all - open === 1 ? 'is' : 'are'} broken`;
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.max(0, Math.round(ms / 1000));
}

/** The age of the oldest undelivered message in seconds; 0 if there is none. */
function oldest(census: Census | null, now: number): number | null {
  return census && seconds(now - (census.oldestUndelivered ?? now));
}

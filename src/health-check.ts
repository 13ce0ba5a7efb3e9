import type { BotHealth } from './host/index.ts';
import { type Census, type DatabaseTrouble, LAST_BACKUP, type Store } from './store/index.ts';
import type { Readings } from './watch/metrics.ts';
import type { Health } from './watch/monitoring-server.ts';

/** Discord acknowledges a heartbeat about every 41 seconds. After three without one the connection counts as lost. */
const HEARD_AGO_MS = 130_000;
/** A write this recent proves that the disk takes writes. */
const PROVED_MS = 5000;

const DATABASE: { readonly [trouble in DatabaseTrouble]: string } = {
  full: 'the disk is full',
  'read-only': 'the database can’t be written to',
  locked: 'another process holds the database',
  damaged: 'the database is damaged',
  disk: 'the disk isn’t responding properly',
};

/** The store, and the running program: null until it is connected to Discord. */
export class HealthCheck {
  readonly #store: Pick<Store, 'census' | 'tryToWrite' | 'setting'>;
  readonly #version: string;
  #vitals: (() => BotHealth) | null = null;
  #proof: { readonly at: number; readonly trouble: DatabaseTrouble | 'closed' | null } | null = null;

  constructor(store: Pick<Store, 'census' | 'tryToWrite' | 'setting'>, version: string) {
    this.#store = store;
    this.#version = version;
  }

  connected(vitals: () => BotHealth): void {
    this.#vitals = vitals;
  }

  /** For monitors. Writes a word to check the database, every few seconds at most. */
  health(now: number): Health {
    const vitals = this.#vitals?.() ?? null;
    const trouble = this.#writing(now);
    const census = this.#census(vitals);
    const silent = vitals !== null && vitals.heard !== null && vitals.heard > HEARD_AGO_MS;
    return {
      reasons: [
        ...(vitals?.connected ? [] : [broken(vitals)]),
        ...(vitals?.connected && silent ? ['the gateway has not acknowledged a heartbeat for a long time'] : []),
        ...(trouble === null ? [] : [trouble === 'closed' ? 'the database is closed' : DATABASE[trouble]]),
        ...(census === null && trouble === null ? ['the database cannot be read'] : []),
      ],
      facts: {
        version: this.#version,
        connected: vitals?.connected ?? false,
        connections: vitals?.connections.open ?? 0,
        connectionsWanted: vitals?.connections.all ?? null,
        gatewayDelayMs: vitals?.delay ?? null,
        secondsSinceHeartbeat: seconds(vitals?.heard ?? null),
        upSeconds: vitals === null ? null : seconds(now - vitals.started),
        databaseWritable: trouble === null,
        undelivered: census?.undelivered.all ?? null,
        oldestUndeliveredSeconds: census === null ? null : oldest(census, now),
      },
    };
  }

  /** For the metrics. */
  readings(now: number): Readings {
    const vitals = this.#vitals?.() ?? null;
    const census = this.#census(vitals);
    const backup = this.#backup();
    return {
      gamesRunning: census?.running.all ?? null,
      undelivered: census?.undelivered.all ?? null,
      oldestUndeliveredSeconds: census === null ? null : oldest(census, now),
      databaseBytes: census?.bytes ?? null,
      lastBackup: backup === null ? null : backup / 1000,
      connected: vitals?.connected ? 1 : 0,
      connections: vitals?.connections.open ?? 0,
      connectionsWanted: vitals?.connections.all ?? null,
      gatewaySeconds: vitals === null || vitals.delay === null ? null : vitals.delay / 1000,
      shards: vitals?.shards ?? [],
    };
  }

  #writing(now: number): DatabaseTrouble | 'closed' | null {
    const proof = this.#proof;
    if (proof && now >= proof.at && now - proof.at < PROVED_MS) return proof.trouble;
    const trouble = this.#tried(now);
    this.#proof = { at: now, trouble };
    return trouble;
  }

  #tried(now: number): DatabaseTrouble | 'closed' | null {
    try {
      return this.#store.tryToWrite(now);
    } catch {
      return 'closed';
    }
  }

  /** `null` if the database can't be read. */
  #census(vitals: BotHealth | null): Census | null {
    try {
      return this.#store.census(null, vitals?.servers ?? null);
    } catch {
      return null;
    }
  }

  #backup(): number | null {
    try {
      const at = Number(this.#store.setting(LAST_BACKUP) ?? Number.NaN);
      return Number.isFinite(at) ? at : null;
    } catch {
      return null;
    }
  }
}

function broken(vitals: BotHealth | null): string {
  if (vitals === null || vitals.connections.open === 0) return 'the gateway is not connected';
  const { open, all } = vitals.connections;
  return `${all - open} of ${all} connections to the gateway ${all - open === 1 ? 'is' : 'are'} broken`;
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.max(0, Math.round(ms / 1000));
}

function oldest({ oldestUndelivered }: Census, now: number): number {
  return oldestUndelivered === null ? 0 : Math.max(0, Math.round((now - oldestUndelivered) / 1000));
}

import { setImmediate as afterwards } from 'node:timers/promises';
import { type Client, DiscordAPIError, Events, GatewayCloseCodes, RESTEvents, Routes } from 'discord.js';
import type { Logger } from 'pino';
import type { ConnectionHealth } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import type { Watch } from '../../watch/metrics.ts';
import { type CannotConnect, shutOut } from './cannot-connect.ts';
import type { Shards } from './shards.ts';

const TOO_MANY = 429;

interface Connections {
  health(): ConnectionHealth;
  readonly lost: Promise<CannotConnect>;
}

/** Counts and logs connections and requests. A break is logged once, however many tries to reconnect fail. */
export function watchConnections(
  client: Client,
  watch: Watch,
  clock: Clock,
  log: Logger,
  shards: Shards | null = null,
): Connections {
  const started = clock.now();
  const open = new Set<number>();
  /** Milliseconds since 1970, by shard. */
  const broken = new Map<number, number>();
  const erred = new Set<number>();
  const named = (shard: number) => (client.ws.shards.size > 1 ? { shard } : {});
  const opened = (change: 'connected' | 'resumed', words: string) => (shard: number) => {
    open.add(shard);
    watch.gateway(change);
    const since = broken.get(shard);
    const seconds = since === undefined ? {} : { seconds: Math.max(0, Math.round((clock.now() - since) / 1000)) };
    broken.delete(shard);
    erred.delete(shard);
    log.info({ ...named(shard), ...seconds }, words);
  };
  const closed = (shard: number) => {
    if (open.delete(shard)) watch.gateway('broken');
  };
  client.on(Events.Error, (error) => log.error({ err: error }, 'discord.js had an error'));
  client.on(Events.Warn, (warning) => log.warn(warning));
  client.on(Events.ShardError, (error, shard) => {
    // Each try to reconnect can fail in its own way: only the first is logged.
    if (!erred.has(shard)) log.warn({ ...named(shard), err: error }, 'the connection to Discord had an error');
    erred.add(shard);
  });
  client.on(Events.ShardReconnecting, (shard) => {
    closed(shard);
    if (broken.has(shard)) return;
    log.warn(named(shard), 'disconnected from Discord; connecting again');
    broken.set(shard, clock.now());
  });
  client.on(Events.ShardReady, opened('connected', 'connected to Discord'));
  client.on(Events.ShardResume, opened('resumed', 'connected to Discord again'));
  client.rest.on(RESTEvents.Response, (_request, { status, headers }) => {
    watch.response(status);
    // discord.js's own waits are no trouble: only answers count.
    if (status === TOO_MANY) watch.rateLimited(headers.has('x-ratelimit-global'));
  });
  return {
    health() {
      const all = Math.max(1, client.ws.shards.size);
      // discord.js goes by the machine's time.
      const now = Date.now();
      const shards = client.ws.shards.filter(({ ping }) => ping >= 0);
      const heard = shards
        .filter(({ lastPingTimestamp }) => lastPingTimestamp > 0)
        .map(({ lastPingTimestamp, ping }) => Math.max(0, now - lastPingTimestamp - ping));
      return {
        started,
        connected: open.size === all,
        connections: { open: open.size, all },
        shards: client.ws.shards.map(({ id, ping }) => ({ id, open: open.has(id), delay: ping < 0 ? null : ping })),
        delay: longest(shards.map(({ ping }) => ping)),
        heard: longest(heard),
      };
    },
    lost: new Promise((resolve) => {
      client.on(Events.ShardDisconnect, ({ code }, shard) => {
        closed(shard);
        resolve(shutOut(code, shards));
      });
    }),
  };
}

function longest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.max(...times);
}

/** Doubled from one check of a refused token to the next, up to a limit. */
const DOUBT_MS = { first: 1000, longest: 60_000 };

/** Finds out whether the token was reset. discord.js forgets it at every 401 (https://github.com/discordjs/discord.js/issues/7492). */
export function createTokenReset(client: Client, token: string, clock: Clock, log: Logger) {
  let foundInvalid: (lost: CannotConnect) => void = () => {};
  const reset: Promise<CannotConnect> = new Promise((resolve) => {
    foundInvalid = resolve;
  });
  let checking = false;
  let cancel: () => void = () => {};
  let stopped = false;

  /** A refusal during a start ends the start by itself. */
  function raise(): void {
    if (stopped || !client.isReady()) return;
    // discord.js forgets the token after it has heard of the answer: at every 401, also one that comes while it is being asked.
    void afterwards().then(() => remember());
    if (checking) return;
    checking = true;
    log.warn('Discord did not accept the token; checking it again');
    checkIn(DOUBT_MS.first);
  }

  function stop(): void {
    stopped = true;
    cancel();
  }

  function remember(): void {
    if (!stopped) client.rest.setToken(token);
  }

  function checkIn(wait: number): void {
    cancel = clock.after(wait, () => void check(wait));
  }

  /** Never rejects. */
  async function check(waited: number): Promise<void> {
    remember();
    try {
      await client.rest.get(Routes.user());
      remember();
      checking = false;
      log.info('Discord accepts the token again');
    } catch (error) {
      if (stopped) return;
      if (error instanceof DiscordAPIError && error.status === 401)
        foundInvalid(shutOut(GatewayCloseCodes.AuthenticationFailed));
      else checkIn(Math.min(waited * 2, DOUBT_MS.longest));
    }
  }

  return { reset, raise, stop };
}

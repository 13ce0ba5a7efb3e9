import { setTimeout as pause } from 'node:timers/promises';
import { DefaultRestOptions, type InvalidRequestWarningData, type RateLimitData, type RESTOptions } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../../time-source.ts';
import { HeldBack } from './cannot-connect.ts';

type MakeRequest = RESTOptions['makeRequest'];
type Answered = Awaited<ReturnType<MakeRequest>>;

/** discord.js keeps a queue of a kilobyte for each interaction. By default it deletes idle ones once an hour. */
const SWEEP_QUEUES_MS = 60_000;

const UNAUTHORIZED = 401;
const TOO_MANY = 429;
/** At least this long passes between two calls of the listener of `onOutageOver`. */
const OUTAGE_OVER_MS = 10_000;

interface RequestLimits {
  /**
   * Requests with the bot's token in a second. discord.js's own limit leaves out only first answers
   * (https://github.com/discordjs/discord.js/pull/8996).
   */
  readonly perSecond: number;
  /** A warning is logged after each so many invalid requests of ten minutes. */
  readonly warnEvery: number;
  /** After so many, only answers are sent until the ten minutes are over; a multiple of `warnEvery`. */
  readonly holdBackAfter: number;
}
/**
 * Discord bans an address that makes 10,000 invalid requests in any ten minutes
 * (https://docs.discord.com/developers/topics/rate-limits). discord.js counts in fixed spans of ten minutes, so two of
 * its counts together must stay below that. It also counts 429s of the scope `shared`
 * (https://github.com/discordjs/discord.js/pull/4711), which Discord doesn't.
 */
const LIMITS: RequestLimits = { perSecond: 50, warnEvery: 1000, holdBackAfter: 4000 };
/** Processes with a smaller share of the shards mostly have addresses of their own. */
const LEAST_SHARE = 0.1;

/**
 * @param share the part of all shards that this process runs. The other processes use the same token, and perhaps the
 * same address
 */
export function limitsOf(share: number): RequestLimits {
  const warnEvery = Math.floor(LIMITS.warnEvery * Math.max(share, LEAST_SHARE));
  const perSecond = Math.max(1, Math.floor(LIMITS.perSecond * share));
  return { perSecond, warnEvery, holdBackAfter: (warnEvery * LIMITS.holdBackAfter) / LIMITS.warnEvery };
}

export type RestRequests = ReturnType<typeof createRestRequests>;

/**
 * Keeps to Discord's limits, and corrects responses that discord.js would handle badly.
 * @param unauthorized is called when Discord doesn't accept the bot's token
 */
export function createRestRequests(
  clock: Clock,
  log: Logger,
  unauthorized: () => void,
  make: MakeRequest = DefaultRestOptions.makeRequest,
  limits = LIMITS,
  rateLimit = createRestRateLimit(limits.perSecond),
) {
  let wasHoldingBack = false;
  /** The span in which only answers are sent; milliseconds since 1970. */
  let onlyAnswers = { since: 0, until: 0 };
  /** Whether a request failed, and none has succeeded since. */
  let failing = false;
  /** The last call of `outageOver`; milliseconds since 1970. */
  let calledAt = Number.NEGATIVE_INFINITY;
  /** Called at the first request that succeeds after others failed. */
  let outageOver: () => void = () => {};
  const makeRequest: MakeRequest = async (url, init) => {
    const { headers } = init;
    const authorized = typeof headers === 'object' && headers !== null && 'Authorization' in headers;
    if (authorized && holdsBack()) throw new HeldBack('Discord has refused too many requests: this one waits.');
    if (authorized && !(await rateLimit.turn(LONGEST_WAIT_MS)))
      throw new HeldBack('Too many requests to Discord are waiting: this one is tried later.');
    try {
      const response = await refuseTooManyCommands(await make(url, init));
      noteHealth(response.status);
      if (response.status === UNAUTHORIZED && authorized) unauthorized();
      const { bot, address } = refusedFor(response);
      // discord.js itself holds back later requests, but none that wait here.
      if (bot > 0) rateLimit.pause(bot);
      holdBackFor(address);
      return withRetryAfter(response);
    } catch (error) {
      failing = true;
      throw retriable(error);
    }
  };

  function options() {
    return {
      handlerSweepInterval: SWEEP_QUEUES_MS,
      invalidRequestWarningInterval: limits.warnEvery,
      makeRequest,
      rejectOnRateLimit: isTooLong,
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    } satisfies Partial<RESTOptions>;
  }

  /** `count` is of a span of ten minutes, of which `remainingTime` milliseconds are left. */
  function noteInvalid({ count, remainingTime }: InvalidRequestWarningData): void {
    log.warn(
      { invalid: count },
      'Discord is refusing many requests; after 10,000 in ten minutes it would ban this address',
    );
    if (count >= limits.holdBackAfter) holdBackFor(remainingTime);
  }

  /** Only answers are sent from now on. */
  function stop(): void {
    rateLimit.pause(Number.POSITIVE_INFINITY);
  }

  function holdBackFor(ms: number): void {
    const since = clock.now();
    if (ms > 0) onlyAnswers = { since, until: Math.max(onlyAnswers.until, since + ms) };
  }

  function noteHealth(status: number): void {
    if (status >= 500 || status === UNAUTHORIZED) failing = true;
    if (!failing || status >= 500 || [UNAUTHORIZED, TOO_MANY].includes(status)) return;
    const since = clock.now() - calledAt;
    // Discord may fail now and then, and trying everything again each time would be too much.
    if (since >= 0 && since < OUTAGE_OVER_MS) return;
    failing = false;
    calledAt = clock.now();
    outageOver();
  }

  function holdsBack(): boolean {
    const now = clock.now();
    // If the clock was set back, this ends. The next refusal starts it again.
    const holds = now >= onlyAnswers.since && now < onlyAnswers.until;
    if (holds && !wasHoldingBack)
      log.error('Discord is refusing too many requests; for a few minutes only answers are sent');
    if (!holds && wasHoldingBack) log.info('Discord is refusing fewer requests; everything is sent as usual again');
    wasHoldingBack = holds;
    if (holds) failing = true;
    return holds;
  }

  return {
    options,
    noteInvalid,
    stop,
    onOutageOver(listener: () => void): void {
      outageOver = listener;
    },
  };
}

/** discord.js doesn't retry after these codes (https://github.com/discordjs/discord.js/pull/8785). */
const BROKEN: readonly unknown[] = ['UND_ERR_SOCKET', 'EPIPE', 'ECONNABORTED'];

/**
 * Turns these codes into ECONNRESET, after which discord.js sends the request again. Nothing can happen twice: messages
 * have a nonce, and Discord refuses a second answer (40060).
 */
function retriable(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !BROKEN.includes(error.code)) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: 'ECONNRESET' });
}

/**
 * Turns the 429 for too many new commands (30034) into a 400. After a 429 discord.js would retry for ever
 * (https://github.com/discordjs/discord.js/issues/10458).
 */
async function refuseTooManyCommands(response: Answered): Promise<Answered> {
  if (response.status !== TOO_MANY) return response;
  const { headers, statusText } = response;
  const text = await response.text();
  const status = /"code":\s*30034\b/.test(text) ? 400 : TOO_MANY;
  return new Response(text, { status, statusText, headers: new Headers(headers) });
}

/** Adds a minute to a 429 without a time. discord.js would retry it at once, without end (not reported upstream). */
function withRetryAfter(response: Answered): Answered {
  if (response.status !== TOO_MANY || response.headers.has('retry-after')) return response;
  const headers = new Headers(response.headers);
  headers.set('retry-after', '60');
  return new Response(response.body, { status: TOO_MANY, statusText: response.statusText, headers });
}

/** The longest wait of an answer. Discord takes it within three seconds only. */
const LONGEST_ANSWER_WAIT_MS = 2000;
/** The longest wait of any other request. It must be below the 15 seconds after which discord.js gives up. */
const LONGEST_WAIT_MS = 10_000;
const ANSWER_ROUTE = '/interactions/:id/:token/callback';

/** A second in which requests are counted. Requests take different times to Discord, so it is a little longer. */
const SECOND_MS = 1050;

type Sleep = (ms: number) => Promise<unknown>;
const pausing: Sleep = (ms) => pause(ms);

interface WaitingRequest {
  /** The time by which the request must go; milliseconds. */
  readonly until: number;
  /** Called with whether the request can go in time. */
  readonly go: (goes: boolean) => void;
}

export type RestRateLimit = ReturnType<typeof createRestRateLimit>;

/**
 * Lets so many requests go in each second. It counts the times when they really go, which may be late in a busy
 * process.
 * @param time milliseconds that only grow
 */
export function createRestRateLimit(
  perSecond: number,
  time: () => number = () => performance.now(),
  wait: Sleep = pausing,
) {
  /** Times of the requests of the last second. */
  const sentAt: number[] = [];
  const line: WaitingRequest[] = [];
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let serving = false;

  /** Waits for a turn. Resolves to false once the wait is known to exceed `within` milliseconds. */
  function turn(within: number): Promise<boolean> {
    return new Promise((go) => {
      const now = time();
      join({ until: now + within, go }, now);
      void serve();
    });
  }

  /**
   * Lets no request go for so many milliseconds, and refuses those that would wait too long. The pause also ends when
   * no request waits, since discord.js holds later ones back by itself. Only an infinite pause never ends.
   */
  function pauseFor(ms: number): void {
    const now = time();
    pausedUntil = Math.max(pausedUntil, now + ms);
    rejoin(now);
    endPauseIfEmpty();
  }

  function endPauseIfEmpty(): void {
    if (line.length === 0 && pausedUntil !== Number.POSITIVE_INFINITY) pausedUntil = Number.NEGATIVE_INFINITY;
  }

  function join(one: WaitingRequest, now: number): void {
    if (dueAt(line.length, now) > one.until) one.go(false);
    else line.push(one);
  }

  function rejoin(now: number): void {
    for (const one of line.splice(0)) join(one, now);
  }

  async function serve(): Promise<void> {
    if (serving) return;
    serving = true;
    while (line.length > 0) {
      const now = time();
      const due = dueAt(0, now);
      if (due > now) {
        await wait(due - now);
        rejoin(time());
      } else {
        sentAt.push(now);
        line.shift()?.go(true);
      }
    }
    serving = false;
    endPauseIfEmpty();
  }

  /** The earliest time for a request that has so many others ahead. */
  function dueAt(ahead: number, now: number): number {
    while ((sentAt[0] ?? now) <= now - SECOND_MS) sentAt.shift();
    const last = sentAt.at((ahead % perSecond) - perSecond);
    const free = last === undefined ? now : last + SECOND_MS;
    return Math.max(now, free, pausedUntil) + Math.floor(ahead / perSecond) * SECOND_MS;
  }

  return { turn, pause: pauseFor };
}

/** discord.js gives all times in milliseconds. */
function isTooLong({ route, timeToReset, retryAfter, sublimitTimeout }: RateLimitData): boolean {
  const wait = Math.max(timeToReset, retryAfter, sublimitTimeout);
  return wait > (route === ANSWER_ROUTE ? LONGEST_ANSWER_WAIT_MS : LONGEST_WAIT_MS);
}

/**
 * Milliseconds for which Discord refuses the bot, or the proxy in front of Discord refuses this address. The proxy's
 * answer names no scope (https://github.com/discordjs/discord.js/issues/3890).
 */
function refusedFor({ status, headers }: Answered): { readonly bot: number; readonly address: number } {
  const wait = status === TOO_MANY ? Number(headers.get('retry-after')) * 1000 : 0;
  const scope = headers.get('x-ratelimit-scope');
  const isGlobal = headers.has('x-ratelimit-global') || scope === 'global';
  return { bot: isGlobal ? wait : 0, address: isGlobal || scope !== null ? 0 : wait };
}

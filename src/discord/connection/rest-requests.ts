import { setTimeout as pause } from 'node:timers/promises';
import { DefaultRestOptions, type InvalidRequestWarningData, type RateLimitData, type RESTOptions } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../../time-source.ts';
import { HeldBack } from './cannot-connect.ts';

type MakeRequest = RESTOptions['makeRequest'];
type Answered = Awaited<ReturnType<MakeRequest>>;

/** discord.js keeps a queue, a kilobyte, for each interaction token, and by default sweeps idle ones once an hour. */
const QUEUES_SWEPT_MS = 60_000;

const UNAUTHORIZED = 401;
const TOO_MANY = 429;
/** At least this long passes between two calls of `onWellAgain`. */
const WELL_AGAIN_MS = 10_000;

export interface Bounds {
  /** Requests a second that carry the token. discord.js exempts only first answers (https://github.com/discordjs/discord.js/pull/8996). */
  readonly aSecond: number;
  /** Invalid requests of ten minutes between two warnings. */
  readonly told: number;
  /** From here on only answers are sent until the ten minutes are over; a multiple of `told`. */
  readonly heldBack: number;
}
/**
 * Discord bans an address that makes 10,000 invalid requests in any ten minutes (https://docs.discord.com/developers/topics/rate-limits).
 * discord.js counts in fixed spans of ten minutes, so two of its counts together must stay below that. discord.js also counts 429s of scope
 * `shared` (https://github.com/discordjs/discord.js/pull/4711), which Discord doesn't.
 */
const BOUNDS: Bounds = { aSecond: 50, told: 1000, heldBack: 4000 };
/** A process with its own address needs no smaller share of invalid requests. */
const LEAST_SHARE = 0.1;

/** The other parts of the bot have its token, and may be at the same address. */
export function boundsOf(share: number): Bounds {
  const told = Math.floor(BOUNDS.told * Math.max(share, LEAST_SHARE));
  const aSecond = Math.max(1, Math.floor(BOUNDS.aSecond * share));
  return { aSecond, told, heldBack: (told * BOUNDS.heldBack) / BOUNDS.told };
}

export type RestRequests = ReturnType<typeof createRestRequests>;

/** @param unauthorized is called when Discord doesn't accept the bot's token */
export function createRestRequests(
  clock: Clock,
  log: Logger,
  unauthorized: () => void,
  make: MakeRequest = DefaultRestOptions.makeRequest,
  bounds = BOUNDS,
  rateLimit = createRestRateLimit(bounds.aSecond),
) {
  let wasHeld = false;
  /** Only answers are sent in this time; milliseconds since 1970. */
  let shutOut = { since: 0, until: 0 };
  let failing = false;
  /** Milliseconds since 1970. */
  let toldWell = Number.NEGATIVE_INFINITY;
  /** Called at the first request that succeeds after others failed. */
  let onWellAgain: () => void = () => {};
  const request: MakeRequest = async (url, init) => {
    const { headers } = init;
    const authorized = typeof headers === 'object' && headers !== null && 'Authorization' in headers;
    if (authorized && holdsBack()) throw new HeldBack('Discord has refused too many requests: this one waits.');
    if (authorized && !(await rateLimit.turn(WAITS_MS)))
      throw new HeldBack('Too many requests to Discord are waiting: this one is tried later.');
    try {
      const response = await asRefusal(await make(url, init));
      noteHealth(response.status);
      if (response.status === UNAUTHORIZED && authorized) unauthorized();
      const { bot, address } = refusedFor(response);
      // discord.js holds back only what has not come here yet.
      if (bot > 0) rateLimit.shut(bot);
      noteShutOut(address);
      return withRetryAfter(response);
    } catch (error) {
      failing = true;
      throw again(error);
    }
  };

  function options() {
    return {
      handlerSweepInterval: QUEUES_SWEPT_MS,
      invalidRequestWarningInterval: bounds.told,
      makeRequest: request,
      rejectOnRateLimit: isTooLong,
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    } satisfies Partial<RESTOptions>;
  }

  /** The count is of ten minutes, and goes on for `remainingTime` milliseconds. */
  function noteInvalid({ count, remainingTime }: InvalidRequestWarningData): void {
    log.warn(
      { invalid: count },
      'Discord is refusing many requests; after 10,000 in ten minutes it would ban this address',
    );
    if (count >= bounds.heldBack) noteShutOut(remainingTime);
  }

  /** Only answers are sent from now on. */
  function stop(): void {
    rateLimit.shut(Number.POSITIVE_INFINITY);
  }

  function noteShutOut(ms: number): void {
    const since = clock.now();
    if (ms > 0) shutOut = { since, until: Math.max(shutOut.until, since + ms) };
  }

  /** Ends if the clock was set back; the next refusal starts it again. */
  function isShutOut(): boolean {
    const now = clock.now();
    return now >= shutOut.since && now < shutOut.until;
  }

  function noteHealth(status: number): void {
    if (status >= 500 || status === UNAUTHORIZED) failing = true;
    if (!failing || status >= 500 || [UNAUTHORIZED, TOO_MANY].includes(status)) return;
    const since = clock.now() - toldWell;
    // If Discord fails now and then, not everything is tried again each time. A clock that was set back is no reason to wait.
    if (since >= 0 && since < WELL_AGAIN_MS) return;
    failing = false;
    toldWell = clock.now();
    onWellAgain();
  }

  function holdsBack(): boolean {
    const held = isShutOut();
    if (held && !wasHeld) log.error('Discord is refusing too many requests; for a few minutes only answers are sent');
    if (!held && wasHeld) log.info('Discord is refusing fewer requests; everything is sent as usual again');
    wasHeld = held;
    if (held) failing = true;
    return held;
  }

  return {
    options,
    noteInvalid,
    stop,
    onWellAgain(listener: () => void): void {
      onWellAgain = listener;
    },
  };
}

/** discord.js retries ECONNRESET, but none of these codes of undici (https://github.com/discordjs/discord.js/pull/8785). */
const BROKE: readonly unknown[] = ['UND_ERR_SOCKET', 'EPIPE', 'ECONNABORTED'];

/** Everything can be sent twice: messages have a nonce, and an answer that has arrived is known by its code (40060). */
function again(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !BROKE.includes(error.code)) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: 'ECONNRESET' });
}

/** Turns the 429 for too many new commands (30034) into a 400: discord.js would retry for ever (https://github.com/discordjs/discord.js/issues/10458). */
async function asRefusal(response: Answered): Promise<Answered> {
  if (response.status !== TOO_MANY) return response;
  const { headers, statusText } = response;
  const text = await response.text();
  const status = /"code":\s*30034\b/.test(text) ? 400 : TOO_MANY;
  return new Response(text, { status, statusText, headers: new Headers(headers) });
}

/** discord.js retries a 429 without a time at once and without end (not reported upstream): it is given a minute. */
function withRetryAfter(response: Answered): Answered {
  if (response.status !== TOO_MANY || response.headers.has('retry-after')) return response;
  const headers = new Headers(response.headers);
  headers.set('retry-after', '60');
  return new Response(response.body, { status: TOO_MANY, statusText: response.statusText, headers });
}

/** An interaction dies after three seconds: an answer that would wait longer is brought another way. */
const ANSWER_WAITS_MS = 2000;
/** Longer waits are put off, so that none holds others up. discord.js gives up after 15 seconds, which include this wait. */
const WAITS_MS = 10_000;
const ANSWER = '/interactions/:id/:token/callback';

/** A second, and the difference in time that two requests may take to Discord; milliseconds. */
const SECOND_MS = 1050;

type Sleep = (ms: number) => Promise<unknown>;
const pausing: Sleep = (ms) => pause(ms);

interface WaitingRequest {
  /** The request is put off if it cannot go by then; milliseconds. */
  readonly until: number;
  readonly go: (goes: boolean) => void;
}

export type RestRateLimit = ReturnType<typeof createRestRateLimit>;

/**
 * Counts the moment at which each request truly goes: a delay of the process delays those behind it, too.
 * @param time milliseconds that only grow
 */
export function createRestRateLimit(
  aSecond: number,
  time: () => number = () => performance.now(),
  wait: Sleep = pausing,
) {
  /** Requests of the last second; milliseconds, growing. */
  const sentAt: number[] = [];
  const line: WaitingRequest[] = [];
  /** Nothing goes before; milliseconds. */
  let opens = Number.NEGATIVE_INFINITY;
  let serving = false;

  /** Waits for a turn; resolves to false once the wait is known to exceed `within` milliseconds. */
  function turn(within: number): Promise<boolean> {
    return new Promise((go) => {
      const now = time();
      join({ until: now + within, go }, now);
      void serve();
    });
  }

  /**
   * Holds requests for so many milliseconds; one that would wait too long is refused at once. It opens again once none waits: discord.js,
   * which got the same answer, holds back the others. Shut for ever, it stays shut.
   */
  function shut(ms: number): void {
    const now = time();
    opens = Math.max(opens, now + ms);
    rejoin(now);
    reopen();
  }

  function reopen(): void {
    if (line.length === 0 && opens !== Number.POSITIVE_INFINITY) opens = Number.NEGATIVE_INFINITY;
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
    reopen();
  }

  /** The earliest time for a request with `before` others ahead; milliseconds. */
  function dueAt(before: number, now: number): number {
    const gone = sentAt;
    while ((gone[0] ?? now) <= now - SECOND_MS) gone.shift();
    const last = gone.at((before % aSecond) - aSecond);
    const free = last === undefined ? now : last + SECOND_MS;
    return Math.max(now, free, opens) + Math.floor(before / aSecond) * SECOND_MS;
  }

  return { turn, shut };
}

/** discord.js gives milliseconds, Discord itself seconds. */
function isTooLong({ route, timeToReset, retryAfter, sublimitTimeout }: RateLimitData): boolean {
  const wait = Math.max(timeToReset, retryAfter, sublimitTimeout);
  return wait > (route === ANSWER ? ANSWER_WAITS_MS : WAITS_MS);
}

/**
 * Milliseconds for which Discord refuses the bot, or its proxy refuses this address. The proxy names no scope
 * (https://github.com/discordjs/discord.js/issues/3890).
 */
function refusedFor({ status, headers }: Answered): { readonly bot: number; readonly address: number } {
  const wait = status === TOO_MANY ? Number(headers.get('retry-after')) * 1000 : 0;
  const scope = headers.get('x-ratelimit-scope');
  const isGlobal = headers.has('x-ratelimit-global') || scope === 'global';
  return { bot: isGlobal ? wait : 0, address: isGlobal || scope !== null ? 0 : wait };
}

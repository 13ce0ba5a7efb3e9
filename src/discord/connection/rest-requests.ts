import { DefaultRestOptions, type InvalidRequestWarningData, type RESTOptions } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../../time-source.ts';
import { HeldBack } from './network-errors.ts';
import { globalWait, isTooLong, RestRateLimit, shutOutFor, WAITS_MS } from './rest-rate-limit.ts';

type MakeRequest = RESTOptions['makeRequest'];
type Answered = Awaited<ReturnType<MakeRequest>>;

/**
 * discord.js keeps a queue for each interaction token, a kilobyte, and looks for those that nothing waits in and no limit holds: once an
 * hour by default. What it learns of limits by route stays: there are few routes.
 */
const QUEUES_SWEPT_MS = 60_000;

const UNAUTHORIZED = 401;
const TOO_MANY = 429;
/** From one time that Discord is well again to the next, at least. */
const WELL_AGAIN_MS = 10_000;

export interface Bounds {
  /**
   * Requests a second, of those that Discord counts: all but answers to interactions, which carry no token
   * (https://docs.discord.com/developers/interactions/receiving-and-responding). discord.js exempts the first answer alone, not its edits
   * (https://github.com/discordjs/discord.js/pull/8996).
   */
  readonly aSecond: number;
  /** The log tells of each so many invalid requests of ten minutes. */
  readonly told: number;
  /** From so many on nothing but answers is asked for until the ten minutes are over; a multiple of `told`. */
  readonly heldBack: number;
}
/**
 * Of a whole bot, whatever it consists of. Discord bans an address that makes 10,000 invalid requests in any ten minutes
 * (https://docs.discord.com/developers/topics/rate-limits), and those of two counts of discord.js may follow one another at once.
 * discord.js also counts 429s of scope `shared` (https://github.com/discordjs/discord.js/pull/4711), which Discord doesn't.
 */
const BOUNDS: Bounds = { aSecond: 50, told: 1000, heldBack: 4000 };
/** Invalid requests, for any number of processes: one with its own address doesn't need fewer. */
const LEAST_SHARE = 0.1;

/** The bounds of a part of the bot, up to 1: the other parts have its token, and may be at the same address. */
export function boundsOf(share: number): Bounds {
  const told = Math.floor(BOUNDS.told * Math.max(share, LEAST_SHARE));
  const aSecond = Math.max(1, Math.floor(BOUNDS.aSecond * share));
  return { aSecond, told, heldBack: (told * BOUNDS.heldBack) / BOUNDS.told };
}

/** How the bot asks Discord: what is tried again, what does not wait, and when it is better to ask for less. */
export class RestRequests {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #make: MakeRequest;
  readonly #bounds: Bounds;
  readonly #rateLimit: RestRateLimit;
  readonly #unauthorized: () => void;
  #held = false;
  /** When nothing but answers was let through last, and until when; milliseconds since 1970. */
  #shutOut = { since: 0, until: 0 };
  #failing = false;
  /** When it was told last that Discord is well again; milliseconds since 1970. */
  #toldWell = Number.NEGATIVE_INFINITY;
  /** Is called at the first request that goes well after others have failed; where that happens all the time, every few seconds. */
  onWellAgain: () => void = () => {};

  /** @param unauthorized is called when Discord does not accept the bot's token */
  constructor(
    clock: Clock,
    log: Logger,
    unauthorized: () => void,
    make: MakeRequest = DefaultRestOptions.makeRequest,
    bounds = BOUNDS,
    rateLimit = new RestRateLimit(bounds.aSecond),
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#unauthorized = unauthorized;
    this.#make = make;
    this.#bounds = bounds;
    this.#rateLimit = rateLimit;
  }

  /** discord.js's options for it. */
  options(): Pick<
    RESTOptions,
    | 'makeRequest'
    | 'rejectOnRateLimit'
    | 'globalRequestsPerSecond'
    | 'handlerSweepInterval'
    | 'invalidRequestWarningInterval'
  > {
    return {
      handlerSweepInterval: QUEUES_SWEPT_MS,
      invalidRequestWarningInterval: this.#bounds.told,
      makeRequest: this.#request,
      rejectOnRateLimit: isTooLong,
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    };
  }

  /** discord.js has counted invalid requests: those of ten minutes, and for how long it goes on counting. */
  noteInvalid({ count, remainingTime }: InvalidRequestWarningData): void {
    this.#log.warn(
      { invalid: count },
      'Discord is refusing many requests; after 10,000 in ten minutes it would ban this address',
    );
    if (count >= this.#bounds.heldBack) this.#noteShutOut(remainingTime);
  }

  /** From now on only answers are sent; what waits is tried later. */
  stop(): void {
    this.#rateLimit.shut(Number.POSITIVE_INFINITY);
  }

  readonly #request: MakeRequest = async (url, init) => {
    const { headers } = init;
    const authorized = typeof headers === 'object' && headers !== null && 'Authorization' in headers;
    if (authorized && this.#holdsBack()) throw new HeldBack('Discord has refused too many requests: this one waits.');
    if (authorized && !(await this.#rateLimit.turn(WAITS_MS)))
      throw new HeldBack('Too many requests to Discord are waiting: this one is tried later.');
    try {
      const response = await asRefusal(await this.#make(url, init));
      this.#noteHealth(response.status);
      if (response.status === UNAUTHORIZED && authorized) this.#unauthorized();
      const shut = globalWait(response);
      // discord.js holds back only what has not come here yet.
      if (shut > 0) this.#rateLimit.shut(shut);
      this.#noteShutOut(shutOutFor(response));
      return withRetryAfter(response);
    } catch (error) {
      this.#failing = true;
      throw again(error);
    }
  };

  #noteShutOut(ms: number): void {
    const since = this.#clock.now();
    if (ms > 0) this.#shutOut = { since, until: Math.max(this.#shutOut.until, since + ms) };
  }

  /** Before its beginning it counts as over: the clock was set back, and the next request that is refused tells the time anew. */
  get #isShutOut(): boolean {
    const now = this.#clock.now();
    return now >= this.#shutOut.since && now < this.#shutOut.until;
  }

  #noteHealth(status: number): void {
    if (status >= 500 || status === UNAUTHORIZED) this.#failing = true;
    if (!this.#failing || status >= 500 || [UNAUTHORIZED, TOO_MANY].includes(status)) return;
    const since = this.#clock.now() - this.#toldWell;
    // A Discord that fails now and then must not have everything tried again each time. A clock that was set back is no reason to wait.
    if (since >= 0 && since < WELL_AGAIN_MS) return;
    this.#failing = false;
    this.#toldWell = this.#clock.now();
    this.onWellAgain();
  }

  #holdsBack(): boolean {
    const held = this.#isShutOut;
    if (held && !this.#held)
      this.#log.error('Discord is refusing too many requests; for a few minutes only answers are sent');
    if (!held && this.#held) this.#log.info('Discord is refusing fewer requests; everything is sent as usual again');
    this.#held = held;
    if (held) this.#failing = true;
    return held;
  }
}

/**
 * Codes of undici for a connection that broke under a request. discord.js tries one other again
 * (https://github.com/discordjs/discord.js/pull/8785).
 */
const BROKE: readonly unknown[] = ['UND_ERR_SOCKET', 'EPIPE', 'ECONNABORTED'];

/**
 * A broken connection by the code at which discord.js tries again. All that the bot sends may be sent twice: messages have a nonce,
 * and an answer that has arrived is known by its code (40060).
 */
function again(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !BROKE.includes(error.code)) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: 'ECONNRESET' });
}

/**
 * Discord's limit of 200 new commands a day (30034) counts as any other refusal. As a 429, discord.js asks for it again and again
 * (https://github.com/discordjs/discord.js/issues/10458).
 */
async function asRefusal(response: Answered): Promise<Answered> {
  if (response.status !== TOO_MANY) return response;
  const { headers, statusText } = response;
  const text = await response.text();
  const status = /"code":\s*30034\b/.test(text) ? 400 : TOO_MANY;
  return new Response(text, { status, statusText, headers: new Headers(headers) });
}

/** discord.js asks again at once, without end, where a 429 doesn't say when (not reported upstream): it is given a minute. */
function withRetryAfter(response: Answered): Answered {
  if (response.status !== TOO_MANY || response.headers.has('retry-after')) return response;
  const headers = new Headers(response.headers);
  headers.set('retry-after', '60');
  return new Response(response.body, { status: TOO_MANY, statusText: response.statusText, headers });
}

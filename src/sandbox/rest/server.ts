import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plans } from '../faults/running-plans.ts';
import type { Interactions } from '../interactions/pending-interactions.ts';
import type { Discord, SandboxLog } from '../store/discord.ts';
import { ApiError, refuse } from '../store/errors.ts';
import type { WorldChannel } from '../world/world.ts';
import { readBody } from './body.ts';
import { befall, broken, swallow } from './fault-answers.ts';
import type { Admission, RateLimits } from './limits.ts';
import { type Matched, match, type Params, type RestAnswer, type RestCall, type Route } from './router.ts';

/** A request's method, and its path below the version, for example `/gateway/bot`. */
export type FaultCall = Pick<RestCall, 'method' | 'path'>;

/**
 * Intercepts requests to the REST API: may answer itself, or carry out the request with `proceed` and change, delay or
 * withhold the answer.
 */
export type Faults = (call: FaultCall, proceed: () => RestAnswer) => RestAnswer | Promise<RestAnswer>;

/** One answered request to the REST API. */
export interface SeenRequest {
  /** Time of arrival by the sandbox's clock (milliseconds since 1970). */
  readonly at: number;
  readonly method: string;
  /** The route's pattern, for example `/channels/:channel/messages/:message`; `null` if no route matched. */
  readonly route: string | null;
  /** The path below the version, without interaction tokens. */
  readonly path: string;
  /** 0 if it was not answered. */
  readonly status: number;
}

const KEPT_REQUESTS = 20_000;

interface RestOptions {
  readonly discord: Discord;
  readonly interactions: Interactions;
  readonly routes: readonly Route[];
  readonly token: string;
  readonly log: SandboxLog;
  readonly limits: RateLimits;
  readonly plans: Plans;
}

/** The path below `/api` or `/api/v10`; `null` for other paths. */
export function restPath(pathname: string): string | null {
  return /^\/api(?:\/v10)?(\/.*)$/.exec(pathname)?.[1] ?? null;
}

interface Considered {
  /** `null` sends no answer. */
  readonly answer: RestAnswer | null;
  /** The route's pattern, if one matched. */
  readonly route?: string;
  readonly limits?: Admission['headers'];
}

/** The REST API, version 10. */
export class Rest {
  readonly #options: RestOptions;
  readonly #requests: SeenRequest[] = [];
  faults: Faults | null = null;

  constructor(options: RestOptions) {
    this.#options = options;
  }

  /** The newest 20,000 requests, the oldest first. */
  get requests(): readonly SeenRequest[] {
    return [...this.#requests];
  }

  /** Answers one request, unless a fault plan withholds the answer. */
  async answer(request: IncomingMessage, response: ServerResponse, path: string, query: URLSearchParams) {
    const { discord, log } = this.#options;
    const [at, method] = [discord.clock.now(), request.method ?? 'GET'];
    const { answer, route = null, limits = {} } = await this.#consider(request, { method, path, query });
    // Interaction tokens stay out of the log.
    const shown = path.replace(/(\/(?:interactions|webhooks)\/\d+\/)[^/]+/, '$1…');
    const told = { method, path: shown, status: answer?.status ?? 0 };
    this.#requests.push({ at, route, ...told });
    if (this.#requests.length > KEPT_REQUESTS) this.#requests.shift();
    log.debug(told, 'REST');
    if (answer === null) return;
    const { status, body, page } = answer;
    const type = page !== undefined ? 'text/html' : body !== undefined ? 'application/json' : null;
    response
      .writeHead(status, {
        ...(type && { 'content-type': type }),
        ...(page === undefined && limits),
        ...answer.headers,
      })
      .end(page ?? (body === undefined ? undefined : JSON.stringify(body)));
  }

  async #consider(request: IncomingMessage, asked: Omit<RestCall, 'body' | 'params'>): Promise<Considered> {
    const { routes, token, plans } = this.#options;
    const { method, path } = asked;
    let matched: Matched | null = null;
    try {
      matched = match(routes, method, path);
      const { route, params } = matched;
      if (route.auth && request.headers.authorization !== `Bot ${token}`) throw refuse.unauthorized();
      route.admit(params);
      const { headers: limits, refusal } = this.#options.limits.admit(matched);
      const channel = this.#channelOf(params);
      const trouble = refusal ? null : plans.strikeRequest({ method, pattern: route.pattern, channel });
      if (trouble?.kind === 'resetUpload') {
        await swallow(request, trouble.afterBytes);
        return { answer: null, route: route.pattern };
      }
      const body = await readBody(request);
      const carryOut = () =>
        this.#isAvailable(params) ? this.#attempt(() => route.handle({ ...asked, params, body })) : broken(503);
      const proceed = () => this.faults?.({ method, path }, carryOut) ?? carryOut();
      const happen = plans.happen.bind(plans);
      const answer = refusal ?? (await (trouble ? befall(trouble, { request, proceed, happen }) : proceed()));
      // A global limit does not count in any bucket.
      const counted = answer?.headers?.['x-ratelimit-global'] === undefined;
      return { answer, route: route.pattern, ...(counted && { limits }) };
    } catch (error) {
      request.resume();
      // If the client closed the connection while sending, nothing was done and nobody hears an answer.
      const gone = request.errored === error;
      return { answer: gone ? null : this.#failure(error), ...(matched && { route: matched.route.pattern }) };
    }
  }

  /** The channel in a path, or of the interaction that is answered. */
  #channelOf({ channel = '', interaction = '', token = '' }: Params): WorldChannel | null {
    const { discord, interactions } = this.#options;
    const answered = interactions.byId(interaction) ?? interactions.byToken(token);
    return discord.world.channelById(channel) ?? answered?.channel ?? null;
  }

  /** Whether the server that a request is about is available: false in an outage. */
  #isAvailable(params: Params): boolean {
    const { world } = this.#options.discord;
    const channel = this.#channelOf(params);
    const guild = channel ? world.guildOf(channel) : world.guildById(params.guild ?? '');
    return guild?.available !== false;
  }

  #attempt(act: () => RestAnswer): RestAnswer {
    try {
      return act();
    } catch (error) {
      return this.#failure(error);
    }
  }

  #failure(error: unknown): RestAnswer {
    if (error instanceof ApiError) return { status: error.status, body: error };
    this.#options.log.error({ error }, 'the sandbox failed to answer');
    return { status: 500, body: { message: '500: Internal Server Error', code: 0 } };
  }
}

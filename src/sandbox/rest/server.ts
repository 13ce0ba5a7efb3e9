import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../time-source.ts';
import type { Plans } from '../faults/running-plans.ts';
import type { Interactions } from '../interactions/interactions.ts';
import type { Discord } from '../store/discord.ts';
import { ApiError, apiError } from '../store/errors.ts';
import type { Body, Upload } from '../store/files.ts';
import type { WorldChannel } from '../world/world.ts';
import { applyFault, resetHeaders, resetUpload, serverError, tooMany } from './fault-answers.ts';
import { type Matched, match, type Params, type RestAnswer, type RestCall, type Route } from './router.ts';

/** A request's method, and its path below the version, for example `/gateway/bot`. */
export type FaultCall = Pick<RestCall, 'method' | 'path'>;

/**
 * Intercepts requests to the REST API: may answer itself, or carry out the request with `proceed` and change, delay or
 * withhold the answer.
 */
export type Faults = (call: FaultCall, proceed: () => RestAnswer) => RestAnswer | Promise<RestAnswer>;

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

const MOST_REQUESTS = 20_000;

interface RestParts {
  readonly discord: Discord;
  readonly interactions: Interactions;
  readonly routes: readonly Route[];
  readonly token: string;
  readonly rateLimits: RateLimits;
  readonly plans: Plans;
}

/** The path below `/api` or `/api/v10`; `null` for other paths. */
export function restPath(pathname: string): string | null {
  return /^\/api(?:\/v10)?(\/.*)$/.exec(pathname)?.[1] ?? null;
}

/** `null` sends no answer; `route` is the pattern of the one that matched. */
interface Considered {
  readonly answer: RestAnswer | null;
  readonly route?: string;
  readonly limits?: Admission['headers'];
}

export type Rest = ReturnType<typeof createRest>;

export function createRest({ discord, interactions, routes, token, rateLimits, plans }: RestParts) {
  const { world, clock, log } = discord;
  const requests: SeenRequest[] = [];
  const rest = { requests, faults: null as Faults | null, answer };

  async function answer(request: IncomingMessage, response: ServerResponse, path: string, query: URLSearchParams) {
    const [at, method] = [clock.now(), request.method ?? 'GET'];
    const { answer, route = null, limits = {} } = await consider(request, { method, path, query });
    // Interaction tokens stay out of the log.
    const shown = path.replace(/(\/(?:interactions|webhooks)\/\d+\/)[^/]+/, '$1…');
    const logged = { method, path: shown, status: answer?.status ?? 0 };
    requests.push({ at, route, ...logged });
    if (requests.length > MOST_REQUESTS) requests.shift();
    log.debug(logged, 'REST');
    if (answer === null) return;
    const { status, page, headers } = answer;
    const body = page ?? JSON.stringify(answer.body);
    const type = body !== undefined && { 'content-type': page === undefined ? 'application/json' : 'text/html' };
    response.writeHead(status, { ...type, ...(page === undefined && limits), ...headers }).end(body);
  }

  async function consider(request: IncomingMessage, asked: Omit<RestCall, 'body' | 'params'>): Promise<Considered> {
    const { method, path } = asked;
    let matched: Matched | null = null;
    try {
      matched = match(routes, method, path);
      const { route, params } = matched;
      if (route.auth && request.headers.authorization !== `Bot ${token}`) throw apiError.unauthorized();
      route.admit(params);
      const { headers: limits, refusal } = rateLimits.admit(matched);
      const channel = channelOf(params);
      const trouble = refusal ? null : plans.strikeRequest({ method, pattern: route.pattern, channel });
      if (trouble?.kind === 'resetUpload') {
        await resetUpload(request, trouble.afterBytes);
        return { answer: null, route: route.pattern };
      }
      const body = await readBody(request);
      const carryOut = () =>
        isAvailable(params) ? attempt(() => route.handle({ ...asked, params, body })) : serverError(503);
      const proceed = () => rest.faults?.({ method, path }, carryOut) ?? carryOut();
      const { happen } = plans;
      const answer = refusal ?? (await (trouble ? applyFault(trouble, { request, proceed, happen }) : proceed()));
      // A global limit does not count in any bucket.
      const counted = answer?.headers?.['x-ratelimit-global'] === undefined;
      return { answer, route: route.pattern, ...(counted && { limits }) };
    } catch (error) {
      request.resume();
      // If the client closed the connection while sending, nothing was done and nobody hears an answer.
      const clientLeft = request.errored === error;
      return { answer: clientLeft ? null : failure(error), ...(matched && { route: matched.route.pattern }) };
    }
  }

  /** The channel in a path, or of the interaction that is answered. */
  function channelOf({ channel = '', interaction = '', token = '' }: Params): WorldChannel | null {
    const answered = interactions.byId(interaction) ?? interactions.byToken(token);
    return world.channelById(channel) ?? answered?.channel ?? null;
  }

  /** Whether the server that a request is about is available: false in an outage. */
  function isAvailable(params: Params): boolean {
    const channel = channelOf(params);
    const guild = channel ? world.guildOf(channel) : world.guildById(params.guild ?? '');
    return guild?.available !== false;
  }

  function attempt(act: () => RestAnswer): RestAnswer {
    try {
      return act();
    } catch (error) {
      return failure(error);
    }
  }

  function failure(error: unknown): RestAnswer {
    if (error instanceof ApiError) return error;
    log.error({ error }, 'the sandbox failed to answer');
    return serverError(500);
  }

  return rest;
}

const MiB = 1024 * 1024;
/** Discord's limit for a file in a server without boosts. */
const MAX_FILE_BYTES = 10 * MiB;
const MAX_JSON_BYTES = 4 * MiB;
const MAX_FILES = 10;
const MAX_MULTIPART_BYTES = MAX_FILES * MAX_FILE_BYTES + MAX_JSON_BYTES;

/**
 * Reads a request's body, JSON or multipart (`payload_json` and `files[n]`).
 * @throws {ApiError} 40005 if a file or all is too large, 50109 for malformed JSON, 50035 for malformed multipart.
 */
async function readBody(request: IncomingMessage): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  const multipart = /^multipart\/form-data\b/i.test(type);
  const bytes = await readAll(request, multipart ? MAX_MULTIPART_BYTES : MAX_JSON_BYTES);
  if (multipart) return readMultipart(bytes, type);
  if (bytes.length === 0) return { json: undefined, uploads: [] };
  if (!/^application\/json\b/i.test(type)) {
    throw apiError.invalidField('CONTENT_TYPE_INVALID');
  }
  return { json: parseJson(bytes.toString('utf8')), uploads: [] };
}

/** Reads on past the limit and discards the rest: a client hears the answer only after it has sent everything. */
async function readAll(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > limit) throw apiError.entityTooLarge();
  return Buffer.concat(chunks);
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw apiError.badJson();
  }
}

async function readMultipart(bytes: Buffer, type: string): Promise<Body> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => null);
  if (form === null) throw apiError.invalidField('MULTIPART_INVALID');
  const payload = form.get('payload_json');
  const uploads: Upload[] = [];
  for (const [name, value] of form) {
    const index = /^files\[(\d+)\]$/.exec(name)?.[1];
    if (index === undefined || typeof value === 'string') continue;
    if (value.size > MAX_FILE_BYTES) throw apiError.entityTooLarge();
    uploads.push({
      index: Number(index),
      filename: value.name,
      contentType: value.type || 'application/octet-stream',
      bytes: Buffer.from(await value.arrayBuffer()),
    });
  }
  if (uploads.length > MAX_FILES) throw apiError.invalidField('BASE_TYPE_MAX_LENGTH', 'files');
  return { json: typeof payload === 'string' ? parseJson(payload) : undefined, uploads };
}

/** The routes with a limit: five requests in five seconds in a channel. */
const LIMITED = ['POST /channels/:channel/messages', 'PATCH /channels/:channel/messages/:message'];
const LIMIT = 5;
const WINDOW_MS = 5000;

/**
 * Requests of a bot in a second. Answers to interactions don't count.
 * https://discord.com/developers/docs/topics/rate-limits
 */
const GLOBAL_LIMIT = 50;
const GLOBAL_WINDOW_MS = 1000;
const UNCOUNTED = /^\/(interactions|webhooks)\//;

/** For routes without a limit: so wide that nobody exceeds it. */
const WIDE = { limit: 1000, remaining: 999, resetAfter: 1000 };

/** The rate limiter's decision on a request, with Discord's headers. */
interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  /** The 429 to answer with; `null` if the request is admitted. */
  readonly refusal: RestAnswer | null;
}

type RateLimits = ReturnType<typeof createRateLimits>;

/** A bucket for each route and channel, and one for all processes of the bot. Without a clock it only adds headers. */
export function createRateLimits(clock: Clock | null) {
  const windows = new Map<string, { until: number; remaining: number }>();

  function admit({ route, params }: Matched): Admission {
    const kind = `${route.method} ${route.pattern}`;
    const now = clock?.now() ?? Date.now();
    if (clock !== null && !UNCOUNTED.test(route.pattern)) {
      const all = count('all', now, GLOBAL_LIMIT, GLOBAL_WINDOW_MS);
      if (all.remaining < 0) return { headers: {}, refusal: tooMany('global', all.resetAfter / 1000) };
    }
    const isLimited = clock !== null && LIMITED.includes(kind);
    const { limit, remaining, resetAfter } = isLimited
      ? count(`${kind} ${params.channel}`, now, LIMIT, WINDOW_MS)
      : WIDE;
    const headers = {
      ...resetHeaders(now, resetAfter / 1000),
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, remaining)),
      'x-ratelimit-bucket': createHash('sha1').update(kind).digest('hex').slice(0, 32),
    };
    if (remaining >= 0) return { headers, refusal: null };
    const refusal = tooMany('user', resetAfter / 1000);
    return { headers, refusal: { ...refusal, headers: { ...refusal.headers, ...headers } } };
  }

  function count(key: string, now: number, limit: number, window: number): typeof WIDE {
    const before = windows.get(key);
    const current = before && now < before.until ? before : { until: now + window, remaining: limit };
    // Below 0 the request is one too many.
    if (current.remaining >= 0) current.remaining--;
    windows.set(key, current);
    return { limit, remaining: current.remaining, resetAfter: current.until - now };
  }

  return { admit };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../time-source.ts';
import { ApiError, refuse } from '../errors.ts';
import { befall, broken, swallow } from '../faults/rest.ts';
import type { Plans } from '../faults/running-plans.ts';
import type { SandboxLog } from '../log.ts';
import { readBody } from './body.ts';
import type { Admission, RateLimits } from './limits.ts';
import type { RequestLog } from './requests.ts';
import { type Matched, match, type RestAnswer, type Route } from './router.ts';

export interface FaultCall {
  readonly method: string;
  /** The path below the version, for example `/gateway/bot`. */
  readonly path: string;
}

/**
 * Intercepts requests to the REST API: may answer itself, or carry out the request with `proceed` and change, delay or
 * withhold the answer.
 */
export type Faults = (call: FaultCall, proceed: () => RestAnswer) => RestAnswer | Promise<RestAnswer>;

export interface RestOptions {
  readonly routes: readonly Route[];
  readonly token: string;
  readonly log: SandboxLog;
  readonly clock: Clock;
  readonly limits: RateLimits;
  readonly requests: RequestLog;
  readonly faults: () => Faults | null;
  readonly plans: Plans;
  /** Whether the server that a request is about, by its route's parameters, is available: false in an outage. */
  readonly available: (params: Matched['params']) => boolean;
}

/** The path below `/api` or `/api/v10`; `null` for other paths. */
export function restPath(pathname: string): string | null {
  return /^\/api(?:\/v10)?(\/.*)$/.exec(pathname)?.[1] ?? null;
}

/** Answers one request to the REST API, unless a fault plan withholds the answer. */
export async function answerRest(
  options: RestOptions,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): Promise<void> {
  const asked: Asked = { method: request.method ?? 'GET', path, query, at: options.clock.now() };
  const { answer, route = null, limits = {} } = await considered(options, request, asked);
  const told = { method: asked.method, path: redacted(path), status: answer?.status ?? 0 };
  options.requests.add({ at: asked.at, route, ...told });
  options.log.debug(told, 'REST');
  if (answer === null) return;
  const headers = { ...limits, ...answer.headers };
  if (answer.page !== undefined) {
    response.writeHead(answer.status, { 'content-type': 'text/html', ...answer.headers }).end(answer.page);
  } else if (answer.body === undefined) {
    response.writeHead(answer.status, headers).end();
  } else {
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(answer.body));
  }
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Considered {
  /** `null` sends no answer. */
  readonly answer: RestAnswer | null;
  /** The route's pattern, if one matched. */
  readonly route?: string;
  readonly limits?: Admission['headers'];
}

async function considered(options: RestOptions, request: IncomingMessage, asked: Asked): Promise<Considered> {
  const { method, path, query } = asked;
  const { plans, log } = options;
  let matched: Matched | null = null;
  try {
    matched = match(options.routes, method, path);
    const { route, params } = matched;
    if (route.auth && request.headers.authorization !== `Bot ${options.token}`) throw refuse.unauthorized();
    route.admit?.(params);
    const { headers: limits, refusal } = options.limits.admit(matched);
    const trouble = refusal === null ? plans.strikeRequest(matched) : null;
    if (trouble?.kind === 'resetUpload') {
      await swallow(request, trouble.afterBytes);
      return { answer: null, route: route.pattern };
    }
    const body = await readBody(request);
    const carryOut = () =>
      options.available(params) ? attempt(log, () => route.handle({ method, path, params, query, body })) : broken(503);
    const faults = options.faults();
    const proceed = () => (faults === null ? carryOut() : faults({ method, path }, carryOut));
    const answer =
      refusal ??
      (trouble === null
        ? await proceed()
        : await befall(trouble, { request, proceed, happen: (happening) => plans.happen(happening) }));
    // A global limit does not count in any bucket.
    const counted = answer?.headers?.['x-ratelimit-global'] === undefined;
    return { answer, route: route.pattern, ...(counted ? { limits } : {}) };
  } catch (error) {
    request.resume();
    // If the client closed the connection while sending, nothing was done and nobody hears an answer.
    const gone = request.errored === error;
    return { answer: gone ? null : failure(log, error), ...(matched === null ? {} : { route: matched.route.pattern }) };
  }
}

function attempt(log: SandboxLog, act: () => RestAnswer): RestAnswer {
  try {
    return act();
  } catch (error) {
    return failure(log, error);
  }
}

function failure(log: SandboxLog, error: unknown): RestAnswer {
  if (error instanceof ApiError) return { status: error.status, body: error };
  log.error({ error }, 'the sandbox failed to answer');
  return { status: 500, body: { message: '500: Internal Server Error', code: 0 } };
}

/** Keeps interaction tokens out of the log. */
function redacted(path: string): string {
  return path.replace(/(\/(?:interactions|webhooks)\/\d+\/)[^/]+/, '$1…');
}

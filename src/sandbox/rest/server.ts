import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, refuse } from '../errors.ts';
import type { SandboxLog } from '../log.ts';
import { readBody } from './body.ts';
import { type Matched, match, type RestAnswer, type Route } from './router.ts';

/** What is about to be answered. */
export interface FaultCall {
  readonly method: string;
  /** The path below the version, for example `/gateway/bot`. */
  readonly path: string;
}

/**
 * Stands between the REST API and its client: may answer in its stead, or carry the request out with `proceed` and
 * change, delay or withhold what comes of it.
 */
export type Faults = (call: FaultCall, proceed: () => RestAnswer) => RestAnswer | Promise<RestAnswer>;

export interface RestOptions {
  readonly routes: readonly Route[];
  readonly token: string;
  readonly log: SandboxLog;
  readonly faults: () => Faults | null;
}

/** The path below `/api` or `/api/v10`; null for everything else. */
export function restPath(pathname: string): string | null {
  return /^\/api(?:\/v10)?(\/.*)$/.exec(pathname)?.[1] ?? null;
}

/** Answers one request to the REST API. */
export async function answerRest(
  options: RestOptions,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): Promise<void> {
  const method = request.method ?? 'GET';
  let matched: Matched | null = null;
  let answer: RestAnswer;
  try {
    matched = match(options.routes, method, path);
    const { route, params } = matched;
    if (route.auth && request.headers.authorization !== `Bot ${options.token}`) throw refuse.unauthorized();
    const body = await readBody(request);
    const proceed = () => attempt(options.log, () => route.handle({ method, path, params, query, body }));
    const faults = options.faults();
    answer = faults === null ? proceed() : await faults({ method, path }, proceed);
  } catch (error) {
    request.resume();
    answer = failure(options.log, error);
  }
  options.log.debug({ method, path: redacted(path), status: answer.status }, 'REST');
  const headers = { ...rateLimit(method, matched), ...answer.headers };
  if (answer.body === undefined) {
    response.writeHead(answer.status, headers).end();
  } else {
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(answer.body));
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

/** A bucket for each route and its main resource, as Discord has, so wide that nobody meets its end. */
function rateLimit(method: string, matched: Matched | null): Record<string, string> {
  if (matched === null) return {};
  const { route } = matched;
  const bucket = createHash('sha1').update(`${method} ${route.pattern}`).digest('hex').slice(0, 32);
  const resetAfter = 1;
  return {
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '999',
    'x-ratelimit-reset': (Date.now() / 1000 + resetAfter).toFixed(3),
    'x-ratelimit-reset-after': resetAfter.toFixed(3),
    'x-ratelimit-bucket': bucket,
  };
}

/** Interaction tokens stay out of the log. */
function redacted(path: string): string {
  return path.replace(/(\/(?:interactions|webhooks)\/\d+\/)[^/]+/, '$1…');
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import { ApiError, refuse } from '../errors.ts';
import type { SandboxLog } from '../log.ts';
import { readBody } from './body.ts';
import type { Admission, RateLimits } from './limits.ts';
import type { RequestLog } from './requests.ts';
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
  readonly clock: Clock;
  readonly limits: RateLimits;
  readonly requests: RequestLog;
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
  const at = options.clock.now();
  let matched: Matched | null = null;
  let limits: Admission['headers'] = {};
  let answer: RestAnswer;
  try {
    matched = match(options.routes, method, path);
    const { route, params } = matched;
    if (route.auth && request.headers.authorization !== `Bot ${options.token}`) throw refuse.unauthorized();
    const body = await readBody(request);
    const admission = options.limits.admit(matched);
    limits = admission.headers;
    const proceed = () => attempt(options.log, () => route.handle({ method, path, params, query, body }));
    const faults = options.faults();
    if (admission.refusal !== null) answer = admission.refusal;
    else answer = faults === null ? proceed() : await faults({ method, path }, proceed);
  } catch (error) {
    request.resume();
    answer = failure(options.log, error);
  }
  const told = { method, path: redacted(path), status: answer.status };
  options.requests.add({ at, route: matched?.route.pattern ?? null, ...told });
  options.log.debug(told, 'REST');
  const headers = { ...limits, ...answer.headers };
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

/** Interaction tokens stay out of the log. */
function redacted(path: string): string {
  return path.replace(/(\/(?:interactions|webhooks)\/\d+\/)[^/]+/, '$1…');
}

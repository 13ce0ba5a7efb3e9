import { refuse } from '../errors.ts';
import type { Body } from './body.ts';

/** An answer of the REST API; empty (204) without `body` and `page`. */
export interface RestAnswer {
  readonly status: number;
  readonly body?: unknown;
  /** HTML, as Discord's proxies answer. */
  readonly page?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One parsed request. */
export interface RestCall {
  readonly method: string;
  /** The path below the version, for example `/gateway/bot`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
}

export interface Route {
  readonly method: string;
  /** For example `/channels/:channel/messages`. */
  readonly pattern: string;
  /** Whether the bot's token is needed; routes of interactions carry a token of their own. */
  readonly auth: boolean;
  /** Checks the token in the path before the body is read. Throws as `handle` does. */
  admit?(params: Matched['params']): void;
  handle(call: RestCall): RestAnswer;
}

export const ok = (body: unknown): RestAnswer => ({ status: 200, body });
export const created = (body: unknown): RestAnswer => ({ status: 201, body });
export const noContent: RestAnswer = { status: 204 };

/** The value of a `:name` in the route's pattern. */
export function param(call: RestCall, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`The route has no :${name}.`);
  return value;
}

export interface Matched {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the route of a path.
 * @throws {ApiError} 404 if there is none, 405 if there is one only for another method.
 */
export function match(routes: readonly Route[], method: string, path: string): Matched {
  let elsewhere = false;
  for (const route of routes) {
    const params = paramsOf(route.pattern, path);
    if (params === null) continue;
    if (route.method === method) return { route, params };
    elsewhere = true;
  }
  throw elsewhere ? refuse.methodNotAllowed() : refuse.notFound();
}

function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decode(given[index] ?? '');
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

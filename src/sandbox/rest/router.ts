import querystring from 'node:querystring';
import { apiError } from '../store/errors.ts';
import type { Body } from '../store/files.ts';

/** An answer of the REST API; empty (204) without `body` and `page`. */
export interface RestAnswer {
  readonly status: number;
  readonly body?: unknown;
  /** HTML, as Discord's proxies answer. */
  readonly page?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Params = Readonly<Record<string, string>>;

export interface RestCall {
  readonly method: string;
  /** The path below the version, for example `/gateway/bot`. */
  readonly path: string;
  readonly params: Params;
  readonly query: URLSearchParams;
  readonly body: Body;
}

export interface Route {
  readonly method: string;
  /** For example `/channels/:channel/messages`. */
  readonly pattern: string;
  /** The pattern with a group for each of its `:names`. */
  readonly path: RegExp;
  /** Whether the bot's token is needed; routes of interactions carry a token of their own. */
  readonly auth: boolean;
  /** Checks the token in the path before the body is read. Throws as `handle` does. */
  readonly admit: (params: Params) => void;
  readonly handle: (call: RestCall) => RestAnswer;
}

/** @param asked method and pattern, for example `GET /channels/:channel` */
export function route(
  asked: string,
  handle: Route['handle'],
  { auth = true, admit = () => {} }: Partial<Pick<Route, 'auth' | 'admit'>> = {},
): Route {
  const [method = '', pattern = ''] = asked.split(' ');
  const path = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]*)')}$`);
  return { method, pattern, path, auth, admit, handle };
}

export const ok = (body: unknown): RestAnswer => ({ status: 200, body });
export const noContent: RestAnswer = { status: 204 };

export interface Matched {
  readonly route: Route;
  readonly params: Params;
}

/**
 * Finds the route of a path.
 * @throws {ApiError} 404 if there is none, 405 if there is one only for another method.
 */
export function match(routes: readonly Route[], method: string, path: string): Matched {
  const wanted = path.replaceAll('%40', '@');
  const found = routes.filter((each) => each.path.test(wanted));
  const route = found.find((each) => each.method === method);
  if (route === undefined) throw found.length > 0 ? apiError.methodNotAllowed() : apiError.notFound();
  const params = Object.entries(route.path.exec(wanted)?.groups ?? {});
  return { route, params: Object.fromEntries(params.map(([name, part]) => [name, querystring.unescape(part)])) };
}

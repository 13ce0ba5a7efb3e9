import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { Logger } from 'pino';
import { answerBadRequests } from '../http-bad-requests.ts';

/** Limit to receive a request, which is one line. */
const PATIENCE_MS = 5000;
const MOST_CONNECTIONS = 50;

export interface Health {
  /** Sentences on what keeps the bot from its work; empty if it is healthy. */
  readonly reasons: readonly string[];
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

export interface MonitoringServer {
  /** Its address, as in a URL. */
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** An address of this machine, as `node:net` takes it, and a port. */
interface Address {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
}

/** Thrown if the bot can't listen there. `message` is for the person who runs the bot. */
export class HealthPortUnusable extends Error {
  override readonly name = 'HealthPortUnusable';
}

/** One method per path. */
export interface Answers {
  health(): Health;
  metrics(): Promise<{ readonly type: string; readonly body: string }>;
}

/**
 * Answers `/health` (200 or 503, JSON) and `/metrics` (Prometheus text).
 * @throws HealthPortUnusable
 */
export async function startMonitoringServer(
  { host, port }: Address,
  answers: Answers,
  log: Logger,
): Promise<MonitoringServer> {
  const server = createServer(
    { requestTimeout: PATIENCE_MS, headersTimeout: PATIENCE_MS, connectionsCheckingInterval: 1000 },
    (request, response) => {
      void answer(request, response, answers, names()).catch((error: unknown) => {
        log.error({ err: error, path: request.url }, 'a health check could not be answered');
        if (response.headersSent) response.destroy();
        else plain(response, 500, 'The check failed. The log says why.');
      });
    },
  );
  answerBadRequests(server);
  server.keepAliveTimeout = PATIENCE_MS;
  server.maxConnections = MOST_CONNECTIONS;
  const actual = () => (server.address() as AddressInfo).port;
  const named = isIP(host) === 6 ? `[${host}]` : host;
  // Against DNS rebinding: a web page could use a host name that resolves to loopback. Elsewhere it has many names.
  const isLoopback = host === '::1' || host.startsWith('127.');
  const names = () => (isLoopback ? [`${named}:${actual()}`, `localhost:${actual()}`] : null);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(unusable({ host, port }, error)));
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
  server.on('error', (error) => log.warn({ err: error }, 'the health port had an error'));
  return {
    host: named,
    port: actual(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function unusable({ host, port }: Address, error: NodeJS.ErrnoException): HealthPortUnusable {
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'EINVAL')
    return new HealthPortUnusable(`${host} is no address of this machine. Set HEALTH_HOST to one, or to 0.0.0.0.`, {
      cause: error,
    });
  const why = error.code === 'EADDRINUSE' ? 'is in use' : `can’t be used (${error.code ?? error.message})`;
  return new HealthPortUnusable(`Port ${port} ${why}. Set HEALTH_PORT to another port, or leave it empty.`, {
    cause: error,
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  answers: Answers,
  names: readonly string[] | null,
): Promise<void> {
  if (names?.includes(request.headers.host ?? '') === false)
    return plain(response, 403, 'This port answers on loopback only.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return plain(response, 405, 'This port accepts no data.');
  }
  const [path] = (request.url ?? '').split('?');
  if (path === '/health') {
    const { reasons, facts } = answers.health();
    const well = reasons.length === 0;
    const body = { status: well ? 'well' : 'unwell', reasons, ...facts };
    return send(response, well ? 200 : 503, 'application/json', `${JSON.stringify(body)}\n`);
  }
  if (path === '/metrics') {
    const { type, body } = await answers.metrics();
    return send(response, 200, type, body);
  }
  return plain(response, 404, 'Use /health or /metrics.');
}

function plain(response: ServerResponse, status: number, text: string): void {
  send(response, status, 'text/plain; charset=utf-8', `${text}\n`);
}

/** Node omits the body in answer to HEAD. */
function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

/** Of the time that systemd waits, after which it hears from this process again. */
const SHARE = 1 / 3;

/**
 * Tells systemd now and then that the event loop turns, if the unit has `WatchdogSec`; systemd restarts a process that
 * stays silent (https://www.freedesktop.org/software/systemd/man/latest/sd_watchdog_enabled.html). It goes through
 * `systemd-notify`, since Node has no Unix datagram sockets.
 * @returns what ends it
 */
export function keepWatchdogQuiet(
  { WATCHDOG_USEC: limit, NOTIFY_SOCKET: socket }: NodeJS.ProcessEnv,
  log: Logger,
): () => void {
  const every = (Number(limit) / 1000) * SHARE;
  if (!socket || !(every > 0)) return () => {};
  let failing = false;
  const tell = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], { timeout: every }, (error) => {
      if (error !== null && !failing)
        log.error({ err: error }, 'systemd’s watchdog could not be told; it may restart the bot');
      failing = error !== null;
    });
  tell();
  const timer = setInterval(tell, every);
  return () => clearInterval(timer);
}

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { answerBadRequests } from '../../http-bad-requests.ts';
import { PROJECT_ROOT } from '../../project-root.ts';
import type { NetworkFailure } from '../faults/fault-plan.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { type Rest, restPath } from '../rest/server.ts';
import type { Discord } from '../store/discord.ts';
import type { FileStore } from '../store/files.ts';
import type { Pages } from './pages.ts';

const HOST = '127.0.0.1';
const MAX_FRAME_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** Limit for a request's headers to arrive, in milliseconds. */
const HEADERS_MS = 10_000;
/** Longer than any client keeps an idle connection: the client always closes it first. */
const KEEP_ALIVE_MS = 65_000;

export class PortInUse extends Error {}

interface Parts {
  /** Limit for a whole request to arrive, in milliseconds. */
  readonly requestTimeout: number;
  readonly discord: Discord;
  readonly rest: Rest;
  readonly gateway: Gateway;
  readonly pages: Pages;
}

/** The sandbox's only server: the REST API, the gateway, the page, its socket and the files of messages. */
export function createListener({ discord, rest, gateway, pages, requestTimeout }: Parts) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const connections = new Set<Socket>();
  let failing: NetworkFailure | null = null;
  let recovery: NodeJS.Timeout | undefined;
  let port = 0;
  const server = createServer(
    {
      // Strict even if Node was started with --insecure-http-parser: ambiguous requests are refused.
      insecureHTTPParser: false,
      requireHostHeader: true,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(HEADERS_MS, requestTimeout),
      requestTimeout,
      connectionsCheckingInterval: Math.min(HEADERS_MS, requestTimeout),
    },
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        discord.log.error({ error }, 'the sandbox failed to answer');
        response.destroy();
      });
    },
  );
  answerBadRequests(server);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.prependListener('connection', (socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    if (failing === 'reset') socket.resetAndDestroy();
  });
  server.on('upgrade', upgrade);

  /**
   * Listens on loopback only; port 0 picks a free one. Resolves to the port.
   * @throws {PortInUse} if another process has the port.
   */
  async function listen(wanted: number): Promise<number> {
    const listening = once(server, 'listening');
    server.listen({ port: wanted, host: HOST, exclusive: true });
    await listening.catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE' ? new PortInUse(`Port ${wanted} is in use.`) : error;
    });
    port = (server.address() as AddressInfo).port;
    return port;
  }

  /** Breaks every connection. New ones fail as `how` says for `ms` milliseconds. */
  function breakNetwork(how: NetworkFailure, ms: number): void {
    clearTimeout(recovery);
    failing = how;
    if (how === 'refused') server.close();
    for (const socket of connections) socket.resetAndDestroy();
    recovery = setTimeout(() => {
      failing = null;
      if (!server.listening) server.listen({ port, host: HOST, exclusive: true });
      // Nobody answered on these connections.
      else for (const socket of connections) socket.resetAndDestroy();
    }, ms);
  }

  function close(): Promise<void> {
    clearTimeout(recovery);
    sockets.close();
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (failing === 'silent') return;
    const url = urlOf(request);
    if (url === null) return plain(response, 403, 'This server answers on loopback only.');
    const path = restPath(url.pathname);
    if (path !== null) return rest.answer(request, response, path, url.searchParams);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(response, 405, 'This port accepts no data.');
    }
    if (url.pathname.startsWith('/attachments/')) return serveAttachment(response, discord.files, url.pathname);
    return servePage(response, url.pathname);
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (failing === 'silent') return;
    const url = urlOf(request);
    const path = url?.pathname.replace(/\/$/, '');
    if (url === null || (path !== '/gateway' && path !== '/page/socket')) {
      socket.end(`HTTP/1.1 ${url === null ? '403 Forbidden' : '404 Not Found'}\r\nConnection: close\r\n\r\n`);
      return;
    }
    if (path === '/gateway' && Date.now() < gateway.ahead.awayUntil) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      if (path === '/gateway') gateway.accept(accepted, url.searchParams);
      else pages.accept(accepted);
    });
  }

  /**
   * The request's URL; `null` if it is for another host or comes from another site's page.
   * Browsers let pages of any site send requests to loopback.
   */
  function urlOf(request: IncomingMessage): URL | null {
    const hosts = [`${HOST}:${port}`, `localhost:${port}`];
    const { host = [], origin = [], 'sec-fetch-site': site = [] } = request.headersDistinct;
    if (host.length !== 1 || !hosts.includes(host[0] ?? '')) return null;
    if (!origin.every((each) => hosts.some((name) => each === `http://${name}`))) return null;
    // A link may lead here, but no other page may embed anything.
    const isLink = request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-dest'] === 'document';
    if (!isLink && site.some((each) => each !== 'same-origin' && each !== 'none')) return null;
    // A client sends an absolute URL only to a proxy.
    if (!request.url?.startsWith('/')) return null;
    const target = `http://${HOST}:${port}${request.url}`;
    return URL.canParse(target) ? new URL(target) : null;
  }

  return { listen, breakNetwork, close };
}

const ROOT = join(PROJECT_ROOT, 'src', 'sandbox', 'page');

const PAGE_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob: https:",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Content types that a browser may show; it downloads all others. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp)|text\/plain)(?=$|;)/;

/** Headers that forbid other sites to embed a file and browsers to guess another type. */
const ALONE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** Answers with a file of the page, or 404. Its script and style are bundled anew for each reader. */
async function servePage(response: ServerResponse, pathname: string): Promise<void> {
  const [type, read] = {
    '/': ['html', () => readFile(join(ROOT, 'index.html'), 'utf8')] as const,
    '/main.js': ['javascript', () => bundled('page.ts')] as const,
    '/main.css': ['css', () => bundled('css/main.css')] as const,
  }[pathname] ?? [null];
  if (type === null) return plain(response, 404, 'There is no such page.');
  response
    .writeHead(200, {
      'content-type': `text/${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'content-security-policy': PAGE_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      ...ALONE,
    })
    .end(await read());
}

async function bundled(entry: string): Promise<string> {
  // A bot on Discord needs no bundler.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    // Relative: esbuild would take a `*` in the folder's own name for a pattern.
    absWorkingDir: ROOT,
    entryPoints: [`./${entry}`],
    bundle: true,
    write: false,
    format: 'esm',
    charset: 'utf8',
    // In one file with the preact that it needs.
    alias: { 'htm/preact': 'htm/preact/standalone' },
    tsconfigRaw: {},
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Answers with a message's file: `/attachments/<channel>/<id>/<name>`. */
function serveAttachment(response: ServerResponse, files: FileStore, pathname: string): void {
  const [, , channelId, id] = pathname.split('/');
  const found = files.find(channelId ?? '', id ?? '');
  if (found === undefined) {
    plain(response, 404, 'This file is no longer there.');
    return;
  }
  const { file, bytes } = found;
  const shown = SHOWN.exec(file.contentType)?.[0];
  response
    .writeHead(200, {
      'content-type': shown === 'text/plain' ? 'text/plain; charset=utf-8' : (shown ?? 'application/octet-stream'),
      'content-length': bytes.length,
      'content-disposition': `${shown ? 'inline' : 'attachment'}; filename="${file.filename}"`,
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
      ...ALONE,
    })
    .end(bytes);
}

function plain(response: ServerResponse, status: number, words: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...ALONE })
    .end(words);
}

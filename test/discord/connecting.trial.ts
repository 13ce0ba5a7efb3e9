import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { type BotParts, startBot } from '../../src/discord/bot.ts';
import { CannotConnect } from '../../src/discord/connection/cannot-connect.ts';
import { createHost } from '../../src/host/index.ts';
import { renderScene } from '../../src/render/index.ts';
import { openDatabase, openStore } from '../../src/store/index.ts';
import { manualClock } from '../../src/time-source.ts';
import { listening } from '../harness/bot-process.ts';
import { PRODUCT } from '../library.ts';

const server = (answer: RequestListener) => listening(createServer(answer));

/** The error of a connection there, and milliseconds until it. */
async function connecting(
  api: string,
  patience: number,
  until?: AbortSignal,
  parts: Partial<BotParts> = {},
): Promise<{ error: CannotConnect; ms: number }> {
  const store = openStore(openDatabase(':memory:'));
  onTestFinished(() => store.close());
  const host = createHost(store, PRODUCT, renderScene);
  const settings = { token: 'a.b.c', api, guild: null, patience };
  const started = performance.now();
  const error = await startBot(settings, {
    host,
    commands: [],
    inServer: () => [],
    memory: store,
    log: pino({ level: 'silent' }),
    until,
    ...parts,
  }).then(
    () => new Error('It was let in'),
    (problem: unknown) => problem,
  );
  if (!(error instanceof CannotConnect)) throw error;
  return { error, ms: performance.now() - started };
}

const gatewayAt = (url: string): RequestListener => {
  const limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 };
  return (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url, shards: 1, session_start_limit: limit }));
  };
};

describe('connecting comes to an end, whatever is at the other', () => {
  test('a server that takes the request and never answers', async () => {
    const { error, ms } = await connecting(await server(() => {}), 300);
    expect(error.message).toMatch(/^http:\S+ isn’t answering\./);
    expect(error.bySetting).toBe(false);
    expect(ms).toBeGreaterThanOrEqual(299);
  });

  test('a gateway that nobody listens at, which discord.js would try for ever', async () => {
    const { error } = await connecting(await server(gatewayAt('ws://127.0.0.1:9')), 300);
    expect(error.message).toContain('isn’t answering');
  });

  test('a gateway that listens and says nothing', async () => {
    const mute = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => mute.close());
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const { error } = await connecting(await server(gatewayAt(`ws://127.0.0.1:${port}`)), 300);
    expect(error.message).toContain('isn’t answering');
  });

  test('a gateway that hangs up while it is connected to, once nobody waits for it any more', async () => {
    const sockets: Socket[] = [];
    const slow = createTcpServer((socket) => void sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    onTestFinished(() => void slow.close());
    await once(slow, 'listening');
    const thrown: unknown[] = [];
    const note = (error: unknown) => void thrown.push(error);
    const before = process.rawListeners('uncaughtException') as NodeJS.UncaughtExceptionListener[];
    process.removeAllListeners('uncaughtException').on('uncaughtException', note);
    onTestFinished(() => {
      process.removeAllListeners('uncaughtException');
      for (const listener of before) process.on('uncaughtException', listener);
    });
    const { port } = slow.address() as AddressInfo;
    const leaving = new AbortController();
    slow.once('connection', () => leaving.abort(new Error('the bot leaves')));
    const api = await server(gatewayAt(`ws://127.0.0.1:${port}`));
    await expect(connecting(api, 120_000, leaving.signal)).rejects.toThrow('the bot leaves');
    for (const socket of sockets) socket.destroy();
    for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
    // A request that must not come has no event to wait for.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([sockets.length, thrown]).toEqual([1, []]);
  });

  test.each([
    ['1015 of the proxy before it', 429, { 'retry-after': '3542' }, 'error code: 1015'],
    [
      'no session left for today',
      200,
      { 'content-type': 'application/json' },
      JSON.stringify({
        url: 'ws://127.0.0.1:9',
        shards: 1,
        session_start_limit: { total: 1000, remaining: 0, reset_after: 3_542_000, max_concurrency: 1 },
      }),
    ],
  ])(
    'a server that lets nobody in for an hour (%s): it waits that long and asks once more',
    async (_how, status, headers, body) => {
      const clock = manualClock();
      const leaving = new AbortController();
      let asked = 0;
      const api = await server((_request, response) => {
        asked += 1;
        if (asked === 2) leaving.abort(new Error('the bot leaves'));
        response.writeHead(status, headers).end(body);
      });
      const lines: { msg: string }[] = [];
      const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
      const ended = connecting(api, 120_000, leaving.signal, { clock, log });
      await expect.poll(() => lines.length).toBe(1);
      clock.advance(3_500_000);
      expect(asked).toBe(1);
      clock.advance(60_000);
      await expect(ended).rejects.toThrow('the bot leaves');
      expect([asked, lines.map(({ msg }) => msg)]).toEqual([
        2,
        [expect.stringMatching(/ The bot tries again then\.$/)],
      ]);
    },
  );

  test('whoever leaves meanwhile need not wait for it', async () => {
    const leaving = new AbortController();
    const api = await server(() => leaving.abort(new Error('the bot leaves')));
    await expect(connecting(api, 120_000, leaving.signal)).rejects.toThrow(/^the bot leaves$/);
    await expect(connecting(api, 120_000, leaving.signal)).rejects.toThrow(/^the bot leaves$/);
  });

  test('a name with two addresses, neither of which answers, is told in words', async () => {
    const { error } = await connecting('http://localhost:9/api', 120_000);
    expect(error.message).toMatch(/^http:\/\/localhost:9\/api can’t be reached: \S+/);
  });
});

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behind } from '../torture/books.ts';
import { folder, preload, type Running, start } from './child.ts';
import { buttonsOf, Page } from './page.ts';

/** A bug that a signal sets off. */
const BUG = preload("process.on('SIGUSR2', () => Promise.reject(new Error('a planted bug')))");

async function opened(running: Running): Promise<{ url: string; page: Page }> {
  const [, url = ''] = await running.says(
    /^Council of War is ready\. Open (http:\/\/127\.0\.0\.1:\d+\/) in a browser\.$/m,
  );
  return { url, page: await Page.open(url) };
}

function refusesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const settle = (refused: boolean) => {
      socket.destroy();
      resolve(refused);
    };
    socket.once('connect', () => settle(false));
    socket.once('error', () => settle(true));
    socket.once('timeout', () => settle(true));
  });
}

const isMap = ({ attachments }: { attachments: readonly unknown[] }) => attachments.length > 0;

test('goes on when nobody reads any more what it prints', async () => {
  const port = await freePort();
  const running = start({ DATABASE_PATH: join(folder(), 'practice.sqlite'), SANDBOX_PORT: String(port) });
  await running.says(/^No DISCORD_TOKEN is set/);
  // As when a terminal is closed: what it prints from here on has nowhere to go.
  running.child.stdout?.destroy();
  await expect.poll(() => refusesConnections('127.0.0.1', port)).toBe(false);
  const page = await Page.open(`http://127.0.0.1:${port}/`);
  await expect.poll(() => page.messages.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(running.child.exitCode).toBeNull();
  expect(await refusesConnections('127.0.0.1', port)).toBe(false);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('without a token: a practice Discord on loopback, whose games outlive a power cut and a bug', async () => {
  const DATABASE_PATH = join(folder(), 'new', 'practice.sqlite');
  const first = start({ DATABASE_PATH });
  const { url, page } = await opened(first);
  expect(first.output.out).toMatch(/^No DISCORD_TOKEN is set: starting a practice Discord on this machine\.\n/);
  await first.says(new RegExp(`^Its games are saved in ${DATABASE_PATH}\\.$`, 'm'));
  expect(first.output.err).toBe('');

  const html = await fetch(url);
  expect(html.status).toBe(200);
  expect(await html.text()).toMatch(/^<!doctype html>/i);
  const port = Number(new URL(url).port);
  const elsewhere = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);
  for (const host of ['127.0.0.2', '::1', ...elsewhere]) {
    expect(await refusesConnections(host, port), host).toBe(true);
  }

  const greeting = await page.sees('council-of-war', (message) => buttonsOf(message).length > 0);
  const startLabel = buttonsOf(greeting)[0]?.label ?? '';
  expect((await page.press('Ada', greeting, startLabel)).t).toBe('done');
  const map = await page.sees('council-of-war', isMap);
  expect((await page.press('Bo', map, 'Grant attacks Lee · 5+')).t).toBe('done');
  const told = await page.sees('council-of-war', ({ id, content }) => id > map.id && content.includes('**Bo**'));
  await page.sees('council-of-war', ({ id, attachments }) => id === told.id && attachments.length > 0);
  expect((await page.command('Cy', 'Cy', 'new')).t).toBe('done');
  await page.sees('Cy', isMap);
  // The page may have a map before the bot has noted that it has.
  await expect.poll(() => behind(DATABASE_PATH).maps).toBe(0);
  await first.kill();

  const second = start({ DATABASE_PATH, LOG_LEVEL: 'info', NODE_OPTIONS: BUG });
  const again = (await opened(second)).page;
  const present = await again.sees('council-of-war', isMap);
  expect(present.content).toContain('The game goes on.');
  await again.sees('Cy', isMap);
  expect(again.messages('Cy')).toHaveLength(1);
  const [hello, ...maps] = again.messages('council-of-war');
  expect(hello?.content).toBe(greeting.content);
  expect(maps.map(({ id }) => id)).toEqual([present.id]);
  const standing = told.content.split('\n').find((line) => line.includes('Action Points'));
  expect(present.content).toContain(standing);
  const order = buttonsOf(present).find(({ custom_id }) => custom_id?.startsWith('order:'))?.label ?? '';
  expect((await again.press('Cy', present, order)).t).toBe('done');
  await again.sees('council-of-war', ({ id, attachments }) => id > present.id && attachments.length > 0);

  second.child.kill('SIGUSR2');
  expect(await second.ended).toBe(70);
  const lines = second.output.err.trim().split('\n');
  const fatal = lines.map((line) => line.startsWith('{') && JSON.parse(line)).find((line) => line && line.level === 60);
  expect(fatal.err).toMatchObject({ message: 'a planted bug', stack: expect.stringContaining('a planted bug') });
  expect(lines.at(-1)).toMatch(/^Council of War stopped because of a bug\b.+Every game is saved/);
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { CleanShardingStrategy } from '../../src/discord/connection/shards.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, type Product, type ProductOptions, startProduct } from './fixture.ts';

type Send = (t: string, d: unknown) => void;
type Change = (packet: { readonly t: string | null; readonly d: Record<string, unknown> }, send: Send) => void;

const HERE = 'the-wilderness';

/** The bot in a Discord whose packets pass a socket that changes them, and sends its own. */
async function behind(change: Change) {
  const socket = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  let discord = '';
  let send: Send = () => {};
  socket.on('connection', (bot, { url = '' }) => {
    const upstream = new WebSocket(`${discord}${url.slice(1)}`);
    const opened = once(upstream, 'open');
    send = (t, d) => bot.send(JSON.stringify({ op: 0, s: 0, t, d }));
    bot.on('message', (frame) => void opened.then(() => upstream.send(String(frame))));
    bot.on('close', () => upstream.close());
    upstream.on('close', () => bot.close());
    upstream.on('message', (frame) => {
      const packet = JSON.parse(String(frame));
      change(packet, send);
      bot.send(JSON.stringify(packet));
    });
  });
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note).on('unhandledRejection', note);
  const wire: NonNullable<ProductOptions['wire']> = {
    ws: {
      buildStrategy(gateway) {
        const fetch = gateway.fetchGatewayInformation.bind(gateway);
        gateway.fetchGatewayInformation = async (force) => {
          const information = await fetch(force);
          discord = information.url;
          return { ...information, url: `ws://127.0.0.1:${port}` };
        };
        return new CleanShardingStrategy(gateway);
      },
    },
  };
  const product = await startProduct({ wire, render: blankPicture });
  onTestFinished(async () => {
    await product.close();
    socket.close();
    process.off('uncaughtException', note).off('unhandledRejection', note);
  });
  return { product, uncaught, send: ((t, d) => send(t, d)) as Send };
}

const ignored = ({ logged }: Product) => logged.filter(({ msg }) => msg.startsWith('ignored an event'));
const orders = ({ store, sandbox }: Product) =>
  store.entries(store.runningIn(sandbox.world.channel(HERE).id)?.id ?? '').length;

test('a packet that discord.js throws at is a line in the log with what repeats it, ends nothing, and loses nothing', async () => {
  let breaks = false;
  const { product, uncaught, send } = await behind(({ t, d }) => {
    if (breaks && t === 'INTERACTION_CREATE') delete d.member;
  });
  const bo = product.sandbox.as('Bo').in(HERE);
  await product.sandbox.as('Ada').in(HERE).command('new', {});
  const board = await product.sandbox.waitForMessage(
    HERE,
    ({ buttons, files }) => buttons.length > 0 && files.length > 0,
  );
  const { label = '' } = board.buttons[0] ?? {};
  const before = orders(product);

  breaks = true;
  const told = answer(await bo.press(board, label));
  expect(told).toMatchObject({ ephemeral: true, content: expect.stringContaining('so nothing was changed') });
  expect(orders(product)).toBe(before);
  breaks = false;
  const [line] = ignored(product);
  expect(line).toMatchObject({ level: 50, event: 'INTERACTION_CREATE', err: { type: 'TypeError' } });
  expect(line?.packet).toContain('"custom_id":');
  expect(line?.packet).not.toContain('"token"');

  const strange: [event: string, data: unknown][] = [
    ['INTERACTION_CREATE', null],
    ['INTERACTION_CREATE', { type: 3, id: 7, token: 'none', data: null }],
    ['CHANNEL_UPDATE', null],
    ['CHANNEL_DELETE', null],
    ['GUILD_CREATE', { id: '1', channels: 7 }],
    ['GUILD_ROLE_UPDATE', { guild_id: product.sandbox.world.guilds[0]?.id }],
    ['READY', { guilds: null }],
    ['NOBODY_KNOWS', null],
    // The connection's own code reads this one before any event is emitted.
    ['READY', null],
  ];
  for (const [event, data] of strange) send(event, data);
  answer(await bo.press(board, label));
  expect(orders(product)).toBe(before + 1);
  const events = new Set(ignored(product).map(({ event }) => event));
  expect([...events].sort()).toEqual([
    'CHANNEL_DELETE',
    'CHANNEL_UPDATE',
    'GUILD_CREATE',
    'GUILD_ROLE_UPDATE',
    'INTERACTION_CREATE',
    'READY',
    'ready',
  ]);
  expect(product.logged.filter(({ msg }) => msg === 'the connection to Discord had an error')).toHaveLength(1);
  expect(uncaught).toEqual([]);
});

test('so is one that comes before the bot is ready, which discord.js keeps and handles later', async () => {
  let once = true;
  const { product, uncaught } = await behind(({ t }, send) => {
    if (t !== 'GUILD_CREATE' || !once) return;
    once = false;
    send('CHANNEL_UPDATE', null);
  });
  answer(await product.sandbox.as('Bo').in(HERE).command('help'));
  expect(ignored(product).map(({ event }) => event)).toEqual(['CHANNEL_UPDATE']);
  expect(uncaught).toEqual([]);
});

test('a command whose name is none is answered: there is no such command', async () => {
  const { product } = await behind(({ t, d }) => {
    if (t === 'INTERACTION_CREATE') d.data = { ...(d.data as object), name: 7 };
  });
  const told = answer(await product.sandbox.as('Bo').in(HERE).command('help'));
  expect(told).toMatchObject({ ephemeral: true, content: expect.stringContaining('no longer exists') });
});

test('a command without its server, its member or both gives its sender no rights there', async () => {
  let lost: readonly string[] = [];
  const { product } = await behind(({ t, d }) => {
    if (t !== 'INTERACTION_CREATE') return;
    if (lost.includes('member')) d.user = (d.member as { user: unknown }).user;
    for (const field of lost) delete d[field];
  });
  await product.sandbox.as('Ada').in(HERE).command('new', {});
  const bo = product.sandbox.as('Bo').in(HERE);
  const refused = answer(await bo.command('abandon', {})).content;
  for (lost of [['guild_id'], ['member'], ['guild_id', 'member']])
    expect(answer(await bo.command('abandon', {})).content).toBe(refused);
});

import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  type FaultCall,
  manualClock,
  type Sandbox,
  type SeenMessage,
  startSandbox,
} from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { type Environment, folder, type Running, start } from './child.ts';
import { later } from './table.ts';

/** Where an order is on its way to the channel when the process is killed. */
interface Point {
  readonly where: string;
  /** The campaign in question, each in a channel of its own. */
  readonly channel: string;
  /** The request in question. */
  readonly at: (call: FaultCall) => boolean;
  /** Whether Discord still gets it. */
  readonly reaches: boolean;
  /** Whether the member saw an answer. */
  readonly acknowledged: boolean;
  /** Maps of the order that the channel has before the next start. */
  readonly mapsBefore: number;
}

const isAnswer = ({ method, path }: FaultCall) => method === 'POST' && path.startsWith('/interactions/');
const isMap = ({ method, path }: FaultCall) => method === 'PATCH' && path.startsWith('/webhooks/');
const isEdit = ({ method, path }: FaultCall) => method === 'PATCH' && /^\/channels\/\d+\/messages\/\d+$/.test(path);
const isPost = ({ method, path }: FaultCall) => method === 'POST' && /^\/channels\/\d+\/messages$/.test(path);
const POINTS: readonly Point[] = [
  {
    where: 'before its answer is sent',
    channel: 'council-of-war',
    at: isAnswer,
    reaches: false,
    acknowledged: false,
    mapsBefore: 0,
  },
  {
    where: 'when it is answered, before its map',
    channel: 'the-wilderness',
    at: isAnswer,
    reaches: true,
    acknowledged: true,
    mapsBefore: 0,
  },
  {
    where: 'while its map is on its way',
    channel: 'parade-ground',
    at: isMap,
    reaches: false,
    acknowledged: true,
    mapsBefore: 0,
  },
  // What Discord took and could not confirm any more is brought once more: a map twice rather than never.
  { where: 'when its map has come', channel: 'library', at: isMap, reaches: true, acknowledged: true, mapsBefore: 1 },
];

let sandbox: Sandbox;
let environment: Environment & { readonly DATABASE_PATH: string };
beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, token: 'a.b.c', clock: manualClock() });
  onTestFinished(() => sandbox.close());
  environment = {
    DISCORD_TOKEN: 'a.b.c',
    DISCORD_API_URL: sandbox.apiUrl,
    DATABASE_PATH: join(folder(), 'games.sqlite'),
    LOG_LEVEL: 'info',
  };
});

async function ready(): Promise<Running> {
  const running = start(environment);
  await running.says(/^Its games are saved/m);
  return running;
}

/** Gives an order at a point, holds there for ever what the bot does, and resolves when it has got there. */
async function heldAt({ where, channel, at, reaches, acknowledged }: Point, stopped: Set<string>): Promise<void> {
  const held = later();
  sandbox.faults = (call, proceed) => {
    // A line that is dead stays dead, however often the bot tries.
    if (!stopped.has(call.path)) {
      if (!at(call)) return proceed();
      stopped.add(call.path);
      if (reaches) proceed();
      held.resolve();
    }
    return new Promise<never>(() => {});
  };
  const map = maps(channel).at(-1);
  const outcome = sandbox
    .as('Bo')
    .in(channel)
    .press(map ?? '', anOrder(map));
  await held.promise;
  if (acknowledged) expect(answer(await outcome).content, where).toContain('**Bo**');
}

/** Where an order is on its way to a live board: its answer, an edit of the board, or the board of the next phase. */
const BOARDS: readonly (Pick<Point, 'where' | 'channel' | 'at' | 'reaches'> & { readonly ends: boolean })[] = [
  { where: 'before its answer', channel: 'council-of-war', at: isAnswer, reaches: false, ends: false },
  { where: 'while the board is edited', channel: 'the-wilderness', at: isEdit, reaches: false, ends: false },
  { where: 'when the board is edited', channel: 'parade-ground', at: isEdit, reaches: true, ends: false },
  { where: 'while the next board is posted', channel: 'library', at: isPost, reaches: false, ends: true },
  { where: 'when the next board is posted', channel: 'smoking-room', at: isPost, reaches: true, ends: true },
];

const theBots = (channel: string) =>
  sandbox.messages(channel).filter(({ ephemeral, author }) => !ephemeral && author.bot);
const maps = (channel: string) => theBots(channel).filter(({ files }) => files.length > 0);

/** A button that gives an order, whatever the dice have left to do. */
function anOrder(map: SeenMessage | undefined): string {
  const id = map?.buttons.find(({ customId }) => customId?.startsWith('order:'))?.customId;
  if (!id) throw new Error(`No order among ${map?.buttons.map(({ label }) => label)}`);
  return id;
}

/** How many orders the database holds, of each campaign. */
function orders(): number[] {
  const database = new BetterSqlite3(environment.DATABASE_PATH, { readonly: true });
  try {
    const counted = database.prepare("SELECT count(*) FROM entry WHERE kind = 'order' GROUP BY game");
    return counted.pluck().all() as number[];
  } finally {
    database.close();
  }
}

test('killed in the middle of an order, it is carried out once, its map is posted with a note, and the game goes on; wherever it was', async () => {
  let running = await ready();
  for (const { channel } of POINTS) {
    const opening = answer(await sandbox.as('Ada').in(channel).command('new'));
    await sandbox.waitForMessage(channel, ({ id, files }) => id === opening.id && files.length > 0);
  }
  const before = new Map(POINTS.map(({ channel }) => [channel, theBots(channel).map(({ id }) => id)]));
  const news = (channel: string) => theBots(channel).filter(({ id }) => !before.get(channel)?.includes(id));

  const stopped = new Set<string>();
  for (const point of POINTS) await heldAt(point, stopped);
  await running.kill();
  sandbox.faults = null;
  for (const { where, channel, mapsBefore } of POINTS)
    expect(
      news(channel).filter(({ files }) => files.length > 0),
      where,
    ).toHaveLength(mapsBefore);

  running = await ready();
  for (const { where, channel, acknowledged } of POINTS) {
    const isLate = ({ id, content }: SeenMessage) =>
      !before.get(channel)?.includes(id) && content.includes('Posted late');
    const late = await sandbox.waitForMessage(channel, isLate);
    expect(late.files, where).toHaveLength(1);
    expect(late.buttons.length).toBeGreaterThan(3);
    expect(news(channel), where).toHaveLength(acknowledged ? 2 : 1);
  }
  expect(orders()).toEqual(POINTS.map(() => 1));

  // Every post has been delivered any more: the next start posts nothing.
  await running.kill();
  const posted = POINTS.map(({ channel }) => theBots(channel).length);
  running = await ready();
  for (const { channel } of POINTS) {
    const last = maps(channel).at(-1);
    const told = answer(
      await sandbox
        .as('Bo')
        .in(channel)
        .press(last ?? '', anOrder(last)),
    );
    await sandbox.waitForMessage(channel, ({ id, files }) => id === told.id && files.length > 0);
  }
  expect(orders()).toEqual(POINTS.map(() => 2));
  expect(POINTS.map(({ channel }) => theBots(channel).length)).toEqual(posted.map((count) => count + 1));
});

test('killed in the middle of an order, a live board shows it after the next start, in one message; wherever it was', async () => {
  let running = await ready();
  for (const { channel } of BOARDS) {
    const opening = answer(await sandbox.as('Ada').in(channel).command('new', { game: 'road-to-richmond' }));
    await sandbox.waitForMessage(channel, ({ id, files }) => id === opening.id && files.length > 0);
    await sandbox.as('Bo').in(channel).command('join', { side: 'confederate' });
    await sandbox.as('Cy').in(channel).command('join', { side: 'union' });
  }
  const order = (ends: boolean, channel: string, member = 'Bo') => {
    const seat = sandbox.as(member).in(channel);
    return ends ? seat.command('done', { sure: 'yes' }) : seat.command('move', { unit: 'Rodes', to: '1004' });
  };
  const stopped = new Set<string>();
  for (const { where, channel, at, reaches, ends } of BOARDS) {
    const held = later();
    sandbox.faults = (call, proceed) => {
      if (!stopped.has(call.path)) {
        if (!at(call)) return proceed();
        stopped.add(call.path);
        if (reaches) proceed();
        held.resolve();
      }
      return new Promise<never>(() => {});
    };
    const outcome = order(ends, channel);
    await held.promise;
    if (at !== isAnswer) expect(answer(await outcome).ephemeral, where).toBe(true);
  }
  await running.kill();
  sandbox.faults = null;
  running = await ready();
  for (const { where, channel, ends } of BOARDS) {
    const shows = ({ files }: SeenMessage) => files.some(({ filename }) => filename.endsWith('-1.png'));
    await sandbox.waitForMessage(channel, shows);
    const withButtons = () => maps(channel).map(({ buttons }) => buttons.length > 0);
    await expect.poll(withButtons, { message: where }).toEqual(ends ? [false, true] : [true]);
    expect(maps(channel).map(shows), where).toEqual(ends ? [false, true] : [true]);
  }
  expect(orders()).toEqual(BOARDS.map(() => 1));
  // The game goes on.
  for (const { channel, ends } of BOARDS)
    expect(answer(await order(true, channel, ends ? 'Cy' : 'Bo')).ephemeral).toBe(true);
  for (const { channel, ends } of BOARDS) await expect.poll(() => maps(channel).length).toBe(ends ? 3 : 2);
});

import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type FaultCall,
  type Faults,
  manualClock,
  type Sandbox,
  type SeenMessage,
  startSandbox,
} from '../../src/sandbox/sandbox.ts';
import { type Environment, folder, type Running, start } from './child.ts';
import { answer, CHANNEL, later, maps, seat } from './table.ts';

/** Where an order is on its way to the channel when the process is killed. */
interface Point {
  readonly where: string;
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
const POINTS: readonly Point[] = [
  { where: 'before its answer is sent', at: isAnswer, reaches: false, acknowledged: false, mapsBefore: 0 },
  { where: 'when it is answered, before its map', at: isAnswer, reaches: true, acknowledged: true, mapsBefore: 0 },
  { where: 'while its map is on its way', at: isMap, reaches: false, acknowledged: true, mapsBefore: 0 },
  // What Discord took and could not confirm any more is brought once more: a map twice rather than never.
  { where: 'when its map has come', at: isMap, reaches: true, acknowledged: true, mapsBefore: 1 },
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
  await running.says(/^Its games are kept/m);
  return running;
}

/** Holds what the bot does at a point for ever. `held` resolves when it has got there. */
function holding({ at, reaches }: Point): { faults: Faults; held: Promise<void> } {
  const held = later();
  const faults: Faults = (call, proceed) => {
    if (!at(call)) return proceed();
    if (reaches) proceed();
    held.resolve();
    return new Promise<never>(() => {});
  };
  return { faults, held: held.promise };
}

const theBots = () => sandbox.messages(CHANNEL).filter(({ ephemeral, author }) => !ephemeral && author.bot);

/** A button that gives an order, whatever the dice have left to do. */
function anOrder(map: SeenMessage | undefined): string {
  const id = map?.buttons.find(({ customId }) => customId?.startsWith('order:'))?.customId;
  if (!id) throw new Error(`No order among ${map?.buttons.map(({ label }) => label)}`);
  return id;
}

/** How many orders the database holds. */
function orders(): number {
  const database = new BetterSqlite3(environment.DATABASE_PATH, { readonly: true });
  try {
    return database.prepare("SELECT count(*) FROM entry WHERE kind = 'order'").pluck().get() as number;
  } finally {
    database.close();
  }
}

describe('killed in the middle of an order', { timeout: 60_000 }, () => {
  test('it is carried out once, its map is posted with a note, and the game goes on; wherever it was', async () => {
    let running = await ready();
    const opening = answer(await seat(sandbox, 'Ada').command('new'));
    await sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === opening.id && files.length > 0);
    let given = 0;
    for (const point of POINTS) {
      const map = maps(sandbox).at(-1);
      const before = theBots().map(({ id }) => id);
      const news = () => theBots().filter(({ id }) => !before.includes(id));

      const { faults, held } = holding(point);
      sandbox.faults = faults;
      const outcome = seat(sandbox, 'Bo').press(map ?? '', anOrder(map));
      await held;
      if (point.acknowledged) expect(answer(await outcome).content, point.where).toContain('**Bo**');
      await running.kill();
      sandbox.faults = null;
      expect(news().filter(({ files }) => files.length > 0)).toHaveLength(point.mapsBefore);
      given += 1;

      running = await ready();
      const late = await sandbox.waitForMessage(
        CHANNEL,
        ({ id, content }) => !before.includes(id) && content.includes('Posted late'),
        { timeout: 20_000 },
      );
      expect(late.files, point.where).toHaveLength(1);
      expect(late.buttons.length).toBeGreaterThan(3);
      expect(orders(), point.where).toBe(given);
      expect(news(), point.where).toHaveLength(point.acknowledged ? 2 : 1);
    }

    // Nothing was owed any more: the next start posts nothing.
    await running.kill();
    const before = theBots().length;
    running = await ready();
    expect(orders()).toBe(given);
    const last = maps(sandbox).at(-1);
    const told = answer(await seat(sandbox, 'Bo').press(last ?? '', anOrder(last)));
    await sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === told.id && files.length > 0);
    expect(theBots()).toHaveLength(before + 1);
  });
});

import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';
import { type Outcome, type Sandbox, type SeenMessage, startSandbox } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { patient } from '../patient-clock.ts';
import { type Environment, folder, PROJECT, preload, type Running, start } from './child.ts';
import { CHANNEL, maps, seat } from './table.ts';

/** A bot in a process of its own, on a machine that can be made to misbehave, and a campaign in a channel. */
export interface Post {
  readonly sandbox: Sandbox;
  /** The database. */
  readonly file: string;
  /** Starts the process anew; the one before must have ended. */
  start(environment?: Environment, command?: readonly string[]): Promise<Running>;
  /** Presses the button of an order, whatever the dice have left to do: under a map, the last of the channel by default. */
  press(member?: string, on?: SeenMessage): Promise<Outcome>;
  /** Gives an order and waits for its map. */
  order(member?: string, on?: SeenMessage): Promise<SeenMessage>;
  /** Waits for the map of an answer. */
  shown(told: SeenMessage): Promise<SeenMessage>;
  /** Orders in the database, as another process finds it; entries of the log, whatever they are. */
  orders(): number;
  entries(): number;
}

export async function post(): Promise<Post> {
  const sandbox = await startSandbox({ port: 0, token: 'a.b.c', clock: patient(5) });
  onTestFinished(() => sandbox.close());
  const file = join(folder(), 'games.sqlite');
  const settings = { DISCORD_TOKEN: 'a.b.c', DISCORD_API_URL: sandbox.apiUrl, DATABASE_PATH: file, LOG_LEVEL: 'info' };
  const withMap = (told: SeenMessage) =>
    sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === told.id && files.length > 0);
  const press = (member = 'Bo', on?: SeenMessage) => {
    const orderOn = (map: SeenMessage) => map.buttons.find(({ customId }) => customId?.startsWith('order:'))?.customId;
    const map = on ?? maps(sandbox).findLast((each) => orderOn(each) !== undefined);
    const id = map && orderOn(map);
    if (!map || !id) throw new Error(`No order among ${map?.buttons.map(({ label }) => label)}`);
    return unhurried(() => seat(sandbox, member).atOnce.press(map, id));
  };
  return {
    sandbox,
    file,
    async start(environment = {}, command) {
      const running = start({ ...settings, ...environment }, command);
      await running.says(/^Its games are saved/m);
      return running;
    },
    press,
    async order(member, on) {
      const told = answer(await press(member, on));
      expect(told.ephemeral, told.content).toBe(false);
      return withMap(told);
    },
    shown: withMap,
    orders: () => reading(file, (database) => counted(database, "WHERE kind = 'order'")),
    entries: () => reading(file, (database) => counted(database, '')),
  };
}

const TOO_FAST = 'Slow down a little';

/**
 * Does what a member does, and again a little later where it came too fast: ten at once are taken, then two a second. Those beyond are
 * told so, or acknowledged without a word.
 */
export async function unhurried(act: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await act();
    const tooFast =
      outcome.kind === 'deferred' || (outcome.kind !== 'failed' && answer(outcome).content.includes(TOO_FAST));
    if (!tooFast && (outcome.kind !== 'failed' || tries === 3)) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

/** Starts a campaign in the channel, with an order given. */
export async function campaign(at: Post): Promise<void> {
  const opening = answer(await seat(at.sandbox, 'Ada').command('new'));
  await at.sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === opening.id && files.length > 0);
  await at.order();
}

export function reading<Result>(file: string, work: (database: BetterSqlite3.Database) => Result): Result {
  const database = new BetterSqlite3(file, { fileMustExist: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function counted(database: BetterSqlite3.Database, which: string): number {
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  return database.prepare(`SELECT count(*) FROM entry ${which}`).pluck().get() as number;
}

/**
 * `NODE_OPTIONS` under which SIGUSR2 sets a pragma of the database, read from a file beside it: a disk that is full and then is not,
 * without a disk.
 */
export function switched(): string {
  return preload(`
    import { readFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    const Database = createRequire(${JSON.stringify(join(PROJECT, 'package.json'))})('better-sqlite3');
    const { pragma } = Database.prototype;
    let opened;
    Database.prototype.pragma = function (...given) {
      opened = this;
      return pragma.apply(this, given);
    };
    process.on('SIGUSR2', () => {
      const set = readFileSync(opened.name + '.pragma', 'utf8');
      pragma.call(opened, set);
      console.log('Set ' + set + '.');
    });
  `);
}

/** What a member is told where an order could not be kept. */
export function refused(outcome: Outcome, why: string): void {
  const told = answer(outcome);
  expect(told.ephemeral).toBe(true);
  expect(told.content).toMatch(
    new RegExp(
      `^${why}, and nothing was changed\\. Try again; if it keeps happening, give the person who runs this bot the reference \`\\w+\`\\.$`,
    ),
  );
}

/** The lines of a log that say so. */
export function logged({ output }: Running, what: string): { readonly level: number; readonly msg: string }[] {
  const lines = output.err.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes(what));
}

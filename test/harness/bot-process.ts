import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';
import {
  type AnswerOutcome,
  type FaultCall,
  type MemberSeat,
  type OptionValues,
  type Sandbox,
  type SandboxOptions,
  type SeenMessage,
  startSandbox,
} from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { signal } from '../discord/trouble.ts';
import { patient } from '../patient-clock.ts';
import { buttonOf, CHANNEL, maps } from './channel.ts';
import { type Environment, PROJECT, Program } from './program.ts';

/** A folder of its own, gone when the test is over. */
export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'council-process-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Another clone of the project with some of its parts, and all of its packages but these. */
export function cloneOf(parts: readonly string[], without: readonly string[]): string {
  const path = folder();
  for (const part of parts) cpSync(join(PROJECT, part), join(path, part), { recursive: true });
  mkdirSync(join(path, 'node_modules'));
  for (const name of readdirSync(join(PROJECT, 'node_modules')))
    if (!without.includes(name)) symlinkSync(join(PROJECT, 'node_modules', name), join(path, 'node_modules', name));
  return path;
}

/** Starts the program. It is ended at the end of the test if it still runs then. */
export function start(environment: Environment, command?: readonly string[]): Program {
  const running = new Program(environment, command);
  onTestFinished(() => running.end());
  return running;
}

/** Starts a practice Discord. It is closed at the end of the test. */
export async function discord(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, token: 'a.b.c', clock: patient(5), ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Has a server listen where Discord was expected, until the end of the test. @returns the address for `DISCORD_API_URL` */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

/** A bot in a process of its own, in a practice Discord, and what members do there. */
export class BotProcess {
  readonly sandbox: Sandbox;
  readonly settings: Environment & { readonly DATABASE_PATH: string };
  readonly #dead = new Set<string>();

  private constructor(sandbox: Sandbox, file: string) {
    this.sandbox = sandbox;
    this.settings = {
      DISCORD_TOKEN: sandbox.token,
      DISCORD_API_URL: sandbox.apiUrl,
      DATABASE_PATH: file,
      LOG_LEVEL: 'info',
    };
  }

  static async open(options: SandboxOptions = {}): Promise<BotProcess> {
    return new BotProcess(await discord(options), join(folder(), 'games.sqlite'));
  }

  /** The database. */
  get file(): string {
    return this.settings.DATABASE_PATH;
  }

  /** Starts the process, and does not wait for it. The one before must have ended. */
  launch(environment: Environment = {}, command?: readonly string[]): Program {
    return start({ ...this.settings, ...environment }, command);
  }

  async start(environment: Environment = {}, command?: readonly string[]): Promise<Program> {
    const running = this.launch(environment, command);
    await running.ready;
    return running;
  }

  at(member: string, channel = CHANNEL): MemberSeat {
    return this.sandbox.as(member).in(channel);
  }

  maps(channel = CHANNEL): SeenMessage[] {
    return maps(this.sandbox, channel);
  }

  /** Starts a game, and waits for its first map. */
  async begin(channel = CHANNEL, options: OptionValues = {}): Promise<SeenMessage> {
    return this.shown(answer(await this.at('Ada', channel).command('new', options)), channel);
  }

  /** Presses the button of an order, whatever the dice have left to do, under the newest map that has one. */
  press(member = 'Bo', channel = CHANNEL): Promise<AnswerOutcome> {
    const map = this.maps(channel).findLast((each) => buttonOf(each, 'order:') !== null);
    if (!map) throw new Error(`No map in ${channel} has an order`);
    return this.pressOn(map, member, channel);
  }

  pressOn(map: SeenMessage, member = 'Bo', channel = CHANNEL): Promise<AnswerOutcome> {
    return unhurried(() => this.at(member, channel).atOnce.press(map, buttonOf(map, 'order:') ?? ''));
  }

  /** Gives an order and waits for its map. */
  async order(member = 'Bo', channel = CHANNEL): Promise<SeenMessage> {
    const told = answer(await this.press(member, channel));
    expect(told.ephemeral, told.content).toBe(false);
    return this.shown(told, channel);
  }

  /** Waits for the map of an answer. */
  shown(told: SeenMessage, channel = CHANNEL): Promise<SeenMessage> {
    return this.sandbox.waitForMessage(channel, ({ id, files }) => id === told.id && files.length > 0);
  }

  /**
   * Resolves when the bot makes such a request. Nothing is answered to it, nor to any other of its path.
   * @param reaches whether Discord still gets it
   */
  deadAt(which: (call: FaultCall) => boolean, reaches = false): Promise<void> {
    const reached = signal();
    this.sandbox.faults = (call, proceed) => {
      if (!this.#dead.has(call.path)) {
        if (!which(call)) return proceed();
        this.#dead.add(call.path);
        if (reaches) proceed();
        reached.give();
      }
      return new Promise<never>(() => {});
    };
    return reached.given;
  }

  /** Kills it where it stands, and starts it again with nothing in its way. */
  async killedAndBack(running: Program): Promise<Program> {
    await running.kill();
    this.sandbox.faults = null;
    this.#dead.clear();
    return this.start();
  }

  /** Orders in the database of each game, as another process finds them. */
  ordersByGame(): number[] {
    return reading(this.file, (database) =>
      database.prepare("SELECT count(*) FROM entry WHERE kind = 'order' GROUP BY game").pluck().all(),
    ) as number[];
  }

  orders(): number {
    return this.#entries("WHERE kind = 'order'");
  }

  /** Entries of the log, whatever they are. */
  entries(): number {
    return this.#entries('');
  }

  #entries(which: string): number {
    return reading(this.file, (database) => {
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      return database.prepare(`SELECT count(*) FROM entry ${which}`).pluck().get() as number;
    });
  }
}

const TOO_FAST = 'Slow down a little';

/**
 * Does what a member does, and again a little later where it came too fast: ten at once are taken, then two a second. Those beyond are
 * told so, or acknowledged without a word.
 */
export async function unhurried(act: () => Promise<AnswerOutcome>): Promise<AnswerOutcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await act();
    const tooFast =
      outcome.kind === 'deferred' || (outcome.kind !== 'failed' && answer(outcome).content.includes(TOO_FAST));
    if (!tooFast && (outcome.kind !== 'failed' || tries === 3)) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

export function reading<Result>(file: string, work: (database: BetterSqlite3.Database) => Result): Result {
  const database = new BetterSqlite3(file, { fileMustExist: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Expects the answer to an order that could not be saved. */
export function refused(outcome: AnswerOutcome, why: string): void {
  const told = answer(outcome);
  expect(told.ephemeral).toBe(true);
  expect(told.content).toMatch(
    new RegExp(
      `^${why}, and nothing was changed\\. Try again; if it keeps happening, give the person who runs this bot the reference \`\\w+\`\\.$`,
    ),
  );
}

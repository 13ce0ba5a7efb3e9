import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AnswerOutcome, type OptionValues, type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import type { Audited } from '../harness/audit.ts';
import type { Asked } from '../harness/claims.ts';
import { Crowd, EXTRA_MEMBERS } from '../harness/crowd.ts';
import { behind, heldBeside, heldIn, reading } from '../harness/database.ts';
import { inFolder } from '../harness/long-run.ts';
import { Luck } from '../harness/luck.ts';
import { type Program, startService } from '../harness/program.ts';
import { AT_REST, EVENTS, type Event, SHUT_OUT } from './events.ts';
import { type Course, courseOf, watchResident } from './resident.ts';

export interface Soak {
  readonly seed: number;
  /** How long Discord goes on; null: each event of the short ones once. */
  readonly minutes: number | null;
  readonly healthPort: number | null;
  /** Milliseconds within which a press is to be answered, once Discord is well. */
  readonly pressMs: number;
}

/** How one kind of event went, each time. */
export interface Row {
  readonly event: string;
  times: number;
  /** Milliseconds at most: until the bot was back, and until a press was answered then. */
  back: number;
  press: number;
}

export interface Report {
  readonly pid: number;
  readonly rows: readonly Row[];
  readonly seconds: number;
  readonly audited: Audited;
  readonly games: number;
  /** `null` if the run was too short to tell. */
  readonly memory: Course | null;
  readonly leaving: number;
}

const TOKEN = 'a.b.c';
/** Discord has a heartbeat every 41 seconds; here time goes faster. */
const HEARTBEAT_MS = 5000;
/** Discord asks for this between two identifies. */
const IDENTIFY_MS = 5000;
/** Members play at so many hands for so long before an event, and go on during it. */
const HANDS = 3;
const PLAYED_MS = { short: 1500, long: 6000 } as const;
/** How long they pause at most: a short run leaves the processor to what runs beside it. */
const PAUSE_MS = { short: 200, long: 20 } as const;
/** For each session that begins: the longest wait between two identifies is two minutes. */
const BACK_MS = 150_000;
/** A delivery that fails just after the fault is over waits a minute, and for the next round, which comes every minute. */
const QUIET_MS = 150_000;

/**
 * Runs the program as the service does, with Discord in this process and not in its own, through all that befalls a connection. After
 * each event it must be the same process, with the same games; a press is answered within a second; nothing stays undelivered.
 * What it throws names the folder with the log and the database.
 */
export async function soak(asked: Soak, tell: (line: string) => void): Promise<Report> {
  const { healthPort } = asked;
  return inFolder('soak', async (folder) => {
    const file = join(folder, 'games.sqlite');
    const sandbox = await startSandbox({
      port: 0,
      token: TOKEN,
      extraMembers: EXTRA_MEMBERS,
      extraServers: 1,
      heartbeatInterval: HEARTBEAT_MS,
      sharding: { between: IDENTIFY_MS },
    });
    const settings = { DISCORD_TOKEN: TOKEN, DISCORD_API_URL: sandbox.apiUrl, HEALTH_PORT: String(healthPort ?? '') };
    const start = () => startService(file, settings);
    const life = start();
    try {
      return await new Soaking(sandbox, life, file, asked, tell).run(async () => {
        for (const [code, exit] of SHUT_OUT) {
          const other = start();
          await other.ready;
          sandbox.happen({ kind: 'close', code });
          const how = await other.ended;
          if (how !== exit) throw new Error(`After close code ${code} it ended with ${how} in place of ${exit}`);
          tell(`closed with ${code}, for good: ended with ${exit}`);
        }
      });
    } catch (error) {
      writeFileSync(join(folder, 'program.log'), life.said());
      throw error;
    } finally {
      await life.kill();
      await sandbox.close();
    }
  });
}

/** One process and its Discord. */
class Soaking {
  readonly #sandbox: Sandbox;
  readonly #life: Program;
  readonly #database: string;
  readonly #asked: Soak;
  readonly #luck: Luck;
  readonly #tell: (line: string) => void;
  readonly #crowd: Crowd;
  readonly #rows = new Map<string, Row>();

  constructor(sandbox: Sandbox, life: Program, database: string, asked: Soak, tell: (line: string) => void) {
    this.#sandbox = sandbox;
    this.#life = life;
    this.#database = database;
    this.#asked = asked;
    this.#luck = new Luck(`${asked.seed} events`);
    this.#tell = tell;
    this.#crowd = new Crowd(sandbox, String(asked.seed));
  }

  /** @param after what is done with the same database once the process has left */
  async run(after: () => Promise<void>): Promise<Report> {
    const began = performance.now();
    await this.#life.ready;
    const memory = watchResident(this.#life.pid);
    for (const event of this.#within(AT_REST)) await this.#live(event);
    await this.#crowd.settle();
    // Ballots that their clock closes while the connection is broken.
    await this.#asks('library', 'council', { window: '1m' }, { what: 'council', setting: 'window', value: '1m' });
    const until = began + (this.#asked.minutes ?? 0) * 60_000;
    for (let round = 0; round === 0 || performance.now() < until; round++) {
      // A game of two sides that the machine plays by itself. One that is still going on goes on.
      await this.#asks('table-1', 'new', { game: 'road-to-richmond', opponent: 'all' }, { what: 'start' });
      for (const event of this.#round()) {
        if (round > 0 && performance.now() > until) break;
        await this.#live(event);
      }
    }
    memory.stop();
    const end = await this.#life.leave();
    if (end !== 0) throw new Error(`It left with ${end}`);
    const errors = this.#life.errors();
    if (errors.length > 0) throw new Error(`It logged errors:\n${errors.join('\n')}`);
    const audited = this.#crowd.audited(heldIn(this.#database));
    this.#crowd.album.close();
    await after();
    return {
      pid: this.#life.pid,
      rows: [...this.#rows.values()],
      seconds: (performance.now() - began) / 1000,
      audited,
      games: audited.games.length,
      memory: courseOf(memory.readings),
      leaving: this.#life.leaving,
    };
  }

  #asks(name: string, command: string, options: OptionValues, asked: Asked): Promise<AnswerOutcome> {
    const place = { channel: this.#sandbox.world.channel(name).id, kind: 'open', only: null } as const;
    return this.#crowd.command({ place, luck: this.#luck, who: 'Ada' }, command, options, asked);
  }

  /** Every event once, in an order that is drawn. */
  #round(): Event[] {
    return this.#luck.shuffled(this.#within(EVENTS));
  }

  /** Those that this run has time for. */
  #within(events: readonly Event[]): Event[] {
    return events.filter(({ long }) => this.#asked.minutes !== null || !long);
  }

  /** One event, with what goes on before and meanwhile, and what must be so after it. */
  async #live(event: Event): Promise<void> {
    const row = this.#rows.get(event.name) ?? { event: event.name, times: 0, back: 0, press: 0 };
    this.#rows.set(event.name, row);
    const connections = this.#connections();
    let over = event.quiet === true;
    const run = this.#asked.minutes === null ? 'short' : 'long';
    const hands = Array.from({ length: HANDS }, () => this.#crowd.play(() => over, PAUSE_MS[run]));
    await pause(event.quiet ? (event.after ?? 0) : PLAYED_MS[run]);
    const began = performance.now();
    const plan = this.#sandbox.plan(event.plan ?? {});
    for (const happening of event.happenings) this.#sandbox.happen(happening);
    if (event.flood) await this.#flood(event.lasts);
    else await pause(event.lasts);
    plan.stop();
    for (const happening of event.ends ?? []) this.#sandbox.happen(happening);
    const since = performance.now();
    if (event.breaks)
      await this.#until(
        'it is connected again',
        BACK_MS * (event.sessions ?? 1),
        () => this.#connections() > connections,
      );
    const back = performance.now() - since;
    over = true;
    await Promise.all(hands);
    this.#crowd.comesBack();
    const press = await this.#press();
    await this.#quiet();
    // Nothing that was there has gone, and all that was acknowledged is there.
    this.#crowd.audited(heldBeside(this.#database));
    row.times += 1;
    row.back = Math.max(row.back, back);
    row.press = Math.max(row.press, press);
    const took = Math.round((performance.now() - began) / 1000);
    this.#tell(
      `${event.name}: back after ${Math.round(back)} ms, a press answered in ${Math.round(press)} ms (${took} s)`,
    );
  }

  /** One member presses forty times a second, and another is answered all the same. */
  async #flood(ms: number): Promise<void> {
    const seat = this.#sandbox.as('Member 7').in('parade-ground').atOnce;
    const presses: Promise<unknown>[] = [];
    const until = performance.now() + ms;
    while (performance.now() < until) {
      presses.push(seat.command('units'));
      await pause(25);
      if (presses.length === 20) await this.#press();
    }
    await Promise.all(presses);
  }

  /** How often it has said that it is connected. */
  #connections(): number {
    return this.#life.said().split('"msg":"connected to Discord').length;
  }

  /** @returns milliseconds */
  async #press(): Promise<number> {
    const began = performance.now();
    const outcome = await this.#sandbox.as('Cy').in('council-of-war').atOnce.command('units');
    const took = performance.now() - began;
    if (outcome.kind === 'failed') throw new Error(`A press has no answer: ${outcome.reason}`);
    if (took > this.#asked.pressMs) throw new Error(`A press was answered after ${Math.round(took)} ms`);
    return took;
  }

  /** Nothing is left to be delivered. */
  async #quiet(): Promise<void> {
    const now = Date.now();
    let left: readonly (readonly [string, number])[] = [];
    await this.#until(
      () => `all is delivered; still to come: ${JSON.stringify(left)}`,
      QUIET_MS,
      () => {
        const counts = { ...behind(this.#database, now), deleted: this.#ballotsDeleted() };
        left = Object.entries(counts).filter(([what, count]) => what !== 'sweeps' && count > 0);
        return left.length === 0;
      },
    );
  }

  /** Open ballots whose message somebody has deleted. */
  #ballotsDeleted(): number {
    const open = 'SELECT channel, message FROM ballot WHERE closed_at IS NULL AND message IS NOT NULL';
    const messages = reading(this.#database, (database) => database.prepare(open).all());
    return (messages as { readonly channel: string; readonly message: string }[]).filter(
      ({ channel, message }) => this.#sandbox.message(channel, message) === undefined,
    ).length;
  }

  async #until(what: string | (() => string), patience: number, holds: () => boolean): Promise<void> {
    const until = performance.now() + patience;
    while (!holds()) {
      if (this.#life.over) break;
      if (performance.now() > until)
        throw new Error(`Not so after ${patience} ms: ${typeof what === 'string' ? what : what()}`);
      await pause(50);
    }
    if (this.#life.over) throw new Error(`The process has ended (${await this.#life.ended})`);
  }
}

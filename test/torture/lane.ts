import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type ManualClock, manualClock, type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { NEEDS_WAL } from '../../src/store/file/write-ahead.ts';
import { type Audited, same } from '../harness/audit.ts';
import { Crowd, EXTRA_MEMBERS, type Tables } from '../harness/crowd.ts';
import { heldIn } from '../harness/database.ts';
import { Luck } from '../harness/luck.ts';
import { PROJECT, Program } from '../harness/program.ts';
import { after, LEFT, MOMENTS, type MomentName, type Scene, SWEEP_AFTER_MS, type Trap, within } from './moments.ts';

const TOKEN = 'a.b.c';
/** Members give up waiting after so many milliseconds. */
const WAITING_MS = 3001;
/** So many hands press at the same time. */
const HANDS = 10;
/** A start on a machine that does nothing else. Where it takes longer, all below does as well. */
const START_MS = 1500;
/** Members play for so long at most before a kill. */
const LOAD_MS = 2500;
/** A moment that does not come is not waited for any longer. */
const PATIENCE_MS = { playing: 4000, start: 5000 } as const;
/** So many of what was done last. */
const AGAIN = 4;
/** A line that a busy machine causes; nothing that is saved depends on it. */
const SLOW = 'The solver was stopped: it did not answer';

export interface LaneOptions {
  readonly tables?: Tables;
  readonly limits?: boolean;
}

/** One program with its Discord and its database, killed time and again, and what was seen of it. */
export class Lane {
  readonly sandbox: Sandbox;
  readonly crowd: Crowd;
  readonly database: string;
  /** How often it was killed when; a moment that was waited for in vain counts as any time. */
  readonly kills = new Map<MomentName, number>();
  readonly errors: string[] = [];
  readonly starts: number[] = [];
  /** The longest it took to leave, in milliseconds. */
  longestLeave = 0;
  replayed = 0;
  audited: Audited | null = null;
  readonly #folder: string;
  readonly #clock: ManualClock;
  readonly #luck: Luck;
  readonly #schedule: string;
  readonly #living = new Set<Program>();
  #lives = 0;
  #waited = performance.now();

  private constructor(sandbox: Sandbox, clock: ManualClock, folder: string, seed: string, tables?: Tables) {
    this.sandbox = sandbox;
    this.#folder = folder;
    this.database = join(folder, 'games.sqlite');
    this.crowd = new Crowd(sandbox, seed, tables);
    this.#clock = clock;
    this.#luck = new Luck(seed);
    this.#schedule = join(folder, 'schedule.txt');
    writeFileSync(this.#schedule, `seed ${seed}\n`);
  }

  static async open(folder: string, seed: string, { tables, limits = false }: LaneOptions = {}): Promise<Lane> {
    mkdirSync(folder, { recursive: true });
    const clock = manualClock();
    const sandbox = await startSandbox({ port: 0, token: TOKEN, clock, extraMembers: EXTRA_MEMBERS, limits });
    return new Lane(sandbox, clock, folder, seed, tables);
  }

  get killed(): number {
    return [...this.kills].reduce((sum, [moment, often]) => sum + (moment === LEFT ? 0 : often), 0);
  }

  /** Begins a campaign at every table. */
  async begin(): Promise<void> {
    const life = await this.born();
    await this.crowd.settle();
    await this.end(life);
  }

  /** One life or two, to a moment. */
  async cycle(moment: MomentName): Promise<void> {
    if (moment === 'while it starts and sweeps') {
      const life = await this.born();
      const forgotten = this.crowd.forget(this.#luck);
      await this.#playedTo(life, 'at any time');
      await forgotten;
    }
    if (MOMENTS[moment].while === 'starting') return this.#killedAtStart(moment);
    const life = await this.born();
    if (this.#luck.happens(0.4)) this.#deliverAgain();
    if (this.#luck.happens(0.12)) this.crowd.forget(this.#luck).catch(() => {});
    if (moment === 'during a backup') return this.#duringBackup(life);
    return this.#playedTo(life, moment);
  }

  /** Starts the program, and waits until it serves. */
  async born(): Promise<Program> {
    const life = this.#started();
    await life.ready;
    return life;
  }

  /** Asks the program to leave. */
  async end(life: Program): Promise<void> {
    void life.leave();
    await this.#over(life, LEFT);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#living].map((life) => life.kill()));
    this.crowd.album.close();
    await this.sandbox.close();
  }

  #scene(): Scene {
    const { sandbox, database, crowd } = this;
    const times = { played: this.#stretched(LOAD_MS), start: this.#typicalStart() };
    return { sandbox, database, crowd, luck: this.#luck, times };
  }

  #started(): Program {
    this.#lives += 1;
    const life = new Program({
      DISCORD_TOKEN: TOKEN,
      DISCORD_API_URL: this.sandbox.apiUrl,
      DATABASE_PATH: this.database,
      LOG_LEVEL: 'info',
    });
    this.#living.add(life);
    void life.ended.then(() => this.#living.delete(life));
    return life;
  }

  /** Delivers interactions that the last process acknowledged to the next one again, as after a broken connection. */
  #deliverAgain(): void {
    const done = this.crowd.claims.all().filter(({ told }) => told !== null && told.length > 0);
    for (const { interaction } of done.slice(-AGAIN)) {
      try {
        this.sandbox.happen({ kind: 'redeliver', interaction });
        this.replayed += 1;
      } catch {
        // Members waited long for a dead process, and its token died with the time: Discord would not deliver it either.
      }
    }
  }

  /** Members play until the trap springs. */
  async #playedTo(life: Program, moment: MomentName): Promise<void> {
    const late = moment === 'during a sweep' || moment === 'during a recap';
    const trap = MOMENTS[moment].trap(this.#scene(), life);
    await this.#endsBy(
      life,
      trap,
      this.#stretched(PATIENCE_MS.playing) + (late ? SWEEP_AFTER_MS : 0),
      this.#hands(life),
      moment,
    );
  }

  #hands(life: Program): Promise<unknown> {
    return Promise.all(Array.from({ length: HANDS }, () => this.crowd.play(() => life.over)));
  }

  async #killedAtStart(moment: MomentName): Promise<void> {
    this.#runOut();
    const life = this.#started();
    const trap = MOMENTS[moment].trap(this.#scene(), life);
    // A start with nothing undelivered makes no request that the trap could wait for.
    void life.ready.then(
      () => after(500, () => void life.kill()),
      () => {},
    );
    await this.#endsBy(life, trap, this.#stretched(PATIENCE_MS.start), Promise.resolve(), moment);
  }

  /** Waits for the trap, and no longer than there is patience for. */
  async #endsBy(life: Program, trap: Trap, patience: number, hands: Promise<unknown>, moment: MomentName) {
    const impatient = after(patience, () => void life.kill());
    await life.ended;
    impatient.disarm();
    trap.disarm();
    await this.#over(life, moment, hands);
  }

  #typicalStart(): number {
    return this.starts.toSorted((a, b) => a - b)[Math.floor(this.starts.length / 2)] ?? START_MS;
  }

  /** Milliseconds of an idle machine as they are on this one. */
  #stretched(ms: number): number {
    return ms * Math.min(4, Math.max(1, this.#typicalStart() / START_MS));
  }

  /** Killed while it is copied by another process: the copy is whole, and the database as well. */
  async #duringBackup(life: Program): Promise<void> {
    const copy = join(this.#folder, `backup-${this.#lives}.sqlite`);
    const backup = spawn(process.execPath, [join('src', 'setup', 'run.mjs'), 'backup', copy], {
      cwd: PROJECT,
      env: { ...process.env, DATABASE_PATH: this.database, INIT_CWD: this.#folder },
      stdio: 'ignore',
    });
    const done = new Promise<number | null>((resolve) => backup.on('close', resolve));
    const cut = this.#luck.happens(0.3) ? within(900, { luck: this.#luck }, () => backup.kill('SIGKILL')) : null;
    await this.#playedTo(life, 'during a backup');
    const code = await done;
    cut?.disarm();
    if (code === null) return;
    same(code, 0, 'How the backup ended');
    const entriesIn = (file: string) => heldIn(file).entries.map((entry) => JSON.stringify(entry));
    const later = new Set(entriesIn(this.database));
    for (const entry of entriesIn(copy)) same(later.has(entry), true, `What a backup has of ${entry}`);
    for (const end of ['', '.copy', '.copy-wal', '.copy-shm']) rmSync(`${copy}${end}`, { force: true });
  }

  /** A life has ended: members hear nothing any more, and what it left is looked at. */
  async #over(life: Program, moment: MomentName, hands: Promise<unknown> = Promise.resolve()): Promise<void> {
    const how = await life.ended;
    if (how !== 0 && how !== 'SIGKILL') throw new Error(`It ended by itself (${how}):\n${life.said()}`);
    if (how === 0) this.longestLeave = Math.max(this.longestLeave, life.leaving);
    this.sandbox.faults = null;
    // Each of those who wait may ask for one thing more, which nobody hears.
    const waiting = setInterval(() => this.#tick(), 20);
    this.#tick();
    await hands;
    clearInterval(waiting);
    this.crowd.comesBack();
    this.crowd.album.watch();
    if (life.served !== null) this.starts.push(life.served);
    const was = how === 0 ? LEFT : moment === LEFT ? 'while it leaves' : moment;
    this.kills.set(was, (this.kills.get(was) ?? 0) + 1);
    this.errors.push(...life.errors().filter((line) => !line.includes(SLOW)));
    appendFileSync(this.#schedule, `life ${this.#lives}, ${was}\n`);
    writeFileSync(join(this.#folder, `life-${this.#lives}.log`), life.said());
    this.audited = this.crowd.audited(heldIn(this.database));
  }

  /** Time passes for Discord as it does here, and for those who wait for an answer of nobody's a little more. */
  #tick(): void {
    const now = performance.now();
    this.#clock.advance(Math.max(WAITING_MS, Math.ceil(now - this.#waited)));
    this.#waited = now;
  }

  /** Writes what channels were shown and members were told beside the database. */
  keep(): void {
    const shown = this.crowd.album
      .all()
      .map(({ message: { id, channelId, content, editedAt }, map }) => ({ id, channelId, map, content, editedAt }));
    const write = (name: string, what: readonly object[]) =>
      writeFileSync(join(this.#folder, name), what.map((one) => `${JSON.stringify(one)}\n`).join(''));
    write('messages.jsonl', shown);
    write('claims.jsonl', this.crowd.claims.all());
  }

  /** While the program is dead, the time of a ballot or two runs out, so that its next start has something to tell. */
  #runOut(): void {
    if (!this.#luck.happens(0.5)) return;
    const database = new BetterSqlite3(this.database);
    try {
      const now = Date.now();
      for (const { id } of database.prepare('SELECT id FROM ballot WHERE closed_at IS NULL LIMIT 2').all() as {
        id: number;
      }[]) {
        database.prepare('UPDATE ballot SET began = ?, closes = ? WHERE id = ?').run(now - 60_000, now - 10, id);
        database.prepare('UPDATE alarm SET at = ? WHERE what = ?').run(now - 10, `ballot ${id}`);
      }
      // SQLite writes all of the -wal into the file when this closes it, and removes the -wal: nothing needs it any more.
      database.prepare('DELETE FROM setting WHERE key = ?').run(NEEDS_WAL);
    } finally {
      database.close();
    }
  }
}

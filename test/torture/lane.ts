import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { type ManualClock, manualClock, type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { NEEDS_WAL } from '../../src/store/file/write-ahead.ts';
import { Luck } from '../process/council/chance.ts';
import { Album } from './album.ts';
import { Audit, type Audited, same } from './audit.ts';
import { examined, holdings } from './books.ts';
import { Claims } from './claims.ts';
import { Crowd } from './crowd.ts';
import { type End, Life, type LifeEnvironment } from './life.ts';
import * as moments from './moments.ts';
import { EXTRA_MEMBERS } from './tables.ts';
import { type PlayedScene, SWEEP_AFTER_MS, trapAtStart, trapWhilePlayed } from './traps.ts';
import { OLD_VERSIONS, OldDatabase } from './upgrade.ts';

const TOKEN = 'a.b.c';
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
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
/** What a machine that is too busy makes it log: it hangs on nothing that is kept. */
const SLOW = 'The solver was stopped: it did not answer';

/** One program with its Discord and its database, killed time and again, and what was seen of it. */
export class Lane {
  readonly sandbox: Sandbox;
  readonly album: Album;
  readonly claims = new Claims();
  readonly crowd: Crowd;
  readonly database: string;
  readonly folder: string;
  /** How often it was killed when; a moment that was waited for in vain counts as any time. */
  readonly kills = new Map<moments.Moment, number>();
  readonly errors: string[] = [];
  starts: number[] = [];
  /** The longest it took to leave, in milliseconds. */
  longestLeave = 0;
  backups = 0;
  replayed = 0;
  upgrades = 0;
  audited: Audited | null = null;
  readonly #clock: ManualClock;
  readonly #luck: Luck;
  readonly #audit: Audit;
  readonly #schedule: string;
  #lives = 0;
  readonly #living = new Set<Life>();
  #waited = performance.now();
  #old: OldDatabase | null = null;

  constructor(sandbox: Sandbox, clock: ManualClock, folder: string, seed: string) {
    this.sandbox = sandbox;
    this.folder = folder;
    this.database = join(folder, 'games.sqlite');
    this.album = new Album(sandbox);
    this.crowd = new Crowd(sandbox, this.album, this.claims, seed);
    this.#clock = clock;
    this.#luck = new Luck(seed);
    this.#audit = new Audit(this.claims);
    this.#schedule = join(folder, 'schedule.txt');
    writeFileSync(this.#schedule, `seed ${seed}\n`);
  }

  static async open(folder: string, seed: string): Promise<Lane> {
    mkdirSync(folder, { recursive: true });
    const clock = manualClock();
    const sandbox = await startSandbox({ port: 0, token: TOKEN, clock, extraMembers: EXTRA_MEMBERS });
    return new Lane(sandbox, clock, folder, seed);
  }

  get killed(): number {
    return [...this.kills].reduce((sum, [moment, often]) => sum + (moment in moments.LEFT ? 0 : often), 0);
  }

  /** Begins a campaign at every table. */
  async begin(): Promise<void> {
    const life = this.#born();
    await life.ready;
    await this.crowd.settle();
    life.leave();
    await this.#over(life, 'left as it was asked to');
  }

  /** One life or two, to a moment that is drawn. */
  async cycle(moment: moments.Moment): Promise<void> {
    if (moment === 'during a migration') return this.#upgrade();
    if (moment === 'while it starts and sweeps') {
      const life = this.#born();
      await life.ready;
      const forgotten = this.crowd.forget(this.#luck);
      await this.#playedTo(
        life,
        'at any time',
        moments.within(this.#stretched(LOAD_MS), this.#scene(), () => life.kill()),
      );
      await forgotten;
      return this.#killedAtStart(moment);
    }
    if (moment in moments.AT_A_START) return this.#killedAtStart(moment);
    const life = this.#born();
    await life.ready;
    if (this.#luck.happens(0.4)) this.#deliverAgain();
    if (this.#luck.happens(0.12)) this.crowd.forget(this.#luck).catch(() => {});
    if (moment === 'during a backup') return this.#duringBackup(life);
    await this.#playedTo(life, moment, trapWhilePlayed(moment, life, this.#scene()));
  }

  /** Comes back for good. */
  async last(): Promise<Life> {
    const life = this.#born();
    await life.ready;
    return life;
  }

  /** Asks the program to leave, for the last time. */
  async end(life: Life): Promise<void> {
    life.leave();
    await this.#over(life, 'left as it was asked to');
  }

  async close(): Promise<void> {
    for (const life of this.#living) life.kill();
    this.album.close();
    await this.sandbox.close();
  }

  #scene(): PlayedScene {
    const { sandbox, database, crowd } = this;
    const times = { played: this.#stretched(LOAD_MS), start: this.#typicalStart() };
    return { sandbox, database, crowd, luck: this.#luck, times };
  }

  #born(): Life {
    this.#lives += 1;
    const environment: LifeEnvironment = {
      DISCORD_TOKEN: TOKEN,
      DISCORD_API_URL: this.sandbox.apiUrl,
      DATABASE_PATH: this.database,
    };
    return this.#alive(new Life(environment));
  }

  #alive(life: Life): Life {
    this.#living.add(life);
    void life.ended.then(() => this.#living.delete(life));
    return life;
  }

  /** What the last process has acknowledged arrives once more at the next, as after a broken connection. */
  #deliverAgain(): void {
    const done = this.claims.all().filter(({ told }) => told !== null && told.length > 0);
    for (const { interaction } of done.slice(-AGAIN)) {
      try {
        this.sandbox.redeliver(interaction);
        this.replayed += 1;
      } catch {
        // Members waited long for a dead process, and its token died with the time: Discord would not deliver it either.
      }
    }
  }

  /** Members play until the trap springs. */
  async #playedTo(life: Life, moment: moments.Moment, trap: moments.Trap): Promise<void> {
    const late = moment === 'during a sweep' || moment === 'during a recap';
    const patience = moments.after(this.#stretched(PATIENCE_MS.playing) + (late ? SWEEP_AFTER_MS : 0), () =>
      life.kill(),
    );
    const hands = this.#hands(life);
    await life.ended;
    patience.disarm();
    trap.disarm();
    await this.#over(life, moment, hands);
  }

  #hands(life: Life): Promise<unknown> {
    return Promise.all(Array.from({ length: HANDS }, () => this.crowd.play(() => life.over)));
  }

  async #killedAtStart(moment: moments.Moment): Promise<void> {
    this.#runOut();
    const life = this.#born();
    const kill = () => life.kill();
    const patience = moments.after(this.#stretched(PATIENCE_MS.start), kill);
    const trap = trapAtStart(moment, life, this.#scene());
    // Where nothing is owed, nothing is brought.
    void life.ready.then(
      () => moments.after(500, kill),
      () => {},
    );
    await life.ended;
    patience.disarm();
    trap.disarm();
    await this.#over(life, moment);
  }

  #typicalStart(): number {
    const sorted = [...this.starts].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? START_MS;
  }

  /** Milliseconds of an idle machine as they are on this one. */
  #stretched(ms: number): number {
    return ms * Math.min(4, Math.max(1, this.#typicalStart() / START_MS));
  }

  /** Killed while it is copied by another process: the copy is whole, and the database as well. */
  async #duringBackup(life: Life): Promise<void> {
    const copy = join(this.folder, `backup-${++this.backups}.sqlite`);
    const backup = this.#backup(copy);
    const trap = moments.within(this.#stretched(2000), this.#scene(), () => life.kill());
    const cut = this.#luck.happens(0.3) ? moments.within(900, this.#scene(), () => backup.kill('SIGKILL')) : null;
    const done = new Promise<number | null>((resolve) => backup.on('close', resolve));
    const hands = this.#hands(life);
    await Promise.all([life.ended, done]);
    trap.disarm();
    cut?.disarm();
    const code = await done;
    if (code !== null) same(code, 0, 'How the backup ended');
    await this.#over(life, 'during a backup', hands);
    if (code === null) return;
    const later = examined(this.database, (database) => new Set(holdings(database)?.entries.map(inWords)));
    const kept = examined(copy, (database) => holdings(database)?.entries.map(inWords)) ?? [];
    for (const entry of kept) same(later.has(entry), true, `What a backup has of ${entry}`);
    for (const end of ['', '.copy', '.copy-wal', '.copy-shm']) rmSync(`${copy}${end}`, { force: true });
  }

  #backup(to: string): ChildProcess {
    return spawn(process.execPath, [join('src', 'setup', 'run.mjs'), 'backup', to], {
      cwd: PROJECT,
      env: { ...process.env, DATABASE_PATH: this.database, INIT_CWD: this.folder },
      stdio: 'ignore',
    });
  }

  /** Another database, of an older version, is brought up by a program that is killed over it. */
  async #upgrade(): Promise<void> {
    if (this.#old === null) {
      const folder = join(this.folder, `old-${++this.upgrades}`);
      mkdirSync(folder);
      this.#old = new OldDatabase(join(folder, 'old.sqlite'), this.#luck.among(OLD_VERSIONS));
    }
    const old = this.#old;
    const life = this.#alive(
      new Life({ DISCORD_TOKEN: TOKEN, DISCORD_API_URL: this.sandbox.apiUrl, DATABASE_PATH: old.path }),
    );
    const kill = () => life.kill();
    const trap = moments.atWrite({ ...this.#scene(), database: old.path }, 10, kill);
    const patience = moments.after(this.#stretched(PATIENCE_MS.start), kill);
    void life.ready.then(kill, () => {});
    const how = await life.ended;
    trap.disarm();
    patience.disarm();
    this.#note('during a migration', how, life);
    if (!old.check() && this.#luck.happens(0.7)) return;
    old.finish();
    this.#old = null;
  }

  /** A life has ended: members hear nothing any more, and what it left is looked at. */
  async #over(life: Life, moment: moments.Moment, hands: Promise<unknown> = Promise.resolve()): Promise<void> {
    const how = await life.ended;
    if (how === 0) this.longestLeave = Math.max(this.longestLeave, life.leaving ?? 0);
    this.sandbox.faults = null;
    // Each of those who wait may ask for one thing more, which nobody hears.
    const waiting = setInterval(() => this.#tick(), 20);
    this.#tick();
    await hands;
    clearInterval(waiting);
    this.crowd.comesBack();
    this.album.watch();
    if (life.served !== null) this.starts.push(life.served);
    this.#note(moment, how, life);
    this.look();
  }

  /** Time passes for Discord as it does here, and for those who wait for an answer of nobody's a little more. */
  #tick(): void {
    const now = performance.now();
    this.#clock.advance(Math.max(WAITING_MS, Math.ceil(now - this.#waited)));
    this.#waited = now;
  }

  #note(moment: moments.Moment, how: End, life: Life): void {
    const left = how === 0;
    if (!left && how !== 'SIGKILL') throw new Error(`It ended by itself (${how}):\n${life.said()}`);
    const was = left ? 'left as it was asked to' : moment in moments.LEFT ? 'while it leaves' : moment;
    this.kills.set(was, (this.kills.get(was) ?? 0) + 1);
    this.errors.push(...life.errors().filter((line) => !line.includes(SLOW)));
    appendFileSync(this.#schedule, `life ${this.#lives}, ${was}\n`);
    writeFileSync(join(this.folder, `life-${this.#lives}.log`), life.said());
  }

  /** What channels were shown and members were told, for whoever looks into a failure. */
  keep(): void {
    const shown = this.album
      .all()
      .map(({ message: { id, channelId, content, editedAt }, map }) => ({ id, channelId, map, content, editedAt }));
    const write = (name: string, what: readonly object[]) =>
      writeFileSync(join(this.folder, name), what.map((one) => `${JSON.stringify(one)}\n`).join(''));
    write('messages.jsonl', shown);
    write('claims.jsonl', this.claims.all());
  }

  /** Holds what is on the disk against what members were told. */
  look(): void {
    const found = examined(this.database, holdings);
    if (found) this.audited = this.#audit.check(found);
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

function inWords(row: object): string {
  return JSON.stringify(row);
}

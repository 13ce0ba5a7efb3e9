import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { SCHEMA } from '../../src/store/file/migrations.ts';
import { openDatabase } from '../../src/store/file/open-database.ts';
import { same } from './audit.ts';
import { examined } from './books.ts';

const OLD = fileURLToPath(new URL('../store/', import.meta.url));
/** Entries that are added to an old log, so that bringing it up takes a while. */
const MORE_ENTRIES = 15_000;

/** The versions of which an old database is kept. */
export const OLD_VERSIONS: readonly number[] = readdirSync(OLD)
  .map((name) => Number(/^version-(\d+)\.sql$/.exec(name)?.[1] ?? 0))
  .filter((version) => version > 0 && version < SCHEMA);

/** An old database as a file. It has campaigns in it that were long. */
export class OldDatabase {
  readonly path: string;
  readonly version: number;
  readonly #before: string;

  constructor(path: string, version: number) {
    this.path = path;
    this.version = version;
    const database = new BetterSqlite3(path);
    database.exec(readFileSync(join(OLD, `version-${version}.sql`), 'utf8'));
    database
      .prepare(
        `WITH RECURSIVE more (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM more WHERE number < ?)
         INSERT INTO entry (game, seq, kind, member, body, interaction, at)
         SELECT game, (SELECT max(seq) FROM entry AS own WHERE own.game = last.game) + number, 'undo', member, '1', 'more ' || number, at
         FROM more, (SELECT game, member, at FROM entry WHERE member IS NOT NULL ORDER BY game, seq LIMIT 1) AS last`,
      )
      .run(MORE_ENTRIES);
    this.#before = contentOf(database);
    database.close();
  }

  /** After a process that was killed over it: it is wholly old or wholly new, and has lost nothing. @returns whether it is new */
  check(): boolean {
    const after = examined(this.path, (database) => ({ version: versionOf(database), content: contentOf(database) }));
    same(
      after.content,
      this.#before,
      `What a database of schema ${this.version} holds, killed while it was brought up`,
    );
    if (after.version !== this.version) {
      same(after.version, SCHEMA, 'The schema of a database that was brought up');
      this.#checkCopies();
    }
    return after.version !== this.version;
  }

  /** Brings it up without being killed, and looks again. */
  finish(): void {
    openDatabase(this.path).close();
    same(this.check(), true, 'A database that was brought up in peace');
  }

  /** What it was before stands beside it, whole. */
  #checkCopies(): void {
    const files = readdirSync(dirname(this.path), { recursive: true, encoding: 'utf8' });
    const own = files.filter((file) => file !== basename(this.path) && file.endsWith('.sqlite'));
    const kept = own.filter((file) => {
      const copy = `${this.path}.kept`;
      copyFileSync(join(dirname(this.path), file), copy);
      const database = new BetterSqlite3(copy, { readonly: true });
      try {
        same(database.pragma('integrity_check', { simple: true }), 'ok', `${file}`);
        return versionOf(database) === this.version && contentOf(database) === this.#before;
      } finally {
        database.close();
      }
    });
    if (kept.length === 0)
      throw new Error(`No copy of schema ${this.version} was kept among ${own.join(', ') || 'no files'}`);
  }
}

function versionOf(database: BetterSqlite3.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/** What every version has of what was done, as a hash of it. */
function contentOf(database: BetterSqlite3.Database): string {
  const rows = (sql: string) => JSON.stringify(database.prepare(sql).raw().all());
  const entries = rows(
    'SELECT game, seq, kind, member, seat, body, throws, interaction, at FROM entry ORDER BY game, seq',
  );
  const games = rows(
    'SELECT id, channel, guild, dataset, secret, starter, started_at, ended_how FROM game ORDER BY id',
  );
  const votes = rows('SELECT id, ballot, member, choice, reason, interaction FROM vote ORDER BY id');
  return createHash('sha256').update(`${entries}\n${games}\n${votes}`).digest('hex');
}

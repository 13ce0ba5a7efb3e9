import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { permissionCommand } from '../../src/store/file/file-mode.ts';
import { openDatabase, openStore } from '../../src/store/index.ts';
import { build, PROJECT } from '../harness/program.ts';
import { temporaryFolder, writeVersion } from './fixture.ts';
import { inProcess } from './process.ts';

const { path } = temporaryFolder();
const OURS = [
  'games.sqlite',
  'games.sqlite.lock',
  'games.sqlite.old-1-wal',
  'games.sqlite.bak',
  'games.schema-4-20261101T120000Z.sqlite',
  'backups/games-20261101T120000Z.sqlite',
  'backups/games-20261101T120000Z.sqlite.unfinished-12',
];
const OTHERS = ['notes.txt', 'games.txt', 'backups/other.sqlite'];

/** The sentences of a start. */
function started(): string[] {
  const told: string[] = [];
  openStore(openDatabase(path('games.sqlite'), { alone: true, tell: (sentence) => told.push(sentence) })).close();
  return told;
}

const mode = (name: string) => statSync(path(name)).mode & 0o777;

test('what holds secrets is for its owner alone after a start, and that is told once', () => {
  expect(started()).toEqual([]);
  mkdirSync(path('backups'));
  for (const name of [...OURS, ...OTHERS]) {
    writeFileSync(path(name), '', { flag: 'a' });
    chmodSync(path(name), 0o644);
  }
  symlinkSync(path('notes.txt'), path('games.sqlite.link'));
  const told = started();
  expect(told).toHaveLength(1);
  for (const name of OURS) {
    expect([name, mode(name)]).toEqual([name, 0o600]);
    expect(told[0]).toContain(path(name));
  }
  expect(OTHERS.map(mode)).toEqual(OTHERS.map(() => 0o644));
  expect(started()).toEqual([]);
});

test('a file that others could read is told of', () => {
  started();
  chmodSync(path('games.sqlite.lock'), 0o640);
  expect(started()).toEqual([
    `Other users of this machine could read ${path('games.sqlite.lock')}; only the owner can now.`,
  ]);
});

/** Needs root, who alone can give files away. */
describe.runIf(process.geteuid?.() === 0)('a database of another user', () => {
  const USER = 12_345;

  /** The output of an opening as that user: its sentences, and "open" or why not. */
  function opened(file = path('games.sqlite')): string {
    const { out, err } = inProcess(`
      process.setgroups([]);
      process.setgid(${USER});
      process.setuid(${USER});
      try {
        openStore(openDatabase(${JSON.stringify(file)}, { alone: true, tell: (sentence) => console.log(sentence) })).close();
        console.log('open');
      } catch (error) {
        console.log(error.name, error.message);
      }
    `);
    expect(err).toBe('');
    return out.replaceAll(dirname(path('x')), '').trim();
  }

  /** `npm run backup`, by root or as another user: what it complains of. */
  function backedUp(uid = 0): string {
    build();
    const cli = join(PROJECT, 'dist', 'backup.js');
    const env = { ...process.env, ENV_FILE: devNull, DATABASE_PATH: path('games.sqlite') };
    const { stderr } = spawnSync(process.execPath, [cli], { env, encoding: 'utf8', uid, gid: uid });
    return stderr.replaceAll(dirname(path('x')), '');
  }

  const owners = (folder: string) =>
    readdirSync(path(folder), { recursive: true }).map((name) => [name, statSync(path(`${folder}/${name}`)).uid]);

  function theirs(): void {
    chownSync(dirname(path('x')), USER, USER);
    expect(opened()).toBe('open');
  }

  test('is theirs still after root has made a backup, which is theirs too, and so is what root opens it with', () => {
    theirs();
    expect(backedUp()).toBe('');
    expect(started()).toEqual([]);
    expect(owners('.').length).toBeGreaterThan(3);
    expect(new Set(owners('.').map(([, owner]) => owner))).toEqual(new Set([USER]));
    expect(opened()).toBe('open');
  });

  test('a lock that root makes is theirs, and so is the copy before an upgrade', () => {
    writeVersion(path('games.sqlite'), 7);
    for (const file of [dirname(path('x')), path('games.sqlite')]) chownSync(file, USER, USER);
    started();
    expect(owners('.').map(([name]) => name)).toEqual(
      expect.arrayContaining(['games.sqlite.lock', expect.stringContaining('games.schema-7-')]),
    );
    expect(new Set(owners('.').map(([, owner]) => owner))).toEqual(new Set([USER]));
  });

  test('a folder of backups that is root’s keeps no start, and root’s next backup gives it back', () => {
    theirs();
    mkdirSync(path('backups'), { mode: 0o700 });
    expect(opened()).toBe(
      `The bot can’t read the folder /backups, so it hasn’t checked who else can read what’s in it. To mend that, run \`chown -R ${USER} /backups\` as root.\nopen`,
    );
    expect(backedUp(USER)).toBe(
      `No backup was made: /backups can’t be read or written to. To mend that, run \`chown -R ${USER} /backups\` as root.\n`,
    );
    expect(backedUp(USER + 1)).toBe(
      'No backup was made: /games.sqlite can’t be read and written. Run this as root or as the owner of the database.\n',
    );
    expect(backedUp()).toBe('');
    expect(backedUp(USER)).toBe('');
    expect(opened()).toBe('open');
  });

  test('one that root has put in its place is refused, and the sentence says which files and how to give them back', () => {
    theirs();
    expect(backedUp()).toBe('');
    const [copy = ''] = readdirSync(path('backups'));
    renameSync(path(`backups/${copy}`), path('games.sqlite'));
    chownSync(path('games.sqlite'), 0, 0);
    const refused = (what: string, command: string) =>
      `UnusableDatabase The bot runs as ${USER}, who can’t read and write ${what}. If that is the bot’s, run \`${command}\` as root and start again; nothing is lost. Otherwise set DATABASE_PATH to a file elsewhere.`;
    expect(opened()).toBe(refused('/games.sqlite', `chown ${USER} /games.sqlite`));
    chownSync(path('games.sqlite.lock'), 0, 0);
    chownSync(path('games.sqlite'), USER, USER);
    expect(opened()).toBe(refused('/games.sqlite.lock', `chown ${USER} /games.sqlite.lock`));
    chownSync(path('games.sqlite.lock'), USER, USER);
    const folder = dirname(path('x'));
    chownSync(folder, 0, 0);
    expect(opened()).toBe(refused('', `chown -R ${USER} `));
    chownSync(folder, USER, USER);
    expect(opened()).toBe('open');
  });
});

test('the command that opens a path quotes it as a shell reads it', () => {
  const name = 'Ada\'s "games" $HOME.sqlite';
  writeFileSync(path(name), '', { mode: 0o400 });
  const command = /`(.*)`/s.exec(permissionCommand([path(name)]))?.[1] ?? '';
  expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stderr).toBe('');
  expect(mode(name)).toBe(0o600);
});

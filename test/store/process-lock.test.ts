import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { copyDatabase, noteBackup, openDatabase, openStore } from '../../src/store/index.ts';
import { ATTACK, append, openGame, refusal, temporaryFolder, writeDatabase } from './fixture.ts';
import { inProcess } from './process.ts';

const { path, closing } = temporaryFolder();

const alone = (file: string) => openStore(openDatabase(file, { alone: true }));

const refused = (file: string) => refusal(file, { alone: true });

test('one who is to be alone keeps out a second one, by whatever name, until it closes', () => {
  const file = path('games.sqlite');
  const first = alone(file);
  symlinkSync(file, path('link.sqlite'));
  expect(refused(file)).toBe(`${file} is in use by another process. Stop that one first.`);
  expect(refused(path('link.sqlite'))).toContain('is in use by another process');
  first.set('colour', 'blue');
  first.close();
  expect(closing(alone(file)).setting('colour')).toBe('blue');
  expect(readdirSync(dirname(file)).sort()).toEqual(
    ['', '-shm', '-wal', '.lock']
      .map((end) => `games.sqlite${end}`)
      .concat('link.sqlite')
      .sort(),
  );
  expect(statSync(`${file}.lock`).size).toBe(0);
});

test('a copy is made beside it, and noted', () => {
  const file = path('games.sqlite');
  const store = closing(alone(file));
  openGame(store, 'k3x9mnpqrs');
  expect(copyDatabase(file, path('copy.sqlite')).games).toBe(1);
  noteBackup(file, 1234);
  expect(store.setting('backup:last')).toBe('1234');
});

test('a process that was killed holds nothing: the next start is at once, and has all that was committed', () => {
  const file = path('games.sqlite');
  const killed = inProcess(`
    const store = openStore(openDatabase(${JSON.stringify(file)}, { alone: true }));
    store.transaction(() => { store.member('100', 'Ada'); store.set('said', 'before the end'); });
    process.kill(process.pid, 'SIGKILL');
  `);
  expect(killed.signal).toBe('SIGKILL');
  expect(existsSync(`${file}-wal`)).toBe(true);
  expect(closing(alone(file)).setting('said')).toBe('before the end');
});

test('a restored copy that somebody holds is left as it is, and so is what is beside it', () => {
  const file = path('games.sqlite');
  const store = closing(alone(file));
  openGame(store, 'k3x9mnpqrs');
  copyDatabase(file, path('copy.sqlite'));
  append(store, 'k3x9mnpqrs', 1, ATTACK);
  mkdirSync(path('there'));
  const there = path('there/games.sqlite');
  const holding = alone(there);
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${there}${end}`);
  copyFileSync(path('copy.sqlite'), there);
  const bytes = () => Buffer.concat([there, `${there}-wal`].map((each) => readFileSync(each)));
  const before = bytes();
  expect(refused(there)).toContain('is in use by another process');
  expect(bytes().equals(before)).toBe(true);
  holding.close();
});

test('where nobody can be kept out, it says so; beside another program’s file nothing is left', () => {
  const file = path('games.sqlite');
  mkdirSync(`${file}.lock`);
  expect(refused(file)).toBe(
    `${file}.lock can’t be opened or created. It keeps a second process away from the same games. Make it writable, or set DATABASE_PATH to a file in another folder.`,
  );
  const other = writeDatabase(path('other.sqlite'), 'CREATE TABLE bookmarks (url TEXT)');
  expect(refused(other)).toContain('is another program’s database');
  expect(existsSync(`${other}.lock`)).toBe(false);
});

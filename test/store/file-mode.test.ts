import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDatabase, openStore } from '../../src/store/index.ts';
import { temporaryFolder } from './fixture.ts';

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

/** What a start tells. */
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

import { expect, test } from 'vitest';
import { openDatabase, openStore } from '../../src/store/index.ts';
import { counting, oneLine, planOf } from './asking.ts';
import { temporaryFolder } from './fixture.ts';

/**
 * How SQLite goes about everything that the store may ask of it. What grows with the years, that is games, logs, ballots, votes and
 * members, is looked up and never gone through, unless it stands here with why.
 */

const { path, closing } = temporaryFolder();

/** Holds what somebody still waits for, and nothing of what has been done: as long as the waiting, not the years. */
const OUTSTANDING = ['outbox'];

/** Parts of tables, by the index that has nothing else. */
const PARTS: Readonly<Record<string, string>> = {
  running_games_of_a_guild: 'games that are being played',
  stale_ballots: 'ballots whose message is to be edited',
  unposted_ballots: 'open ballots without a message',
  stale_side_ballots: 'the same in the channels for a side’s ballots',
  unposted_side_ballots: 'the same in the channels for a side’s ballots',
  open_ballots: 'open ballots',
  lost_boards: 'live boards that somebody deleted',
};

/** Gone through whole, by how the statement begins. */
const SELDOM: Readonly<Record<string, string>> = {
  'SELECT 1 FROM game LIMIT 1': 'stops at the first',
  'SELECT game, seq, seat, at, json_extract(body':
    'changes of councils, when a member asks for all that is kept of them',
  'SELECT count(*) FROM erased_member': 'members who have left, when another does',
  'SELECT 1 FROM member WHERE name = ?': 'members, for a name that is nobody’s, when one leaves',
};

/** A list that is given, a function of SQLite's, a query whose own steps are looked at, or nothing but an expression. */
const NO_TABLE = /^SCAN (?:(?:json_each|pragma_\w+) VIRTUAL TABLE|CONSTANT ROW$|\(subquery-\d+\)$)/;

function isAllowed(sql: string, step: string): boolean {
  const [, table = '', index = ''] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? [];
  return (
    !step.startsWith('SCAN ') ||
    NO_TABLE.test(step) ||
    OUTSTANDING.includes(table) ||
    Object.hasOwn(PARTS, index) ||
    Object.keys(SELDOM).some((start) => oneLine(sql).startsWith(start))
  );
}

test('nothing that grows with the years is gone through for what the store is asked', () => {
  const database = closing(openDatabase(path('games.sqlite')));
  const { prepared } = counting(database);
  openStore(database);
  const statements = [...new Set(prepared)];
  expect(statements.length).toBeGreaterThan(120);
  const slow = statements.flatMap((sql) =>
    planOf(database, sql).flatMap((step) => (isAllowed(sql, step) ? [] : [`${step}: ${oneLine(sql)}`])),
  );
  expect(slow).toEqual([]);
  // Every exception above is in use.
  const steps = statements.flatMap((sql) => planOf(database, sql)).filter((step) => step.startsWith('SCAN '));
  for (const word of [...OUTSTANDING, ...Object.keys(PARTS)])
    expect(
      steps.some((step) => step.split(' ').includes(word)),
      word,
    ).toBe(true);
  for (const start of Object.keys(SELDOM))
    expect(
      statements.some((sql) => oneLine(sql).startsWith(start)),
      start,
    ).toBe(true);
});

test('the store prepares all its statements when it is opened, and none when it is asked', () => {
  const database = closing(openDatabase(path('games.sqlite')));
  const { prepared } = counting(database);
  const store = openStore(database);
  const before = prepared.length;
  store.transaction(() => store.member('100', 'Ada'));
  store.relaxedTransaction(() => store.delivered('nobody', 1));
  for (const read of [store.rulesInUse, store.machineGames, store.undeliveredMaps, store.notices, store.dueMessages])
    read();
  expect([...store.entriesAfter('nobody', -1), store.census('army'), store.memberData(1)]).toBeDefined();
  expect(prepared.slice(before)).toEqual([]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standingVotes } from '../../src/council/index.ts';
import { type Database, openDatabase, openStore } from '../../src/store/index.ts';
import { append, openBallot, openGame, press, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

function opened() {
  const database: Database = closing(openDatabase(path('games.sqlite')));
  const store = openStore(database);
  openGame(store, 'a');
  return { database, store, ballot: openBallot(store, 'a') };
}

describe('votes', () => {
  test('are given back as they were cast, and each is news', () => {
    const { store, ballot } = opened();
    const [ada, bo] = [store.member('100', 'Ada'), store.member('200', 'Bo')];
    press(store, ballot, '9', { reason: 'Lee is tired' });
    press(store, ballot, '7', { member: bo.id, choice: '{"verb":"move"}', at: 2050 });
    press(store, ballot, '12', { choice: null, at: 2200 });
    store.member('200', 'Bo the Bold');
    const votes = [
      { member: ada.id, choice: '{"verb":"attack"}', reason: 'Lee is tired', cast: '9', by: ada, at: 2100 },
      {
        member: bo.id,
        choice: '{"verb":"move"}',
        reason: null,
        cast: '7',
        by: { ...bo, name: 'Bo the Bold' },
        at: 2050,
      },
      { member: ada.id, choice: null, reason: null, cast: '12', by: ada, at: 2200 },
    ];
    expect(store.votes(ballot)).toEqual(votes);
    expect(store.votes(ballot + 1)).toEqual([]);
    expect(standingVotes(store.votes(ballot)).map(({ member }) => member)).toEqual([bo.id]);
    expect(store.ballot(ballot)?.revision).toBe(4);
  });

  test('of a game are those of all its ballots', () => {
    const { store, ballot } = opened();
    openGame(store, 'b', { channel: 'rear' });
    const other = openBallot(store, 'b');
    press(store, ballot, '1');
    press(store, other, '2');
    store.closeBallot(ballot, { at: 1, how: 'void', why: null, by: null, decision: null });
    const next = openBallot(store, 'a');
    press(store, next, '3');
    const seen = (game: string) => store.votesOf(game).map(({ ballot, cast }) => [ballot, cast]);
    expect(seen('a')).toEqual([
      [ballot, '1'],
      [next, '3'],
    ]);
    expect(seen('b')).toEqual([[other, '2']]);
    expect(store.votesOf('a')[0]).toEqual({ ballot, ...store.votes(ballot)[0] });
  });

  test('are never changed and never removed', () => {
    const { database, store, ballot } = opened();
    press(store, ballot, '1');
    const was = store.votes(ballot);
    for (const sql of [
      "UPDATE vote SET choice = 'other'",
      'UPDATE OR REPLACE vote SET member = 1',
      'DELETE FROM vote',
      "REPLACE INTO vote (ballot, member, interaction, at) VALUES (1, 1, '1', 1)",
    ]) {
      expect(() => database.exec(sql)).toThrow('votes are append-only');
    }
    expect(() => database.exec('DELETE FROM ballot')).toThrow('FOREIGN KEY');
    expect(store.votes(ballot)).toEqual(was);
  });

  test('are done once, and an interaction that voted has had its effect', () => {
    const { store, ballot } = opened();
    append(store, 'a', 1, { kind: 'undo', takesBack: 0 }, '1');
    expect(store.isDone('2')).toBe(false);
    press(store, ballot, '2');
    expect([store.isDone('1'), store.isDone('2'), store.isDone('3')]).toEqual([true, true, false]);
    expect(() => press(store, ballot, '2', { choice: null })).toThrow('UNIQUE');
    // What failed is no news either.
    expect(store.ballot(ballot)?.revision).toBe(2);
  });

  test('are cast by members, on ballots that are open', () => {
    const { store, ballot } = opened();
    expect(() => press(store, ballot, '1', { member: 7 })).toThrow('FOREIGN KEY');
    expect(() => press(store, ballot + 1, '1')).toThrow('FOREIGN KEY');
    store.closeBallot(ballot, { at: 2050, how: 'decided', why: null, by: null, decision: null });
    expect(() => press(store, ballot, '1')).toThrow('the ballot is closed');
    expect(store.votes(ballot)).toEqual([]);
    expect(store.isDone('1')).toBe(false);
  });

  test('keep any text, to the letter', () => {
    const { store, ballot } = opened();
    let next = 0;
    // A lone half of a pair is no text, and cannot come from Discord.
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(text, fc.option(text), (choice, reason) => {
        press(store, ballot, String(next++), { choice, reason });
        expect(store.votes(ballot).at(-1)).toMatchObject({ choice, reason });
      }),
      { numRuns: 40 },
    );
  });

  test('of a hundred presses are all there, each once, though half of them come twice', () => {
    const { store, ballot } = opened();
    const presses = Array.from({ length: 150 }, (_, index) => String(index % 100));
    for (const interaction of presses)
      store.transaction(() => {
        if (!store.isDone(interaction)) press(store, ballot, interaction);
      });
    expect(store.votes(ballot).map(({ cast }) => cast)).toEqual(presses.slice(0, 100));
    expect(store.ballot(ballot)?.revision).toBe(101);
  });
});

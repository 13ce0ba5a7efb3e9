import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Database, openDatabase, openStore } from '../../src/store/index.ts';
import { drawnCases } from '../trials/long.ts';
import { openBallot, openGame, press, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

function opened() {
  const database: Database = closing(openDatabase(path('games.sqlite')));
  const store = openStore(database);
  openGame(store, 'a');
  return { database, store, ballot: openBallot(store, 'a') };
}

describe('votes', () => {
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
      { numRuns: drawnCases(40) },
    );
  });
});

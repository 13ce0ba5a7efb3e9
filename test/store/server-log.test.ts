import { expect, test } from 'vitest';
import { openDatabase, openStore } from '../../src/store/index.ts';
import { temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

test('the log of a server keeps what was done there, and when the next thing ends', () => {
  const database = closing(openDatabase(path('games.sqlite')));
  const store = openStore(database);
  const ground = {
    guild: 'army',
    channel: 'front',
    about: null,
    member: store.member('100', 'Ada').id,
    at: 1,
  } as const;
  expect(store.nextServerEnd()).toBeNull();
  const opened = { ...ground, kind: 'season', body: { from: 1, until: 900 }, interaction: 'i1', due: 900 } as const;
  const season = store.addServerEntry(opened);
  const hour = { ...ground, kind: 'hour', body: { hour: 20 }, due: null } as const;
  store.addServerEntry({ ...hour, interaction: 'i2' });
  store.addServerEntry({ ...hour, guild: 'navy', interaction: 'i3' });
  expect(store.isDone('i1')).toBe(true);
  expect(() => store.addServerEntry(opened)).toThrow('UNIQUE');
  expect([store.nextServerEnd(), store.dueServerEntry(899), store.dueServerEntry(900)?.id]).toEqual([
    900,
    null,
    season,
  ]);
  expect(store.serverEntries('army', 'hour').map(({ body }) => body)).toEqual([{ hour: 20 }]);
  store.setServerEnd(season, null);
  expect(store.nextServerEnd()).toBeNull();
  const answer = {
    ...ground,
    kind: 'answer',
    about: season,
    body: { order: 2 },
    interaction: 'i4',
    due: null,
  } as const;
  store.addServerEntry(answer);
  expect(store.answersTo(season)).toMatchObject([{ body: { order: 2 } }]);
  for (const sql of ['DELETE FROM server_entry', 'UPDATE server_entry SET at = 1'])
    expect(() => database.exec(sql)).toThrow('the log is append-only');
});

import { expect, test } from 'vitest';
import { openDatabase, openStore } from '../../src/store/index.ts';
import { temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

const GROUND = { guild: 'army', channel: 'front', about: null, interaction: null } as const;

test('the log of a server keeps what was done there, and when the next thing ends', () => {
  const database = closing(openDatabase(path('games.sqlite')));
  const store = openStore(database);
  const ada = store.member('100', 'Ada').id;
  expect(store.nextServerEnd()).toBeNull();
  const season = store.addServerEntry({
    ...GROUND,
    kind: 'season',
    body: { until: 900 },
    member: ada,
    interaction: 'i1',
    at: 1,
    due: 900,
  });
  const hour = { ...GROUND, kind: 'hour', body: { hour: 20 }, member: ada, at: 2, due: null } as const;
  store.addServerEntry(hour);
  store.addServerEntry({ ...hour, guild: 'navy' });
  expect(store.isDone('i1')).toBe(true);
  expect([store.nextServerEnd(), store.dueServerEntry(899), store.dueServerEntry(900)?.id]).toEqual([
    900,
    null,
    season,
  ]);
  expect(store.serverEntries('army', 'hour').map(({ body }) => body)).toEqual([{ hour: 20 }]);
  store.setServerEnd(season, null);
  const end = { ...GROUND, kind: 'end', about: season, body: {}, member: null, at: 900, due: null } as const;
  store.addServerEntry(end);
  expect(store.nextServerEnd()).toBeNull();
  expect(store.serverEntriesAbout(season)).toMatchObject([{ kind: 'end', at: 900 }]);
  expect(() => store.addServerEntry(end)).toThrow('UNIQUE');
  for (const sql of ['DELETE FROM server_entry', 'UPDATE server_entry SET at = 1'])
    expect(() => database.exec(sql)).toThrow('the log is append-only');
});

import { describe, expect, test } from 'vitest';
import { openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { ATTACK, append, openBallot, openGame, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();
const GAME = 'k3x9mnpqrs';
const MINUTE = 60_000;

function opened(): Store {
  const store = openStore(closing(openDatabase(path('games.sqlite'))));
  if (!store.game(GAME)) {
    openGame(store, GAME);
    append(store, GAME, 1, ATTACK);
  }
  return store;
}
const NEWS = { channel: 'front', guild: 'army', ballot: null, says: ['Words.'], roles: [], users: [], replyTo: null };
const notice = (store: Store, kind: 'news' | 'call', since: number) =>
  store.addNotice({ ...NEWS, kind, about: kind === 'news' ? null : { game: GAME, seq: 1 }, since });
const dueAt = (store: Store, now: number) => store.dueMessages(now).map(({ what, id }) => `${what} ${id}`);

describe('what is due', () => {
  test('are words that no answer brings at once, and a map a minute later, in case its answer does not come', () => {
    const store = opened();
    expect(store.nextDue()).toBeNull();
    store.addMap({ game: GAME, seq: 1, channel: 'front', since: 1000 });
    expect([dueAt(store, 1000), store.nextDue()]).toEqual([[], 1000 + MINUTE]);
    const news = notice(store, 'news', 2000);
    expect([dueAt(store, 2000), store.nextDue(), store.nextDue(2000)]).toEqual([[`notice ${news}`], 0, 1000 + MINUTE]);
    expect(dueAt(store, 1000 + MINUTE)).toEqual([`map ${GAME}`, `notice ${news}`]);
  });

  test('is what a map brings with it only where there is no map', () => {
    const store = opened();
    const call = notice(store, 'call', 1000);
    expect(dueAt(store, 1000 + MINUTE)).toEqual([`notice ${call}`]);
    const ballot = openBallot(store, GAME);
    store.addMap({ game: GAME, seq: 1, channel: 'front', since: 1000 });
    expect(dueAt(store, 1000 + MINUTE)).toEqual([`map ${GAME}`]);
    store.delivered(GAME, 1);
    expect(dueAt(store, 1000 + MINUTE)).toEqual([`notice ${call}`, `ballot ${ballot}`]);
  });

  test('is not what has failed until its time has come, also after a restart, or until it is to be tried at once', () => {
    const store = opened();
    const news = notice(store, 'news', 1000);
    const ballot = openBallot(store, GAME);
    const both = [`notice ${news}`, `ballot ${ballot}`];
    const fail = (until: number) =>
      store.putOff(
        store.dueMessages().map((one) => ({ ...one, attempts: one.attempts + 1 })),
        until,
      );
    fail(5 * MINUTE);
    expect([dueAt(opened(), 4 * MINUTE), store.nextDue()]).toEqual([[], 5 * MINUTE]);
    expect(store.dueMessages(5 * MINUTE).map(({ attempts }) => attempts)).toEqual([1, 1]);
    store.retry('untried');
    expect(dueAt(store, 0)).toEqual([]);
    for (const where of [{ channels: ['front'] }, { guild: 'army' }, 'everywhere'] as const) {
      fail(9 * MINUTE);
      store.retry(typeof where === 'string' ? { guild: 'navy' } : { channels: ['rear'] });
      expect(dueAt(store, 0)).toEqual([]);
      store.retry(where);
      expect([dueAt(store, 0), store.dueMessages(0).map(({ attempts }) => attempts)]).toEqual([both, [0, 0]]);
    }
  });

  test('are words for a DM that failed at once where they go to a channel instead', () => {
    const store = opened();
    const news = notice(store, 'news', 1000);
    store.putOff(
      store.dueMessages().map((one) => ({ ...one, attempts: 1 })),
      5 * MINUTE,
    );
    expect(dueAt(store, 0)).toEqual([]);
    store.moveNotice(news, { channel: 'rear', guild: 'army' });
    expect(store.dueMessages(0)).toMatchObject([{ what: 'notice', channel: 'rear', guild: 'army', attempts: 0 }]);
  });

  test('is a ballot until it has a message, and a board that was deleted until it is there again, whether they had failed or not', () => {
    const store = opened();
    const ballot = openBallot(store, GAME);
    const board = { game: GAME, channel: 'front', phase: 'game', begins: 0, shown: 1 };
    store.putLiveBoard({ ...board, message: '7001' });
    expect(dueAt(store, 0)).toEqual([`ballot ${ballot}`]);
    store.lostBoard({ channel: 'front', id: '7001' });
    expect(dueAt(store, 0)).toEqual([`board ${GAME}`, `ballot ${ballot}`]);
    store.putOff(store.dueMessages(), MINUTE);
    expect([dueAt(store, 0), dueAt(store, MINUTE)]).toEqual([[], [`board ${GAME}`, `ballot ${ballot}`]]);
    store.carry(ballot, { channel: 'front', id: '7002' }, 1);
    store.putLiveBoard({ ...board, message: '7003' });
    for (const { row } of store.dueMessages(MINUTE)) if (row !== null) store.removeFailed(row);
    expect(store.dueMessages()).toEqual([]);
  });
});

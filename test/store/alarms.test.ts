import { expect, test } from 'vitest';
import { openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { openGame, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

function opened(): Store {
  const store = openStore(closing(openDatabase(path('games.sqlite'))));
  openGame(store, 'a');
  openGame(store, 'b', { channel: 'rear' });
  return store;
}

test('alarms that are due, the earliest first, for as long as they are not cleared', () => {
  const store = opened();
  expect([store.nextAlarm(), store.alarms(9)]).toEqual([null, []]);
  store.setAlarm('a', 'silence us', 7);
  store.setAlarm('b', 'ballot 1', 5);
  store.setAlarm('a', 'ballot 2', 5);
  expect(store.nextAlarm()).toBe(5);
  expect(store.alarms(4)).toEqual([]);
  expect(store.alarms(5).map(({ game }) => game)).toEqual(['a', 'b']);
  expect(store.alarms(7)).toEqual([
    { game: 'a', what: 'ballot 2', at: 5 },
    { game: 'b', what: 'ballot 1', at: 5 },
    { game: 'a', what: 'silence us', at: 7 },
  ]);
  expect(store.alarms(7)).toHaveLength(3);
});

test('an alarm of a game is one, and can be put off or cleared', () => {
  const store = opened();
  store.setAlarm('a', 'ballot 1', 5);
  store.setAlarm('a', 'ballot 1', 8);
  expect(store.alarms(9)).toEqual([{ game: 'a', what: 'ballot 1', at: 8 }]);
  store.setAlarm('a', 'silence us', 6);
  store.setAlarm('b', 'ballot 1', 7);
  store.clearAlarm('a', 'ballot 1');
  store.clearAlarm('a', 'ballot 1');
  expect(store.alarms(9).map(({ at }) => at)).toEqual([6, 7]);
  store.clearAlarms('a');
  expect(store.alarms(9)).toEqual([{ game: 'b', what: 'ballot 1', at: 7 }]);
  expect(() => store.setAlarm('nothing', 'ballot 1', 1)).toThrow('FOREIGN KEY');
});

import { describe, expect, test } from 'vitest';
import { DEFAULT_COUNCIL } from '../../src/council/index.ts';
import { type BallotRecord, openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { left, openBallot, openGame, temporaryFolder } from './fixture.ts';

const { path, closing } = temporaryFolder();

/** A store with a game in the front and one in the rear. */
function opened(): Store {
  const store = openStore(closing(openDatabase(path('games.sqlite'))));
  openGame(store, 'a');
  openGame(store, 'b', { channel: 'rear' });
  return store;
}

function ballot(store: Store, id: number): BallotRecord {
  const found = store.ballot(id);
  if (!found) throw new Error(`there is no ballot ${id}`);
  return found;
}

const VOID = { at: 2500, how: 'void', why: 'undo', by: null, decision: null } as const;

describe('a ballot', () => {
  test('is the only open one of its seat and subject', () => {
    const store = opened();
    const subject = { kind: 'council', proposed: DEFAULT_COUNCIL } as const;
    const order = openBallot(store, 'a');
    const council = openBallot(store, 'a', { subject });
    const other = openBallot(store, 'a', { seat: 'cs' });
    const elsewhere = openBallot(store, 'b');
    expect(() => openBallot(store, 'a')).toThrow('UNIQUE');
    expect(() => openBallot(store, 'a', { subject })).toThrow('UNIQUE');

    expect(store.openBallot('a', 'us', 'order')?.id).toBe(order);
    expect(store.openBallot('a', 'us', 'council')?.id).toBe(council);
    expect(store.openBallot('a', 'cs', 'order')?.id).toBe(other);
    expect(store.openBallot('b', 'us', 'order')?.id).toBe(elsewhere);
    expect(store.openBallot('b', 'us', 'council')).toBeNull();
    expect(store.openBallots('a').map(({ id }) => id)).toEqual([order, council, other]);

    store.closeBallot(order, VOID);
    expect(store.openBallot('a', 'us', 'order')).toBeNull();
    const next = openBallot(store, 'a');
    expect(store.openBallot('a', 'us', 'order')?.id).toBe(next);
    expect(store.openBallots('a').map(({ id }) => id)).toEqual([council, other, next]);
    expect(store.ballotsOf('a').map(({ id }) => id)).toEqual([order, council, other, next]);
    expect(store.ballotsOf('nothing')).toEqual([]);
  });

  test('is of a game, an entry of its log and a member that are there', () => {
    const store = opened();
    expect(() => openBallot(store, 'a', { game: 'nothing' })).toThrow('FOREIGN KEY');
    expect(() => openBallot(store, 'a', { seq: 7 })).toThrow('FOREIGN KEY');
    expect(() => openBallot(store, 'a', { opener: 7 })).toThrow('FOREIGN KEY');
  });

  test('closes once', () => {
    const store = opened();
    const id = openBallot(store, 'a');
    const tie = { rule: 'first', among: ['{"verb":"attack"}', '{"verb":"move"}'] } as const;
    const decided = {
      at: 2400,
      how: 'decided',
      why: null,
      by: null,
      decision: { choice: '{"verb":"move"}', votes: 3, of: 6, tie },
    } as const;
    expect(store.closeBallot(id, decided)).toBe(true);
    expect(store.closeBallot(id, VOID)).toBe(false);
    expect(store.closeBallot(id + 1, VOID)).toBe(false);
    expect(ballot(store, id)).toMatchObject({ closed: decided, revision: 2 });

    const other = openBallot(store, 'a');
    store.closeBallot(other, VOID);
    expect(ballot(store, other).closed).toEqual(VOID);
  });
});

test('messages that ballots have left are edited the oldest first', () => {
  const store = opened();
  const [a, b] = [openBallot(store, 'a'), openBallot(store, 'b')];
  store.carry(a, { channel: 'front', id: '1000000000000000001' }, 1);
  store.carry(b, { channel: 'rear', id: '999999999999999999' }, 1);
  store.carry(a, { channel: 'front', id: '1000000000000000002' }, 1);
  store.carry(b, { channel: 'rear', id: '1000000000000000003' }, 1);
  expect(left(store)).toEqual([
    { channel: 'rear', id: '999999999999999999' },
    { channel: 'front', id: '1000000000000000001' },
  ]);
});

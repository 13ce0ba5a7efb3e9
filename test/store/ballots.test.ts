import { describe, expect, test } from 'vitest';
import { DEFAULT_COUNCIL } from '../../src/council/index.ts';
import { type BallotRecord, type MessageRecord, openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { append, COUNCIL, left, openBallot, openGame, press, temporaryFolder, toEdit } from './fixture.ts';

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
const MAP = { channel: 'front', id: '500' };
const LATER = { channel: 'front', id: '600' };

describe('a ballot', () => {
  test('on an order is given back as it opened', () => {
    const store = opened();
    append(store, 'a', 1, { kind: 'undo', takesBack: 0 });
    const id = openBallot(store, 'a', { rules: COUNCIL.ballot });
    expect(store.ballot(id)).toEqual({
      id,
      game: 'a',
      seat: 'us',
      seq: 1,
      subject: { kind: 'order' },
      rules: COUNCIL.ballot,
      opener: null,
      casting: null,
      openedAt: 2000,
      clockwork: { began: 2000, closes: 3000, extended: false, reminded: false },
      closed: null,
      message: null,
      revision: 1,
      shown: 0,
      forSide: null,
    });
    expect(store.ballot(id + 1)).toBeNull();
  });

  test('on a council carries the council that is proposed, and who proposed it', () => {
    const store = opened();
    const bo = store.member('200', 'Bo');
    const subject = { kind: 'council', proposed: COUNCIL } as const;
    const id = openBallot(store, 'a', { subject, opener: bo.id, casting: bo.id, closes: null });
    store.member('200', 'Bo the Bold');
    const bold = { ...bo, name: 'Bo the Bold' };
    expect(store.ballot(id)).toMatchObject({ subject, opener: bold, casting: bold });
    expect(ballot(store, id).clockwork.closes).toBeNull();
  });

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

  test('keeps how far its clock has run, for as long as it is open', () => {
    const store = opened();
    const id = openBallot(store, 'a');
    const second = { began: 3000, closes: 4000, extended: true, reminded: true };
    store.setClockwork(id, second);
    expect(ballot(store, id)).toMatchObject({ openedAt: 2000, clockwork: second, revision: 2 });
    const waiting = { ...second, closes: null };
    store.setClockwork(id, waiting);
    store.closeBallot(id, VOID);
    store.setClockwork(id, second);
    expect(ballot(store, id)).toMatchObject({ clockwork: waiting, revision: 4 });
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

describe('the message that carries a ballot', () => {
  test('is to be edited while it shows less than there is to see', () => {
    const store = opened();
    const id = openBallot(store, 'a');
    const stale = () => toEdit(store);
    expect(stale()).toEqual([]);
    store.carry(id, MAP, 1);
    expect(ballot(store, id)).toMatchObject({ message: MAP, shown: 1 });
    expect(stale()).toEqual([]);

    press(store, id, '1');
    press(store, id, '2');
    expect(stale()).toEqual([MAP]);
    store.showed(id, 2, MAP);
    expect(stale()).toEqual([MAP]);
    store.showed(id, 3, MAP);
    expect(stale()).toEqual([]);
    store.showed(id, 2, MAP);
    expect(ballot(store, id).shown).toBe(3);

    store.closeBallot(id, VOID);
    expect(stale()).toEqual([MAP]);
    store.showed(id, 4, MAP);
    expect(stale()).toEqual([]);
  });

  test('comes with what it showed when it was made, which a vote may have overtaken', () => {
    const store = opened();
    const id = openBallot(store, 'a');
    press(store, id, '1');
    store.carry(id, MAP, 1);
    expect(toEdit(store)).toEqual([MAP]);
    store.carry(id, MAP, 2);
    store.carry(id, MAP, 1);
    expect(ballot(store, id).shown).toBe(2);
    expect(left(store)).toEqual([]);
  });

  test('is missing until one is posted, and when it was lost', () => {
    const store = opened();
    const [first, second] = [openBallot(store, 'a'), openBallot(store, 'b')];
    const unposted = () => store.dueMessages().flatMap(({ what, id }) => (what === 'ballot' ? Number(id) : []));
    expect(unposted()).toEqual([first, second]);
    store.carry(first, MAP, 1);
    expect(unposted()).toEqual([second]);
    store.closeBallot(second, VOID);
    expect(unposted()).toEqual([]);
    expect(toEdit(store)).toEqual([]);

    store.lostMessage(LATER);
    expect(unposted()).toEqual([]);
    store.lostMessage({ ...MAP, channel: 'rear' });
    expect(unposted()).toEqual([]);
    store.lostMessage(MAP);
    expect(unposted()).toEqual([first]);
    expect(ballot(store, first)).toMatchObject({ message: null, shown: 0 });
    expect(toEdit(store)).toEqual([]);
  });

  test('is left for a newer one, and a late answer for it says nothing of that', () => {
    const store = opened();
    const id = openBallot(store, 'a');
    store.carry(id, MAP, 1);
    press(store, id, '1');
    store.carry(id, LATER, 1);
    expect(ballot(store, id)).toMatchObject({ message: LATER, shown: 1 });
    expect(left(store)).toEqual([MAP]);

    store.showed(id, 2, MAP);
    store.lostMessage({ channel: 'front', id: '1' });
    expect(ballot(store, id)).toMatchObject({ message: LATER, shown: 1 });

    store.cleared(LATER);
    expect(left(store)).toEqual([MAP]);
    store.cleared(MAP);
    expect(left(store)).toEqual([]);
  });

  test('is the newest of its channel, whichever was told of last, by ids that are numbers too long for one', () => {
    const store = opened();
    const id = openBallot(store, 'a');
    const [old, young] = [
      { channel: 'front', id: '999999999999999999' },
      { channel: 'front', id: '1000000000000000001' },
    ];
    store.carry(id, young, 1);
    press(store, id, '1');
    store.carry(id, old, 2);
    expect(ballot(store, id)).toMatchObject({ message: young, shown: 1 });
    expect(left(store)).toEqual([old]);
    store.carry(id, { channel: 'elsewhere', id: '7' }, 2);
    expect(ballot(store, id).message).toEqual({ channel: 'elsewhere', id: '7' });
    expect(left(store)).toEqual([old, young]);
  });

  test('may carry several, and is left by each', () => {
    const store = opened();
    const carried = (message: MessageRecord) => store.carriedBy(message).map(({ id }) => id);
    const before = openBallot(store, 'a');
    store.carry(before, MAP, 1);
    store.closeBallot(before, VOID);
    const order = openBallot(store, 'a');
    const council = openBallot(store, 'a', { subject: { kind: 'council', proposed: COUNCIL } });
    store.carry(council, MAP, 1);
    store.carry(order, MAP, 1);
    expect(carried(MAP)).toEqual([before, order, council]);
    expect(store.carriedBy(MAP)[0]).toEqual(ballot(store, before));
    expect([carried(LATER), carried({ ...MAP, channel: 'rear' })]).toEqual([[], []]);

    store.carry(order, LATER, 1);
    expect([carried(MAP), carried(LATER)]).toEqual([[before, council], [order]]);
    expect(left(store)).toEqual([MAP]);
    // That it came, told late, does not mean that it has been redrawn since.
    store.carry(council, MAP, 1);
    expect(left(store)).toEqual([MAP]);
    store.cleared(MAP);
    store.carry(council, LATER, 1);
    expect(left(store)).toEqual([MAP]);
    store.lostMessage(MAP);
    expect([left(store), carried(MAP)]).toEqual([[], []]);
  });

  test('is known to whom it has left, until that is redrawn or gone', () => {
    const store = opened();
    const leaving = (message: MessageRecord) =>
      store.leftBy(message).map(({ id, closed }) => [id, closed?.how ?? null]);
    const [a, b] = [openBallot(store, 'a'), openBallot(store, 'b')];
    for (const id of [a, b]) store.carry(id, MAP, 1);
    expect(leaving(MAP)).toEqual([]);
    for (const id of [b, a]) store.carry(id, LATER, 1);
    store.carry(a, MAP, 1);
    store.closeBallot(b, VOID);
    expect(leaving(MAP)).toEqual([
      [a, null],
      [b, 'void'],
    ]);
    expect([leaving(LATER), leaving({ ...MAP, channel: 'rear' }), left(store)]).toEqual([[], [], [MAP]]);
    expect(store.leftBy(MAP)[0]).toEqual(ballot(store, a));
    store.cleared(MAP);
    expect([leaving(MAP), left(store)]).toEqual([[], []]);
    store.carry(a, MAP, 1);
    store.lostMessage(MAP);
    expect([leaving(MAP), left(store)]).toEqual([[], []]);
  });

  test('is left, and edited, the oldest first', () => {
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
});

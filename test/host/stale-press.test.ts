import { describe, expect, test } from 'vitest';
import { seated } from './camp.ts';
import { type Headquarters, headquarters, type Member, pressOf, type said } from './fixture.ts';

/** Presses that come late, twice, or from somewhere else. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;
const SIGEL = { verb: 'attack', leader: 'sigel' } as const;

function started(): Headquarters & { readonly opening: ReturnType<typeof said> } {
  const hq = headquarters();
  return { ...hq, opening: hq.ada.games.start() };
}

test.each([
  ['of another channel', { game: 'campaign02', seq: 0 }, 'belongs to a game in <#rear>'],
  ['of no campaign there ever was', { game: 'campaign99', seq: 0 }, 'belongs to a game that’s no longer'],
])('a press on a map %s does nothing', (_which, point, told) => {
  const { store, member, bo, ada } = started();
  member('Ada', { channel: 'rear' }).games.start();
  const answer = { to: 'member', drawing: null, text: expect.stringContaining(told) };
  expect(bo.orders.give(GRANT, point)).toMatchObject(answer);
  expect(ada.undo.takeBack(point)).toMatchObject(answer);
  expect(ada.games.abandon(point)).toMatchObject(answer);
  expect(bo.orders.ask({}, point)).toMatchObject(answer);
  expect(bo.orders.choose({}, 'verb', ['attack'], point)).toMatchObject(answer);
  expect([store.lastSeq('campaign01'), store.lastSeq('campaign02')]).toEqual([0, 0]);
});

test('a map drawn before a secret order is not good for taking back: the order that would go is not on it', () => {
  const c = seated('picket-line', { Bo: 'union', Cy: 'confederate' });
  const commits = (who: Member, which = 0) => {
    const hand = c.member(who).completions.order({ verb: 'commit' }, 'regiment', '');
    return c.member(who).orders.give({ verb: 'commit', regiment: hand[which]?.value ?? '', reserves: [] });
  };
  for (const member of ['Bo', 'Cy'] as const) commits(member);
  const asked = c.ada.undo.takeBack();
  c.ada.undo.takeBack(pressOf(asked, 'Take it back', 'undo').point, true, 'A slip');
  const map = c.ada.maps.more();
  commits('Cy', 1);
  const late = c.ada.undo.takeBack(pressOf(map, 'Take back', 'undo').point);
  expect(late.text).toContain('The game has moved on');
  expect(c.entries().at(-1)?.kind).toBe('order');
});

describe('two processes over one database', () => {
  test('see each other’s orders, and carry out one of two that come at once', () => {
    const [one, two] = [headquarters(), headquarters()];
    const opening = one.ada.games.start();
    two.bo.maps.forChannel();
    const { order, point } = pressOf(opening, 'Grant attacks', 'order');
    expect(one.bo.orders.give(order, point).to).toBe('channel');
    expect(two.cy.orders.give(order, point).text).toContain('has moved on');
    expect(two.cy.orders.give(SIGEL).text).toContain('**8 Action Points**');
    expect(one.bo.maps.forChannel().text).toContain('**8 Action Points**');
  });
});

describe('a process that comes back', () => {
  test('shows a server it comes back to how each of its campaigns stands', () => {
    const { host, member } = started();
    member('Ada', { channel: 'rear' }).games.start({ systemId: 'picket-line' });
    member('Ada', { channel: 'deck', guild: 'navy' }).games.start();
    member('Ada', { channel: 'over' }).games.start();
    member('Ada', { channel: 'over' }).games.abandon(null);
    const back = host.undelivered.returning('army');
    expect(back).toEqual([
      { channel: 'front', game: 'campaign01' },
      { channel: 'rear', game: 'campaign02' },
    ]);
    // A map that is owed says more.
    expect(host.undelivered.returned('campaign01')).toBeNull();
    for (const owed of host.undelivered.undeliveredMaps()) host.undelivered.delivered(owed);
    const [front, rear] = back.map(({ game }) => host.undelivered.returned(game));
    expect(front?.answer.text).toMatch(/^The game goes on\. This is the latest map\.\n/);
    expect([front?.channel, front?.answer.drawing?.point.game]).toEqual(['front', 'campaign01']);
    expect(rear?.channel).toBe('rear');
    member('Ada', { channel: 'rear' }).games.abandon(null);
    expect(host.undelivered.returned('campaign02')).toBeNull();
  });
});

test('a lesson that is begun again ends the one before, in one interaction', () => {
  const { store, bo } = headquarters();
  bo.lessons.open('overland');
  const first = store.runningIn('lesson 200 overland');
  bo.lessons.open('overland', true);
  const second = store.runningIn('lesson 200 overland');
  expect(second?.id).toBeTruthy();
  expect(second?.id).not.toBe(first?.id);
  expect(store.entries(first?.id ?? '').map(({ kind }) => kind)).toEqual(['start', 'abandon']);
});

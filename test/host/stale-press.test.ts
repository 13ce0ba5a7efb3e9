import { describe, expect, test } from 'vitest';
import { type Headquarters, headquarters, labels, pressOf, type said } from './fixture.ts';

/** Presses that come late, twice, or from somewhere else. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;
const SIGEL = { verb: 'attack', leader: 'sigel' } as const;

function started(): Headquarters & { readonly opening: ReturnType<typeof said> } {
  const hq = headquarters();
  return { ...hq, opening: hq.ada.games.start(null, null) };
}

describe('a press on an old map', () => {
  test('gives no order, and its member the present map', () => {
    const { store, opening, bo, cy } = started();
    const { order, point } = pressOf(opening, 'Grant attacks', 'order');
    const first = bo.orders.give(order, point);
    const second = cy.orders.give(order, point);
    expect([first.to, second.to]).toEqual(['channel', 'member']);
    expect(second.text).toBe(
      `The game has moved on since that map. This is the latest one.\n${first.text.split('\n').at(-1)}`,
    );
    expect(second.drawing?.point).toEqual({ game: 'campaign01', seq: 1 });
    expect(second.rows).toEqual(first.rows);
    expect(store.lastSeq('campaign01')).toBe(1);
    // Its buttons are good ones.
    const again = pressOf(second, 'Sigel attacks', 'order');
    expect(cy.orders.give(again.order, again.point).to).toBe('channel');
  });

  test('takes nothing back and ends nothing', () => {
    const { store, bo, ada } = started();
    const map = bo.orders.give(GRANT);
    const question = ada.games.confirmAbandon();
    bo.orders.give(SIGEL);
    const moved = { to: 'member', text: expect.stringContaining('The game has moved on') };
    expect(ada.undo.takeBack(pressOf(map, 'Take back', 'undo').point, true, 'A slip')).toMatchObject(moved);
    expect(ada.games.abandon(pressOf(question, 'End', 'abandon').point)).toMatchObject(moved);
    expect(store.lastSeq('campaign01')).toBe(2);
    expect(store.runningIn('front')?.id).toBe('campaign01');
  });

  test('of before an undo, though what it shows is on the table again', () => {
    const { opening, bo, ada } = started();
    const { order, point } = pressOf(opening, 'Grant attacks', 'order');
    bo.orders.give(order, point);
    ada.undo.takeBack(null, true, 'A slip');
    expect(bo.orders.give(order, point).to).toBe('member');
  });

  test('of a campaign that is over shows how it ended, or what is played there now', () => {
    const { store, opening, ada, bo } = started();
    const { order, point } = pressOf(opening, 'Grant attacks', 'order');
    ada.games.abandon(null);
    const ended = bo.orders.give(order, point);
    expect(ended).toMatchObject({ to: 'member', drawing: { point: { game: 'campaign01', seq: 1 } } });
    expect(ended.text).toMatch(/^That game is over\./);
    expect(labels(ended)).toContain('New game');

    ada.games.start(null, null);
    const another = bo.orders.give(order, point);
    expect(another).toMatchObject({ to: 'member', drawing: { point: { game: 'campaign02', seq: 0 } } });
    expect(another.text).toMatch(/^That game is over\. This is the one being played here now\.\n/);
    expect(store.lastSeq('campaign02')).toBe(0);
  });

  test.each([
    ['of another channel', { game: 'campaign02', seq: 0 }, 'belongs to a game in <#rear>'],
    ['of no campaign there ever was', { game: 'campaign99', seq: 0 }, 'belongs to a game that’s no longer'],
  ])('%s', (_which, point, told) => {
    const { store, member, bo, ada } = started();
    member('Ada', { channel: 'rear' }).games.start(null, null);
    const answer = { to: 'member', drawing: null, text: expect.stringContaining(told) };
    expect(bo.orders.give(GRANT, point)).toMatchObject(answer);
    expect(ada.undo.takeBack(point)).toMatchObject(answer);
    expect(ada.games.abandon(point)).toMatchObject(answer);
    expect(bo.orders.ask({}, point)).toMatchObject(answer);
    expect(bo.orders.choose({}, 'verb', ['attack'], point)).toMatchObject(answer);
    expect([store.lastSeq('campaign01'), store.lastSeq('campaign02')]).toEqual([0, 0]);
  });
});

describe('two processes over one database', () => {
  test('see each other’s orders, and carry out one of two that come at once', () => {
    const [one, two] = [headquarters(), headquarters()];
    const opening = one.ada.games.start(null, null);
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
    member('Ada', { channel: 'rear' }).games.start('picket-line', null);
    member('Ada', { channel: 'deck', guild: 'navy' }).games.start(null, null);
    member('Ada', { channel: 'over' }).games.start(null, null);
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

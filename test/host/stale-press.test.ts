import { describe, expect, test } from 'vitest';
import { by, type Headquarters, headquarters, labels, pressOf, said } from './fixture.ts';

/** Presses that come late, twice, or from somewhere else. */

const GRANT = { verb: 'attack', leader: 'grant' } as const;
const SIGEL = { verb: 'attack', leader: 'sigel' } as const;

function started(): Headquarters & { readonly opening: ReturnType<typeof said> } {
  const hq = headquarters();
  return { ...hq, opening: said(hq.host.games.start(by('Ada'), null, null)) };
}

describe('a press on an old map', () => {
  test('gives no order, and its member the present map', () => {
    const { host, store, opening } = started();
    const { order, point } = pressOf(opening, 'Grant attacks', 'order');
    const first = said(host.orders.give(by('Bo'), order, point));
    const second = said(host.orders.give(by('Cy'), order, point));
    expect([first.to, second.to]).toEqual(['channel', 'member']);
    expect(second.text).toBe(
      `The game has moved on since that map. This is the latest one.\n${first.text.split('\n').at(-1)}`,
    );
    expect(second.drawing?.point).toEqual({ game: 'campaign01', seq: 1 });
    expect(second.rows).toEqual(first.rows);
    expect(store.lastSeq('campaign01')).toBe(1);
    // Its buttons are good ones.
    const again = pressOf(second, 'Sigel attacks', 'order');
    expect(said(host.orders.give(by('Cy'), again.order, again.point)).to).toBe('channel');
  });

  test('takes nothing back and ends nothing', () => {
    const { host, store } = started();
    const map = said(host.orders.give(by('Bo'), GRANT));
    const question = host.games.confirmAbandon(by('Ada'));
    host.orders.give(by('Bo'), SIGEL);
    const moved = { to: 'member', text: expect.stringContaining('The game has moved on') };
    expect(host.undo.takeBack(by('Ada'), pressOf(map, 'Take back', 'undo').point, true, 'A slip')).toMatchObject(moved);
    expect(host.games.abandon(by('Ada'), pressOf(question, 'End', 'abandon').point)).toMatchObject(moved);
    expect(store.lastSeq('campaign01')).toBe(2);
    expect(store.runningIn('front')?.id).toBe('campaign01');
  });

  test('of before an undo, though what it shows is on the table again', () => {
    const { host, opening } = started();
    const { order, point } = pressOf(opening, 'Grant attacks', 'order');
    host.orders.give(by('Bo'), order, point);
    host.undo.takeBack(by('Ada'), null, true, 'A slip');
    expect(said(host.orders.give(by('Bo'), order, point)).to).toBe('member');
  });

  test('of a campaign that is over shows how it ended, or what is played there now', () => {
    const { host, store, opening } = started();
    const { order, point } = pressOf(opening, 'Grant attacks', 'order');
    host.games.abandon(by('Ada'), null);
    const ended = said(host.orders.give(by('Bo'), order, point));
    expect(ended).toMatchObject({ to: 'member', drawing: { point: { game: 'campaign01', seq: 1 } } });
    expect(ended.text).toMatch(/^That game is over\./);
    expect(labels(ended)).toContain('New game');

    host.games.start(by('Ada'), null, null);
    const another = said(host.orders.give(by('Bo'), order, point));
    expect(another).toMatchObject({ to: 'member', drawing: { point: { game: 'campaign02', seq: 0 } } });
    expect(another.text).toMatch(/^That game is over\. This is the one being played here now\.\n/);
    expect(store.lastSeq('campaign02')).toBe(0);
  });

  test.each([
    ['of another channel', { game: 'campaign02', seq: 0 }, 'belongs to a game in <#rear>'],
    ['of no campaign there ever was', { game: 'campaign99', seq: 0 }, 'belongs to a game that’s no longer'],
  ])('%s', (_which, point, told) => {
    const { host, store } = started();
    host.games.start(by('Ada', { channel: 'rear' }), null, null);
    const answer = { to: 'member', drawing: null, text: expect.stringContaining(told) };
    expect(host.orders.give(by('Bo'), GRANT, point)).toMatchObject(answer);
    expect(host.undo.takeBack(by('Ada'), point)).toMatchObject(answer);
    expect(host.games.abandon(by('Ada'), point)).toMatchObject(answer);
    expect(host.orders.ask(by('Bo'), {}, point)).toMatchObject(answer);
    expect(host.orders.choose(by('Bo'), {}, 'verb', ['attack'], point)).toMatchObject(answer);
    expect([store.lastSeq('campaign01'), store.lastSeq('campaign02')]).toEqual([0, 0]);
  });
});

describe('an interaction that arrives twice', () => {
  test('has its effect once', () => {
    const { host, store } = headquarters();
    const [start, order, undo, end] = [by('Ada'), by('Bo'), by('Ada'), by('Ada')];
    for (const [act, seq] of [
      [() => host.games.start(start, null, null), 0],
      [() => host.orders.give(order, GRANT), 1],
      [() => host.undo.takeBack(undo, null, true, 'A slip'), 2],
      [() => host.games.abandon(end, null), 3],
    ] as const) {
      expect(act()?.to).toBe('channel');
      expect(act()).toBeNull();
      expect(store.lastSeq('campaign01')).toBe(seq);
    }
    // Later than what came after it, too.
    expect(host.orders.give(order, GRANT)).toBeNull();
    expect(host.games.start(start, null, null)).toBeNull();
    expect(store.latestIn('front')?.id).toBe('campaign01');
  });

  test('whichever process it reaches', () => {
    const [one, two] = [headquarters(), headquarters()];
    one.host.games.start(by('Ada'), null, null);
    const caller = by('Bo');
    expect(said(one.host.orders.give(caller, GRANT)).to).toBe('channel');
    expect(two.host.orders.give(caller, GRANT)).toBeNull();
  });
});

describe('two processes over one database', () => {
  test('see each other’s orders, and carry out one of two that come at once', () => {
    const [one, two] = [headquarters(), headquarters()];
    const opening = said(one.host.games.start(by('Ada'), null, null));
    two.host.maps.forChannel(by('Bo'));
    const { order, point } = pressOf(opening, 'Grant attacks', 'order');
    expect(said(one.host.orders.give(by('Bo'), order, point)).to).toBe('channel');
    expect(said(two.host.orders.give(by('Cy'), order, point)).text).toContain('has moved on');
    expect(said(two.host.orders.give(by('Cy'), SIGEL)).text).toContain('**8 Action Points**');
    expect(one.host.maps.forChannel(by('Bo')).text).toContain('**8 Action Points**');
  });
});

describe('a process that comes back', () => {
  test('goes on where it was, and knows what it still owes', () => {
    const before = started();
    before.host.orders.give(by('Bo'), GRANT);
    before.host.undo.takeBack(by('Ada'), null, true, 'A slip');
    before.host.orders.give(by('Bo'), SIGEL);
    const shown = before.host.maps.forChannel(by('Bo'));
    const after = headquarters().host;
    expect(after.maps.forChannel(by('Bo')).text).toBe(shown.text);
    expect(after.maps.forChannel(by('Bo')).rows).toEqual(shown.rows);
    const [owed, ...others] = after.undelivered.undeliveredMaps();
    expect(others).toEqual([]);
    expect(owed).toMatchObject({ game: 'campaign01', seq: 3, channel: 'front' });
    const late = after.undelivered.lateMap(owed as NonNullable<typeof owed>);
    expect(late?.text).toContain('Posted late');
    expect(late?.drawing?.point).toEqual({ game: 'campaign01', seq: 3 });
    after.undelivered.delivered({ game: 'campaign01', seq: 3 });
    expect(after.undelivered.undeliveredMaps()).toEqual([]);
  });

  test('shows a server it comes back to how each of its campaigns stands', () => {
    const { host } = started();
    host.games.start(by('Ada', { channel: 'rear' }), 'picket-line', null);
    host.games.start(by('Ada', { channel: 'deck', guild: 'navy' }), null, null);
    host.games.start(by('Ada', { channel: 'over' }), null, null);
    host.games.abandon(by('Ada', { channel: 'over' }), null);
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
    host.games.abandon(by('Ada', { channel: 'rear' }), null);
    expect(host.undelivered.returned('campaign02')).toBeNull();
  });
});

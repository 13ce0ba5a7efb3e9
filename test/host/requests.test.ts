import { describe, expect, test } from 'vitest';
import { loading } from '../../src/host/base/reading.ts';
import { type Caller, type Handled, type Reply, type Request, reply } from '../../src/host/index.ts';
import { IncompatibleLog } from '../../src/host/table/replay-log.ts';
import { type Camp, camp, GRANT } from './camp.ts';
import { outdatedIn } from './fixture.ts';
import { HOUR, twoSides } from './two-sides.ts';

/** What a member asks for, as one value: the answer, what was committed for it, and what is due since. */

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

function asking(run: Request['run'], more: Partial<Request> = {}): Request {
  return { about: null, pressed: () => null, run, ...more };
}

function handle(c: Camp, who: Caller, run: Request['run'], more: Partial<Request> = {}): Promise<Handled> {
  return c.host.requests.handle(who, asking(run, more));
}

const orders = (c: Camp, who: Caller) => handle(c, who, (caller) => c.host.orders.give(caller, GRANT));
const reads = (c: Camp, who: Caller) => handle(c, who, (caller) => c.host.maps.forChannel(caller));

describe('a request', () => {
  test('gives its answer, what was committed for it, and then what is due', async () => {
    const c = camp();
    const handled = await orders(c, c.as('Bo'));
    const { answer, writes, channel } = handled;
    expect([answer?.to, channel]).toEqual(['channel', 'front']);
    expect(writes).toEqual([{ kind: 'order', game: 'campaign01', seq: 1 }]);
    const due = handled.due();
    // The answer brings its map before that.
    expect(due).toMatchObject({ channels: ['front'], timer: null, delivery: c.now() + 60_000 });
    expect(due).toMatchObject({ machines: [], back: null });
  });

  test('that comes twice is done once', async () => {
    const c = camp();
    const bo = c.as('Bo');
    await orders(c, bo);
    expect(await orders(c, bo)).toMatchObject({ answer: null, writes: [] });
    expect(c.store.isDone(bo.interaction)).toBe(true);
  });

  test('that only reads makes nothing due; what was asked of the record is worked out later', async () => {
    const c = camp();
    expect((await reads(c, c.as('Bo'))).due()).toBeNull();
    for (let number = 0; number < 11; number++) {
      c.ada.games.abandon(null);
      c.ada.games.start({ systemId: 'overland' });
    }
    c.bo.record.show(false);
    const { writes, due } = await handle(c, c.as('Cy'), (caller) => c.host.record.show(caller, false));
    expect([writes, due()?.timer]).toEqual([[], 0]);
  });

  test('says when a ballot closes, and which messages show less than there is', async () => {
    const c = camp({ mode: 'vote', window: '1h' });
    c.store.carry(c.open().id, { channel: 'front', id: '7' }, c.open().revision);
    const voted = await orders(c, c.as('Bo'));
    expect(voted.writes).toEqual([{ kind: 'vote', ballot: c.open().id }]);
    const due = voted.due();
    expect([due?.timer, due?.timer === null]).toEqual([c.store.nextAlarm(), false]);
    expect([due?.delivery, outdatedIn(c.host)]).toEqual([0, [{ channel: 'front', message: '7' }]]);
  });

  test('from a message that shows a ballot says where that is, once', async () => {
    const c = camp({ mode: 'vote' });
    const { id } = c.open();
    const pressed = () => ({ channel: 'front', message: '9', ballots: [id], sides: null });
    const mine = (caller: Caller) => c.host.ballots.mine(caller, id);
    const first = await handle(c, c.as('Bo'), mine, { pressed });
    expect(c.store.ballot(id)?.message).toBeNull();
    expect([first.due()?.delivery, outdatedIn(c.host)]).toEqual([0, [{ channel: 'front', message: '9' }]]);
    expect((await handle(c, c.as('Cy'), mine, { pressed })).due()).toBeNull();
  });

  test('in the channel of a side is about the game of that side, whose ballot comes there', async () => {
    const c = twoSides();
    const room = { channel: 'war-room', open: true, lacks: [], canSee: () => false };
    c.ada.seats.setChannel('union', room);
    const vote = { mode: 'vote', quorum: '1' };
    const opened = await handle(c, c.as('Ada'), (caller) => c.host.council.set(caller, vote, {}, true, null, 'union'));
    expect(opened.due()?.delivery).toBeLessThanOrEqual(c.now());
    const about = { ballot: c.open().id };
    const there = c.as('Bo', { channel: 'war-room', isModerator: true });
    let asked: Caller | null = null;
    const run = (caller: Caller): Reply => {
      asked = caller;
      return reply('member', 'Noted.');
    };
    expect((await handle(c, there, run, { about })).channel).toBe('front');
    expect(asked).toMatchObject({ channel: 'front', isModerator: false });
  });

  test('says that a thread is to be opened, and names the machine whose turn it is', async () => {
    const c = camp();
    c.bo.orders.give(GRANT);
    c.ada.games.abandon(null);
    const point = c.ada.branchPoints.completions()[0]?.value ?? '';
    const who = c.as('Ada', { threads: { kind: 'channel', mayOpen: true, lacks: [] } });
    const { writes, due } = await handle(c, who, (caller) => c.host.whatIfs.ask(caller, point));
    expect(writes).toEqual([]);
    expect(due()?.delivery).toBe(0);
    const thread = { what: 'thread', id: who.interaction, channel: 'front', guild: 'army', game: 'campaign01' };
    expect(c.host.undelivered.due()).toContainEqual(expect.objectContaining(thread));
    const start = (caller: Caller) =>
      c.host.games.start(caller, { systemId: 'road-to-richmond', opponent: 'confederate' });
    const begun = await handle(c, c.as('Ada', { channel: 'rear' }), start);
    expect(begun.due()?.machines).toEqual(c.host.machines.due('rear'));
    expect(c.host.machines.due('rear')).toHaveLength(1);
  });

  test('says whose channel is there that was taken for gone', async () => {
    const c = camp();
    expect(c.host.games.channelGone('front', c.now())).toBe('campaign01');
    expect((await reads(c, c.as('Bo'))).due()?.back).toBe('campaign01');
    expect((await reads(c, c.as('Bo'))).due()).toBeNull();
  });

  test('that fails has made nothing due, and the next is told only of its own', async () => {
    const c = camp();
    const fails = handle(c, c.as('Bo'), () => {
      throw new Error('A bug');
    });
    await expect(fails).rejects.toThrow('A bug');
    expect((await orders(c, c.as('Bo'))).writes).toHaveLength(1);
  });

  test('whose log does not fit its rules any more is told so', async () => {
    const c = camp();
    const { answer } = await handle(c, c.as('Bo'), () => {
      throw new IncompatibleLog('No such leader');
    });
    expect(answer?.text).toContain('The rules have changed since this game began');
  });

  test('waits for what it lacks, and is run again then', async () => {
    const c = camp();
    let times = 0;
    const { answer } = await handle(c, c.as('Bo'), () => {
      times += 1;
      return times < 3 ? loading(soon()) : reply('member', 'There.');
    });
    expect([answer?.text, times]).toEqual(['There.', 3]);
  });

  test('that reads long is answered with what was read', async () => {
    const c = camp();
    let over = 0;
    const make = () => soon().then(() => reply('member', 'All of it.'));
    const later = { isSoon: true, make, over: () => void over++ } as const;
    const { answer } = await handle(c, c.as('Bo'), () => reply('member', 'In a moment.', { later }));
    expect([answer?.text, answer?.later, over]).toEqual(['All of it.', null, 1]);
    const fails = { ...later, make: () => soon().then(() => Promise.reject(new Error('The thread died'))) };
    await expect(handle(c, c.as('Bo'), () => reply('member', 'In a moment.', { later: fails }))).rejects.toThrow(
      'The thread died',
    );
  });
});

test('what the clock has committed is told once, with what is due, and with no member’s answer', async () => {
  const c = camp({ mode: 'vote', window: '1h', quorum: '1' });
  c.host.requests.due([]);
  c.vote('Bo', GRANT);
  c.host.requests.due([]);
  expect(c.wait(HOUR)).toHaveLength(1);
  expect((await reads(c, c.as('Bo'))).writes).toEqual([]);
  const { commits } = c.host.requests.due(['front']);
  expect(commits.map(({ writes }) => writes.map(({ kind }) => kind))).toEqual([['ballot', 'order']]);
  expect(c.host.requests.due(['front']).commits).toEqual([]);
});

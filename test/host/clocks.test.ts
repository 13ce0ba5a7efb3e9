import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/council/index.ts';
import { type Reply, readLibrary } from '../../src/host/index.ts';
import { IncompatibleLog } from '../../src/host/table/replay-log.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { type Camp, camp, camped, DAWN, GRANT, heard, SIGEL } from './camp.ts';
import { breaking, facesOf, folderOf, headquarters, outdatedIn, REFUSING, said, unpostedIn } from './fixture.ts';

/** What waits for a clock: struck late, early, twice, between two processes, and by a press before it. */

const decided = ({ entries }: Camp) => entries().filter(({ kind }) => kind === 'order');

describe('a tick', () => {
  test('too early does nothing; too late does it once, however late', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    c.vote('Cy', GRANT);
    for (let minute = 0; minute < 15; minute++)
      expect(c.host.timers.tick(DAWN + minute * MINUTE).announcements).toEqual([]);
    const late = DAWN + 30 * DAY;
    const { announcements, missed } = c.host.timers.tick(late);
    expect(missed).toEqual([]);
    expect(heard(announcements).text).toContain('with both votes');
    expect(announcements[0]?.channel).toBe('front');
    expect(c.host.timers.tick(late).announcements).toEqual([]);
    expect(decided(c)).toHaveLength(1);
    expect(c.open().openedAt).toBe(late);
    expect(c.host.timers.next()).toBe(late + 15 * MINUTE * 0.75);
  });

  test('of two hosts over one file decides once', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    c.vote('Cy', GRANT);
    const other = c.restarted();
    const due = DAWN + 15 * MINUTE;
    expect(c.host.timers.tick(due).announcements).toHaveLength(1);
    expect(other.host.timers.tick(due).announcements).toEqual([]);
    expect(decided(other)).toHaveLength(1);
  });

  test('is told, whatever comes of what is done aside; what keeps that from being done is told once', () => {
    const { broken, through } = breaking('vacuumDue', 'it could not be read');
    const c = camp({ mode: 'vote' }, { through });
    c.vote('Bo', GRANT);
    c.vote('Cy', GRANT);
    broken.now = true;
    const { announcements, missed, more } = c.host.timers.tick(DAWN + 15 * MINUTE);
    expect(heard(announcements).text).toContain('with both votes');
    expect([missed, more]).toMatchObject([[{ game: '', what: 'look' }], false]);
    expect(c.host.timers.tick(DAWN + 16 * MINUTE)).toEqual({
      announcements: [],
      missed: [],
      more: false,
      ready: null,
    });
    broken.now = false;
    expect(c.host.timers.tick(DAWN + 17 * MINUTE).missed).toEqual([]);
    broken.now = true;
    expect(c.host.timers.tick(DAWN + 18 * MINUTE).missed).toHaveLength(1);
  });

  test('that was missed while the bot was away extends from when it is back, and reminds of nothing past', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    c.pass(3 * HOUR);
    const back = c.restarted();
    expect(back.host.timers.next()).toBe(DAWN + 15 * MINUTE * 0.75);
    expect(heard(back.wait(0)).text).toContain(', extended. 1 vote so far; that’s enough now.');
    expect(back.open().clockwork).toMatchObject({ extended: true, closes: DAWN + 3 * HOUR + 15 * MINUTE });
  });

  test('keeps the games apart', () => {
    const c = camp({ mode: 'vote', quorum: '1' });
    const rear = camped(c, {}, 'rear', DAWN);
    rear.ada.games.start('overland', null);
    rear.decree({ mode: 'vote', window: '5m', quorum: '1' });
    c.vote('Bo', GRANT);
    rear.vote('Cy', SIGEL);
    expect(c.host.timers.next()).toBe(DAWN + 5 * MINUTE);
    expect(heard(rear.wait(5 * MINUTE)).text).toContain('orders Sigel to attack');
    expect(c.standing()).toEqual({ Bo: GRANT });
    const both = c.host.timers.tick(DAWN + 15 * MINUTE).announcements;
    expect(both.map(({ channel, answer }) => [channel, answer.text.split('.')[0]])).toEqual([
      ['rear', 'Too few have voted'],
      ['front', '**The council** orders Grant to attack, with the only vote'],
    ]);
    expect(rear.ada.games.abandon(null)).not.toBeNull();
    expect(c.host.timers.next()).toBe(DAWN + 15 * MINUTE * 1.75);
  });
});

describe('a restart', () => {
  test('at every step changes nothing', () => {
    let c = camp({ mode: 'vote', tie: 'die' });
    const again = () => {
      c = c.restarted();
    };
    again();
    c.vote('Bo', GRANT, 'Lee is alone.');
    again();
    expect(c.standing()).toEqual({ Bo: GRANT });
    expect(heard(c.wait(12 * MINUTE)).text).toContain('1 more vote needed');
    again();
    expect(c.wait(0)).toEqual([]);
    expect(heard(c.wait(3 * MINUTE)).text).toContain(', extended. 1 vote so far; that’s enough now.');
    again();
    c.vote('Cy', SIGEL);
    again();
    c.vote('Cy', GRANT);
    again();
    c.bo.ballots.withdraw(null);
    again();
    c.vote('Bo', SIGEL, 'The Valley first.');
    again();
    expect(c.standing()).toEqual({ Cy: GRANT, Bo: SIGEL });
    const { text } = heard(c.wait(15 * MINUTE));
    expect(text).toContain('a die broke the tie');
    again();
    expect(c.wait(0)).toEqual([]);
    expect(decided(c)).toHaveLength(1);
    expect(c.bo.maps.forChannel().cards.map(({ ballot }) => ballot)).toEqual([c.open().id]);
    c.decree({ mode: 'commander', commander: '200 300', rotate: '1h' });
    again();
    expect(heard(c.wait(HOUR)).text).toContain('Command passes to <@300>.');
    again();
    expect(c.wait(0)).toEqual([]);
  });
});

describe('a press about the close', () => {
  test('one millisecond before it counts', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    c.pass(15 * MINUTE - 1);
    expect(c.vote('Cy', GRANT).text).toContain('Your vote:');
    expect(heard(c.wait(1)).text).toContain('with both votes');
  });

  test.each([0, 1, 5000])('%i ms after it, before the tick: the ballot is decided, and the press is too late', (ms) => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    c.vote('Cy', GRANT);
    const { id } = c.open();
    c.pass(15 * MINUTE + ms);
    const late = c.vote('Dee', SIGEL);
    expect(late).toMatchObject({ to: 'member' });
    expect(late.text).toBe('The ballot closed just before you pressed the button. The result is in the channel.');
    expect(late.channelReply).toMatchObject({ to: 'channel' });
    expect(late.channelReply?.text).toContain('**The council** orders Grant to attack, with both votes.');
    expect(c.store.votes(id)).toHaveLength(2);
    expect(c.wait(0)).toEqual([]);
    expect(decided(c)).toHaveLength(1);
    expect(c.standing()).toEqual({});
  });

  test('late to withdraw, to give a reason, to count: decided once', () => {
    const presses: ((c: Camp, id: number) => unknown)[] = [
      (c, id) => c.bo.ballots.withdraw(id),
      (c, id) => c.bo.ballots.giveReason(id, 'Too late.'),
      (c, id) => c.ada.ballots.count(id, false),
    ];
    for (const [n, press] of presses.entries()) {
      const c = camp({ mode: 'vote' }, { file: `${n}.sqlite` });
      c.vote('Bo', GRANT);
      c.vote('Cy', GRANT);
      const { id } = c.open();
      c.pass(15 * MINUTE);
      expect(press(c, id)).toMatchObject({ to: 'member', channelReply: { to: 'channel' } });
      expect(decided(c)).toHaveLength(1);
      expect(c.store.votes(id)).toHaveLength(2);
    }
  });

  test('where the quorum is missing it counts in the second window, which the channel hears of', () => {
    const c = camp({ mode: 'vote' });
    c.vote('Bo', GRANT);
    c.pass(16 * MINUTE);
    const mine = c.vote('Cy', GRANT);
    expect(mine.text).toContain('Your vote: **Grant attacks Lee**.');
    expect(mine.channelReply?.text).toContain(', extended. 1 vote so far; that’s enough now.');
    expect(c.wait(0)).toEqual([]);
    expect(heard(c.wait(15 * MINUTE)).text).toContain('with both votes');
  });
});

describe('an empty press', () => {
  // What the clock brought about is the channel's news, whoever's press was first after it.
  const EMPTY: [string, (c: Camp, id: number) => Reply | null][] = [
    ['withdraws what is not there', (c, id) => c.dee.ballots.withdraw(id)],
    ['votes without the right to', (c) => c.member('Dee', { roles: [] }).orders.give(GRANT)],
  ];

  test.each(EMPTY)('%s, and tells all the same that the time was up', (_what, press) => {
    const c = camp({ mode: 'vote', voters: '777', reminder: 'false' });
    c.member('Bo', { roles: ['777'] }).orders.give(GRANT);
    c.pass(16 * MINUTE);
    const answer = said(press(c, c.open().id));
    expect(answer).toMatchObject({ to: 'member', channelReply: { to: 'channel' } });
    expect(answer.text).toMatch(/You haven’t voted in this ballot|Your vote can’t be counted/);
    expect(answer.channelReply?.text).toMatch(/^Too few have voted\. Closes .*, extended\./);
    expect(c.standing()).toEqual({ Bo: GRANT });
    expect(c.open().clockwork).toMatchObject({ extended: true, closes: c.now() + 15 * MINUTE });
    expect(c.wait(0)).toEqual([]);
  });

  test.each(EMPTY)('%s, and tells all the same that one is reminded', (_what, press) => {
    const c = camp({ mode: 'vote', voters: '777' });
    c.pass(12 * MINUTE);
    const answer = said(press(c, c.open().id));
    expect(answer.channelReply?.text).toContain('2 more votes needed');
    expect(c.wait(0)).toEqual([]);
  });

  test('of a moderator who would close it tells that the time was up too', () => {
    const c = camp({ mode: 'vote' });
    c.pass(15 * MINUTE);
    const answer = c.ada.ballots.count(null, false);
    expect(answer.text).toBe('Nobody has voted yet, so there’s nothing to decide. Vote first.');
    expect(answer.channelReply?.text).toMatch(/^Too few have voted\./);
    expect(c.wait(0)).toEqual([]);
  });
});

describe('many alarms at one time', () => {
  const FRONTS = 60;

  test('are done fifty at once, and the others with the next tick', () => {
    const hq = headquarters();
    const camps = Array.from({ length: FRONTS }, (_, n) => camped(hq, {}, `front-${n}`, DAWN));
    for (const c of camps) {
      c.ada.games.start('overland', null);
      c.decree({ mode: 'vote', quorum: '1' });
      c.vote('Bo', GRANT);
    }
    const first = hq.host.timers.tick(DAWN + 15 * MINUTE);
    expect([first.announcements.length, first.missed, first.more]).toEqual([50, [], true]);
    expect(hq.host.timers.next()).toBe(DAWN + 15 * MINUTE);
    const second = hq.host.timers.tick(DAWN + 15 * MINUTE);
    expect([second.announcements.length, second.missed, second.more]).toEqual([FRONTS - 50, [], false]);
    const channels = [...first.announcements, ...second.announcements].map(({ channel }) => channel);
    expect(new Set(channels).size).toBe(FRONTS);
    for (const c of camps) expect(decided(c)).toHaveLength(1);
  });
});

describe('an alarm for nothing', () => {
  test('of a ballot that is not open any more is silenced, and rings no second time', () => {
    const c = camp({ mode: 'vote' });
    const { id } = c.open();
    c.decree({ mode: 'open' });
    expect(c.host.timers.next()).toBeNull();
    c.store.setAlarm('campaign01', `ballot ${id}`, DAWN + MINUTE);
    expect(c.wait(2 * MINUTE)).toEqual([]);
    expect(c.host.timers.next()).toBeNull();
    expect(c.entries()).toHaveLength(3);
  });
});

test('a game whose log fits the rules no more puts its alarm off, and keeps no other game waiting', () => {
  const c = camp({ mode: 'vote', quorum: '1', window: '1h' });
  c.bo.orders.give(GRANT);
  c.wait(HOUR);
  c.vote('Bo', SIGEL);
  const picket = camped(c, {}, 'rear', c.now());
  picket.ada.games.start('picket-line', null);
  picket.ada.seats.join('union');
  picket.ada.council.set({ quorum: '1' }, {});
  for (const member of ['Bo', 'Cy', 'Dee'] as const) picket.member(member).seats.join('union');
  picket.bo.council.set({ quorum: '5' }, {});
  for (const member of ['Cy', 'Dee'] as const)
    picket.member(member).ballots.voteOnMotion(picket.open('council').id, true);
  c.host.ballotMessages.carried(c.bo.maps.forChannel().cards, 'front', '900');
  c.vote('Cy', SIGEL);

  const changed = headquarters({ library: readLibrary([REFUSING, picketLine], folderOf) });
  const due = c.now() + HOUR;
  const { announcements, missed } = changed.host.timers.tick(due);
  expect(missed).toMatchObject([{ game: 'campaign01', what: `ballot ${c.open().id}` }]);
  expect(announcements.map(({ channel, answer }) => [channel, answer.text])).toEqual([
    ['rear', expect.stringContaining('Passed, with 3 of 3 votes: a ballot needs 5 voters.')],
  ]);
  expect(changed.host.timers.next()).toBe(due + 5 * MINUTE);
  expect(outdatedIn(changed.host).map(({ channel }) => channel)).toEqual(['front']);
  expect(() => facesOf(changed.host)).toThrow(IncompatibleLog);
  c.host.ballotMessages.gone({ channel: 'front', message: '900' });
  changed.store.delivered('campaign01', 99);
  picket.bo.council.set({ quorum: '6' }, {});
  const [incompatible, sound] = unpostedIn(changed.host);
  expect([incompatible?.channel, sound?.channel]).toEqual(['front', 'rear']);
  expect(() => changed.host.ballotMessages.posting(incompatible?.ballot ?? 0)).toThrow(IncompatibleLog);
  expect(changed.host.ballotMessages.posting(sound?.ballot ?? 0)?.channel).toBe('rear');
  picket.ada.games.abandon(null);
  // The rules are mended: what waited is done.
  const mended = headquarters();
  expect(mended.host.timers.tick(due + 4 * MINUTE).announcements).toEqual([]);
  expect(heard(mended.host.timers.tick(due + 5 * MINUTE).announcements).text).toContain(
    'orders Sigel to attack, with both votes',
  );
});

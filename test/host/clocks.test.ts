import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/council/index.ts';
import { inspect } from '../../src/host/afterwards/replay-file/inspect.ts';
import { readLibrary } from '../../src/host/index.ts';
import { IncompatibleLog } from '../../src/host/table/replay-log.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { type Camp, camp, camped, DAWN, GRANT, heard, SIGEL } from './camp.ts';
import { breaking, facesOf, folderOf, headquarters, outdatedIn, REFUSING, textIn, unpostedIn } from './fixture.ts';
import { DONE, orders, SIDES, twoSides } from './two-sides.ts';

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
});

describe('many alarms at one time', () => {
  const FRONTS = 60;

  test('are done fifty at once, and the others with the next tick', () => {
    const hq = headquarters();
    const camps = Array.from({ length: FRONTS }, (_, n) => camped(hq, {}, `front-${n}`, DAWN));
    for (const c of camps) {
      c.ada.games.start({ systemId: 'overland' });
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
  picket.ada.games.start({ systemId: 'picket-line' });
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

test('what the clock ordered is in the file of the campaign, which is verified with it', () => {
  const camp = twoSides();
  camp.ada.clocks.showOrSet({ phase: '1h', reminder: 'off' });
  for (let phases = 0; camp.store.runningIn('front'); phases++) {
    expect(phases).toBeLessThan(20);
    camp.wait(HOUR);
  }
  const text = textIn(camp.ada.log.file());
  expect(JSON.parse(text).log.filter(({ cause }: { cause?: string }) => cause === 'clock')).toHaveLength(12);
  expect(findings(text)).toEqual([]);
  const forged = text.replaceAll('"cause": "clock"', '"cause": "machine"');
  expect(findings(forged)).not.toEqual([]);
});

const AHEAD = 400 * 24 * HOUR;

describe('a time that was set back', () => {
  test('lets a phase clock that was set while it stood ahead begin anew, with its reminder', () => {
    const camp = twoSides();
    camp.ada.clocks.showOrSet({ phase: '24h', reminder: '6h' });
    camp.pass(AHEAD);
    orders(camp, 'Bo', DONE);
    camp.pass(-AHEAD);
    expect(camp.host.timers.next()).toBeGreaterThan(camp.now() + AHEAD);
    setBack(camp);
    expect(camp.bo.clocks.showOrSet({}).text).toContain(`until <t:${(camp.now() + 24 * HOUR) / 1000}`);
    expect(heard(camp.wait(6 * HOUR)).text).toContain('Still waiting for you');
    expect(heard(camp.wait(18 * HOUR)).text).toContain('Time is up for the **Union**.');
  });

  test('lets ballots, silences and calls after quiet hours begin anew too', () => {
    const camp = twoSides();
    camp.pass(AHEAD);
    camp.cy.quietHours.set('0', '23', 'UTC');
    camp.member('Bo', { isModerator: true }).council.set({ mode: 'vote', quorum: '1', window: '1h' }, {});
    camp
      .member('Cy', { isModerator: true })
      .council.set({ mode: 'commander', commander: '300', rotate: '3h' }, { '300': 'Cy' });
    camp.ada.council.rota(true, null, 'confederate');
    camp.dee.seats.join('confederate');
    camp.dee.council.rota(true);
    camp.bo.quietHours.set('0', '23', 'UTC');
    camp.pass(-AHEAD);
    const game = camp.game();
    const far = () => camp.store.alarms(Number.MAX_SAFE_INTEGER).filter(({ at }) => at > camp.now() + 48 * HOUR);
    expect(far().map(({ what }) => what.split(' ')[0])).toEqual(expect.arrayContaining(['ballot', 'silence']));
    setBack(camp);
    expect(far()).toEqual([]);
    expect(camp.store.openBallots(game)[0]?.clockwork.closes).toBe(camp.now() + HOUR);
    expect(camp.store.alarm(game, 'silence confederate')).toBe(camp.now() + 3 * HOUR);
  });
});

/** The time was set back, and what is due by it is done. */
function setBack(camp: ReturnType<typeof twoSides>) {
  camp.host.timers.afterClockSetBack(camp.now());
  expect(camp.host.timers.tick(camp.now())).toMatchObject({ missed: [], more: false });
}

function findings(text: string) {
  return inspect(Buffer.from(text), SIDES).findings;
}

import { describe, expect, test } from 'vitest';
import { createTimedJobs } from '../../src/discord/outbound/timed-jobs.ts';
import { type Announcement, reply } from '../../src/host/index.ts';
import { manualClock } from '../../src/time-source.ts';
import { keptLog, signal, turns } from './trouble.ts';

const START = 1_800_000_000_000;
const MINUTE = 60_000;
/** Alarms that one round of the host deals with. */
const MOST_AT_ONCE = 4;

/** Alarms of a database by name, and what rang. */
function tower() {
  const clock = manualClock(START);
  const { log, lines } = keptLog();
  const due = new Map<string, number>();
  const ticks: number[] = [];
  const heard: string[] = [];
  /** Faults of the next round. */
  const faults: { tick: (() => void) | null; read: boolean } = { tick: null, read: false };
  const setBack: number[] = [];
  const host = {
    afterClockSetBack(now: number) {
      setBack.push(now - START);
    },
    next() {
      if (faults.read) throw new Error('The disk is gone');
      return due.size === 0 ? null : Math.min(...due.values());
    },
    tick(now: number) {
      ticks.push(now - START);
      faults.tick?.();
      const all = [...due].filter(([, at]) => at <= now).sort(([, a], [, b]) => a - b);
      const struck = all.slice(0, MOST_AT_ONCE);
      for (const [name] of struck) due.delete(name);
      const announcements: Announcement[] = struck.map(([name]) => ({
        channel: 'front',
        answer: reply('channel', name),
      }));
      return {
        announcements,
        missed: [] as { game: string; what: string; error: unknown }[],
        more: all.length > struck.length,
        ready: null as Promise<void> | null,
      };
    },
  };
  const alarm = createTimedJobs({ host: { timers: host }, clock, log }, (announcements) => {
    heard.push(...announcements.map(({ answer }) => answer.text));
  });
  return {
    clock,
    alarm,
    host,
    due,
    ticks,
    setBack,
    heard,
    faults,
    lines,
    set(name: string, ms: number) {
      due.set(name, START + ms);
      alarm.arm();
    },
  };
}

describe('an alarm', () => {
  test('does at its start, in order, what fell due while nothing ran', () => {
    const { alarm, due, heard, ticks } = tower();
    due.set('late', START - 5);
    due.set('later', START - 1);
    due.set('not yet', START + MINUTE);
    alarm.start();
    expect([heard, ticks]).toEqual([['late', 'later'], [0]]);
  });

  test('waits for days, and notices within a minute that the clock was set or the machine slept', () => {
    const { alarm, clock, set, heard } = tower();
    alarm.start();
    set('ballot', 3 * 24 * 60 * MINUTE);
    clock.advance(10 * MINUTE);
    const real = clock.now;
    Object.assign(clock, { now: () => real() + 3 * 24 * 60 * MINUTE });
    expect(heard).toEqual([]);
    clock.advance(MINUTE);
    expect(heard).toEqual(['ballot']);
  });

  test('does nothing before it is started and after it is stopped', () => {
    const { alarm, clock, set, ticks } = tower();
    set('early', 0);
    expect(ticks).toEqual([]);
    alarm.start();
    expect(ticks).toEqual([0]);
    set('ballot', 1000);
    alarm.stop();
    alarm.arm();
    clock.advance(MINUTE);
    expect(ticks).toEqual([0]);
  });
});

describe('more work than one round does', () => {
  const names = Array.from({ length: 10 }, (_, at) => `ballot ${at}`);

  test('is done in several rounds, in order; members are answered between them', () => {
    const { alarm, clock, due, heard, ticks, lines } = tower();
    for (const [at, name] of names.entries()) due.set(name, START - 100 + at);
    alarm.start();
    expect(heard).toEqual(names.slice(0, 4));
    // Whatever a member does in the meantime does not bring the next round into the same breath.
    alarm.arm();
    expect(heard).toHaveLength(4);
    clock.advance(0);
    expect(heard).toEqual(names);
    expect([ticks, lines]).toEqual([[0, 0, 0], []]);
  });

  test('has longer pauses after a round in which a job failed', () => {
    const { alarm, clock, due, host, heard, ticks } = tower();
    for (const name of names) due.set(name, START);
    const tick = host.tick;
    host.tick = (now) => ({ ...tick(now), missed: [{ game: 'k3x9mnpqrs', what: 'ballot 99', error: new Error() }] });
    alarm.start();
    clock.advance(999);
    expect(ticks).toEqual([0]);
    clock.advance(1001);
    expect([heard.length, ticks]).toEqual([10, [0, 1000, 2000]]);
  });

  test('waits until a long log is read, whatever else happens', async () => {
    const { alarm, clock, due, host, heard, ticks, lines } = tower();
    due.set('ballot', START);
    const tick = host.tick;
    const { given: ready, give: loaded } = signal();
    host.tick = (now) => {
      ticks.push(now - START);
      return { announcements: [], missed: [], more: false, ready };
    };
    alarm.start();
    for (let press = 0; press < 100; press++) {
      alarm.arm();
      clock.advance(10);
    }
    expect([ticks, lines]).toEqual([[0], []]);
    host.tick = tick;
    loaded();
    await turns();
    clock.advance(0);
    expect([heard, ticks]).toEqual([['ballot'], [0, 1000]]);
  });
});

describe('trouble with timed jobs', () => {
  test('is logged once, and they are tried again with longer and longer waits, whatever else happens', () => {
    const { alarm, clock, set, heard, ticks, faults, lines } = tower();
    faults.tick = () => {
      throw new Error('The disk is gone');
    };
    alarm.start();
    set('ballot', 0);
    for (let press = 0; press < 100; press++) {
      alarm.arm();
      clock.advance(10);
    }
    expect(ticks).toEqual([0]);
    clock.advance(MINUTE - 1000);
    expect(ticks).toEqual([0, 5000, 15_000, 35_000]);
    // However long it lasts, it is told of once.
    expect(lines).toHaveLength(1);
    faults.tick = null;
    clock.advance(MINUTE);
    expect(heard).toEqual(['ballot']);
    set('next', 10 * MINUTE);
    clock.advance(10 * MINUTE);
    expect(heard).toEqual(['ballot', 'next']);
  });

  test('with reading the next due time is handled alike', () => {
    const { alarm, clock, set, heard, faults, lines } = tower();
    alarm.start();
    faults.read = true;
    set('ballot', 1000);
    alarm.arm();
    clock.advance(4000);
    expect([heard, lines.length]).toEqual([[], 1]);
    faults.read = false;
    clock.advance(1000);
    expect(heard).toEqual(['ballot']);
  });

  test('does not outlast a clock that is set back', () => {
    const { alarm, clock, set, heard, faults, lines } = tower();
    alarm.start();
    faults.tick = () => {
      throw new Error('The disk is gone');
    };
    set('ballot', 0);
    clock.advance(0);
    expect(lines).toHaveLength(1);
    const real = clock.now;
    Object.assign(clock, { now: () => real() - 60 * MINUTE });
    faults.tick = null;
    set('ballot', -60 * MINUTE);
    clock.advance(5000);
    expect(heard).toEqual(['ballot']);
  });
});

test('a clock that was set back is noticed at the start and within a minute, also if it was ahead for a moment', () => {
  const { alarm, clock, set, setBack } = tower();
  alarm.start();
  expect(setBack).toEqual([0]);
  const real = clock.now;
  const ahead = (ms: number) => Object.assign(clock, { now: () => real() + ms });
  set('phase', 60 * MINUTE);
  clock.advance(5000);
  ahead(400 * 24 * 60 * MINUTE);
  set('phase', 401 * 24 * 60 * MINUTE);
  ahead(0);
  clock.advance(MINUTE);
  expect(setBack).toEqual([0, MINUTE + 5000]);
  clock.advance(10 * MINUTE);
  expect(setBack).toHaveLength(2);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuiet, localTime, quietUntil, readTimeOfDay, readZone } from '../../src/host/table/quiet-hours.ts';
import { DAWN, heard } from './camp.ts';
import { DONE, HOUR, MINUTE, orders, twoSides, users } from './two-sides.ts';

const [BO, CY] = ['200', '300'] as const;

/** The camp’s clock begins at 22:13 UTC. */
const NIGHT = { from: '22', to: '7:30', zone: 'UTC' } as const;

function quiet(
  camp: ReturnType<typeof twoSides>,
  member: 'Bo' | 'Cy' | 'Dee',
  { from, to, zone }: typeof NIGHT = NIGHT,
) {
  return camp.member(member).quietHours.set(from, to, zone);
}

describe('quiet hours', () => {
  test('end at the next time their end is shown by the member’s clock, and only they are quiet', () => {
    const quiets = fc.record({
      starts: fc.integer({ min: 0, max: 1439 }),
      ends: fc.integer({ min: 0, max: 1439 }),
      zone: fc.integer({ min: -48, max: 56 }).map((quarters) => {
        const minutes = Math.abs(quarters * 15);
        const offset = `${quarters < 0 ? '-' : '+'}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
        return readZone(offset) ?? '';
      }),
    });
    fc.assert(
      fc.property(quiets, fc.integer({ min: 0, max: 20_000_000 }), (record, minutes) => {
        const at = DAWN + minutes * MINUTE;
        const end = quietUntil(record, at);
        if (!isQuiet(record, at)) {
          expect(end).toBe(at);
          return;
        }
        expect(localTime(end, record.zone)).toBe(record.ends);
        expect(isQuiet(record, end)).toBe(false);
        for (let one = at; one < end; one += 7 * MINUTE) expect(isQuiet(record, one)).toBe(true);
        // Whoever asks at the start has all of them before them.
        expect(end - at).toBeLessThan(24 * HOUR);
      }),
      { numRuns: 300 },
    );
  });

  // Clocks in Berlin go from 2:00 to 3:00 on 31 March 2024 (1:00 UTC), and from 3:00 back to 2:00 on 27 October 2024 (1:00 UTC).
  test.each([
    ['the day before summer time', '22', '7:30', '2024-03-29T20:59Z', null],
    ['the day before summer time', '22', '7:30', '2024-03-29T21:00Z', '2024-03-30T06:30Z'],
    ['over the change to summer time', '22', '7:30', '2024-03-30T21:00Z', '2024-03-31T05:30Z'],
    ['after the change to summer time', '22', '7:30', '2024-03-31T19:59Z', null],
    ['after the change to summer time', '22', '7:30', '2024-03-31T20:00Z', '2024-04-01T05:30Z'],
    ['to an hour that does not come', '22', '2:30', '2024-03-30T21:00Z', '2024-03-31T01:00Z'],
    ['from an hour that does not come', '2:30', '7', '2024-03-31T00:59Z', null],
    ['from an hour that does not come', '2:30', '7', '2024-03-31T01:00Z', '2024-03-31T05:00Z'],
    ['the day before winter time', '22', '7:30', '2024-10-25T20:00Z', '2024-10-26T05:30Z'],
    ['over the change to winter time', '22', '7:30', '2024-10-26T20:00Z', '2024-10-27T06:30Z'],
    ['after the change to winter time', '22', '7:30', '2024-10-27T20:59Z', null],
    ['to an hour that comes twice', '22', '2:30', '2024-10-26T23:00Z', '2024-10-27T00:30Z'],
    ['to an hour that comes twice', '22', '2:30', '2024-10-27T00:45Z', null],
    ['to an hour that comes twice', '22', '2:30', '2024-10-27T01:00Z', '2024-10-27T01:30Z'],
    ['to the hour after the one that comes twice', '22', '3', '2024-10-26T20:00Z', '2024-10-27T02:00Z'],
    ['from an hour that comes twice', '2:30', '7', '2024-10-27T00:30Z', '2024-10-27T01:00Z'],
    ['from an hour that comes twice', '2:30', '7', '2024-10-27T01:30Z', '2024-10-27T06:00Z'],
  ])('of a place go by its clocks: %s, from %s to %s, at %s', (_, from, to, at, end) => {
    const record = { starts: readTimeOfDay(from) ?? 0, ends: readTimeOfDay(to) ?? 0, zone: 'Europe/Berlin' };
    const now = Date.parse(at);
    expect([isQuiet(record, now), new Date(quietUntil(record, now))]).toEqual([end !== null, new Date(end ?? at)]);
  });

  test('of a place end with a ping at the hour that its clocks show, on both sides of a change', () => {
    const camp = twoSides();
    // The camp's clock begins on 14 November 2023, at 17:13 in New York; clocks there are set forward on 10 March 2024.
    const set = quiet(camp, 'Cy', { from: '17', to: '7:30', zone: 'new york' } as unknown as typeof NIGHT);
    expect(set.text).toContain('(America/New York, where it is 17:13 now)');
    expect(set.text).not.toContain('summer time');
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    const until = (iso: string) => camp.wait(Date.parse(iso) - camp.now());
    expect(until('2023-11-15T12:29Z')).toEqual([]);
    expect(users(heard(until('2023-11-15T12:30Z')))).toEqual([CY]);
    quiet(camp, 'Bo', { from: '17', to: '7:30', zone: 'America/New_York' } as unknown as typeof NIGHT);
    until('2024-03-10T01:00Z');
    orders(camp, 'Cy', DONE);
    orders(camp, 'Cy', DONE);
    expect(until('2024-03-10T11:29Z')).toEqual([]);
    expect(users(heard(until('2024-03-10T11:30Z')))).toEqual([BO]);
  });

  test('from a time to the same are none: a member could never be pinged', () => {
    for (const zone of ['UTC-5', 'UTC', 'UTC+5:45', 'Europe/Berlin'])
      for (const starts of [0, 420, 1439])
        for (let at = DAWN; at < DAWN + 24 * HOUR; at += 20 * MINUTE) {
          const none = { starts, ends: starts, zone };
          expect([isQuiet(none, at), quietUntil(none, at)]).toEqual([false, at]);
        }
  });

  test('are read as members write them', () => {
    expect(['22', '22:30', '7h', '7:05', '10 pm', '12am', '12 pm', '24', '0'].map(readTimeOfDay)).toEqual([
      1320, 1350, 420, 425, 1320, 0, 720, 0, 0,
    ]);
    expect(['', '25', '24:30', '7:60', '13 pm', '-3'].map(readTimeOfDay)).toEqual([null, null, null, null, null, null]);
    expect(['UTC', 'utc+2', '+2', '-5', 'GMT-3:30', '+0545', '−8'].map(readZone)).toEqual([
      ...['UTC', 'UTC+2', 'UTC+2', 'UTC-5', 'UTC-3:30', 'UTC+5:45', 'UTC-8'],
    ]);
    expect(
      ['europe/berlin', ' Berlin', 'new york', 'US/Eastern', 'kyiv', 'Asia/Calcutta', '+5:05'].map(readZone),
    ).toEqual([
      ...['Europe/Berlin', 'Europe/Berlin', 'America/New_York', 'America/New_York', 'Europe/Kyiv', 'Asia/Kolkata'],
      'UTC+5:05',
    ]);
    expect(['CET', 'EST', '+15', '2', '', 'Europe/', 'Europe/Atlantis'].map(readZone)).toEqual(Array(7).fill(null));
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuiet, readTimeOfDay, wakes } from '../../src/host/turn/quiet-hours.ts';
import { localTime, readZone, zoneInWords } from '../../src/host/turn/time-zones.ts';
import { DAWN, heard } from './camp.ts';
import { said } from './fixture.ts';
import { confirmsUndo, DONE, HOUR, MINUTE, orders, twoSides, users } from './two-sides.ts';

const [BO, CY, DEE] = ['200', '300', '400'] as const;

/** The camp’s clock begins at 22:13 UTC. */
const NIGHT = { from: '22', to: '7:30', zone: 'UTC' } as const;

function quiet(
  camp: ReturnType<typeof twoSides>,
  member: 'Bo' | 'Cy' | 'Dee',
  { from, to, zone }: typeof NIGHT = NIGHT,
) {
  return said(camp.host.quietHours.set(camp.as(member), from, to, zone));
}

describe('quiet hours', () => {
  test('keep a member from being pinged; when they end and it is their turn still, they are pinged then', () => {
    const camp = twoSides();
    quiet(camp, 'Cy');
    orders(camp, 'Bo', DONE);
    const turn = orders(camp, 'Bo', DONE);
    expect([users(turn), turn.text.includes(`<@${CY}>`)]).toEqual([[], false]);
    const wakesAt = Date.UTC(2023, 10, 15, 7, 30);
    // Whoever waits for them is told when they will be.
    const seconds = wakesAt / 1000;
    expect(turn.text.split('\n').slice(-2)).toEqual([
      '**Confederacy:** Your movement.',
      `-# All its members are in their quiet hours. The bot pings them when those end, on <t:${seconds}:f> (<t:${seconds}:R>).`,
    ]);
    expect(camp.wait(wakesAt - camp.now() - MINUTE)).toEqual([]);
    const pinged = heard(camp.wait(MINUTE));
    expect([users(pinged), pinged.drawing === null]).toEqual([[CY], false]);
    expect(pinged.text).toContain(`<@${CY}> **Confederacy:** Still waiting for you. Your movement.`);
    expect(camp.wait(MINUTE)).toEqual([]);
  });

  test('of one member are no night for another of the side', () => {
    const camp = twoSides();
    camp.host.seats.join(camp.as('Dee'), 'confederate');
    quiet(camp, 'Cy');
    orders(camp, 'Bo', DONE);
    expect(users(orders(camp, 'Bo', DONE))).toEqual([DEE]);
    orders(camp, 'Dee', { verb: 'move', unit: 'c1', to: '4' });
    expect(users(heard(camp.wait(10 * HOUR)))).toEqual([CY]);
  });

  test.each([
    [
      'have ordered by then',
      (camp: ReturnType<typeof twoSides>) => orders(camp, 'Cy', { verb: 'move', unit: 'c1', to: '4' }),
    ],
    ['have left the side by then', (camp) => camp.host.seats.bench(camp.as('Cy'), { discordId: CY, name: 'Cy' }, null)],
    [
      'command the side no more by then',
      (camp) => {
        camp.host.seats.join(camp.as('Dee'), 'confederate');
        const dee = camp.as('Dee', { isModerator: true });
        camp.host.council.set(dee, { mode: 'commander', commander: DEE }, { [DEE]: 'Dee' });
      },
    ],
    ['are waited for no more', (camp) => confirmsUndo(camp, 'Ada')],
  ] as [string, (camp: ReturnType<typeof twoSides>) => unknown][])('ping nobody later who %s', (_, meanwhile) => {
    const camp = twoSides();
    quiet(camp, 'Cy');
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    meanwhile(camp);
    expect(camp.wait(10 * HOUR)).toEqual([]);
  });

  test('that are ended or moved ping at once, or at the new hour; no restart forgets it', () => {
    const camp = twoSides();
    quiet(camp, 'Cy');
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    quiet(camp, 'Cy', { ...NIGHT, to: '6' } as unknown as typeof NIGHT);
    camp.wait(0);
    const after = camp.restarted();
    const six = Date.UTC(2023, 10, 15, 6);
    expect(users(heard(after.wait(six - after.now())))).toEqual([CY]);

    orders(after, 'Cy', DONE);
    orders(after, 'Cy', DONE);
    quiet(after, 'Bo', { from: '5', to: '4', zone: 'UTC' } as unknown as typeof NIGHT);
    orders(after, 'Bo', DONE);
    said(after.host.quietHours.off(after.as('Bo')));
    expect(after.wait(0)).toEqual([]);
  });

  test('hold a reminder back as well', () => {
    const camp = twoSides();
    camp.host.clocks.showOrSet(camp.as('Ada'), { reminder: '2h' });
    quiet(camp, 'Bo');
    camp.host.seats.join(camp.as('Dee'), 'union');
    // Bo was at the table when it began, and is asleep when the reminder comes.
    expect(users(heard(camp.wait(2 * HOUR)))).toEqual([DEE]);
    expect(users(heard(camp.wait(8 * HOUR)))).toEqual([BO]);
  });

  test('are shown, set and ended, the member alone being told', () => {
    const camp = twoSides();
    expect(camp.host.quietHours.show(camp.as('Dee'))).toMatchObject({
      to: 'member',
      text: expect.stringContaining('no quiet hours'),
    });
    const set = quiet(camp, 'Dee', { from: '10 pm', to: '7', zone: '+5:30' } as unknown as typeof NIGHT);
    expect([set.to, set.text]).toEqual([
      'member',
      expect.stringContaining('from **22:00** to **07:00** (UTC+5:30, where it is 03:43 now)'),
    ]);
    expect(set.text).toContain('for summer time');
    expect(camp.host.quietHours.show(camp.as('Dee')).text).toBe(set.text);
    expect(camp.host.quietHours.off(camp.as('Dee')).text).toContain('at any time');
    for (const [from, to, zone, word] of [
      ['25', '7', 'UTC', 'not a time of day'],
      ['22', 'late', 'UTC', 'not a time of day'],
      ['22', '7', 'Berlin', 'time zone'],
      ['22', '22:00', 'UTC', 'whole day'],
    ] as const)
      expect(camp.host.quietHours.set(camp.as('Dee'), from, to, zone).text).toContain(word);
    const zones = camp.host.quietHours.zones(camp.as('Dee'));
    expect(zones.find(({ value }) => value === 'UTC+1')?.label).toBe('UTC+1 · now 23:13 there');
    expect(zones.every(({ value }) => readZone(value) !== null)).toBe(true);
  });

  test('end at the next time their end is shown by the member’s clock, and only they are quiet', () => {
    const quiets = fc.record({
      starts: fc.integer({ min: 0, max: 1439 }),
      ends: fc.integer({ min: 0, max: 1439 }),
      zone: fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15),
    });
    fc.assert(
      fc.property(quiets, fc.integer({ min: 0, max: 20_000_000 }), (record, minutes) => {
        const at = DAWN + minutes * MINUTE;
        const end = wakes(record, at);
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

  test('from a time to the same are none: a member could never be pinged', () => {
    for (const zone of [-300, 0, 345])
      for (const starts of [0, 420, 1439])
        for (let at = DAWN; at < DAWN + 24 * HOUR; at += 20 * MINUTE) {
          const none = { starts, ends: starts, zone };
          expect([isQuiet(none, at), wakes(none, at)]).toEqual([false, at]);
        }
  });

  test('are read as members write them', () => {
    expect(['22', '22:30', '7h', '7:05', '10 pm', '12am', '12 pm', '24', '0'].map(readTimeOfDay)).toEqual([
      1320, 1350, 420, 425, 1320, 0, 720, 0, 0,
    ]);
    expect(['', '25', '24:30', '7:60', '13 pm', '-3'].map(readTimeOfDay)).toEqual([null, null, null, null, null, null]);
    expect(['UTC', 'utc+2', '+2', '-5', 'GMT-3:30', '+0545', '−8'].map(readZone)).toEqual([
      0, 120, 120, -300, -210, 345, -480,
    ]);
    expect(['CET', '+15', '2', ''].map(readZone)).toEqual([null, null, null, null]);
    expect([0, 330, -210, -300].map(zoneInWords)).toEqual(['UTC', 'UTC+5:30', 'UTC-3:30', 'UTC-5']);
  });
});

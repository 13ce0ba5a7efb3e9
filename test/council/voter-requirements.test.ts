import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, excluded } from '../../src/council/index.ts';

const OPENED = Date.UTC(2026, 4, 4);
const anyone = { role: null, memberDays: 0, accountDays: 0 };
const stranger = { roles: [], joinedAt: null, accountSince: OPENED };

describe('who can vote', () => {
  test('everybody, if nothing is asked for, with an account made since too', () => {
    expect(excluded(anyone, OPENED, { ...stranger, accountSince: OPENED + DAY })).toBeNull();
  });

  test('days count to the millisecond, back from when the ballot opened', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3650 }), fc.integer({ min: -DAY, max: DAY }), (days, late) => {
        const at = OPENED - days * DAY + late;
        expect(excluded({ ...anyone, memberDays: days }, OPENED, { ...stranger, joinedAt: at })).toEqual(
          late > 0 ? { why: 'joined', days, from: OPENED + late } : null,
        );
        expect(excluded({ ...anyone, accountDays: days }, OPENED, { ...stranger, accountSince: at })).toEqual(
          late > 0 ? { why: 'account', days, from: OPENED + late } : null,
        );
      }),
      {
        examples: [
          [7, 0],
          [7, 1],
          [7, -1],
        ],
      },
    );
  });

  test('whoever is too new may vote from the time they are told, and not a millisecond before', () => {
    const time = fc.integer({ min: OPENED - 100 * DAY, max: OPENED });
    const days = fc.integer({ min: 0, max: 90 });
    fc.assert(
      fc.property(time, time, days, days, (joinedAt, accountSince, memberDays, accountDays) => {
        const rules = { role: null, memberDays, accountDays };
        const member = { roles: [], joinedAt, accountSince };
        const why = excluded(rules, OPENED, member);
        if (why === null || why.why === 'role') return;
        expect(excluded(rules, why.from as number, member)).toBeNull();
        expect(excluded(rules, (why.from as number) - 1, member)).not.toBeNull();
      }),
    );
  });
});

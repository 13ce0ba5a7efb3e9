import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, excluded } from '../../src/council/index.ts';

const OPENED = Date.UTC(2026, 4, 4);
const anyone = { role: null, memberDays: 0, accountDays: 0 };
const stranger = { roles: [], joinedAt: null, accountSince: OPENED };

describe('who can vote', () => {
  test('everybody, if nothing is asked for', () => {
    expect(excluded(anyone, OPENED, stranger)).toBeNull();
    expect(excluded(anyone, OPENED, { ...stranger, accountSince: OPENED + DAY })).toBeNull();
  });

  test('only members with the role', () => {
    const staff = { ...anyone, role: '77' };
    expect(excluded(staff, OPENED, { ...stranger, roles: ['7', '777'] })).toEqual({ why: 'role', role: '77' });
    expect(excluded(staff, OPENED, { ...stranger, roles: ['7', '77'] })).toBeNull();
  });

  test('nobody of whom it is not known when they joined, if that matters', () => {
    expect(excluded({ ...anyone, memberDays: 1 }, OPENED, stranger)).toEqual({
      why: 'joined',
      days: 1,
      from: null,
    });
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

  test('all that is asked for, at once', () => {
    const strict = { role: '77', memberDays: 7, accountDays: 30 };
    const old = { roles: ['77'], joinedAt: OPENED - 8 * DAY, accountSince: OPENED - 31 * DAY };
    expect(excluded(strict, OPENED, old)).toBeNull();
    expect(excluded(strict, OPENED, { ...old, roles: [] })?.why).toBe('role');
    expect(excluded(strict, OPENED, { ...old, joinedAt: OPENED })?.why).toBe('joined');
    expect(excluded(strict, OPENED, { ...old, accountSince: OPENED })?.why).toBe('account');
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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemberRateLimit, TYPING } from '../../src/discord/inbound/dispatcher.ts';
import { manualClock } from '../../src/time-source.ts';

const counted = (results: readonly string[]) =>
  Object.fromEntries(['yes', 'slower', 'no'].map((how) => [how, results.filter((each) => each === how).length]));

describe('how fast a member may press', () => {
  test('ten at once are handled, then two a second; “slow down” is said once in five seconds', () => {
    const clock = manualClock();
    const admission = createMemberRateLimit(clock);
    const press = (times: number) => counted(Array.from({ length: times }, () => admission.admit('1')));
    expect(press(100)).toEqual({ yes: 10, slower: 1, no: 89 });
    clock.advance(1000);
    expect(press(100)).toEqual({ yes: 2, slower: 0, no: 98 });
    clock.advance(4000);
    expect(press(100)).toEqual({ yes: 8, slower: 1, no: 91 });
    clock.advance(60_000);
    expect(press(10)).toEqual({ yes: 10, slower: 0, no: 0 });
  });

  test('whatever one does, no other is slower for it', () => {
    const clock = manualClock();
    const admission = createMemberRateLimit(clock);
    for (let index = 0; index < 1000; index++) admission.admit('1');
    expect(admission.admit('2')).toBe('yes');
  });

  test('a member gets more completions than presses', () => {
    const clock = manualClock();
    const admission = createMemberRateLimit(clock, TYPING);
    const type = (times: number) => counted(Array.from({ length: times }, () => admission.admit('1')));
    expect(type(200).yes).toBe(60);
    clock.advance(1000);
    expect(type(200).yes).toBe(20);
  });

  test('a clock that is set back keeps nobody out for longer', () => {
    const clock = manualClock(10_000_000);
    let now = clock.now();
    const admission = createMemberRateLimit({ ...clock, now: () => now });
    for (let index = 0; index < 20; index++) admission.admit('1');
    now -= 3_600_000;
    expect(admission.admit('1')).toBe('slower');
    now += 5000;
    expect(admission.admit('1')).toBe('yes');
  });

  test('in any sequence: never more than ten and two a second, never less than is due', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2000), { maxLength: 200 }), (waits) => {
        const clock = manualClock();
        const admission = createMemberRateLimit(clock);
        let passed = 0;
        let taken = 0;
        for (const wait of waits) {
          clock.advance(wait);
          passed += wait;
          if (admission.admit('1') === 'yes') taken += 1;
          expect(taken).toBeLessThanOrEqual(10 + (passed / 1000) * 2 + 1e-6);
        }
        expect(taken).toBeGreaterThanOrEqual(Math.min(waits.length, 10));
      }),
    );
  });
});

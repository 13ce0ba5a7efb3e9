import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSnowflakes, snowflakeAt, snowflakeSource, timeOfSnowflake } from '../../src/sandbox/world/snowflake.ts';
import { manualClock, systemClock } from '../../src/time-source.ts';

describe('the clock of tests', () => {
  it('calls what falls due in order, also what is set on the way', () => {
    const clock = manualClock(1000);
    const called: string[] = [];
    clock.after(20, () => called.push(`b at ${clock.now()}`));
    clock.after(10, () => {
      called.push(`a at ${clock.now()}`);
      clock.after(5, () => called.push(`c at ${clock.now()}`));
    });
    const cancel = clock.after(12, () => called.push('never'));
    cancel();
    clock.advance(15);
    expect(called).toEqual(['a at 1010', 'c at 1015']);
    clock.advance(100);
    expect(called).toEqual(['a at 1010', 'c at 1015', 'b at 1020']);
    expect(clock.now()).toBe(1115);
  });
});

describe('the clock of the machine', () => {
  it('calls later, unless that was taken back', async () => {
    const called: string[] = [];
    const cancel = systemClock.after(1, () => called.push('never'));
    cancel();
    const keepAlive = setInterval(() => {}, 1000);
    await new Promise<void>((resolve) => systemClock.after(5, resolve));
    clearInterval(keepAlive);
    expect(called).toEqual([]);
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
  });
});

describe('an id', () => {
  const time = fc.integer({ min: 1_420_070_400_000, max: 4_000_000_000_000 });

  it('carries its time', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 4095 }), (at, serial) => {
        const id = snowflakeAt(at, serial);
        return BigInt(id) < 1n << 64n && timeOfSnowflake(id) === at;
      }),
    );
  });

  it('is greater than all before it, however many a millisecond brings', () => {
    const clock = manualClock(1_700_000_000_000);
    const next = snowflakeSource(clock);
    const ids = Array.from({ length: 10_000 }, (_, index) => {
      if (index % 3000 === 0) clock.advance(1);
      return next();
    });
    expect(ids.every((id, index) => index === 0 || compareSnowflakes(ids[index - 1] ?? '', id) < 0)).toBe(true);
  });
});

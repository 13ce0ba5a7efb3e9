import type { Clock } from '../../time-source.ts';

/** Discord's epoch: the first second of 2015. */
const EPOCH = 1_420_070_400_000;

/** The id of the given time (milliseconds since 1970) and serial number (0 to 4095). */
export function snowflakeAt(time: number, serial = 0): string {
  return ((BigInt(time - EPOCH) << 22n) | BigInt(serial)).toString();
}

/** A time (milliseconds since 1970) in Discord's ISO format. */
export function iso(time: number): string {
  return new Date(time).toISOString().replace('Z', '000+00:00');
}

/** Compares two ids by age: negative if the first is older. */
export const compareSnowflakes = new Intl.Collator('en', { numeric: true }).compare;

/** A source of increasing ids with the clock's time. */
export function snowflakeSource(clock: Clock): () => string {
  let last = 0n;
  return () => {
    const first = BigInt(snowflakeAt(clock.now()));
    last = first > last ? first : last + 1n;
    return last.toString();
  };
}

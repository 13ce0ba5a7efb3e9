import { expect, test } from 'vitest';
import { courseOf, watchResident } from './resident.ts';

/** A reading every ten seconds of an hour. */
function hour(megabytes: (seconds: number) => number) {
  return Array.from({ length: 361 }, (_, at) => ({ seconds: at * 10, megabytes: megabytes(at * 10) }));
}

test.each([
  ['fills caches for ten minutes and then swings about a level', true, (seconds: number) => cached(seconds)],
  ['has a single peak', true, (seconds: number) => (seconds === 3000 ? 400 : 200)],
  ['was given back', true, (seconds: number) => (seconds < 2600 ? 260 : 200)],
  ['still rises, a megabyte a minute', false, (seconds: number) => 200 + seconds / 60],
])('memory that %s: level, %s', (_, level, megabytes) => {
  expect(courseOf(hour(megabytes))?.level).toBe(level);
});

function cached(seconds: number): number {
  return 150 + 50 * Math.min(1, seconds / 600) + ((seconds / 10) % 7) - 3;
}

test('what came before it had settled does not count; of too few readings nothing can be told', () => {
  const rising = hour((seconds) => Math.min(seconds, 600) / 3);
  expect(courseOf(rising)?.level).toBe(true);
  expect(courseOf(rising.filter(({ seconds }) => seconds <= 660))).toBeNull();
});

test('a process is watched from outside', async () => {
  const watch = watchResident(process.pid, 5);
  if (process.platform === 'linux') await expect.poll(() => watch.readings.length).toBeGreaterThan(2);
  watch.stop();
  for (const { megabytes } of watch.readings) expect(megabytes).toBeGreaterThan(10);
});

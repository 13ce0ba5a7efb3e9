import { expect, test } from 'vitest';
import { courseOf, watchResident } from './resident.ts';

/** A reading every ten seconds of an hour. */
function hour(megabytes: (seconds: number) => number) {
  return Array.from({ length: 361 }, (_, at) => ({ seconds: at * 10, megabytes: megabytes(at * 10) }));
}

test('memory that fills caches for ten minutes and then swings about a level is level', () => {
  const course = courseOf(hour((seconds) => 150 + 50 * Math.min(1, seconds / 600) + ((seconds / 10) % 7) - 3));
  expect(course).toMatchObject({ level: true, thirds: [200, 200, 200], peak: 203 });
});

test('a single peak is told and makes nothing of it', () => {
  expect(courseOf(hour((seconds) => (seconds === 3000 ? 400 : 200)))).toMatchObject({ level: true, peak: 400 });
});

test('memory that still rises is not, at one megabyte a minute', () => {
  expect(courseOf(hour((seconds) => 200 + seconds / 60))?.level).toBe(false);
  expect(
    courseOf(
      hour((seconds) => 200 + seconds / 60),
      { tolerance: 20 },
    )?.level,
  ).toBe(true);
});

test('memory that was given back is level', () => {
  expect(courseOf(hour((seconds) => (seconds < 2600 ? 260 : 200)))?.level).toBe(true);
});

test('what came before it had settled does not count; of too few readings nothing can be told', () => {
  const rising = hour((seconds) => Math.min(seconds, 600) / 3);
  expect(courseOf(rising)?.level).toBe(true);
  expect(courseOf(rising.filter(({ seconds }) => seconds <= 660))).toBeNull();
  expect(
    courseOf(
      rising.filter(({ seconds }) => seconds <= 600),
      { settled: 0 },
    )?.level,
  ).toBe(false);
});

test('a process is watched from outside', async () => {
  const watch = watchResident(process.pid, 5);
  if (process.platform === 'linux') await expect.poll(() => watch.readings.length).toBeGreaterThan(2);
  watch.stop();
  for (const { megabytes } of watch.readings) expect(megabytes).toBeGreaterThan(10);
  expect(watch.readings.map(({ seconds }) => seconds)).toEqual(
    watch.readings.map(({ seconds }) => seconds).toSorted((one, other) => one - other),
  );
});

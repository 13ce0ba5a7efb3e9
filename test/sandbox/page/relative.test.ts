import { expect, test } from 'vitest';
import { plainText } from '../../../src/sandbox/page/js/markdown.js';
import { relativeTime } from '../../../src/sandbox/page/js/time.js';

test.each([
  [0, 'now'],
  [1, 'in 1 second'],
  [59, 'in 59 seconds'],
  [60, 'in 1 minute'],
  [15 * 60 - 1, 'in 15 minutes'],
  [14 * 60 + 29, 'in 14 minutes'],
  [44 * 60, 'in 44 minutes'],
  [50 * 60, 'in 1 hour'],
  [21.4 * 3600, 'in 21 hours'],
  [23 * 3600, 'tomorrow'],
  [7 * 86_400 - 30, 'in 7 days'],
  [-90, '1 minute ago'],
])('%i seconds from now is "%s"', (seconds, words) => {
  const now = new Date('2026-05-05T12:00:00Z');
  expect(relativeTime(new Date(now.getTime() + seconds * 1000), now)).toBe(words);
});

test('a role is read out by its name', () => {
  const roleOf = (id: string) => (id === '7' ? { id, name: 'Staff', color: 0 } : undefined);
  const names = { nameOf: () => undefined, roleOf, channelName: () => undefined };
  expect(plainText('<@&7> and <@&8>', names)).toBe('@Staff and @unknown role');
});

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Happening } from '../../src/sandbox/sandbox.ts';
import { post } from './machine.ts';
import { answer, seat } from './table.ts';

/** As it is operated: a token, no health port, Discord in another process. Nothing but its own waits keeps the program alive. */
const BREAKS: readonly (readonly [what: string, happening: Happening])[] = [
  ['a torn connection', { kind: 'cut' }],
  ['op 7', { kind: 'reconnect' }],
  ['op 9, session lost', { kind: 'invalidate' }],
  ['op 9, session kept', { kind: 'invalidate', resumable: true }],
  ['close code 4000', { kind: 'close', code: 4000 }],
  ['close code 4009', { kind: 'close', code: 4009 }],
];

test.each(BREAKS)('after %s the process that was started goes on', { timeout: 90_000 }, async (_what, happening) => {
  const at = await post();
  const running = await at.start();
  // Long enough for the connections of the start to be idle.
  await pause(5500);
  at.sandbox.happen(happening);
  await expect.poll(() => at.sandbox.bot.online, { timeout: 30_000 }).toBe(true);
  await pause(1500);
  expect(running.child.exitCode).toBe(null);
  expect(answer(await seat(at.sandbox, 'Ada').command('help')).content).not.toBe('');
});

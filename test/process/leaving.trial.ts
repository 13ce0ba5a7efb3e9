import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folder, preload, start } from './child.ts';
import { post } from './machine.ts';

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a start that Discord does not answer, too', async (signal) => {
  const mute = createServer(() => {});
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const asked = once(mute, 'request');
  onTestFinished(() => {
    mute.closeAllConnections();
    mute.close();
  });
  const running = start({
    DISCORD_TOKEN: 'a.b.c',
    DISCORD_API_URL: `http://127.0.0.1:${(mute.address() as AddressInfo).port}/api`,
    DATABASE_PATH: join(folder(), 'games.sqlite'),
    HEALTH_PORT: '0',
  });
  await Promise.race([asked, running.ended]);
  const began = performance.now();
  running.child.kill(signal);
  expect(await running.ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(5000);
  expect(running.output.out).toContain(`${signal}: leaving. Every game is saved and goes on at the next start.`);
  expect(running.output.err).not.toMatch(/does not answer|^ {4}at |"level":[56]0/m);
});

/** At SIGUSR2 it does what takes the process its reasons to go on. */
const UNDECIDED = [
  [
    'the event loop has run out of work',
    `import timers from 'node:timers';
    for (const name of ['setTimeout', 'setInterval']) {
      const real = timers[name];
      timers[name] = globalThis[name] = (...given) => real(...given).unref();
    }
    process.on('SIGUSR2', () => { for (const handle of process._getActiveHandles()) handle.unref?.(); });`,
  ],
  ['a package ran process.exit(0)', "process.on('SIGUSR2', () => process.exit(0));"],
] as const;

test.each(UNDECIDED)('%s: told as a bug, with its code', async (why, code) => {
  const running = await (await post()).start({ NODE_OPTIONS: preload(code) });
  running.child.kill('SIGUSR2');
  expect(await running.ended).toBe(70);
  expect(running.output.err).toContain(`Council of War stopped because of a bug: ${why}. Every game is saved`);
  expect(running.output.err).toMatch(/"level":60.*nothing asked it to stop/);
});

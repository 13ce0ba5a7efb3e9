import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folder, start } from './child.ts';

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
  expect(running.output.out).toContain(`${signal}: leaving. Every game is kept, and goes on at the next start.`);
  expect(running.output.err).not.toMatch(/does not answer|^ {4}at |"level":[56]0/m);
});

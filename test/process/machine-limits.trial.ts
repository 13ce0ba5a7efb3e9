import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../answered-message.ts';
import { folder, PROJECT, preload, start } from './child.ts';
import { campaign, logged, post } from './machine.ts';
import { maps, seat } from './table.ts';

const DAY = 86_400_000;

test('a clock that jumps a day ahead and back: what was due meanwhile is done, and the game goes on', async () => {
  const at = await post();
  const place = join(folder(), 'offset');
  writeFileSync(place, '0');
  const running = await at.start({
    NODE_OPTIONS: preload(`
      import { readFileSync } from 'node:fs';
      const { now } = Date;
      let offset = 0;
      Date.now = () => now() + offset;
      process.on('SIGUSR2', () => {
        offset = Number(readFileSync(${JSON.stringify(place)}, 'utf8'));
        console.log('The clock is off by ' + offset + '.');
      });
    `),
  });
  const jump = async (offset: number) => {
    writeFileSync(place, String(offset));
    running.child.kill('SIGUSR2');
    await running.says(new RegExp(`^The clock is off by ${offset}\\.$`, 'm'));
  };
  await campaign(at);
  answer(await seat(at.sandbox, 'Ada').command('council', { mode: 'vote', window: '2h' }));
  const map = answer(await seat(at.sandbox, 'Ada').command('map'));
  await at.shown(map);
  for (const member of ['Bo', 'Cy']) answer(await at.press(member));
  expect(at.orders()).toBe(1);

  await jump(DAY);
  await at.shown(answer(await seat(at.sandbox, 'Cy').command('map')));
  await expect.poll(() => at.orders()).toBe(2);

  await jump(-DAY);
  answer(await seat(at.sandbox, 'Ada').command('council', { mode: 'open' }));
  // What the clock brought about may come below it.
  const now = await at.shown(answer(await seat(at.sandbox, 'Ada').command('map')));
  await at.order('Bo', now);
  expect(at.orders()).toBe(3);
  expect(answer(await seat(at.sandbox, 'Cy').command('log')).content).toContain('The ballot closes');
  expect(running.output.err.split('\n').filter((line) => line.includes('"level":50'))).toEqual([]);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test('memory: a campaign and its recap run in 96 MB; where it runs out the process ends as if it were killed, and nothing is lost', async () => {
  const at = await post();
  const eats = preload(`
    process.on('SIGUSR2', () => {
      const eaten = [];
      for (;;) eaten.push(new Array(1_000_000).fill(1.5));
    });
  `);
  const running = await at.start({ NODE_OPTIONS: `--max-old-space-size=96 ${eats}` });
  await campaign(at);
  await at.order('Cy');
  const recap = answer(await seat(at.sandbox, 'Cy').command('recap'));
  await at.shown(recap);
  running.child.kill('SIGUSR2');
  expect(['SIGABRT', 'SIGTRAP', 134, 133]).toContain(await running.ended);
  expect(at.orders()).toBe(2);
  await at.start();
  await at.order();
  expect(at.orders()).toBe(3);
});

test('typefaces that are missing: a sentence and a code at the start', async () => {
  // What npm start runs, without the set-up before it: that would install what is missing.
  execFileSync(process.execPath, [join('src', 'setup', 'run.mjs'), 'build'], { cwd: PROJECT });
  const copy = folder();
  for (const part of ['dist', 'assets', 'package.json'])
    cpSync(join(PROJECT, part), join(copy, part), { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(PROJECT, 'node_modules')))
    if (name !== '@expo-google-fonts')
      symlinkSync(join(PROJECT, 'node_modules', name), join(copy, 'node_modules', name));
  const running = start({ DATABASE_PATH: join(copy, 'games.sqlite') }, [
    process.execPath,
    join(copy, 'dist', 'main.js'),
  ]);
  expect(await running.ended).toBe(65);
  expect(running.output.err).toMatch(/^The typeface \S+\.ttf is missing\. Run "npm ci" and start again\.\n$/);
});

test('SIGTERM with a map on its way that never arrives, and orders being weighed: it leaves within five seconds and says what is owed', async () => {
  const at = await post();
  // The first thing a process does is to work out what orders are worth.
  const running = await at.start();
  answer(await seat(at.sandbox, 'Ada').command('new'));
  await expect.poll(() => maps(at.sandbox)).toHaveLength(1);
  let held = 0;
  at.sandbox.faults = (call, proceed) => {
    if (call.method !== 'PATCH') return proceed();
    held += 1;
    return new Promise<never>(() => {});
  };
  answer(await at.press());
  await expect.poll(() => held).toBe(1);
  const signalled = performance.now();
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  expect(performance.now() - signalled).toBeLessThan(5500);
  expect(running.output.out).toMatch(/^SIGTERM: leaving\..*$/m);
  expect(running.output.out).toMatch(/^Finishing, for 3 seconds at most: .*1 answer/m);
  expect(running.output.out).toMatch(/^Not finished: .*1 answer.*After a restart/m);
  expect(logged(running, 'leaving')).not.toHaveLength(0);
  expect(at.orders()).toBe(1);

  at.sandbox.faults = null;
  await at.start();
  const late = await at.sandbox.waitForMessage('the-wilderness', ({ content }) => content.includes('Posted late'));
  expect(late.files).toHaveLength(1);
  await at.order();
  expect(at.orders()).toBe(2);
});

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../answered-message.ts';
import { BotProcess, cloneOf, folder, listening, start } from '../harness/bot-process.ts';
import { CHANNEL, isOwnMap } from '../harness/channel.ts';
import { build, preload, setUp } from '../harness/program.ts';
import { LONG } from '../trials/long.ts';

const DAY = 86_400_000;

test.runIf(LONG)(
  'a clock that jumps a day ahead and back: what was due meanwhile is done, and the game goes on',
  async () => {
    const at = await BotProcess.open();
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
    await at.begin();
    await at.order();
    answer(await at.at('Ada').command('council', { mode: 'vote', window: '2h' }));
    const map = answer(await at.at('Ada').command('map'));
    await at.shown(map);
    for (const member of ['Bo', 'Cy']) answer(await at.press(member));
    expect(at.orders()).toBe(1);

    await jump(DAY);
    await at.shown(answer(await at.at('Cy').command('map')));
    await expect.poll(() => at.orders()).toBe(2);

    await jump(-DAY);
    answer(await at.at('Ada').command('council', { mode: 'open' }));
    // What the clock brought about may come below it.
    const now = await at.shown(answer(await at.at('Ada').command('map')));
    await at.shown(answer(await at.pressOn(now)));
    expect(at.orders()).toBe(3);
    expect(answer(await at.at('Cy').command('log')).content).toContain('The ballot closes');
    expect(running.errors()).toEqual([]);
    expect(await running.leave()).toBe(0);
  },
);

test('memory: a campaign and its recap run in 96 MB; where it runs out the process ends as if it were killed, and nothing is lost', async () => {
  const at = await BotProcess.open();
  const eats = preload(`
    process.on('SIGUSR2', () => {
      const eaten = [];
      for (;;) eaten.push(new Array(1_000_000).fill(1.5));
    });
  `);
  const running = await at.start({ NODE_OPTIONS: `--max-old-space-size=96 ${eats}` }, setUp('start'));
  await at.begin();
  await at.order();
  await at.order('Cy');
  const recap = answer(await at.at('Cy').command('recap'));
  await at.shown(recap);
  running.child.kill('SIGUSR2');
  expect(['SIGABRT', 'SIGTRAP', 134, 133]).toContain(await running.ended);
  expect(at.orders()).toBe(2);
  await at.start();
  await at.order();
  expect(at.orders()).toBe(3);
});

test('typefaces that are missing: a sentence and a code at the start', async () => {
  build();
  const copy = cloneOf(['dist', 'assets', 'package.json'], ['@expo-google-fonts']);
  const running = start({ DATABASE_PATH: join(copy, 'games.sqlite') }, [
    process.execPath,
    join(copy, 'dist', 'main.js'),
  ]);
  expect(await running.ended).toBe(65);
  expect(running.output.err).toMatch(/^The typeface \S+\.ttf is missing\. Run "npm ci" and start again\.\n$/);
});

test('SIGTERM with a map on its way that never arrives, and orders being weighed: it leaves and says what is owed', async () => {
  const at = await BotProcess.open();
  // The first thing a process does is to work out what orders are worth.
  const running = await at.start();
  await at.begin();
  const held = at.deadAt(isOwnMap);
  answer(await at.press());
  await held;
  expect(await running.leave()).toBe(0);
  expect(running.output.out).toMatch(/^SIGTERM: leaving\..*$/m);
  expect(running.output.out).toMatch(/^Finishing, for 3 seconds at most: .*1 answer/m);
  expect(running.output.out).toMatch(/^Not finished: .*1 answer.*After a restart/m);
  expect(running.logged('leaving')).not.toHaveLength(0);
  expect(at.orders()).toBe(1);

  await at.killedAndBack(running);
  const late = await at.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes('Posted late'));
  expect(late.files).toHaveLength(1);
  await at.order();
  expect(at.orders()).toBe(2);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a start that Discord does not answer, too', async (signal) => {
  const mute = createServer(() => {});
  const api = await listening(mute);
  const asked = once(mute, 'request');
  const running = start({
    DISCORD_TOKEN: 'a.b.c',
    DISCORD_API_URL: api,
    DATABASE_PATH: join(folder(), 'games.sqlite'),
    HEALTH_PORT: '0',
  });
  await Promise.race([asked, running.ended]);
  running.child.kill(signal);
  expect(await running.ended).toBe(0);
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
  const running = await (await BotProcess.open()).start({ NODE_OPTIONS: preload(code) }, setUp('start'));
  running.child.kill('SIGUSR2');
  expect(await running.ended).toBe(70);
  expect(running.output.err).toContain(`Council of War stopped because of a bug: ${why}. Every game is saved`);
  expect(running.output.err).toMatch(/"level":60.*nothing asked it to stop/);
});

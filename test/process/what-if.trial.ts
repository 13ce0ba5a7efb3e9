import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FaultCall, type Faults, manualClock, type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { type Environment, folder, type Running, start } from './child.ts';
import { CHANNEL, later, seat } from './table.ts';

/** Where a “what if” is on its way when the process is killed. */
interface Point {
  readonly where: string;
  readonly at: (call: FaultCall) => boolean;
  /** Whether Discord still gets it. */
  readonly reaches: boolean;
}

const posts = (path: RegExp) => (call: FaultCall) => call.method === 'POST' && path.test(call.path);

test('killed in the middle, a what-if has one word in its channel, one thread and one map all the same; wherever it was', async () => {
  const sandbox = await startSandbox({ port: 0, token: 'a.b.c', clock: manualClock() });
  onTestFinished(() => sandbox.close());
  const environment: Environment = {
    DISCORD_TOKEN: 'a.b.c',
    DISCORD_API_URL: sandbox.apiUrl,
    DATABASE_PATH: join(folder(), 'games.sqlite'),
    LOG_LEVEL: 'info',
  };
  const ready = async (): Promise<Running> => {
    const running = start(environment);
    await running.says(/^Its games are saved/m);
    return running;
  };
  let running = await ready();
  answer(await seat(sandbox, 'Ada').command('new'));
  answer(await seat(sandbox, 'Bo').command('attack', { leader: 'grant' }));
  await seat(sandbox, 'Ada').press(answer(await seat(sandbox, 'Ada').command('abandon')), 'End the game');

  const channel = sandbox.world.channel(CHANNEL).id;
  const word = posts(new RegExp(`^/channels/${channel}/messages$`));
  const thread = posts(/^\/channels\/\d+\/messages\/\d+\/threads$/);
  const map = posts(new RegExp(`^/channels/(?!${channel}/)\\d+/messages$`));
  const points: readonly Point[] = [
    { where: 'when its channel has the word', at: word, reaches: true },
    { where: 'before it has its thread', at: thread, reaches: false },
    { where: 'when it has its thread', at: thread, reaches: true },
    { where: 'before its map has come', at: map, reaches: false },
  ];
  for (const [times, point] of points.entries()) {
    const { faults, held } = holding(point);
    sandbox.faults = faults;
    const choices = await seat(sandbox, 'Ada').autocomplete('new', {}, 'what-if');
    const value = choices.kind === 'choices' ? String(choices.choices[0]?.value) : '';
    const told = answer(await seat(sandbox, 'Ada').command('new', { 'what-if': value }));
    expect(told.content, point.where).toContain('A thread for your “what if” is opening');
    await held;
    await running.kill();
    sandbox.faults = null;

    running = await ready();
    await expect.poll(() => threads(sandbox).length, { message: point.where }).toBe(times + 1);
    const id = threads(sandbox).at(-1)?.id ?? '';
    await sandbox.waitForMessage(id, ({ files }) => files.length > 0);
    const words = sandbox.messages(CHANNEL).filter(({ content }) => content.startsWith('**What if?**'));
    expect(words, point.where).toHaveLength(times + 1);
    expect(words.at(-1)?.id).toBe(id);
    expect(
      sandbox.messages(id).filter(({ files }) => files.length > 0),
      point.where,
    ).toHaveLength(1);
  }
});

/** Holds what the bot does at a point for ever. `held` resolves when it has got there. */
function holding({ at, reaches }: Point): { faults: Faults; held: Promise<void> } {
  const held = later();
  const faults: Faults = (call, proceed) => {
    if (!at(call)) return proceed();
    if (reaches) proceed();
    held.resolve();
    return new Promise<never>(() => {});
  };
  return { faults, held: held.promise };
}

function threads(sandbox: Sandbox) {
  return sandbox.world.threads;
}

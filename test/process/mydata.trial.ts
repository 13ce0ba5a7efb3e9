import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FaultCall, manualClock, startSandbox } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { tracesOf } from '../host/traces.ts';
import { type Environment, folder, type Running, start } from './child.ts';
import { later, seat } from './table.ts';

const REASON = 'Whoever waits is lost';

const isAnswer = ({ method, path }: FaultCall) => method === 'POST' && path.startsWith('/interactions/');

test('killed right after it, a deletion is whole, and its traces are swept away at the next start', async () => {
  const sandbox = await startSandbox({ port: 0, token: 'a.b.c', clock: manualClock() });
  onTestFinished(() => sandbox.close());
  const environment: Environment & { readonly DATABASE_PATH: string } = {
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
  const running = await ready();
  const bo = sandbox.world.members.find(({ name }) => name === 'Bo')?.id ?? '';
  answer(await seat(sandbox, 'Ada').command('new'));
  answer(await seat(sandbox, 'Ada').command('council', { mode: 'vote' }));
  answer(await seat(sandbox, 'Bo').command('attack', { leader: 'sigel' }));
  const mine = answer(await seat(sandbox, 'Bo').command('attack', { leader: 'grant' }));
  const form = await seat(sandbox, 'Bo').press(mine, 'Give a reason');
  if (form.kind !== 'modal') throw new Error(form.kind);
  answer(await seat(sandbox, 'Bo').submit(form.modal, { [form.modal.fields[0]?.customId ?? '']: REASON }));
  const asked = answer(await seat(sandbox, 'Bo').command('mydata delete'));
  expect(tracesOf([REASON, bo], environment.DATABASE_PATH)).toEqual([REASON, bo]);

  const reached = later();
  sandbox.faults = (call, proceed) => {
    if (!isAnswer(call)) return proceed();
    reached.resolve();
    return new Promise<never>(() => {});
  };
  void seat(sandbox, 'Bo').press(asked, 'Delete everything');
  await reached.promise;
  await running.kill();
  sandbox.faults = null;
  expect(tracesOf([bo], environment.DATABASE_PATH)).toEqual([bo]);

  await ready();
  expect(tracesOf([REASON, bo], environment.DATABASE_PATH)).toEqual([]);
  const again = answer(await seat(sandbox, 'Bo').command('mydata delete'));
  expect(again.content).toBe('The bot stores nothing about you.');
});

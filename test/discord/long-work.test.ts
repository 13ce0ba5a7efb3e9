import { SlashCommandBuilder } from 'discord.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Command } from '../../src/discord/inbound/command-contract.ts';
import { WORDS } from '../../src/host/base/common-words.ts';
import { loading } from '../../src/host/base/reading.ts';
import { reply, TookTooLong } from '../../src/host/index.ts';
import { answer } from '../answered-message.ts';
import { Desk, type Served, serve } from './desk.ts';
import { signal } from './trouble.ts';

/** Long work of one answer keeps no other answer waiting. */

/** The work of the command, call by call. */
let run: () => ReturnType<Command['run']> = () => null;
let complete: () => { readonly label: string; readonly value: string }[] = () => [];
let completionsReady: () => Promise<void> | null = () => null;

const COMMANDS: readonly Command[] = [
  {
    data: new SlashCommandBuilder()
      .setName('probe')
      .setDescription('Something')
      .addStringOption((option) => option.setName('what').setDescription('What').setAutocomplete(true))
      .toJSON(),
    run: () => run(),
    complete: () => complete(),
    completionsReady: () => completionsReady(),
  },
];

let served: Served;
beforeEach(async () => {
  served = await serve(new Desk(), COMMANDS);
});
afterEach(() => served.close());

const ada = () => served.sandbox.as('Ada').in('the-wilderness');

test('the command is carried out when the log is read, and only once', async () => {
  const { given: ready, give: goOn } = signal();
  let asked = 0;
  run = () => {
    asked += 1;
    if (asked === 1) {
      setImmediate(goOn);
      return loading(ready);
    }
    return reply('channel', 'Done.');
  };
  expect(answer(await ada().command('probe')).content).toBe('Done.');
  expect(asked).toBe(2);
});

test('completions come when the log is read', async () => {
  const { given: ready, give: goOn } = signal();
  let isThere = false;
  completionsReady = () => {
    setImmediate(goOn);
    return ready.then(() => {
      isThere = true;
    });
  };
  complete = () => (isThere ? [{ label: 'One', value: '1' }] : []);
  expect(await ada().autocomplete('probe', { what: '' }, 'what')).toMatchObject({
    choices: [{ name: 'One', value: '1' }],
  });
});

test('if that takes too long, the member is told so and nothing is done', async () => {
  run = () => loading(new Promise(() => {}));
  expect(answer(await ada().command('probe')).content).toBe(
    'There’s a lot to read for that, and it’s still loading. Try again in a few seconds.',
  );
});

test('a reply promised for later takes the place of its announcement', async () => {
  const { given: ready, give: goOn } = signal();
  const make = () => ready.then(() => reply('member', 'All of it.'));
  run = () => reply('member', WORDS.comesLater, { later: { isSoon: true, make } });
  const first = ada().command('probe');
  const said = answer(await first);
  expect(said.content).toBe('There’s a lot to read for that. The answer will be here in a moment.');
  goOn();
  await expect
    .poll(() => served.sandbox.messages('the-wilderness', { seenBy: 'Ada' }).find(({ id }) => id === said.id)?.content)
    .toBe('All of it.');
});

test('the bot says that it thought for too long, without a reference', async () => {
  const make = () => Promise.reject(new TookTooLong('The machine was stopped: it did not answer for 60 s'));
  run = () => reply('member', 'The bot is working on a plan.', { later: { make } });
  const { id } = answer(await ada().command('probe'));
  await expect
    .poll(() => served.sandbox.messages('the-wilderness', { seenBy: 'Ada' }).find((one) => one.id === id)?.content)
    .toBe(
      'The bot thought about this for too long and gave up, so nothing was changed. Its computer may be busy: try again in a minute, or go on without it.',
    );
});

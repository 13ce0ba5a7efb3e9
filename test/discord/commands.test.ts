import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../../commands/index.ts';
import { playCommands } from '../../commands/play.ts';
import { LIMITS, SETTINGS } from '../../src/council/index.ts';
import type { Options } from '../../src/discord/inbound/command.ts';
import type { System } from '../../src/game/index.ts';
import { type Caller, type Host, reply } from '../../src/host/index.ts';
import { everySystem, overlandSystem } from '../bot/fixture.ts';

const SYSTEM = overlandSystem();
const COMMANDS = allCommands([SYSTEM]);
const CALLER = {} as Caller;

/** A host that notes which of its methods is asked with what. */
function noting() {
  const asked: unknown[][] = [];
  const feature = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_feature, method) =>
          (_caller: Caller, ...given: unknown[]) => {
            if (method === 'unknownVerb') return null;
            asked.push([`${name}.${String(method)}`, ...given]);
            return reply('member', 'Noted.');
          },
      },
    );
  const host = new Proxy({} as Host, { get: (_host, name) => feature(String(name)) });
  return { host, asked };
}

function command(name: string) {
  const found = COMMANDS.find(({ data }) => data.name === name);
  if (!found) throw new Error(`There is no /${name}`);
  return found;
}

function given(name: string, options: Options = {}, subcommand: string | null = null, people = {}) {
  const { host, asked } = noting();
  command(name).run(host, CALLER, options, { subcommand, people, left: {}, channels: {} });
  return asked;
}

describe('the verbs of play', () => {
  test('ask for the reason last, and may go without', () => {
    for (const { data } of playCommands([SYSTEM])) {
      const options = data.options ?? [];
      expect(options.at(-1)).toMatchObject({ name: 'reason', required: false, max_length: LIMITS.reason });
      expect(options.filter(({ name }) => name === 'reason')).toHaveLength(1);
    }
  });

  test('pass the reason on beside the order, and never as a part of it', () => {
    expect(given('attack', { leader: 'grant', reason: 'Lee is tired' })).toEqual([
      ['orders.give', { verb: 'attack', leader: 'grant' }, null, 'Lee is tired'],
    ]);
    expect(given('attack', { leader: 'grant' })).toEqual([
      ['orders.give', { verb: 'attack', leader: 'grant' }, null, null],
    ]);
    const { host, asked } = noting();
    command('attack').complete?.(host, CALLER, { leader: 'gr', reason: 'Lee is tired' }, 'leader');
    expect(asked).toEqual([['completions.order', { verb: 'attack' }, 'leader', 'gr']]);
  });

  test('shared by games have the slots of each in its own order, demand none, and say whose they are', () => {
    const game = (title: string, summary: string, slots: readonly string[]) =>
      ({
        ...SYSTEM,
        about: {
          ...SYSTEM.about,
          title,
          verbs: [{ verb: 'move', summary, slots: slots.map((slot) => ({ slot, summary: `The ${slot}` })) }],
        },
      }) as unknown as System;
    const [move] = playCommands([game('Near', 'March', ['to', 'how']), game('Far', 'Go', ['unit', 'by', 'to'])]);
    expect(move?.data.description).toBe('March · Go');
    expect(move?.data.options?.map(({ name, required, description }) => [name, required, description])).toEqual([
      ['unit', false, 'The unit (Far)'],
      ['by', false, 'The by (Far)'],
      ['to', false, 'The to'],
      ['how', false, 'The how (Near)'],
      ['reason', false, expect.any(String)],
    ]);
    const [long] = playCommands([game('Near', 'x'.repeat(90), ['to']), game('Far', 'y'.repeat(90), ['unit'])]);
    expect(long?.data.description).toBe('x'.repeat(90));
  });

  test('say what each of our games does by them', () => {
    const games = everySystem();
    for (const { data } of playCommands(games)) {
      const verbs = games.flatMap((system) => system.about.verbs.filter(({ verb }) => verb === data.name));
      for (const { summary } of verbs) expect(data.description).toContain(summary);
    }
  });

  test('demand what every order has, up to the first slot that not every order has', () => {
    const slots = [
      { slot: 'unit', summary: 'Who' },
      { slot: 'by', summary: 'By', optional: true },
      { slot: 'to', summary: 'To' },
    ];
    const [march] = playCommands([
      {
        ...SYSTEM,
        about: { ...SYSTEM.about, verbs: [{ verb: 'march', summary: 'March', slots }] },
      } as unknown as System,
    ]);
    expect(march?.data.options?.map(({ name, required }) => [name, required])).toEqual([
      ['unit', true],
      ['by', false],
      ['to', false],
      ['reason', false],
    ]);
  });

  test('of a system that has a slot of that name stop the start', () => {
    const slots = [{ slot: 'reason', summary: 'Why' }];
    const odd = {
      ...SYSTEM,
      about: { ...SYSTEM.about, verbs: [{ verb: 'halt', summary: 'Halt', slots }] },
    } as unknown as System;
    expect(() => playCommands([odd])).toThrow('“halt” is called “reason”');
  });
});

test('/recap asks for a game, a channel and a year as they were given', () => {
  expect(given('recap')).toEqual([['recaps.recap', null, null, null]]);
  expect(given('recap', { game: 'abc', year: '1863' })).toEqual([['recaps.recap', 'abc', null, 1863]]);
});

describe('/council', () => {
  test('has an option for every setting, none of which must be given, made as Discord asks for such a thing', () => {
    const { Boolean: yesNo, Integer, Role, String: text, User } = ApplicationCommandOptionType;
    const types = { choice: text, duration: text, number: Integer, 'yes-no': yesNo, role: Role, member: User };
    expect(command('council').data.options).toEqual(
      SETTINGS.map(({ name, summary, kind, choices, range }) =>
        expect.objectContaining({
          name,
          type: types[kind],
          description: summary,
          required: false,
          ...(kind === 'choice'
            ? { choices: choices.map(({ value, label }) => expect.objectContaining({ name: label, value })) }
            : {}),
          ...(range ? { min_value: range.least, max_value: range.most } : {}),
        }),
      ),
    );
  });

  test('alone shows, with options sets, and completes lengths of time', () => {
    expect(given('council')).toEqual([['council.show', undefined]]);
    expect(given('council', { side: 'union' })).toEqual([['council.show', 'union']]);
    expect(given('council', { mode: 'vote', window: '1h' })).toEqual([
      ['council.set', { mode: 'vote', window: '1h' }, {}, true, null, undefined],
    ]);
    expect(given('council', { commander: '22' }, null, { 22: 'Bo' })).toEqual([
      ['council.set', { commander: '22' }, { 22: 'Bo' }, true, null, undefined],
    ]);
    expect(given('council', { side: 'union', early: '2' })).toEqual([
      ['council.set', { early: '2' }, {}, true, null, 'union'],
    ]);
    const { host } = noting();
    const windows = command('council').complete?.(host, CALLER, { window: 'hour' }, 'window') ?? [];
    expect(windows.map(({ label }) => label)).toContain('1 hour');
    expect(windows.every(({ label }) => label.includes('hour'))).toBe(true);
    expect(command('council').complete?.(host, CALLER, { mode: 'x' }, 'nothing')).toEqual([]);
  });
});

test('/vote has a subcommand for each thing that is done with a vote', () => {
  const side = 'union';
  expect(given('vote', {}, 'open')).toEqual([['ballots.open', undefined]]);
  expect(given('vote', { side }, 'open')).toEqual([['ballots.open', 'union']]);
  expect(given('vote', { side }, 'close')).toEqual([['ballots.count', null, false, 'union']]);
  expect(given('vote', { side }, 'withdraw')).toEqual([['ballots.withdraw', null, 'union']]);
  expect(given('vote', { order: '{"verb":"cross"}', side }, 'overrule')).toEqual([
    ['orders.overrule', '{"verb":"cross"}', 'union'],
  ]);
  const { host, asked } = noting();
  command('vote').complete?.(host, CALLER, { order: 'cro', side }, 'order');
  expect(asked).toEqual([['completions.overrule', 'cro', 'union']]);
});

test('/log is read, or taken as a file', () => {
  expect(given('log')).toEqual([['log.page', null, 0]]);
  expect(given('log', { file: 'false' })).toEqual([['log.page', null, 0]]);
  expect(given('log', { file: 'true' })).toEqual([['log.file']]);
});

import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../../commands/index.ts';
import { playCommands } from '../../commands/play.ts';
import { matching } from '../../commands/slash-command.ts';
import { LIMITS, SETTINGS } from '../../src/council/index.ts';
import type { System } from '../../src/game/index.ts';
import { type Caller, type Host, reply } from '../../src/host/index.ts';
import { overlandSystem } from '../bot/fixture.ts';

const SYSTEM = overlandSystem();
const COMMANDS = allCommands([SYSTEM]);

function command(name: string) {
  const found = COMMANDS.find(({ data }) => data.name === name);
  if (!found) throw new Error(`There is no /${name}`);
  return found;
}

describe('the verbs of play', () => {
  test('ask for the reason last, and may go without', () => {
    for (const { data } of playCommands([SYSTEM])) {
      const options = data.options ?? [];
      expect(options.at(-1)).toMatchObject({ name: 'reason', required: false, max_length: LIMITS.reason });
      expect(options.filter(({ name }) => name === 'reason')).toHaveLength(1);
    }
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
  const asked: unknown[] = [];
  const recap = (_caller: Caller, ...given: unknown[]) => {
    asked.push(given);
    return reply('member', 'Noted.');
  };
  const host = { recaps: { recap } } as unknown as Host;
  const people = { subcommand: null, people: {}, absent: {}, channels: {} };
  for (const options of [{}, { game: 'abc', year: '1863' }]) command('recap').run(host, {} as Caller, options, people);
  expect(asked).toEqual([
    [null, null, null],
    ['abc', null, 1863],
  ]);
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
});

const SIDES = [
  { label: 'Union', value: 'us' },
  { label: 'Confederacy', value: 'csa' },
];

test.each([
  ['', ['us', 'csa']],
  ['uNi', ['us']],
  [' csa ', ['csa']],
  ['on', ['us', 'csa']],
  ['ashland', []],
])('what was typed (“%s”) is looked for in label and value', (typed, values) => {
  expect(matching(SIDES, typed).map(({ value }) => value)).toEqual(values);
});

test('no more completions than Discord takes', () => {
  const topics = Array.from({ length: 30 }, (_, number) => ({ label: `Topic ${number}`, value: `${number}` }));
  expect(matching(topics, 'topic')).toEqual(topics.slice(0, 25));
});

test('what a label has no room for is found all the same, and what is only said stays', () => {
  const long = {
    label: 'Overland, 21 Nov: before order 3, Grant att…',
    value: 'a:2',
    full: 'Overland, 21 Nov: before order 3, Grant attacks Lee',
  };
  const notice = { label: 'Nothing here yet', value: '-' };
  expect(matching([long, notice], 'attacks lee')).toEqual([long, notice]);
  expect(matching([long], 'butler')).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import {
  commandsFor,
  type Mentionables,
  type Offered,
  readLine,
  suggestionsFor,
  type Typable,
} from '../../../src/sandbox/page/line.ts';
import type { PageChannel, PageCommand, PageMember } from '../../../src/sandbox/protocol.ts';
import { directMessages, guildChannel } from '../../../src/sandbox/world/world.ts';

const table = guildChannel({ id: '10', name: 'table', guild_id: '1', position: 0 });
const dm = directMessages('20', { id: '2', username: 'ada', name: 'Ada', color: '#000', bot: false });
const ada: PageMember = { id: '2', name: 'Ada', color: '#000', moderator: true };
const bo: PageMember = { id: '3', name: 'Bo', color: '#000', moderator: false };
const registered = (command: PageCommand['command'], more: Partial<PageCommand> = {}): PageCommand => ({
  ...{ command, guildId: null, inDms: true, usableBy: [ada.id, bo.id], ...more },
});
const namesFor = (commands: PageCommand[], channel: PageChannel, member: PageMember) =>
  commandsFor(commands, channel, member).map(({ name }) => name);

describe('which commands are offered', () => {
  test('sub-commands are commands of their own', () => {
    const sub = (name: string) => ({ type: 1 as const, name, description: '' });
    const seat = { type: 2 as const, name: 'seat', description: '', options: [sub('take')] };
    const game = registered({ name: 'game', description: '', options: [sub('start'), seat] });
    expect(namesFor([game], table, bo)).toEqual(['game seat take', 'game start']);
  });

  test("a guild's own go before global ones, another guild's are not there", () => {
    const commands = [
      registered({ name: 'map', description: 'global' }),
      registered({ name: 'map', description: 'own' }, { guildId: '1' }),
      registered({ name: 'far', description: '' }, { guildId: '9' }),
    ];
    expect(commandsFor(commands, table, bo)).toMatchObject([{ name: 'map', description: 'own' }]);
    expect(commandsFor(commands, dm, ada)).toMatchObject([{ name: 'map', description: 'global' }]);
  });

  test('in a server to those who may use them, in direct messages if they are for them', () => {
    const commands = [
      registered({ name: 'undo', description: '' }, { usableBy: [ada.id] }),
      registered({ name: 'server', description: '' }, { inDms: false }),
      registered({ name: 'secret', description: '' }, { usableBy: [] }),
    ];
    expect(namesFor(commands, table, ada)).toEqual(['server', 'undo']);
    expect(namesFor(commands, table, bo)).toEqual(['server']);
    expect(namesFor(commands, dm, ada)).toEqual(['secret', 'undo']);
  });
});

const option = (name: string, over: object = {}) => ({ type: 3, name, description: `The ${name}`, ...over });
const typable = (name: string, ...options: Typable['options']): Typable => ({ name, description: '', options });
const leader = option('leader', { required: true, autocomplete: true });
const COMMANDS = [
  typable('attack', leader, option('dice', { type: 4 })),
  typable('attack all'),
  typable('post', option('to', { type: 7, channel_types: [15] }), option('text')),
  { ...typable('tma'), description: 'a map move' },
  typable('map'),
];

describe('a line', () => {
  test('is a command once its name is followed by a space; the longest name counts', () => {
    expect(readLine('/attack', COMMANDS)).toBeNull();
    expect(readLine('attack leader', COMMANDS)).toBeNull();
    expect(readLine('/attack all ', COMMANDS)?.command.name).toBe('attack all');
  });

  test.each<[string, Record<string, string>]>([
    ['/attack leader:Grant dice:2', { leader: 'Grant', dice: '2' }],
    ['/attack Grant and Meade DICE:2', { leader: 'Grant and Meade', dice: '2' }],
    ['/attack leader:At 8:00, dice: one', { leader: 'At 8:00,', dice: ' one' }],
    ['/attack ', {}],
    ['/map what', {}],
    ['/map :)', {}],
  ])('%s has options by name; the first needs none', (line, given) => {
    expect(Object.fromEntries(readLine(line, COMMANDS)?.given ?? [])).toEqual(given);
  });

  test('has stray words if the command has no options', () => {
    expect(readLine('/map what now ', COMMANDS)?.stray).toBe('what now');
    expect(readLine('/attack Grant', COMMANDS)?.stray).toBe('');
  });
});

const [everyone, staff] = ['@everyone', '@Staff'].map((name, at) => ({ name, value: `${at}` }));
const here = {
  people: [{ name: 'Bo', value: '3' }],
  roles: [everyone, staff],
  channels: [
    { name: '#library', value: '10', type: 0 },
    { name: '#forum', value: '11', type: 15 },
  ],
} as Mentionables;

function listed(line: string, offered: Record<string, Offered> = {}, commands: readonly Typable[] = COMMANDS) {
  const { items, ...list } = suggestionsFor(line, commands, here, new Map(Object.entries(offered)));
  return { ...list, names: items.map(({ name }) => name), lines: items.map((item) => item.line) };
}
const answered = (text: string, ...names: string[]): Record<string, Offered> => ({
  leader: { text, failure: '', choices: names.map((name) => ({ name, value: name.toLowerCase() })) },
});

describe('the list above the line', () => {
  test('has commands, first those that begin so; one that is taken goes on to the option it needs', () => {
    expect(listed('/ma')).toMatchObject({ title: 'Commands', names: ['/map', '/tma'], active: 0 });
    expect(listed('/att').lines).toEqual(['/attack leader:', '/attack all ']);
    expect(listed('/x')).toMatchObject({ names: [], status: 'No matching command.' });
    expect(listed('/', {}, []).status).toBe('The bot has no commands here yet.');
  });

  test('has the choices of the option at the end, then the options that are left', () => {
    expect(listed('/attack leader:')).toMatchObject({ names: [], status: 'Loading choices …', active: -1 });
    const choices = answered('', 'Grant', 'Hancock');
    expect(listed('/attack leader:', choices)).toMatchObject({
      title: 'leader',
      names: ['Grant', 'Hancock'],
      active: 0,
    });
    expect(listed('/attack leader:', choices).lines[0]).toBe('/attack leader:Grant ');
    expect(listed('/attack leader:Grant ', choices)).toMatchObject({ title: 'Options', names: ['dice'], active: -1 });
    expect(listed('/attack dice:2').lines).toEqual(['/attack dice:2 leader:']);
    expect(listed('/attack dice:2').active).toBe(0);
  });

  test('keeps of earlier choices those that fit until the bot has answered for the text', () => {
    expect(listed('/attack leader:han', answered('', 'Grant', 'Hancock')).names).toEqual(['Hancock']);
    expect(listed('/attack leader:han', answered('han', 'Winfield'))).toMatchObject({ names: ['Winfield'], active: 0 });
    expect(listed('/attack leader:x', answered('x')).status).toBe('No match.');
    const failure = 'No choices loaded: The bot is offline';
    expect(listed('/attack leader:x', { leader: { text: 'x', choices: [], failure } }).status).toBe(failure);
  });

  test('knows people, roles, channels by type, truth and choices without the bot', () => {
    const offered = (over: object, text = '') => listed(`/x o:${text}`, {}, [typable('x', option('o', over))]).names;
    expect(offered({ type: 6 })).toEqual(['Bo']);
    expect(offered({ type: 8 })).toEqual(['@everyone', '@Staff']);
    expect(offered({ type: 9 })).toEqual(['Bo', '@everyone', '@Staff']);
    expect(offered({ type: 7 })).toEqual(['#library', '#forum']);
    expect(offered({ type: 7, channel_types: [15] })).toEqual(['#forum']);
    expect(offered({ type: 5 })).toEqual(['True', 'False']);
    const roads = ['Plank Road', 'Brock', 'Old Plank'].map((name) => ({ name, value: name }));
    expect(offered({ choices: roads }, 'plank')).toEqual(['Plank Road', 'Old Plank']);
    expect(offered({ type: 8 }, 'sta')).toEqual(['@Staff']);
  });
});

import { describe, expect, test } from 'vitest';
import {
  commandsFor,
  fitting,
  matching,
  parseLine,
  readOption,
  splitOptions,
} from '../../../src/sandbox/page/js/commands.js';
import type { PageChannel, PageCommand, PageMember } from '../../../src/sandbox/protocol.ts';

const table: PageChannel = { id: '10', name: 'table', guildId: '1' };
const dm: PageChannel = { id: '20', name: 'bot', guildId: null, dmOf: '2' };
const ada: PageMember = { id: '2', name: 'Ada', color: '#000', moderator: true };
const bo: PageMember = { id: '3', name: 'Bo', color: '#000', moderator: false };
const staff = { id: '5', name: 'Staff', color: 0 };
const everyone = { id: '1', name: '@everyone', color: 0 };
const places = { people: [ada, bo], roles: [everyone, staff], channels: [table] };

const registered = (command: object, guildId: string | null = null): PageCommand => ({ command, guildId });
const namesFor = (commands: PageCommand[], channel: PageChannel, member: PageMember) =>
  commandsFor(commands, channel, member).map(({ name }) => name);

describe('which commands are offered', () => {
  test('sub-commands are commands of their own', () => {
    const sub = (name: string) => ({ type: 1, name, description: '' });
    const game = {
      name: 'game',
      description: '',
      options: [sub('start'), { type: 2, name: 'seat', options: [sub('take')] }],
    };
    expect(namesFor([registered(game)], table, bo)).toEqual(['game seat take', 'game start']);
  });

  test("a guild's own go before global ones, another guild's are not there", () => {
    const commands = [
      registered({ name: 'map', description: 'global' }),
      registered({ name: 'map', description: 'own' }, '1'),
      registered({ name: 'far', description: '' }, '9'),
    ];
    expect(commandsFor(commands, table, bo)).toMatchObject([{ name: 'map', description: 'own' }]);
    expect(commandsFor(commands, dm, ada)).toMatchObject([{ name: 'map', description: 'global' }]);
  });

  test('rights: Manage Channels for the moderator, "0" for nobody here; in a DM the contexts decide', () => {
    const commands = [
      registered({ name: 'undo', default_member_permissions: '16' }),
      registered({ name: 'root', default_member_permissions: '0' }),
      registered({ name: 'say', default_member_permissions: '2048' }),
      registered({ name: 'guild', contexts: [0] }),
    ];
    expect(namesFor(commands, table, ada)).toEqual(['guild', 'say', 'undo']);
    expect(namesFor(commands, table, bo)).toEqual(['guild', 'say']);
    expect(namesFor(commands, dm, bo)).toEqual(['root', 'say', 'undo']);
  });

  test('what begins with the typed text comes first', () => {
    const commands = ['attack', 'map', 'tma'].map((name) => ({
      name,
      description: name === 'tma' ? 'a map move' : '',
      options: [],
    }));
    expect(matching(commands, 'ma').map(({ name }) => name)).toEqual(['map', 'tma']);
  });
});

describe('a command by hand', () => {
  const commands = [
    { name: 'attack', description: '', options: [{ name: 'leader' }, { name: 'area' }] },
    { name: 'attack all', description: '', options: [] },
  ];

  test('needs a space after the name; the longest name wins', () => {
    expect(parseLine('/attack', commands)).toBeNull();
    expect(parseLine('attack leader', commands)).toBeNull();
    expect(parseLine('/attack all ', commands)?.command.name).toBe('attack all');
  });

  test('pairs go to their options; text without a name goes to the first', () => {
    expect(parseLine('/attack leader: Grant area: the Wilderness', commands)?.texts).toEqual(
      new Map([
        ['leader', 'Grant'],
        ['area', 'the Wilderness'],
      ]),
    );
    expect(parseLine('/attack Grant', commands)?.texts).toEqual(new Map([['leader', 'Grant']]));
  });

  test('a colon after a word that is no option is text', () => {
    expect(splitOptions('needs: five', ['leader'], 'leader')).toEqual(new Map([['leader', 'needs: five']]));
  });
});

describe('what an option means', () => {
  const read = (option: object, text: string, offered: { name: string; value: string }[] = []) =>
    readOption(option, text, offered, places);

  test('a choice by its name, in any case, or by its value', () => {
    const option = { type: 3, choices: [{ name: 'As text', value: 't' }] };
    expect(read(option, 'as TEXT')).toEqual({ value: 't' });
    expect(read(option, 't')).toEqual({ value: 't' });
    expect(read(option, 'other')).toEqual({ wrong: 'Choose one from the list.' });
  });

  test('people, roles, channels, truth', () => {
    expect(read({ type: 6 }, '@bo')).toEqual({ value: '3' });
    expect(read({ type: 6 }, 'Staff')).toEqual({ wrong: 'Choose one from the list.' });
    expect(read({ type: 8 }, 'staff')).toEqual({ value: '5' });
    expect(read({ type: 8 }, '@everyone')).toEqual({ value: '1' });
    expect(read({ type: 9 }, '@Staff')).toEqual({ value: '5' });
    expect(read({ type: 9 }, 'Ada')).toEqual({ value: '2' });
    expect(read({ type: 7 }, '#table')).toEqual({ value: '10' });
    expect(read({ type: 7, channel_types: [0, 5] }, '#table')).toEqual({ value: '10' });
    expect(read({ type: 7, channel_types: [15] }, '#table')).toEqual({ wrong: 'Choose one from the list.' });
    const forum = { id: '11', name: 'forum', guildId: '1', forum: true as const };
    const withForum = { ...places, channels: [...places.channels, forum] };
    expect(readOption({ type: 7, channel_types: [15] }, 'forum', [], withForum)).toEqual({ value: '11' });
    expect(read({ type: 5 }, 'true')).toEqual({ value: true });
  });

  test('what the bot offered by that name, or else the text', () => {
    const option = { type: 3, autocomplete: true };
    expect(read(option, 'grant', [{ name: 'Grant', value: 'g' }])).toEqual({ value: 'g' });
    expect(read(option, 'Lee', [{ name: 'Grant', value: 'g' }])).toEqual({ value: 'Lee' });
  });

  test('numbers within their limits', () => {
    const option = { type: 4, min_value: 1, max_value: 6 };
    expect(read(option, '3')).toEqual({ value: 3 });
    expect(read(option, '3.5')).toEqual({ wrong: 'Enter a whole number.' });
    expect(read(option, 'x')).toEqual({ wrong: 'Enter a number.' });
    expect(read(option, '0')).toEqual({ wrong: 'Enter at least 1.' });
    expect(read(option, '7')).toEqual({ wrong: expect.stringContaining('6') });
  });

  test('text within its lengths', () => {
    expect(read({ type: 3, min_length: 3 }, 'ab')).toEqual({ wrong: 'At least 3 characters.' });
    expect(read({ type: 3, max_length: 3 }, 'abcd')).toEqual({ wrong: 'At most 3 characters; this has 4.' });
  });

  test('choices that fit, those that begin so first', () => {
    const choices = ['Plank Road', 'Brock', 'Old Plank'].map((name) => ({ name }));
    expect(fitting(choices, 'plank').map(({ name }) => name)).toEqual(['Plank Road', 'Old Plank']);
  });
});

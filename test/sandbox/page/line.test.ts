import { describe, expect, test } from 'vitest';
import {
  commandsFor,
  fitting,
  fixedChoices,
  matching,
  parseLine,
  type Typable,
} from '../../../src/sandbox/page/commands.ts';
import type { PageChannel, PageCommand, PageMember } from '../../../src/sandbox/protocol.ts';
import { directMessages, guildChannel } from '../../../src/sandbox/world/world.ts';

const table = guildChannel({ id: '10', name: 'table', guild_id: '1', position: 0 });
const dm = directMessages('20', { id: '2', username: 'ada', name: 'Ada', color: '#000', bot: false });
const ada: PageMember = { id: '2', name: 'Ada', color: '#000', moderator: true };
const bo: PageMember = { id: '3', name: 'Bo', color: '#000', moderator: false };
const registered = (command: PageCommand['command'], guildId: string | null = null): PageCommand => ({
  command,
  guildId,
});
const option = (name: string, over: object = {}) => ({ type: 3, name, description: '', ...over });
const namesFor = (commands: PageCommand[], channel: PageChannel, member: PageMember) =>
  commandsFor(commands, channel, member).map(({ name }) => name);

describe('which commands are offered', () => {
  test('sub-commands are commands of their own', () => {
    const sub = (name: string) => ({ type: 1 as const, name, description: '' });
    const game = {
      name: 'game',
      description: '',
      options: [sub('start'), { type: 2 as const, name: 'seat', description: '', options: [sub('take')] }],
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

test('a command typed by hand needs a space after its name; the longest name wins, and the rest is text', () => {
  const commands: Typable[] = ['attack', 'attack all'].map((name) => ({ name, description: '', options: [] }));
  expect(parseLine('/attack', commands)).toBeNull();
  expect(parseLine('attack leader', commands)).toBeNull();
  expect(parseLine('/attack all ', commands)?.command.name).toBe('attack all');
  expect(parseLine('/attack Grant', commands)).toMatchObject({ command: { name: 'attack' }, text: 'Grant' });
});

describe('what an option offers', () => {
  const [everyone, staff, bo] = ['@everyone', '@Staff', 'Bo'].map((name, at) => ({ name, value: `${at}` }));
  const forum = { name: '#forum', value: '11', type: 15 };
  const library = { name: '#library', value: '10', type: 0 };
  const here = { people: [bo], roles: [everyone, staff], channels: [library, forum] } as Parameters<
    typeof fixedChoices
  >[1];
  const offered = (over: object) => fixedChoices(option('x', over), here);

  test('people, roles, channels of its types, truth, its choices; nothing where the bot completes', () => {
    expect(offered({ type: 6 })).toEqual([bo]);
    expect(offered({ type: 8 })).toEqual([everyone, staff]);
    expect(offered({ type: 9 })).toEqual([bo, everyone, staff]);
    expect(offered({ type: 7 })).toEqual([library, forum]);
    expect(offered({ type: 7, channel_types: [15] })).toEqual([forum]);
    expect(offered({ type: 5 })?.map(({ value }) => value)).toEqual([true, false]);
    expect(offered({ choices: [{ name: 'As text', value: 't' }] })).toEqual([{ name: 'As text', value: 't' }]);
    expect(offered({ autocomplete: true })).toBeNull();
  });

  test('choices that fit, those that begin so first', () => {
    const choices = ['Plank Road', 'Brock', 'Old Plank'].map((name) => ({ name }));
    expect(fitting(choices, 'plank').map(({ name }) => name)).toEqual(['Plank Road', 'Old Plank']);
  });
});

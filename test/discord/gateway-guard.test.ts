import { EventEmitter } from 'node:events';
import type { WebSocketOptions } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { guarded } from '../../src/discord/inbound/gateway-guard.ts';
import type { WaitingInteraction } from '../../src/discord/inbound/interaction-schema.ts';
import { openLog } from '../../src/program-log.ts';

type Gateway = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

/** A gateway whose events discord.js reads by `read`. */
function served(read: (event: string, data: unknown) => void) {
  const logged: { readonly level: number; readonly msg: string; readonly wrong?: string }[] = [];
  const unread: WaitingInteraction[] = [];
  const log = openLog('info', [], { write: (line) => void logged.push(JSON.parse(line)) });
  const emitter = new EventEmitter();
  emitter.on('dispatch', ({ data }: { data: { t: string; d: unknown } }) => read(data.t, data.d));
  guarded(emitter as unknown as Gateway, log, (waiting) => unread.push(waiting));
  return {
    logged,
    unread,
    emitter,
    send: (t: string, d: unknown) => emitter.emit('dispatch', { data: { t, d }, shardId: 0 }),
  };
}

const USER = { id: '100000000000000001', username: 'ada', global_name: 'Ada', avatar: null, discriminator: '0' };
const MEMBER = { user: USER, nick: null, roles: [], joined_at: '2024-01-01T00:00:00.000000+00:00', permissions: '16' };
const COMMAND = {
  id: '200000000000000001',
  application_id: '300000000000000001',
  type: 2,
  token: 'aW50ZXJhY3Rpb246_-',
  data: { id: '400000000000000001', name: 'map', type: 1 },
  channel: { id: '500000000000000001', type: 0 },
  guild_id: '600000000000000001',
  member: MEMBER,
  app_permissions: '0',
  entitlements: [],
  authorizing_integration_owners: {},
};
const { guild_id, member, ...ANYWHERE } = COMMAND;
const COMPLETION = {
  ...COMMAND,
  type: 4,
  data: { ...COMMAND.data, options: [{ name: 'view', type: 3, value: 'p', focused: true }] },
};
const MESSAGE = { id: '700000000000000001', channel_id: COMMAND.channel.id, flags: 0, components: [] };
const PRESS = { ...COMMAND, type: 3, message: MESSAGE, data: { custom_id: 'text', component_type: 2, id: 1 } };
const FIELD = { type: 4, custom_id: 'reason', value: 'Lee is tired' };
const FORM = {
  ...COMMAND,
  type: 5,
  data: { custom_id: 'reason:1', components: [{ type: 18, component: FIELD }] },
};

describe('what Discord sends is parsed before discord.js makes its own of it', () => {
  test.each([
    ['a command', COMMAND],
    ['a command in a DM', { ...ANYWHERE, user: USER, channel: { id: '5', type: 1 } }],
    ['a completion', COMPLETION],
    ['a completion in a subcommand', completion([{ name: 'overrule', type: 1, options: COMPLETION.data.options }])],
    ['a press', PRESS],
    [
      'a choice of people',
      choice({ users: { [USER.id]: USER }, members: { [USER.id]: { ...MEMBER, user: undefined } } }),
    ],
    ['a form', FORM],
    ['a kind that is to come', { type: 77 }],
    ['fields that are to come', { ...COMMAND, novelty: { of: ['any', 'kind'] } }],
  ])('%s goes on', (_what, interaction) => {
    const read: unknown[] = [];
    const { send, logged } = served((_event, data) => read.push(data));
    send('INTERACTION_CREATE', JSON.parse(JSON.stringify(interaction)));
    expect(logged).toEqual([]);
    expect(read).toHaveLength(1);
  });

  test.each([
    ['nothing', null],
    ['a text', 'interaction'],
    ['nobody', { ...COMMAND, member: undefined }],
    ['a channel without its server, which is no DM', { ...ANYWHERE, user: USER }],
    ['a member without a server', { ...ANYWHERE, member: MEMBER, channel: { id: '5', type: 1 } }],
    ['an id that is none', { ...COMMAND, id: 'one' }],
    ['a token that leads elsewhere', { ...COMMAND, token: '../../channels' }],
    ['half a character', { ...COMMAND, member: { ...MEMBER, nick: '\ud800' } }],
    ['rights that are none', { ...COMMAND, member: { ...MEMBER, permissions: 'all' } }],
    ['a custom id that is no text', { ...PRESS, data: { ...PRESS.data, custom_id: 7 } }],
    ['a custom id that is longer than any', { ...PRESS, data: { ...PRESS.data, custom_id: 'x'.repeat(101) } }],
    ['a press without its message', { ...PRESS, message: undefined }],
    ['a person who is not described', choice({ users: {}, members: { [USER.id]: MEMBER } })],
    ['options that are no list', { ...COMMAND, data: { ...COMMAND.data, options: { 0: 'x' } } }],
    ['a completion of no option', completion([{ name: 'view', type: 3, value: 'p' }])],
    [
      'a form with a number in it',
      { ...FORM, data: { custom_id: 'reason:1', components: [{ type: 18, component: { ...FIELD, value: 7 } }] } },
    ],
    ['a form without rows', { ...FORM, data: { custom_id: 'reason:1' } }],
  ])('%s is a line in the log and goes no further', (_what, interaction) => {
    const { send, logged } = served(() => expect.unreachable());
    send('INTERACTION_CREATE', interaction);
    expect(logged).toMatchObject([{ level: 40, msg: 'ignored an event from Discord that could not be read' }]);
    expect(logged[0]?.wrong).toMatch(/./);
  });

  test.each([
    ['a press whose custom id is no text', { ...PRESS, data: { ...PRESS.data, custom_id: 7 } }, false],
    ['a completion of no option', completion([{ name: 'view', type: 3, value: 'p' }]), true],
    ['a form without rows', { ...FORM, data: { custom_id: 'reason:1' } }, false],
  ])('%s is answered all the same: a member waits for it', (_what, interaction, completes) => {
    const { send, unread } = served(() => expect.unreachable());
    send('INTERACTION_CREATE', interaction);
    expect(unread).toEqual([{ id: COMMAND.id, token: COMMAND.token, completes }]);
  });

  test('what says nowhere to answer to is not answered', () => {
    const { send, unread } = served(() => expect.unreachable());
    send('INTERACTION_CREATE', { ...COMMAND, token: '../../channels' });
    send('INTERACTION_CREATE', null);
    expect(unread).toEqual([]);
  });

  test('what discord.js stumbles over all the same ends nothing', () => {
    const { send, logged } = served(() => {
      throw new TypeError("Cannot read properties of null (reading 'id')");
    });
    send('INTERACTION_CREATE', COMMAND);
    send('CHANNEL_UPDATE', {});
    expect(logged.map(({ level }) => level)).toEqual([50, 50]);
  });

  test('an event that carries nothing is left alone, unless it never carries anything', () => {
    const read: string[] = [];
    const { send, logged } = served((event) => read.push(event));
    send('GUILD_DELETE', null);
    send('RESUMED', null);
    expect(read).toEqual(['RESUMED']);
    expect(logged).toHaveLength(1);
  });
});

describe('the beginning of a session', () => {
  const BEGINNING = { user: { id: '1' }, application: { id: '1' }, guilds: [{ id: '2', unavailable: true }] };

  function begun(beginning: unknown) {
    const read: string[] = [];
    const { send, emitter, logged } = served((event) => read.push(event));
    emitter.on('ready', () => read.push('ready'));
    emitter.emit('ready', { data: beginning, shardId: 0 });
    send('READY', beginning);
    return { read, logged };
  }

  test('goes on', () => {
    expect(begun(BEGINNING)).toEqual({ read: ['ready', 'READY'], logged: [] });
  });

  test.each([
    ['nothing', null],
    ['no servers', { ...BEGINNING, guilds: undefined }],
    ['servers that are no list', { ...BEGINNING, guilds: { 0: { id: '2' } } }],
    ['a server that is nothing', { ...BEGINNING, guilds: [null] }],
    ['a bot that is nobody', { ...BEGINNING, user: null }],
  ])('with %s is one line in the log, and discord.js hears of no session', (_what, beginning) => {
    const { read, logged } = begun(beginning);
    expect(read).toEqual([]);
    expect(logged).toMatchObject([{ level: 40, event: 'READY', wrong: 'no list of servers' }]);
  });
});

function completion(options: readonly object[]): object {
  return { ...COMPLETION, data: { ...COMPLETION.data, options } };
}

function choice(resolved: object): object {
  return {
    ...PRESS,
    data: { custom_id: 'value:k3x9mnpqrs:commander', component_type: 5, values: [USER.id], resolved },
  };
}

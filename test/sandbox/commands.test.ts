import {
  type ApplicationCommandDataResolvable,
  type ChatInputCommandInteraction,
  Events,
  type Interaction,
  ApplicationCommandOptionType as Option,
  PermissionFlagsBits,
  PermissionsBitField,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { type CommandBody, createCommandStore } from '../../src/sandbox/store/commands.ts';
import { answer } from '../answered-message.ts';
import { codeOf, rest, sandboxWithBot } from './fixture.ts';

const HOME = 'Army of the Potomac';
const TABLE = 'council-of-war';

const of = (type: Exclude<Option, Option.Subcommand>, name: string, more: object = {}) => ({
  ...{ type, name, description: `The ${name}`, ...more },
});
const given = [
  of(Option.User, 'to', { required: true }),
  of(Option.Channel, 'where'),
  of(Option.Role, 'role'),
  of(Option.Boolean, 'now'),
  of(Option.Number, 'share'),
  of(Option.String, 'pace', { choices: [{ name: 'Quick step', value: 'quick' }] }),
];
const give = { type: Option.Subcommand, name: 'give', description: 'Give one', options: given };
const orders = [
  { type: Option.SubcommandGroup, name: 'corps', description: 'Of a corps', options: [give] },
  {
    ...{ type: Option.Subcommand, name: 'list', description: 'List them' },
    options: [of(Option.String, 'order', { autocomplete: true })],
  },
];
const COMMANDS = [
  {
    ...{ name: 'attack', description: 'Attack' },
    options: [
      of(Option.String, 'leader', { required: true, autocomplete: true }),
      of(Option.Integer, 'dice', { minValue: 1, maxValue: 6 }),
    ],
  },
  { name: 'orders', description: 'Standing orders', options: orders },
  { name: 'staff', description: 'For moderators', defaultMemberPermissions: PermissionFlagsBits.ManageChannels },
  {
    ...{ name: 'post', description: 'Post something' },
    options: [of(Option.Channel, 'where', { channelTypes: [0] }), of(Option.Channel, 'voice', { channelTypes: [2] })],
  },
  { name: 'guildonly', description: 'Not in a DM', contexts: [0] },
] as ApplicationCommandDataResolvable[];

const withCommands = (on: (interaction: Interaction) => Promise<unknown>) => sandboxWithBot({ on, commands: COMMANDS });
/** The commands, and what `look` sees of each that comes. */
async function seeing(look: (interaction: ChatInputCommandInteraction<'cached'>) => unknown) {
  const seen: unknown[] = [];
  const made = await withCommands(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    seen.push(look(interaction as ChatInputCommandInteraction<'cached'>));
    await interaction.reply('Done');
  });
  return { ...made, seen, table: (member: string) => made.sandbox.as(member).in(TABLE) };
}

describe('registration', () => {
  it('overwrites, and keeps the ids of names that stay', async () => {
    const { client, sandbox } = await sandboxWithBot();
    const { commands } = client.application;
    const set = async (...all: string[]) =>
      (await commands.set(all.map((each) => ({ name: each.split(' ')[0] ?? '', description: each })))).find(
        ({ name }) => name === 'map',
      );
    const before = await set('map', 'log');
    const was = { id: before?.id, version: before?.version };
    const after = await set('map anew');
    expect(after?.id).toBe(was.id);
    expect(after?.version).not.toBe(was.version);
    expect((await commands.fetch()).map(({ name }) => name)).toEqual(['map']);
    expect(sandbox.commands().map(({ name }) => name)).toEqual(['map']);
  });

  it("keeps a server's commands to that server", async () => {
    const { client, sandbox, ada } = await sandboxWithBot({
      on: (interaction) => (interaction as ChatInputCommandInteraction).reply('here'),
    });
    const { id } = sandbox.world.guild(HOME);
    await client.application.commands.set([{ name: 'drill', description: 'Drill' }], id);
    expect(sandbox.commands(HOME)).toMatchObject([{ name: 'drill', guild_id: id }]);
    expect(await sandbox.as('Bo').in('parade-ground').command('drill')).toMatchObject({ kind: 'message' });
    expect(await ada.command('drill')).toMatchObject({ kind: 'failed' });
    const elsewhere = `/applications/${sandbox.world.applicationId}/guilds/1/commands`;
    expect(await rest(sandbox, 'GET', elsewhere)).toMatchObject({ status: 403, body: { code: 50001 } });
  });
});

describe('a slash command', () => {
  it('reaches the bot with member, permissions and context, and its answer the channel', async () => {
    const { table, seen, sandbox } = await seeing((interaction) => [
      ...[interaction.inCachedGuild(), interaction.memberPermissions?.has('ManageChannels'), interaction.context],
      ...[interaction.appPermissions.has('SendMessages'), interaction.channel?.id === interaction.channelId],
      interaction.authorizingIntegrationOwners[0] === interaction.guildId,
      ...[interaction.options.getString('leader'), interaction.options.getInteger('dice')],
    ]);
    const told = answer(await table('Ada').command('attack', { leader: 'grant', dice: '3' }));
    expect(told).toMatchObject({
      ...{ content: 'Done', ephemeral: false, loading: false, author: { name: 'Council of War', bot: true } },
      interaction: { memberName: 'Ada', label: '/attack' },
    });
    await table('bo').command('attack', { leader: 'x' });
    expect(seen).toEqual([
      [true, true, 0, true, true, true, 'grant', 3],
      [true, false, 0, true, true, true, 'x', null],
    ]);
    expect(sandbox.messages(TABLE)).toHaveLength(2);
  });

  it('nests sub-commands and resolves users, channels and roles', async () => {
    const { table, seen, sandbox } = await seeing(({ options }) => [
      ...[options.getSubcommandGroup(), options.getSubcommand(), options.getUser('to')?.username],
      ...[options.getMember('to')?.joinedTimestamp, options.getChannel('where')?.name, options.getRole('role')?.name],
      ...[options.getBoolean('now'), options.getNumber('share'), options.getString('pace')],
    ]);
    const typed = { to: '@Bo', where: '#the-wilderness', role: 'Moderator', now: true, share: 0.5, pace: 'Quick step' };
    const told = answer(await table('Ada').command('orders corps give', typed));
    expect(told.interaction?.label).toBe('/orders corps give');
    const joined = sandbox.world.membership(sandbox.world.guild(HOME), sandbox.world.member('Bo').id)?.joinedAt ?? '';
    expect(seen).toEqual([
      ['corps', 'give', 'bo', Date.parse(joined), 'the-wilderness', 'Moderator', true, 0.5, 'quick'],
    ]);
  });

  it('says of a channel it names what the member may do there, and of which kinds it may be', async () => {
    const { table, sandbox, client } = await seeing(() => null);
    const named: Record<string, unknown>[] = [];
    client.on(Events.Raw, ({ t, d }: { t: string; d: { data?: { resolved?: { channels?: object } } } }) => {
      if (t === 'INTERACTION_CREATE') named.push(...Object.values(d.data?.resolved?.channels ?? {}));
    });
    const manages = async (member: string) => {
      expect(await table(member).command('post', { where: '#the-wilderness' })).toMatchObject({ kind: 'message' });
      return new PermissionsBitField(BigInt(String(named.at(-1)?.permissions))).has('ManageChannels');
    };
    expect([await manages('Ada'), await manages('Bo')]).toEqual([true, false]);
    expect(named.at(-1)).toMatchObject({ id: sandbox.world.channel('the-wilderness').id, type: 0 });
    expect(named.at(-1)).not.toHaveProperty('permission_overwrites');
    sandbox.deny('Bo', 'parade-ground', PermissionFlagsBits.ViewChannel);
    const unseen = { kind: 'failed', reason: 'where: There is no channel "#parade-ground".' };
    expect(await table('Bo').command('post', { where: '#parade-ground' })).toMatchObject(unseen);
    const silent = { kind: 'failed', reason: 'voice: There is no channel "#parade-ground".' };
    expect(await table('Ada').command('post', { voice: '#parade-ground' })).toMatchObject(silent);
  });

  it('is refused before the bot hears of it if the member could not send it', async () => {
    const { sandbox } = await withCommands(() => Promise.reject(new Error('The bot heard of it.')));
    const bo = sandbox.as('Bo').in('library');
    for (const [command, options, reason] of [
      ['nothing', {}, 'There is no command /nothing here.'],
      ['attack', {}, 'leader: Fill this in.'],
      ['attack', { leader: 'x', dice: 9 }, 'dice: Enter at most 6.'],
      ['attack', { leader: 'x', dice: 'two' }, 'dice: Enter a number.'],
      ['attack', { leader: 'x', dice: 1.5 }, 'dice: Enter a whole number.'],
      ['attack', { leader: 'x', flank: 'left' }, '/attack has no option "flank".'],
      ['orders', {}, '/orders needs one of: corps, list.'],
      ['orders corps take', {}, '/orders has no "take".'],
      ['orders corps give', { to: 'Lee' }, 'to: There is no member "Lee".'],
      ['orders corps give', { to: 'Bo', pace: 'slow' }, 'pace: "slow" is none of the choices.'],
      ['staff', {}, 'You do not have permission to use /staff here.'],
    ] as const)
      expect(await bo.command(command, options), command).toMatchObject({ kind: 'failed', reason });
  });

  it('works in a direct conversation, with a user and no member', async () => {
    const { seen, sandbox, client } = await seeing((interaction) => [
      ...[interaction.inGuild(), interaction.context, interaction.member, interaction.channelId],
    ]);
    const cy = sandbox.as('Cy').in('dm');
    expect(answer(await cy.command('attack', { leader: 'x' })).text).toBe('Done');
    expect(seen).toEqual([[false, 1, null, sandbox.world.dm('Cy').id]]);
    const reason = '/guildonly cannot be used here.';
    expect(await cy.command('guildonly')).toMatchObject({ kind: 'failed', reason });
    expect(await sandbox.as('Bo').in('Cy').command('attack', { leader: 'x' })).toMatchObject({ kind: 'failed' });
    await (await client.users.createDM(sandbox.world.member('Cy').id)).send('A word in private');
    expect(sandbox.messages('Cy').map(({ content }) => content)).toEqual(['Done', 'A word in private']);
  });
});

describe('autocomplete', () => {
  it('sends what is typed, in a sub-command too, and shows the choices', async () => {
    const seen: unknown[] = [];
    const { ada } = await withCommands(async (interaction) => {
      if (!interaction.isAutocomplete()) return;
      const { options } = interaction;
      seen.push([options.getFocused(true).name, options.getFocused(), options.getSubcommand(false)]);
      await interaction.respond([{ name: 'Grant, needs 5+', value: 'grant' }]);
    });
    const choices = { kind: 'choices', choices: [{ name: 'Grant, needs 5+', value: 'grant' }] };
    expect(await ada.autocomplete('attack', { leader: 'gr', dice: 2 }, 'leader')).toMatchObject(choices);
    expect(await ada.autocomplete('attack', {}, 'leader')).toMatchObject(choices);
    expect(await ada.autocomplete('orders list', { order: 'gra' }, 'order')).toMatchObject(choices);
    expect(seen).toEqual([
      ['leader', 'gr', null],
      ['leader', '', null],
      ['order', 'gra', 'list'],
    ]);
    const reason = 'The option "dice" does not complete.';
    expect(await ada.autocomplete('attack', { leader: 'g' }, 'dice')).toMatchObject({ kind: 'failed', reason });
  });

  it('refuses too many choices, empty and long names, and values of another type', async () => {
    const codes: unknown[] = [];
    const { ada } = await withCommands(async (interaction) => {
      if (!interaction.isAutocomplete()) return;
      for (const choices of [
        Array.from({ length: 26 }, (_, index) => ({ name: `${index}`, value: `${index}` })),
        [{ name: '', value: 'x' }],
        [{ name: 'x'.repeat(101), value: 'x' }],
        [{ name: 'x', value: 1 }],
      ])
        codes.push(await codeOf(interaction.respond(choices)));
      await interaction.respond([]);
    });
    expect(await ada.autocomplete('attack', {}, 'leader')).toMatchObject({ kind: 'choices', choices: [] });
    expect(codes).toEqual([50035, 50035, 50035, 50035]);
  });
});

it('are replaced in one step, so that a page never sees a server without its commands', () => {
  const seen: number[] = [];
  let id = 0;
  const store = createCommandStore(
    () => `${++id}`,
    () => seen.push(store.all().length),
  );
  const body = (name: string) => ({ name, description: name }) as CommandBody;
  store.replace('1', [body('map'), body('attack')]);
  store.replace('1', [body('map')]);
  expect(seen).toEqual([2, 1]);
});

import {
  ChannelType,
  type ChatInputCommandInteraction,
  Events,
  type Interaction,
  PermissionFlagsBits,
  PermissionsBitField,
  ApplicationCommandOptionType as T,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { Permission } from '../../src/sandbox/sandbox.ts';
import { rest, sandboxWithBot } from './fixture.ts';

const leader = {
  type: T.String as const,
  name: 'leader',
  description: 'Who leads',
  required: true,
  autocomplete: true,
};

const COMMANDS = [
  {
    name: 'attack',
    description: 'Attack',
    options: [leader, { type: T.Integer as const, name: 'dice', description: 'How many', minValue: 1, maxValue: 6 }],
  },
  {
    name: 'orders',
    description: 'Standing orders',
    options: [
      {
        type: T.SubcommandGroup as const,
        name: 'corps',
        description: 'Of a corps',
        options: [
          {
            type: T.Subcommand as const,
            name: 'give',
            description: 'Give one',
            options: [
              { type: T.User as const, name: 'to', description: 'To whom', required: true },
              { type: T.Channel as const, name: 'where', description: 'Where' },
              { type: T.Role as const, name: 'role', description: 'Role' },
              { type: T.Boolean as const, name: 'now', description: 'At once' },
              { type: T.Number as const, name: 'share', description: 'Share' },
              {
                type: T.String as const,
                name: 'pace',
                description: 'Pace',
                choices: [{ name: 'Quick step', value: 'quick' }],
              },
            ],
          },
        ],
      },
      { type: T.Subcommand as const, name: 'list', description: 'List them' },
    ],
  },
  { name: 'staff', description: 'For moderators', defaultMemberPermissions: PermissionFlagsBits.ManageChannels },
  {
    name: 'post',
    description: 'Post something',
    options: [
      { type: T.Channel as const, name: 'where', description: 'Where', channelTypes: [ChannelType.GuildText as const] },
      { type: T.Channel as const, name: 'voice', description: 'Said', channelTypes: [ChannelType.GuildVoice as const] },
    ],
  },
  { name: 'guildonly', description: 'Not in a DM', contexts: [0] },
];

async function withCommands(on: (interaction: Interaction) => Promise<unknown>) {
  const made = await sandboxWithBot({ on });
  await made.client.application.commands.set(COMMANDS);
  return made;
}

describe('registration', () => {
  it('overwrites, and keeps the ids of names that stay', async () => {
    const { client, sandbox } = await sandboxWithBot();
    const { commands } = client.application;
    const first = await commands.set([
      { name: 'map', description: 'The map' },
      { name: 'log', description: 'The log' },
    ]);
    const before = first.find((each) => each.name === 'map');
    const { id, version } = { id: before?.id, version: before?.version };
    const second = await commands.set([{ name: 'map', description: 'The picture' }]);
    expect(second.first()?.id).toBe(id);
    expect(second.first()?.version).not.toBe(version);
    expect([...(await commands.fetch()).values()].map((each) => each.name)).toEqual(['map']);

    expect(sandbox.commands().map((each) => each.name)).toEqual(['map']);
  });

  it("keeps a server's commands to that server", async () => {
    const { client, sandbox } = await sandboxWithBot({
      on: (interaction) => (interaction as ChatInputCommandInteraction).reply('here'),
    });
    const army = sandbox.world.guild('Army of the Potomac');
    await client.application.commands.set([{ name: 'drill', description: 'Drill' }], army.id);
    expect(sandbox.commands(army.name)).toMatchObject([{ name: 'drill', guild_id: army.id }]);
    expect(await sandbox.as('Bo').in('parade-ground').command('drill')).toMatchObject({ kind: 'message' });
    expect(await sandbox.as('Bo').in('library').command('drill')).toMatchObject({ kind: 'failed' });
    expect(await rest(sandbox, 'GET', `/applications/${sandbox.world.applicationId}/guilds/1/commands`)).toMatchObject({
      status: 403,
      body: { code: 50001 },
    });
  });
});

describe('a slash command', () => {
  it('reaches the bot with member, permissions and context, and its answer the channel', async () => {
    const seen: unknown[] = [];
    const { sandbox } = await withCommands(async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      seen.push(
        interaction.inCachedGuild(),
        interaction.memberPermissions?.has('ManageChannels'),
        interaction.appPermissions.has('SendMessages'),
        interaction.context,
        interaction.options.getString('leader'),
        interaction.options.getInteger('dice'),
        interaction.channel?.id === interaction.channelId,
        interaction.authorizingIntegrationOwners[0] === interaction.guildId,
      );
      await interaction.reply(`${interaction.user.displayName} attacks`);
    });
    const outcome = await sandbox.as('Ada').in('#council-of-war').command('attack', { leader: 'grant', dice: '3' });
    expect(outcome).toMatchObject({
      kind: 'message',
      message: {
        content: 'Ada attacks',
        ephemeral: false,
        loading: false,
        author: { name: 'Council of War', bot: true },
        interaction: { memberName: 'Ada', label: '/attack' },
      },
    });
    expect(seen).toEqual([true, true, true, 0, 'grant', 3, true, true]);
    expect(sandbox.messages('council-of-war')).toHaveLength(1);
    const bo = await sandbox.as('bo').in('the-wilderness').command('attack', { leader: 'x' });
    expect(bo.kind).toBe('message');
    expect(seen[9]).toBe(false);
  });

  it('nests sub-commands and resolves users, channels and roles', async () => {
    const seen: unknown[] = [];
    const { sandbox } = await withCommands(async (interaction) => {
      if (!interaction.isChatInputCommand() || !interaction.inCachedGuild()) return;
      const { options } = interaction;
      seen.push(
        options.getSubcommandGroup(),
        options.getSubcommand(),
        options.getUser('to')?.username,
        options.getMember('to')?.displayName,
        options.getChannel('where')?.name,
        options.getRole('role')?.name,
        options.getBoolean('now'),
        options.getNumber('share'),
        options.getString('pace'),
      );
      await interaction.reply('Given');
    });
    const options = {
      to: '@Bo',
      where: '#the-wilderness',
      role: 'Moderator',
      now: true,
      share: 0.5,
      pace: 'Quick step',
    };
    const outcome = await sandbox.as('Ada').in('council-of-war').command('orders corps give', options);
    expect(outcome).toMatchObject({ kind: 'message', message: { interaction: { label: '/orders corps give' } } });
    expect(seen).toEqual(['corps', 'give', 'bo', 'Bo', 'the-wilderness', 'Moderator', true, 0.5, 'quick']);
    expect(await sandbox.as('Ada').in('council-of-war').command('orders list')).toMatchObject({ kind: 'message' });
  });

  it('says of a channel it names what the member may do there, and of which kinds it may be', async () => {
    const { sandbox, client } = await withCommands(async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply('Posted');
    });
    const named: Record<string, unknown>[] = [];
    client.on(Events.Raw, ({ t, d }: { t: string; d: { data?: { resolved?: { channels?: object } } } }) => {
      if (t === 'INTERACTION_CREATE') named.push(...Object.values(d.data?.resolved?.channels ?? {}));
    });
    const post = (member: string, where: string) => sandbox.as(member).in('council-of-war').command('post', { where });
    const isModerator = () => new PermissionsBitField(BigInt(String(named.at(-1)?.permissions))).has('ManageChannels');
    expect(await post('Ada', '#the-wilderness')).toMatchObject({ kind: 'message' });
    expect(named.at(-1)).toMatchObject({ id: sandbox.world.channel('the-wilderness').id, type: 0 });
    expect(named.at(-1)).not.toHaveProperty('permission_overwrites');
    expect(isModerator()).toBe(true);
    await post('Bo', '#the-wilderness');
    expect(isModerator()).toBe(false);
    const refused = { kind: 'failed', reason: 'where: There is no channel "#parade-ground".' };
    sandbox.deny('Bo', 'parade-ground', Permission.viewChannel);
    expect(await post('Bo', '#parade-ground')).toMatchObject(refused);
    const voice = await sandbox.as('Ada').in('council-of-war').command('post', { voice: '#parade-ground' });
    expect(voice).toMatchObject({ kind: 'failed', reason: 'voice: There is no channel "#parade-ground".' });
  });

  it.each([
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
  ])('/%s %o is refused before the bot hears of it', async (command, options, reason) => {
    const { sandbox } = await withCommands(() => Promise.reject(new Error('The bot heard of it.')));
    expect(await sandbox.as('Bo').in('library').command(command, options)).toMatchObject({ kind: 'failed', reason });
  });

  it('works in a direct conversation, with a user and no member', async () => {
    const seen: unknown[] = [];
    const { sandbox, client } = await withCommands(async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      seen.push(interaction.inGuild(), interaction.context, interaction.member, interaction.channelId);
      await interaction.reply('Just us');
    });
    const seat = sandbox.as('Cy').in('dm');
    expect(await seat.command('attack', { leader: 'x' })).toMatchObject({
      kind: 'message',
      message: { text: 'Just us' },
    });
    expect(seen).toEqual([false, 1, null, sandbox.world.dm('Cy').id]);
    expect(await seat.command('guildonly')).toMatchObject({
      kind: 'failed',
      reason: '/guildonly cannot be used here.',
    });
    expect(await sandbox.as('Bo').in('Cy').command('attack', { leader: 'x' })).toMatchObject({ kind: 'failed' });

    const cy = await client.users.createDM(sandbox.world.member('Cy').id);
    await cy.send('A word in private');
    expect(sandbox.messages('Cy').map((message) => message.content)).toEqual(['Just us', 'A word in private']);
  });

  it('reaches the bot twice when it is delivered twice', async () => {
    const ids: string[] = [];
    const { sandbox } = await withCommands(async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      ids.push(interaction.id);
      if (ids.length === 2) await interaction.reply('Once');
    });
    const outcome = sandbox.as('Ada').in('library').command('attack', { leader: 'x' });
    sandbox.happen({ kind: 'redeliver' });
    expect(await outcome).toMatchObject({ kind: 'message', interactionId: ids[0] });
    expect(ids).toEqual([ids[0], ids[0]]);
  });
});

describe('autocomplete', () => {
  it('sends what is typed and shows the choices', async () => {
    const seen: unknown[] = [];
    const { sandbox } = await withCommands(async (interaction) => {
      if (!interaction.isAutocomplete()) return;
      seen.push(
        interaction.options.getFocused(true).name,
        interaction.options.getFocused(),
        interaction.options.getInteger('dice'),
      );
      await interaction.respond([{ name: 'Grant, needs 5+', value: 'grant' }]);
    });
    const seat = sandbox.as('Ada').in('library');
    expect(await seat.autocomplete('attack', { leader: 'gr', dice: 2 }, 'leader')).toMatchObject({
      kind: 'choices',
      choices: [{ name: 'Grant, needs 5+', value: 'grant' }],
    });
    expect(seen).toEqual(['leader', 'gr', 2]);
    expect(await seat.autocomplete('attack', {}, 'leader')).toMatchObject({ kind: 'choices' });
    expect(await seat.autocomplete('attack', { leader: 'g' }, 'dice')).toMatchObject({
      kind: 'failed',
      reason: 'The option "dice" does not complete.',
    });
  });

  it.each([
    ['26 choices', Array.from({ length: 26 }, (_, index) => ({ name: `${index}`, value: `${index}` }))],
    ['an empty name', [{ name: '', value: 'x' }]],
    ['a name of 101 letters', [{ name: 'x'.repeat(101), value: 'x' }]],
    ['a number for a text', [{ name: 'x', value: 1 }]],
  ])('refuses %s', async (_, choices) => {
    let code: unknown;
    const { sandbox } = await withCommands(async (interaction) => {
      if (!interaction.isAutocomplete()) return;
      code = await interaction.respond(choices).catch((error: { code: unknown }) => error.code);
      await interaction.respond([]);
    });
    expect(await sandbox.as('Ada').in('library').autocomplete('attack', { leader: 'g' }, 'leader')).toMatchObject({
      kind: 'choices',
      choices: [],
    });
    expect(code).toBe(50035);
  });
});

import {
  ActionRowBuilder,
  type Interaction,
  ApplicationCommandOptionType as Option,
  RoleSelectMenuBuilder,
  SlashCommandBuilder,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../src/sandbox/sandbox.ts';
import { timeOfSnowflake } from '../../src/sandbox/world/snowflake.ts';
import { freshSandbox, rest, sandboxWithBot } from './fixture.ts';

const HOME = 'Army of the Potomac';
const TABLE = 'council-of-war';
const DAY = 86_400_000;

describe('extra members', () => {
  it('are in every server, act like the others, and have the same ids in every run', async () => {
    const { sandbox } = await sandboxWithBot({
      extraMembers: 40,
      on: async (interaction: Interaction) => {
        if (interaction.isButton()) await interaction.update({ content: `By ${interaction.user.displayName}` });
      },
    });
    const row = { type: 1, components: [{ type: 2, style: 1, label: 'Vote', custom_id: 'v' }] };
    await rest(sandbox, 'POST', `/channels/${sandbox.world.channel(TABLE).id}/messages`, {
      content: 'Vote',
      components: [row],
    });
    const posted = await sandbox.waitForMessage(TABLE, (message) => message.text === 'Vote');
    const outcome = await sandbox.as('Member 40').in(TABLE).press(posted, 'Vote');
    expect(outcome).toMatchObject({ kind: 'update', message: { content: 'By Member 40' } });
    expect(sandbox.as('member-7').in('library').say('Here').author.name).toBe('Member 7');
    const ids = sandbox.world.members.map((member) => member.id);
    expect(new Set(ids).size).toBe(43);
    expect((await freshSandbox({ extraMembers: 40 })).world.members.map((member) => member.id)).toEqual(ids);
  });

  it('are as old as a test wants, and joined when it wants', async () => {
    const clock = manualClock();
    const [yesterday, lastWeek] = [clock.now() - DAY, clock.now() - 6 * DAY];
    const seen: unknown[] = [];
    const { sandbox, client } = await sandboxWithBot({
      clock,
      extraMembers: [
        { name: 'Newborn', created: yesterday },
        { name: 'New Here', joined: lastWeek },
      ],
      on: async (interaction) => {
        if (!interaction.isChatInputCommand() || !interaction.inCachedGuild()) return;
        seen.push([interaction.user.createdTimestamp, interaction.member.joinedTimestamp]);
        await interaction.reply('Seen');
      },
    });
    await client.application.commands.set([{ name: 'me', description: 'Me' }]);
    await sandbox.as('Newborn').in(TABLE).command('me');
    await sandbox.as('New Here').in(TABLE).command('me');
    sandbox.setJoined('Bo', yesterday, HOME);
    await sandbox.as('Bo').in(TABLE).command('me');
    const [newborn, newHere, bo] = seen as [number, number][];
    expect(newborn?.[0]).toBe(yesterday);
    expect(newHere).toEqual([Date.parse('2020-02-29T12:00:00Z'), lastWeek]);
    expect(bo?.[1]).toBe(yesterday);
    expect(timeOfSnowflake(sandbox.world.member('Newborn').id)).toBe(yesterday);
  });

  it('cannot have the name of another', async () => {
    await expect(freshSandbox({ extraMembers: [{ name: 'Ada' }] })).rejects.toThrow('two members named "ada"');
  });
});

describe('the role of the staff', () => {
  it('is held by Bo, manages nothing, and is given and taken', async () => {
    const held: string[][] = [];
    const { sandbox, client } = await sandboxWithBot({
      on: async (interaction) => {
        if (!interaction.isChatInputCommand() || !interaction.inCachedGuild()) return;
        held.push(interaction.member.roles.cache.map((role) => role.name).sort());
        held.push([String(interaction.memberPermissions.has('ManageChannels'))]);
        await interaction.reply('Seen');
      },
    });
    await client.application.commands.set([{ name: 'me', description: 'Me' }]);
    const [bo, cy] = [sandbox.as('Bo').in(TABLE), sandbox.as('Cy').in(TABLE)];
    await bo.command('me');
    sandbox.giveRole('Cy', 'Staff');
    await cy.command('me');
    sandbox.takeRole('Bo', '@Staff', HOME);
    sandbox.giveRole('Cy', 'Moderator', HOME);
    await bo.command('me');
    await cy.command('me');
    expect(held.filter((_, at) => at % 2 === 0)).toEqual([
      ['@everyone', 'Staff'],
      ['@everyone', 'Staff'],
      ['@everyone'],
      ['@everyone', 'Moderator', 'Staff'],
    ]);
    expect(held.filter((_, at) => at % 2 === 1)).toEqual([['false'], ['false'], ['false'], ['true']]);
    const elsewhere = sandbox.world.guild("Soldiers' Home");
    expect(
      sandbox.world.holds(elsewhere, sandbox.world.member('Bo').id, sandbox.world.role(elsewhere, 'Staff').id),
    ).toBe(true);
    expect(() => sandbox.giveRole('Bo', 'Council of War')).toThrow('cannot be given');
  });

  it('is pinged by name, its holders with it; a role that nobody may ping is only named', async () => {
    const { sandbox } = await sandboxWithBot();
    const { world } = sandbox;
    const guild = world.guild(HOME);
    const [staff, moderator] = [world.role(guild, 'Staff').id, world.role(guild, 'Moderator').id];
    const send = async (allowed: unknown) => {
      const path = `/channels/${world.channel(TABLE).id}/messages`;
      const answer = await rest(sandbox, 'POST', path, {
        content: `<@&${staff}> <@&${moderator}>`,
        ...(allowed === undefined ? {} : { allowed_mentions: allowed }),
      });
      expect(answer.status).toBe(200);
      return sandbox.messages(TABLE).at(-1);
    };
    const bo = world.member('Bo').id;
    expect(await send(undefined)).toMatchObject({ mentionedRoles: [staff], mentions: [], pinged: [bo] });
    expect(await send({ roles: [staff] })).toMatchObject({ mentionedRoles: [staff], pinged: [bo] });
    expect(await send({ parse: [] })).toMatchObject({ mentionedRoles: [], pinged: [] });
  });
});

describe('the options of commands', () => {
  const COUNCIL = new SlashCommandBuilder()
    .setName('council')
    .setDescription('How this table decides')
    .addStringOption((option) =>
      option.setName('mode').setDescription('Who decides').addChoices({ name: 'By vote', value: 'vote' }),
    )
    .addStringOption((option) => option.setName('window').setDescription('How long').setAutocomplete(true))
    .addIntegerOption((option) => option.setName('quorum').setDescription('How many').setMinValue(1))
    .addBooleanOption((option) => option.setName('sealed').setDescription('Hidden until it closes'))
    .addUserOption((option) => option.setName('commander').setDescription('Who commands'))
    .addRoleOption((option) => option.setName('voters').setDescription('Who can vote'));
  const VOTE = new SlashCommandBuilder()
    .setName('vote')
    .setDescription('The ballot')
    .addSubcommand((sub) => sub.setName('open').setDescription('Opens a ballot'))
    .addSubcommand((sub) =>
      sub
        .setName('overrule')
        .setDescription('Carries out another order')
        .addStringOption((option) =>
          option.setName('order').setDescription('Which').setAutocomplete(true).setRequired(true),
        ),
    );

  async function withCouncil(on: (interaction: Interaction) => Promise<unknown>) {
    const made = await sandboxWithBot({ on });
    await made.client.application.commands.set([COUNCIL, VOTE]);
    return made;
  }

  it('arrive each as its kind, users and roles resolved as Discord does it', async () => {
    const seen: unknown[] = [];
    const { sandbox } = await withCouncil(async (interaction) => {
      if (interaction.isAutocomplete()) return interaction.respond([{ name: '15 minutes', value: '15m' }]);
      if (!interaction.isChatInputCommand() || !interaction.inCachedGuild()) return;
      const { options } = interaction;
      seen.push(
        ...[options.getString('mode'), options.getString('window'), options.getInteger('quorum')],
        ...[options.getBoolean('sealed'), options.getMember('commander')?.joinedTimestamp],
        options.getRole('voters')?.name,
        options.data.map((option) => Option[option.type]),
      );
      await interaction.reply({ content: 'Noted', flags: 64 });
    });
    const ada = sandbox.as('Ada').in(TABLE);
    const given = { mode: 'By vote', quorum: 3, sealed: false, commander: 'Bo', voters: 'Staff' };
    const choices = await ada.autocomplete('council', { ...given, window: '15' }, 'window');
    expect(choices).toMatchObject({ kind: 'choices', choices: [{ value: '15m' }] });
    expect(await ada.command('council', { ...given, window: '15m' })).toMatchObject({ kind: 'message' });
    const guild = sandbox.world.guild(HOME);
    const joined = Date.parse(sandbox.world.membership(guild, sandbox.world.member('Bo').id)?.joinedAt ?? '');
    expect(seen.slice(0, 6)).toEqual(['vote', '15m', 3, false, joined, 'Staff']);
    expect(seen[6]).toEqual(['String', 'Integer', 'Boolean', 'User', 'Role', 'String']);
  });

  it('complete within a sub-command', async () => {
    const { sandbox } = await withCouncil(async (interaction) => {
      if (interaction.isAutocomplete()) {
        const { options } = interaction;
        return interaction.respond([{ name: `${options.getSubcommand()} ${options.getFocused()}`, value: 'x' }]);
      }
      if (interaction.isChatInputCommand()) await interaction.reply(interaction.options.getSubcommand());
    });
    const ada = sandbox.as('Ada').in(TABLE);
    expect(await ada.autocomplete('vote overrule', { order: 'gra' }, 'order')).toMatchObject({
      choices: [{ name: 'overrule gra' }],
    });
    expect(await ada.command('vote open')).toMatchObject({
      kind: 'message',
      message: { content: 'open', interaction: { label: '/vote open' } },
    });
  });
});

describe('a menu of roles', () => {
  it('gives the chosen role, and refuses what is no role', async () => {
    const seen: string[] = [];
    const { sandbox, client } = await sandboxWithBot({
      on: async (interaction) => {
        if (!interaction.isRoleSelectMenu()) return;
        seen.push(...interaction.roles.map((role) => role.name));
        await interaction.deferUpdate();
      },
    });
    const channel = await client.channels.fetch(sandbox.world.channel(TABLE).id);
    if (!channel?.isSendable()) throw new Error('no channel');
    const menu = new RoleSelectMenuBuilder().setCustomId('role');
    const posted = await channel.send({
      components: [new ActionRowBuilder<RoleSelectMenuBuilder>().addComponents(menu)],
    });
    const { world } = sandbox;
    const seat = sandbox.as('Ada').in(TABLE).atOnce;
    await seat.select(posted, 'role', [world.role(world.guild(HOME), 'Staff').id]);
    expect(seen).toEqual(['Staff']);
    expect(await seat.select(posted, 'role', [world.member('Bo').id])).toMatchObject({
      reason: 'This menu does not offer that.',
    });
  });
});

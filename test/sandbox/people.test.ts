import { SnowflakeUtil } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { freshSandbox, post, sandboxWithBot } from './fixture.ts';

const HOME = 'Army of the Potomac';
const TABLE = 'council-of-war';
const DAY = 86_400_000;

/** A bot with the command /me, and what it has seen of those who gave it. */
async function withMe(extraMembers: Parameters<typeof freshSandbox>[0] = {}) {
  const seen: { created: number; joined: number | null; roles: string[]; manages: boolean }[] = [];
  const made = await sandboxWithBot({
    ...extraMembers,
    commands: ['me'],
    on: async (interaction) => {
      if (!interaction.isChatInputCommand() || !interaction.inCachedGuild()) return;
      const { user, member, memberPermissions } = interaction;
      const roles = member.roles.cache.map(({ name }) => name).sort();
      const manages = memberPermissions.has('ManageChannels');
      seen.push({ created: user.createdTimestamp, joined: member.joinedTimestamp, roles, manages });
      await interaction.reply(user.displayName);
    },
  });
  const me = (name: string) => made.sandbox.as(name).in(TABLE).command('me');
  return { ...made, seen, me };
}

describe('extra members', () => {
  it('are in every server, act like the others, and have the same ids in every run', async () => {
    const { sandbox, me } = await withMe({ extraMembers: 40 });
    expect(await me('Member 40')).toMatchObject({ kind: 'message', message: { content: 'Member 40' } });
    expect(sandbox.as('member-7').in('library').say('Here').author.name).toBe('Member 7');
    const ids = sandbox.world.members.map(({ id }) => id);
    expect(new Set(ids).size).toBe(43);
    expect((await freshSandbox({ extraMembers: 40 })).world.members.map(({ id }) => id)).toEqual(ids);
  });

  it('are as old as a test wants, and joined when it wants', async () => {
    const [yesterday, lastWeek] = [Date.now() - DAY, Date.now() - 6 * DAY];
    const extraMembers = [
      { name: 'Newborn', created: yesterday },
      { name: 'New Here', joined: lastWeek },
    ];
    const { sandbox, seen, me } = await withMe({ extraMembers });
    sandbox.setJoined('Bo', yesterday, HOME);
    for (const name of ['Newborn', 'New Here', 'Bo']) await me(name);
    expect(seen).toMatchObject([
      { created: yesterday },
      { created: Date.parse('2020-02-29T12:00:00Z'), joined: lastWeek },
      { joined: yesterday },
    ]);
    expect(SnowflakeUtil.timestampFrom(sandbox.world.member('Newborn').id)).toBe(yesterday);
  });

  it('cannot have the name of another', async () => {
    await expect(freshSandbox({ extraMembers: [{ name: 'Ada' }] })).rejects.toThrow('two members named "ada"');
  });
});

describe('the role Staff', () => {
  it('is held by Bo, manages nothing, and is given and taken', async () => {
    const { sandbox, seen, me } = await withMe();
    await me('Bo');
    sandbox.giveRole('Cy', 'Staff');
    await me('Cy');
    sandbox.takeRole('Bo', '@Staff', HOME);
    sandbox.giveRole('Cy', 'Moderator', HOME);
    await me('Bo');
    await me('Cy');
    expect(seen).toMatchObject([
      { roles: ['@everyone', 'Staff'], manages: false },
      { roles: ['@everyone', 'Staff'], manages: false },
      { roles: ['@everyone'], manages: false },
      { roles: ['@everyone', 'Moderator', 'Staff'], manages: true },
    ]);
    const { world } = sandbox;
    const elsewhere = world.guild("Soldiers' Home");
    expect(world.holds(elsewhere, world.member('Bo').id, world.role(elsewhere, 'Staff').id)).toBe(true);
    expect(() => sandbox.giveRole('Bo', 'Council of War')).toThrow('cannot be given');
  });

  it('is pinged by name, its holders with it; a role that nobody may ping is only named', async () => {
    const { sandbox } = await sandboxWithBot();
    const { world } = sandbox;
    const [staff, moderator] = ['Staff', 'Moderator'].map((name) => world.role(world.guild(HOME), name).id);
    const pings = async (allowed_mentions?: object) => {
      await post(sandbox, { content: `<@&${staff}> <@&${moderator}>`, allowed_mentions }, TABLE);
      const { mentionedRoles, pinged } = sandbox.messages(TABLE).at(-1) ?? {};
      return [mentionedRoles, pinged];
    };
    const named = [[staff], [world.member('Bo').id]];
    expect(await pings()).toEqual(named);
    expect(await pings({ roles: [staff] })).toEqual(named);
    expect(await pings({ parse: [] })).toEqual([[], []]);
  });
});

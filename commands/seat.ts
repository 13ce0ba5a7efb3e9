import { ChannelType, SlashCommandBuilder, type SlashCommandSubcommandBuilder } from 'discord.js';
import type { Command, Invocation, Options } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import type { Caller, Host, NamedChannel, Reply } from '../src/host/index.ts';
import { matching } from './matching-completions.ts';
import { CONTEXTS, MANAGERS } from './who-and-where.ts';

/** `/seat`: who plays which side; anybody may leave their own. Registered only where there are games of several sides. */
export function seatCommand(systems: readonly System[]): Command {
  const builder = new SlashCommandBuilder()
    .setName('seat')
    .setDescription('Show or change who plays which side')
    .setContexts(CONTEXTS)
    .addSubcommand((list) => list.setName('list').setDescription('Show who plays which side'))
    .addSubcommand((put) =>
      side(
        put
          .setName('put')
          .setDescription(`Put a member on a side (${MANAGERS})`)
          .addUserOption((option) => option.setName('member').setDescription('Which member').setRequired(true)),
        true,
      ),
    )
    .addSubcommand((replace) =>
      replace
        .setName('replace')
        .setDescription(`Replace a member with another (${MANAGERS})`)
        .addUserOption((option) => option.setName('member').setDescription('Who leaves').setRequired(true))
        .addUserOption((option) => option.setName('by').setDescription('Who takes over').setRequired(true)),
    )
    .addSubcommand((bench) =>
      side(
        bench
          .setName('bench')
          .setDescription(`Leave your side; ${MANAGERS} can take any member off`)
          .addUserOption((option) => option.setName('member').setDescription('Which member; if empty, you')),
        false,
      ),
    )
    .addSubcommand((role) =>
      side(role.setName('role').setDescription(`Ping a role instead of members (${MANAGERS})`), true).addRoleOption(
        (option) => option.setName('role').setDescription('Which role; if empty, none'),
      ),
    )
    .addSubcommand((channel) =>
      side(
        channel.setName('channel').setDescription(`Set a private channel for ballots (${MANAGERS})`),
        true,
      ).addChannelOption((option) =>
        option
          .setName('channel')
          .setDescription('A private channel or thread; if empty, none')
          .addChannelTypes(ChannelType.GuildText, ChannelType.PublicThread, ChannelType.PrivateThread),
      ),
    );
  if (systems.some(({ machine }) => machine))
    builder.addSubcommand((machine) =>
      side(machine.setName('bot').setDescription(`Let the bot play a side (${MANAGERS})`), true),
    );
  return {
    data: builder.toJSON(),
    run: seat,
    complete: (host, caller, { side: typed = '' }) => matching(host.completions.sides(caller), typed),
  };
}

function side(command: SlashCommandSubcommandBuilder, required: boolean): SlashCommandSubcommandBuilder {
  return command.addStringOption((option) =>
    option.setName('side').setDescription('Which side').setRequired(required).setAutocomplete(true),
  );
}

function seat(
  host: Host,
  caller: Caller,
  options: Options,
  { subcommand, people, channels }: Invocation,
): Reply | null {
  const { side: which = '', member, by, role, channel } = options;
  const person = (id: string | undefined) => {
    const name = id === undefined ? undefined : people[id];
    return id === undefined || name === undefined ? null : { discordId: id, name };
  };
  switch (subcommand) {
    case 'put':
      return host.seats.put(caller, person(member), which);
    case 'replace':
      return host.seats.replace(caller, person(member), person(by));
    case 'bench':
      return host.seats.bench(caller, member === undefined ? caller.member : person(member), options.side ?? null);
    case 'role':
      return host.seats.setRole(caller, which, role ?? null);
    case 'channel':
      return host.seats.setChannel(
        caller,
        which,
        channel === undefined ? null : (channels[channel] ?? nowhere(channel)),
      );
    case 'bot':
      return host.seats.giveToMachine(caller, which);
    default:
      return host.seats.list(caller);
  }
}

/** A channel of which Discord has told nothing. */
function nowhere(channel: string): NamedChannel {
  return { channel, open: false, lacks: [], canSee: () => false };
}

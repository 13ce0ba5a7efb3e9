import {
  ChannelType,
  SlashCommandBuilder,
  type SlashCommandStringOption,
  type SlashCommandSubcommandBuilder,
} from 'discord.js';
import { LIMITS } from '../src/council/index.ts';
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
      ).addStringOption(why),
    )
    .addSubcommand((replace) =>
      replace
        .setName('replace')
        .setDescription(`Replace a member with another (${MANAGERS})`)
        .addUserOption((option) => option.setName('member').setDescription('Who leaves').setRequired(true))
        .addUserOption((option) => option.setName('by').setDescription('Who takes over').setRequired(true))
        .addStringOption(why),
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

function why(option: SlashCommandStringOption): SlashCommandStringOption {
  return option
    .setName('why')
    .setDescription('Why can they play it after seeing another side’s secrets? Shown in the channel')
    .setMaxLength(LIMITS.reason);
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
  { subcommand, people, left, channels }: Invocation,
): Reply | null {
  const { side: which = '', member, by, role, channel } = options;
  const person = (id: string | undefined) => {
    if (id === undefined) return null;
    const [here, gone] = [people[id], left[id]];
    if (here !== undefined) return { discordId: id, name: here };
    return gone === undefined ? null : { discordId: id, name: gone, hasLeft: true };
  };
  switch (subcommand) {
    case 'put':
      return host.seats.put(caller, person(member), which, options.why ?? null);
    case 'replace':
      return host.seats.replace(caller, person(member), person(by), options.why ?? null);
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

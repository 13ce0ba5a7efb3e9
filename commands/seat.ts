import { ChannelType, SlashCommandBuilder, type SlashCommandSubcommandBuilder } from 'discord.js';
import type { Command, Invocation, Options } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import type { Caller, Host, NamedChannel, Reply } from '../src/host/index.ts';
import { matching } from './matching.ts';
import { PLACES } from './places.ts';

/** `/seat`: who plays which side, for moderators; anybody may leave their own. Registered only where there are games of several sides. */
export function seatCommand(systems: readonly System[]): Command {
  const builder = new SlashCommandBuilder()
    .setName('seat')
    .setDescription('Who plays which side')
    .setContexts(PLACES)
    .addSubcommand((list) => list.setName('list').setDescription('Who plays which side, for you alone'))
    .addSubcommand((put) =>
      side(
        put
          .setName('put')
          .setDescription('Put a member on a side (moderators, or whoever started the campaign)')
          .addUserOption((option) => option.setName('member').setDescription('Whom').setRequired(true)),
        true,
      ),
    )
    .addSubcommand((replace) =>
      replace
        .setName('replace')
        .setDescription('Put a member in the place of another (moderators, or whoever started the campaign)')
        .addUserOption((option) => option.setName('member').setDescription('Who goes').setRequired(true))
        .addUserOption((option) => option.setName('by').setDescription('Who comes').setRequired(true)),
    )
    .addSubcommand((bench) =>
      side(
        bench
          .setName('bench')
          .setDescription('Take a member off their side: yourself, or anybody for moderators')
          .addUserOption((option) => option.setName('member').setDescription('Whom; yourself if you name nobody')),
        false,
      ),
    )
    .addSubcommand((role) =>
      side(
        role.setName('role').setDescription('Which role is called for a side in place of its members (moderators)'),
        true,
      ).addRoleOption((option) => option.setName('role').setDescription('The role; none if you name none')),
    )
    .addSubcommand((channel) =>
      side(
        channel.setName('channel').setDescription('The channel for a side’s ballots, seen by its members (moderators)'),
        true,
      ).addChannelOption((option) =>
        option
          .setName('channel')
          .setDescription('A private channel or thread; none if you name none')
          .addChannelTypes(ChannelType.GuildText, ChannelType.PublicThread, ChannelType.PrivateThread),
      ),
    );
  if (systems.some(({ machine }) => machine))
    builder.addSubcommand((machine) =>
      side(machine.setName('machine').setDescription('Let the machine play a side (moderators)'), true),
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
    case 'machine':
      return host.seats.giveToMachine(caller, which);
    default:
      return host.seats.list(caller);
  }
}

/** A channel of which Discord has told nothing. */
function nowhere(channel: string): NamedChannel {
  return { channel, open: false, lacks: [], canSee: () => false };
}

import { ChannelType } from 'discord.js';
import { LIMITS } from '../src/council/index.ts';
import type { Command, Invocation, Options } from '../src/discord/inbound/command-contract.ts';
import type { System } from '../src/game/index.ts';
import type { Caller, Host, Reply } from '../src/host/index.ts';
import { completedOption, MANAGERS, matching, slashCommand, subcommand, textOption } from './slash-command.ts';

const ANY_SIDE = completedOption('side', 'Which side');
const SIDE = completedOption('side', 'Which side').setRequired(true);
const WHY = textOption(
  'why',
  'Why can they play it after seeing another side’s secrets? Shown in the channel',
).setMaxLength(LIMITS.reason);

const completeSide: NonNullable<Command['complete']> = (host, caller, { side = '' }) =>
  matching(host.completions.sides(caller), side);

/** `/join`: takes a side. Registered only if a game has several sides. */
export const join: Command = {
  data: slashCommand('join', 'Join a side in this game').addStringOption(SIDE).toJSON(),
  run: (host, caller, { side = '' }) => host.seats.join(caller, side),
  complete: completeSide,
};

/** `/seat`: shows who plays which side, and lets members leave theirs. Registered only if a game has several sides. */
export function seatCommand(systems: readonly System[]): Command {
  const command = slashCommand('seat', 'Show or change who plays which side')
    .addSubcommand(subcommand('list', 'Show who plays which side'))
    .addSubcommand(
      subcommand('put', `Put a member on a side (${MANAGERS})`)
        .addUserOption((option) => option.setName('member').setDescription('Which member').setRequired(true))
        .addStringOption(SIDE)
        .addStringOption(WHY),
    )
    .addSubcommand(
      subcommand('replace', `Replace a member with another (${MANAGERS})`)
        .addUserOption((option) => option.setName('member').setDescription('Who leaves').setRequired(true))
        .addUserOption((option) => option.setName('by').setDescription('Who takes over').setRequired(true))
        .addStringOption(WHY),
    )
    .addSubcommand(
      subcommand('bench', `Leave your side; ${MANAGERS} can take any member off`)
        .addUserOption((option) => option.setName('member').setDescription('Which member; if empty, you'))
        .addStringOption(ANY_SIDE),
    )
    .addSubcommand(
      subcommand('role', `Ping a role instead of members (${MANAGERS})`)
        .addStringOption(SIDE)
        .addRoleOption((option) => option.setName('role').setDescription('Which role; if empty, none')),
    )
    .addSubcommand(
      subcommand('channel', `Set a private channel for ballots (${MANAGERS})`)
        .addStringOption(SIDE)
        .addChannelOption((option) =>
          option
            .setName('channel')
            .setDescription('A private channel or thread; if empty, none')
            .addChannelTypes(ChannelType.GuildText, ChannelType.PublicThread, ChannelType.PrivateThread),
        ),
    );
  if (systems.some(({ play }) => play?.machine))
    command.addSubcommand(subcommand('bot', `Let the bot play a side (${MANAGERS})`).addStringOption(SIDE));
  return { data: command.toJSON(), run: runSeat, complete: completeSide };
}

function runSeat(
  host: Host,
  caller: Caller,
  { side: named, why, member, by, role, channel }: Options,
  { subcommand: chosen, people, absent, channels }: Invocation,
): Reply | null {
  const side = named ?? '';
  const person = (id: string | undefined) => {
    if (id === undefined) return null;
    const [here, gone] = [people[id], absent[id]];
    if (here !== undefined) return { discordId: id, name: here };
    return gone === undefined ? null : { discordId: id, name: gone, hasLeft: true };
  };
  switch (chosen) {
    case 'put':
      return host.seats.put(caller, person(member), side, why ?? null);
    case 'replace':
      return host.seats.replace(caller, person(member), person(by), why ?? null);
    case 'bench':
      return host.seats.bench(caller, member === undefined ? caller.member : person(member), named ?? null);
    case 'role':
      return host.seats.setRole(caller, side, role ?? null);
    case 'channel': {
      // Discord tells nothing of some channels that it lets a member choose.
      const unknown = { open: false, lacks: [], canSee: () => false };
      const place = channel === undefined ? null : (channels[channel] ?? { channel, ...unknown });
      return host.seats.setChannel(caller, side, place);
    }
    case 'bot':
      return host.seats.giveToMachine(caller, side);
    default:
      return host.seats.list(caller);
  }
}

import {
  type AutocompleteInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  type ForumChannel,
  GuildMember,
  type MessageComponentInteraction,
  PermissionFlagsBits,
  PermissionsBitField,
} from 'discord.js';
import type { NamedChannel } from '../../host/index.ts';
import { missingIn } from '../outbound/bot-permissions.ts';
import { has, usableTags } from '../outbound/forum-tags.ts';
import { nameOf } from './caller-of.ts';
import type { Invocation, Options } from './command.ts';

/** Longer text is nobody's order. */
const LONGEST_OPTION = 400;

/** The names come from outside, so the record has no prototype. */
function named<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.setPrototypeOf(Object.fromEntries(entries), null);
}

export function optionsOf(interaction: ChatInputCommandInteraction | AutocompleteInteraction): Options {
  const given = innermost(interaction).flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, String(value).slice(0, LONGEST_OPTION)] as const],
  );
  return named(given);
}

export function invocationOf(interaction: ChatInputCommandInteraction): Invocation {
  // Bots can't command.
  const humans = innermost(interaction).flatMap(({ user, member }) =>
    user && !user.bot
      ? [{ isHere: !interaction.inGuild() || Boolean(member), named: [user.id, nameOf(member, user)] as const }]
      : [],
  );
  const people = humans.filter(({ isHere }) => isHere);
  const left = humans.filter(({ isHere }) => !isHere);
  const channels = innermost(interaction).flatMap(({ channel }) =>
    channel ? [[channel.id, namedChannel(interaction, channel)] as const] : [],
  );
  return {
    subcommand: interaction.options.getSubcommand(false),
    people: named(people.map((one) => one.named)),
    left: named(left.map((one) => one.named)),
    channels: named(channels),
  };
}

type Given = NonNullable<CommandInteractionOption['channel']>;

function namedChannel(interaction: ChatInputCommandInteraction, channel: Given): NamedChannel {
  const { client } = interaction;
  const known = 'permissionsFor' in channel ? channel : null;
  const isPrivate = channel.type === ChannelType.PrivateThread;
  const isOutside = known === null || (isPrivate && known.isThread() && !known.joined);
  return {
    channel: channel.id,
    open: mayPost(interaction, channel),
    lacks: isOutside ? ['View Channel'] : missingIn(known, client.user),
    ...(known?.type === ChannelType.GuildForum ? { forum: forumNamed(known) } : {}),
    canSee(id) {
      // The bot isn't told who is in a private thread.
      if (known === null || isPrivate) return false;
      const place = known.isThread() ? known.parent : known;
      const role = place?.guild.roles.cache.get(id);
      const { ViewChannel } = PermissionFlagsBits;
      if (role) return place?.permissionsFor(role).has(ViewChannel) ?? false;
      return place?.permissionOverwrites.cache.get(id)?.allow.has(ViewChannel) ?? false;
    },
  };
}

function forumNamed(forum: ForumChannel): NonNullable<NamedChannel['forum']> {
  return {
    tags: new Set(usableTags(forum).map(({ name }) => name.toLowerCase())),
    makesTags: has(forum, PermissionFlagsBits.ManageChannels),
  };
}

function mayPost({ member }: ChatInputCommandInteraction, channel: Given) {
  // discord.js leaves out what the member may do in a channel that it knows.
  const known = 'permissionsFor' in channel && member instanceof GuildMember ? channel.permissionsFor(member) : null;
  const told = 'permissions' in channel && typeof channel.permissions === 'string' ? channel.permissions : '0';
  const rights = known ?? new PermissionsBitField(BigInt(told));
  const thread = THREADS.some((type) => type === channel.type);
  const { ViewChannel, SendMessages, SendMessagesInThreads } = PermissionFlagsBits;
  return rights.has([ViewChannel, thread ? SendMessagesInThreads : SendMessages]);
}

const THREADS = [ChannelType.PublicThread, ChannelType.AnnouncementThread, ChannelType.PrivateThread];

function innermost({ options: { data } }: Pick<ChatInputCommandInteraction | AutocompleteInteraction, 'options'>) {
  return data[0]?.options ?? data;
}

/** Names by id, without bots. */
export function chosenPeople(interaction: MessageComponentInteraction): Invocation['people'] {
  if (!interaction.isUserSelectMenu()) return {};
  return named(
    interaction.users
      .filter(({ bot }) => !bot)
      .map((user) => [user.id, nameOf(interaction.members.get(user.id) ?? null, user)] as const),
  );
}

import {
  type APIInteractionGuildMember,
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  ComponentType,
  type ForumChannel,
  type Guild,
  GuildMember,
  type Interaction,
  type Message,
  type MessageComponentInteraction,
  MessageFlags,
  PermissionFlagsBits,
  PermissionsBitField,
} from 'discord.js';
import {
  type Caller,
  type Host,
  type NamedChannel,
  type Press,
  type Request,
  reply,
  type ThreadSupport,
} from '../../host/index.ts';
import { isReadIn, missingIn } from '../outbound/bot-permissions.ts';
import { type Meaning, readPress, routeButton, routeModal, routeSelect } from '../outbound/button-routes.ts';
import { hasPermission, usableTags } from '../outbound/forum-tags.ts';
import type { Repliable } from '../outbound/interaction-response.ts';
import { filledIn } from '../outbound/message-payload.ts';
import { UNKNOWN, UNKNOWN_COMMAND, UNKNOWN_FORM } from '../outbound/post-words.ts';
import { isPrivate } from '../outbound/private-answers.ts';
import type { Command, Invocation, Options } from './command-contract.ts';

/**
 * The member who caused an interaction, as the host sees them; null if it came from no channel. In a DM with the bot
 * they count as a moderator.
 * @param at milliseconds since 1970
 */
export function callerOf(interaction: Interaction, at: number): Caller | null {
  const { channel, channelId, guildId, user } = interaction;
  if (channelId === null) return null;
  return {
    channel: channelId,
    guild: guildId,
    member: { discordId: user.id, name: nameOf(interaction.member, user) },
    isModerator:
      // A damaged packet can lack the server, and must not make anybody a moderator.
      guildId === null
        ? interaction.member === null && (channel === null || channel.type === ChannelType.DM)
        : isModerator(interaction),
    ...membership(interaction.member),
    // discord.js doesn't know the roles of an unavailable server.
    ...(interaction.guild?.available ? { serverRoles: rolesOf(interaction.guild) } : {}),
    accountSince: user.createdTimestamp,
    // @everyone is a role with the id of its server.
    everyone: guildId,
    threads: threadsAt(interaction),
    isReadHere: (other) => isReadIn(interaction.channel, other),
    inPrivate: isPrivate(interaction),
    interaction: interaction.id,
    at,
  };
}

/** The permissions that the bot needs to open a thread and play in it, with their names in Discord's settings. */
const TO_OPEN_THREADS: readonly (readonly [bigint, string])[] = [
  [PermissionFlagsBits.ViewChannel, 'View Channel'],
  [PermissionFlagsBits.SendMessages, 'Send Messages'],
  [PermissionFlagsBits.CreatePublicThreads, 'Create Public Threads'],
  [PermissionFlagsBits.SendMessagesInThreads, 'Send Messages in Threads'],
  [PermissionFlagsBits.AttachFiles, 'Attach Files'],
];

/** A thread that discord.js doesn't know, such as one archived long ago, counts as `none`. */
function threadsAt({ channel, user, client, memberPermissions, appPermissions }: Interaction): ThreadSupport {
  if (channel?.isThread()) {
    if (channel.parentId === null) return { kind: 'none' };
    const openedBy = channel.ownerId === user.id ? 'caller' : channel.ownerId === client.user.id ? 'bot' : 'another';
    return { kind: 'thread', of: channel.parentId, openedBy };
  }
  if (channel?.type !== ChannelType.GuildText && channel?.type !== ChannelType.GuildAnnouncement)
    return { kind: 'none' };
  const mayOpen = memberPermissions?.has(PermissionFlagsBits.CreatePublicThreads) ?? false;
  const lacks = TO_OPEN_THREADS.flatMap(([right, name]) => (appPermissions.has(right) ? [] : [name]));
  return { kind: 'channel', mayOpen, lacks };
}

function nameOf(member: object | null | undefined, user: { readonly displayName: string }): string {
  if (member instanceof GuildMember) return member.displayName;
  const nick = member && 'nick' in member ? member.nick : null;
  return typeof nick === 'string' ? nick : user.displayName;
}

export function rolesOf({ roles }: Guild): ReadonlySet<string> {
  return new Set(roles.cache.keys());
}

/** If discord.js doesn't know the server, roles and joining time are as Discord sent them. */
function membership(member: GuildMember | APIInteractionGuildMember | null): Pick<Caller, 'roles' | 'joinedAt'> {
  if (member === null) return { roles: [], joinedAt: null };
  if (member instanceof GuildMember) return { roles: [...member.roles.cache.keys()], joinedAt: member.joinedTimestamp };
  return { roles: member.roles, joinedAt: member.joined_at === null ? null : Date.parse(member.joined_at) };
}

export function isModerator({
  channel,
  memberPermissions,
}: Pick<Interaction, 'channel' | 'memberPermissions'>): boolean {
  if (memberPermissions?.has(PermissionFlagsBits.ManageChannels)) return true;
  return channel?.isThread() === true && memberPermissions?.has(PermissionFlagsBits.ManageThreads) === true;
}

interface InteractionRoute extends Pick<Request, 'about' | 'needs' | 'run'> {
  /** For logs and metrics, without ids and texts: `/vote open`, `button order`, `menu slot`, `form reason`. */
  readonly label: string;
}

export function routeOf(host: Host, interaction: Repliable, commands: ReadonlyMap<string, Command>): InteractionRoute {
  if (interaction.isChatInputCommand()) {
    const command = commands.get(interaction.commandName);
    if (!command) return unknown('unknown command', UNKNOWN_COMMAND);
    const subcommand = interaction.options.getSubcommand(false);
    const isKnown = command.data.options?.some(
      ({ type, name }) => type === ApplicationCommandOptionType.Subcommand && name === subcommand,
    );
    return {
      label: `/${command.data.name}${isKnown ? ` ${subcommand}` : ''}`,
      about: null,
      needs: command.needs,
      run: (caller) => command.run(host, caller, optionsOf(interaction), invocationOf(interaction)),
    };
  }
  if (interaction.isButton()) return named('button', routeButton(host, interaction.customId));
  if (interaction.isAnySelectMenu()) {
    const { customId, values } = interaction;
    return named('menu', routeSelect(host, customId, values, chosenPeople(interaction)));
  }
  if (!interaction.isModalSubmit()) return unknown('unknown', UNKNOWN);
  const text = filledIn(interaction);
  return named('form', text === null ? null : routeModal(host, interaction.customId, text), UNKNOWN_FORM);
}

function named(kind: string, meaning: Meaning | null, otherwise = UNKNOWN): InteractionRoute {
  return meaning ? { ...meaning, label: `${kind} ${meaning.name}` } : unknown(`${kind} unknown`, otherwise);
}

function unknown(label: string, text: string): InteractionRoute {
  return { label, about: null, needs: 'nothing', run: () => reply('member', text) };
}

/**
 * The pressed message, and the ballots and sides that its buttons are about. They are left out if it is private; null
 * for a command or a form.
 */
export function pressedMessage(interaction: Repliable): ReturnType<Request['pressed']> {
  if (!interaction.isMessageComponent()) return null;
  const { message, channelId: channel } = interaction;
  const presses = pressesOn(message);
  const offers = presses.flatMap((press) => (press?.do === 'join' || press?.do === 'bot' ? [press] : []));
  const [first] = offers;
  return {
    channel,
    message: message.id,
    ballots: [...new Set(presses.flatMap((press) => (press?.do === 'mine' ? press.ballot : [])))],
    sides:
      first && offers.length === presses.length ? { game: first.game, seats: offers.map(({ seat }) => seat) } : null,
  };
}

/** The effects of a message's buttons. One is null for an id that this program did not write. */
function pressesOn({ components, flags }: Pick<Message, 'components' | 'flags'>): readonly (Press | null)[] {
  if (flags.has(MessageFlags.Ephemeral)) return [];
  const buttons = components.flatMap((row) => (row.type === ComponentType.ActionRow ? [...row.components] : []));
  // Discord's packets are not always as their types say.
  return buttons.map((button) =>
    'customId' in button && typeof button.customId === 'string' ? readPress(button.customId) : null,
  );
}

/** No order is longer. */
const LONGEST_OPTION = 400;

/** Makes a record without a prototype, because the keys come from members. */
function record<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.setPrototypeOf(Object.fromEntries(entries), null);
}

export function optionsOf(interaction: ChatInputCommandInteraction | AutocompleteInteraction): Options {
  const given = innermost(interaction).flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, String(value).slice(0, LONGEST_OPTION)] as const],
  );
  return record(given);
}

function invocationOf(interaction: ChatInputCommandInteraction): Invocation {
  const options = innermost(interaction);
  // Bots can't command a side.
  const humans = options.flatMap(({ user, member }) => (user && !user.bot ? [{ user, member }] : []));
  const isHere = ({ member }: (typeof humans)[number]) => !interaction.inGuild() || Boolean(member);
  const names = (some: typeof humans) =>
    record(some.map(({ user, member }) => [user.id, nameOf(member, user)] as const));
  const channels = options.flatMap(({ channel }) =>
    channel ? [[channel.id, namedChannel(interaction, channel)] as const] : [],
  );
  return {
    subcommand: interaction.options.getSubcommand(false),
    people: names(humans.filter(isHere)),
    absent: names(humans.filter((human) => !isHere(human))),
    channels: record(channels),
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
      // Discord doesn't tell the bot who is in a private thread.
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
    makesTags: hasPermission(forum, PermissionFlagsBits.ManageChannels),
  };
}

function mayPost({ member }: ChatInputCommandInteraction, channel: Given) {
  // discord.js leaves out the permissions that Discord sent with the option if it knows the channel.
  const known = 'permissionsFor' in channel && member instanceof GuildMember ? channel.permissionsFor(member) : null;
  const sent = 'permissions' in channel && typeof channel.permissions === 'string' ? channel.permissions : '0';
  const rights = known ?? new PermissionsBitField(BigInt(sent));
  const thread = THREADS.some((type) => type === channel.type);
  const { ViewChannel, SendMessages, SendMessagesInThreads } = PermissionFlagsBits;
  return rights.has([ViewChannel, thread ? SendMessagesInThreads : SendMessages]);
}

const THREADS = [ChannelType.PublicThread, ChannelType.AnnouncementThread, ChannelType.PrivateThread];

function innermost({ options: { data } }: Pick<ChatInputCommandInteraction | AutocompleteInteraction, 'options'>) {
  return data[0]?.options ?? data;
}

function chosenPeople(interaction: MessageComponentInteraction): Invocation['people'] {
  if (!interaction.isUserSelectMenu()) return {};
  return record(
    interaction.users
      .filter(({ bot }) => !bot)
      .map((user) => [user.id, nameOf(interaction.members.get(user.id) ?? null, user)] as const),
  );
}

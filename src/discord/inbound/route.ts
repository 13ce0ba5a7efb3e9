import {
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  ComponentType,
  type ForumChannel,
  GuildMember,
  type Message,
  type MessageComponentInteraction,
  MessageFlags,
  PermissionFlagsBits,
  PermissionsBitField,
} from 'discord.js';
import { type Host, type NamedChannel, type Press, type Request, reply } from '../../host/index.ts';
import { missingIn } from '../outbound/bot-permissions.ts';
import { type Meaning, readPress, routeButton, routeModal, routeSelect } from '../outbound/button-routes.ts';
import { UNKNOWN, UNKNOWN_COMMAND, UNKNOWN_FORM } from '../outbound/error-replies.ts';
import { has, usableTags } from '../outbound/forum-tags.ts';
import type { Repliable } from '../outbound/interaction-response.ts';
import { filledIn } from '../outbound/modal.ts';
import { nameOf } from './caller-of.ts';
import type { Command, Invocation, Options } from './command.ts';

export interface Route extends Pick<Request, 'about' | 'needs' | 'run'> {
  /** Without any id or text of a member, so that there are few: `/vote open`, `button order`, `menu slot`, `form reason`. */
  readonly label: string;
}

export function routeOf(host: Host, interaction: Repliable, commands: ReadonlyMap<string, Command>): Route {
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

function named(kind: string, meaning: Meaning | null, otherwise = UNKNOWN): Route {
  return meaning ? { ...meaning, label: `${kind} ${meaning.name}` } : unknown(`${kind} unknown`, otherwise);
}

function unknown(label: string, text: string): Route {
  return { label, about: null, needs: 'nothing', run: () => reply('member', text) };
}

/** Returns the pressed message with what its buttons are about, unless it is private; null for a command or a form. */
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

/** The presses of a message's buttons; null for a menu, or an id that this program did not write. */
function pressesOn({ components, flags }: Pick<Message, 'components' | 'flags'>): readonly (Press | null)[] {
  if (flags.has(MessageFlags.Ephemeral)) return [];
  const buttons = components.flatMap((row) => (row.type === ComponentType.ActionRow ? [...row.components] : []));
  // A message out of the gateway is less well formed than its type says.
  return buttons.map((button) =>
    'customId' in button && typeof button.customId === 'string' ? readPress(button.customId) : null,
  );
}

/** Longer text is nobody's order. */
const LONGEST_OPTION = 400;

/** The names come from outside, so the record has no prototype. */
function record<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.setPrototypeOf(Object.fromEntries(entries), null);
}

export function optionsOf(interaction: ChatInputCommandInteraction | AutocompleteInteraction): Options {
  const given = innermost(interaction).flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, String(value).slice(0, LONGEST_OPTION)] as const],
  );
  return record(given);
}

export function invocationOf(interaction: ChatInputCommandInteraction): Invocation {
  const options = innermost(interaction);
  // Bots can't command.
  const humans = (here: boolean) =>
    options.flatMap(({ user, member }) => {
      const isHere = !interaction.inGuild() || Boolean(member);
      return user && !user.bot && isHere === here ? [[user.id, nameOf(member, user)] as const] : [];
    });
  const channels = options.flatMap(({ channel }) =>
    channel ? [[channel.id, namedChannel(interaction, channel)] as const] : [],
  );
  return {
    subcommand: interaction.options.getSubcommand(false),
    people: record(humans(true)),
    left: record(humans(false)),
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

export function chosenPeople(interaction: MessageComponentInteraction): Invocation['people'] {
  if (!interaction.isUserSelectMenu()) return {};
  return record(
    interaction.users
      .filter(({ bot }) => !bot)
      .map((user) => [user.id, nameOf(interaction.members.get(user.id) ?? null, user)] as const),
  );
}

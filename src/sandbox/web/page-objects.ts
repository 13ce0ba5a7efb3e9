import { NO_RESPONSE, TOKEN_LIVES_MS } from '../interactions/pending-interactions.ts';
import type { Discord } from '../store/discord.ts';
import { filePath, type StoredFile } from '../store/files.ts';
import { MessageFlag } from '../store/message-schema.ts';
import type { StoredMessage } from '../store/messages.ts';
import { embedObjects, looseFiles, threadOf } from '../store/objects.ts';
import { namesOf, type PermissionName } from '../world/permissions.ts';
import type { World, WorldChannel } from '../world/world.ts';

/** Objects as the page gets them. Ids are Discord snowflakes in decimal, colours are CSS's. */

/** A file of a message. `url` is a path on this server; `size` in bytes; `width` and `height` in pixels, of images only; `description` is alt text. */
export function pageAttachment(file: StoredFile, base = '') {
  const { id, filename, contentType, size, width, height, description } = file;
  return { id, filename, url: base + filePath(file), contentType, size, width, height, description };
}

/**
 * A message as a member sees it at the time `now` (milliseconds since 1970), by which a deferred answer may have become
 * impossible. With an empty `base`, file URLs are paths on the sandbox's server.
 */
export function pageMessage(world: World, message: StoredMessage, now: number, base = '') {
  const { id, channel, author, interaction, createdAt, editedAt, flags, onlyFor, replyTo } = message;
  const thinking = (flags & MessageFlag.loading) !== 0;
  const gone = thinking && now - createdAt >= TOKEN_LIVES_MS;
  return {
    id,
    channelId: channel.id,
    author: { id: author.id, name: author.name, bot: author.bot, color: author.color },
    /** ISO time. */
    at: new Date(createdAt).toISOString(),
    editedAt: editedAt === null ? null : new Date(editedAt).toISOString(),
    /** Discord markdown. */
    content: gone ? NO_RESPONSE : message.content,
    /** All its text in reading order: content, embeds. */
    text: textOf(message),
    /** A pending deferred answer: "… is thinking". */
    loading: thinking && !gone,
    /** The only member who sees an ephemeral answer. */
    onlyFor,
    /** For "Ada used /attack"; `label` is `/attack`, or the label of a button or menu. */
    interaction: interaction && {
      memberId: interaction.user.id,
      memberName: interaction.user.name,
      label: interaction.label,
    },
    // As the bot sent them, in Discord's shapes, with URLs in place of the names of files.
    embeds: flags & MessageFlag.suppressEmbeds ? [] : embedObjects(message, base),
    components: message.components,
    attachments: looseFiles(message).map((file) => pageAttachment(file, base)),
    flags,
    /** The ids of the people it pings, by user mention, role or @everyone. */
    pinged: world.pinged(channel, message.pings),
    /** The id of the message replied to. */
    replyTo,
    /** The id of the thread started from it, or announced by it. */
    thread: message.announces ?? threadOf(world, message)?.id ?? null,
  };
}

function textOf(message: StoredMessage): string {
  const embeds = message.embeds.flatMap((embed) => [
    embed.author?.name,
    embed.title,
    embed.description,
    ...(embed.fields ?? []).flatMap((field) => [field.name, field.value]),
    embed.footer?.text,
  ]);
  return [message.content, ...embeds].filter(Boolean).join('\n');
}

/** A guild's text channel or thread, or, with `guildId` null, the direct messages between the bot and the member `dmOf`. */
export interface PageChannel {
  readonly id: string;
  readonly name: string;
  readonly guildId: string | null;
  /** Discord's channel type: 0 text, 1 direct messages, 11 a thread, 15 a forum. */
  readonly type: number;
  readonly dmOf?: string;
  /** The channel of a thread. */
  readonly parent?: string;
  /** An archived thread opens again when somebody writes in it; in a locked one only moderators may. */
  readonly archived?: boolean;
  readonly locked?: boolean;
  /** The permissions denied to the bot in it. */
  readonly denied?: readonly PermissionName[];
}

function pageChannel({ id, name, guildId, botDenied, thread, forum }: WorldChannel): PageChannel {
  if (thread !== null) {
    const { parentId: parent, archived, locked } = thread;
    return { id, name, guildId, type: 11, parent, archived, locked };
  }
  return { id, name, guildId, type: forum ? 15 : 0, ...(botDenied !== 0n && { denied: namesOf(botDenied) }) };
}

const pagePerson = ({ id, name, color }: World['users'][number]) => ({ id, name, color });

export type PageMessage = ReturnType<typeof pageMessage>;
export type PageState = ReturnType<typeof pageState>;

/** All that a page shows but the messages. `plans` are the labels of the trouble that is on everywhere. */
export function pageState({ world, commands }: Discord, online: boolean, plans: readonly string[]) {
  const { bot, dms, guilds, players, users } = world;
  return {
    bot: { id: bot.id, name: bot.name, online },
    // Each channel is followed by its threads. `bot`: whether the bot is in the guild; `available`: false in an outage.
    guilds: guilds.map(({ id, name, roles, channels, botPresent, available }) => ({
      ...{ id, name, bot: botPresent, available },
      // @everyone has the guild's id.
      roles: roles.map((role) => ({ id: role.id, name: role.name })),
      channels: channels.flatMap((channel) => [channel, ...world.threadsOf(channel)]).map(pageChannel),
    })),
    dms: players.map(({ id: dmOf }): PageChannel => {
      const id = dms.find((dm) => dm.dmOf === dmOf)?.id ?? '';
      return { id, name: bot.name, guildId: null, type: 1, dmOf };
    }),
    /** The members whom the page's user can act as. A `moderator` has Manage Channels. */
    members: players.map((member) => ({ ...pagePerson(member), moderator: world.isModerator(member) })),
    /** All who can be mentioned and chosen in selects, except the bot. */
    people: users.filter((user) => !user.bot).map(pagePerson),
    /** The registered commands, as Discord's objects; global if `guildId` is null. */
    commands: commands.all.map(({ guildId, body }) => ({ guildId, command: body })),
    plans,
  };
}

import { iso } from '../world/snowflake.ts';
import type { World, WorldChannel } from '../world/world.ts';
import { attachedName, mediaOf, walk } from './component-schema.ts';
import { type Discord, Intent } from './discord.ts';
import { filePath, type StoredFile } from './files.ts';
import { MessageFlag } from './message-schema.ts';
import type { MessageInteraction, StoredMessage } from './messages.ts';
import { channelObject, type Json, userObject } from './objects.ts';

function attachmentObject(file: StoredFile, base: string, ephemeral: boolean): Json {
  const url = base + filePath(file);
  return {
    id: file.id,
    filename: file.filename,
    size: file.size,
    url,
    proxy_url: url,
    content_type: file.contentType,
    ...(file.width !== null && { width: file.width, height: file.height }),
    ...(file.description !== null && { description: file.description }),
    ...(file.title !== null && { title: file.title }),
    ...(ephemeral && { ephemeral }),
  };
}

/** The files listed below the text: those that no embed or component shows. */
export function looseFiles(message: StoredMessage): StoredFile[] {
  const inEmbeds = message.embeds.flatMap((embed) => [
    embed.image?.url,
    embed.thumbnail?.url,
    embed.author?.icon_url,
    embed.footer?.icon_url,
  ]);
  const inComponents = [...walk(message.components)].flatMap(([each]) => mediaOf(each).map(([url]) => url));
  const shown = new Set([...inEmbeds, ...inComponents].map((url) => attachedName(url ?? '')));
  return message.files.filter((file) => !shown.has(file.filename));
}

/** Replaces `attachment://name` in embeds and components by the file's URL and size, and drops nulls. */
function resolved(value: unknown, files: readonly StoredFile[], base: string): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, files, base));
  if (typeof value !== 'object' || value === null) return value;
  const out: Json = {};
  for (const [key, each] of Object.entries(value)) {
    if (each === null || each === undefined) continue;
    const name = typeof each === 'string' && (key === 'url' || key === 'icon_url') ? attachedName(each) : null;
    const file = name === null ? undefined : files.find((one) => one.filename === name);
    if (file === undefined) {
      out[key] = resolved(each, files, base);
      continue;
    }
    const url = base + filePath(file);
    out[key] = url;
    out[key === 'url' ? 'proxy_url' : 'proxy_icon_url'] = url;
    if (key === 'url') {
      out.content_type = file.contentType;
      if (file.width !== null) Object.assign(out, { width: file.width, height: file.height });
    }
  }
  return out;
}

export function embedObjects(message: StoredMessage, base: string): Json[] {
  return message.embeds.map((embed) => ({ type: 'rich', ...(resolved(embed, message.files, base) as Json) }));
}

export function componentObjects(message: StoredMessage, base: string): unknown[] {
  return message.components.map((each) => resolved(each, message.files, base));
}

/** The thread started from a message. The first message of a forum post has the post's id too, but lies in the post. */
export function threadOf(world: World, { id, channel }: StoredMessage): WorldChannel | undefined {
  return id === channel.id ? undefined : world.channelById(id);
}

/** A message as the REST API returns it. */
export function messageObject(discord: Discord, message: StoredMessage, withRelated = true): Json {
  const { world, messages, origin } = discord;
  const { channel, author, pings, replyTo, announces, interaction } = message;
  const ephemeral = (message.flags & MessageFlag.ephemeral) !== 0;
  const guild_id = channel.guildId ?? undefined;
  const related = messages.repliedTo(message);
  const thread = threadOf(world, message);
  return {
    id: message.id,
    channel_id: channel.id,
    type: message.type,
    author: userObject(author),
    content: message.content,
    timestamp: iso(message.createdAt),
    edited_timestamp: message.editedAt === null ? null : iso(message.editedAt),
    tts: false,
    pinned: false,
    mention_everyone: pings.everyone,
    mentions: world.users.filter(({ id }) => pings.users.includes(id)).map(userObject),
    mention_roles: pings.roles,
    attachments: looseFiles(message).map((file) => attachmentObject(file, origin, ephemeral)),
    embeds: embedObjects(message, origin),
    components: componentObjects(message, origin),
    flags: message.flags | (thread === undefined ? 0 : MessageFlag.hasThread),
    ...(thread && { thread: channelObject(world, thread) }),
    ...(message.nonce !== null && { nonce: message.nonce }),
    ...(author.bot && { application_id: world.applicationId }),
    ...(interaction && interactionFields(world, message, interaction)),
    // The system message about a thread without a starter message refers to the thread.
    ...(announces !== undefined && { message_reference: { type: 0, channel_id: announces, guild_id } }),
    ...(replyTo !== null && {
      message_reference: { type: 0, channel_id: channel.id, message_id: replyTo, guild_id },
      referenced_message: withRelated && related ? messageObject(discord, related, false) : null,
    }),
  };
}

function interactionFields(world: World, { channel }: StoredMessage, of: MessageInteraction): Json {
  const user = userObject(of.user);
  return {
    webhook_id: world.applicationId,
    interaction_metadata: {
      id: of.id,
      type: of.type,
      user,
      authorizing_integration_owners: { '0': channel.guildId ?? '0' },
      ...(of.command !== null && { name: of.command, command_type: 1 }),
      ...(of.sourceMessageId !== null && { interacted_message_id: of.sourceMessageId }),
    },
    ...(of.command !== null && { interaction: { id: of.id, type: of.type, name: of.command, user } }),
  };
}

/**
 * A message as an application with these intents gets it: without message content, only its own messages, those that
 * mention it and direct messages have theirs.
 */
export function withheld({ world }: Discord, message: StoredMessage, intents: number, object: Json): Json {
  const { author, channel, pings } = message;
  const own = author === world.bot || channel.guildId === null || pings.users.includes(world.bot.id);
  if (own || intents & Intent.messageContent) return object;
  return { ...object, content: '', embeds: [], attachments: [], components: [] };
}

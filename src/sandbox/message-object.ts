import { channelObject, type Json, userObject } from './objects.ts';
import { iso } from './snowflake.ts';
import { attachedName } from './store/compose.ts';
import { filePath, type StoredFile } from './store/files.ts';
import type { StoredMessage } from './store/messages.ts';
import { walk } from './validate/components.ts';
import { MessageFlag } from './validate/messages.ts';
import type { World, WorldChannel } from './world.ts';

function attachmentObject(file: StoredFile, base: string, ephemeral: boolean): Json {
  const url = base + filePath(file);
  return {
    id: file.id,
    filename: file.filename,
    size: file.size,
    url,
    proxy_url: url,
    content_type: file.contentType,
    ...(file.width === null ? {} : { width: file.width, height: file.height }),
    ...(file.description === null ? {} : { description: file.description }),
    ...(file.title === null ? {} : { title: file.title }),
    ...(ephemeral ? { ephemeral: true } : {}),
  };
}

/** The files listed below the text: those that no embed or component shows. */
export function looseFiles(message: StoredMessage): StoredFile[] {
  const shown = new Set<string>();
  for (const embed of message.embeds) {
    const urls = [embed.image?.url, embed.thumbnail?.url, embed.author?.icon_url, embed.footer?.icon_url];
    for (const url of urls) shown.add(attachedName(url ?? '') ?? '');
  }
  for (const [each] of walk(message.components)) {
    if (each.type === 11) shown.add(attachedName(each.media.url) ?? '');
    if (each.type === 12) for (const item of each.items) shown.add(attachedName(item.media.url) ?? '');
    if (each.type === 13) shown.add(attachedName(each.file.url) ?? '');
  }
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

/** A message as the REST API returns it. `base` is the sandbox's URL without a final slash. */
export function messageObject(world: World, message: StoredMessage, base: string, related?: StoredMessage): Json {
  const guild = world.guildOf(message.channel);
  const ephemeral = (message.flags & MessageFlag.ephemeral) !== 0;
  const reference = message.replyTo;
  const thread = threadOf(world, message);
  return {
    id: message.id,
    channel_id: message.channel.id,
    type: message.type,
    author: userObject(message.author),
    content: message.content,
    timestamp: iso(message.createdAt),
    edited_timestamp: message.editedAt === null ? null : iso(message.editedAt),
    tts: false,
    pinned: false,
    mention_everyone: message.pings.everyone,
    mentions: message.pings.users.flatMap((id) => {
      const user = world.userById(id);
      return user === undefined ? [] : [userObject(user)];
    }),
    mention_roles: message.pings.roles,
    attachments: looseFiles(message).map((file) => attachmentObject(file, base, ephemeral)),
    embeds: embedObjects(message, base),
    components: componentObjects(message, base),
    flags: message.flags | (thread === undefined ? 0 : MessageFlag.hasThread),
    ...(thread === undefined ? {} : { thread: channelObject(world, thread) }),
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
    ...(message.author.bot ? { application_id: world.applicationId } : {}),
    ...(message.interaction === null ? {} : interactionFields(world, message)),
    ...(message.announces === undefined ? {} : announced(message)),
    ...(reference === null
      ? {}
      : {
          message_reference: {
            type: 0,
            channel_id: message.channel.id,
            message_id: reference,
            ...(guild === null ? {} : { guild_id: guild.id }),
          },
          referenced_message: related === undefined ? null : messageObject(world, related, base),
        }),
  };
}

/** The system message about a thread without a starter message refers to the thread. */
function announced({ announces, channel }: StoredMessage): Json {
  return { message_reference: { type: 0, channel_id: announces, guild_id: channel.guildId } };
}

function interactionFields(world: World, message: StoredMessage): Json {
  const of = message.interaction;
  if (of === null) return {};
  const owners = { '0': message.channel.guildId ?? '0' };
  const user = userObject(of.user);
  return {
    webhook_id: world.applicationId,
    interaction_metadata: {
      id: of.id,
      type: of.type,
      user,
      authorizing_integration_owners: owners,
      ...(of.command === null ? {} : { name: of.command, command_type: 1 }),
      ...(of.sourceMessageId === null ? {} : { interacted_message_id: of.sourceMessageId }),
    },
    ...(of.command === null ? {} : { interaction: { id: of.id, type: of.type, name: of.command, user } }),
  };
}

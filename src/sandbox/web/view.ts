import { NO_RESPONSE, TOKEN_LIVES_MS } from '../interactions/pending-interactions.ts';
import type {
  PageAttachment,
  PageChannel,
  PageCommand,
  PageGuild,
  PageMember,
  PageMessage,
  PagePerson,
} from '../protocol.ts';
import { commandObject } from '../store/commands.ts';
import type { Discord } from '../store/discord.ts';
import { filePath, type StoredFile } from '../store/files.ts';
import { componentObjects, embedObjects, looseFiles, threadOf } from '../store/message-object.ts';
import { MessageFlag } from '../store/message-schema.ts';
import type { StoredMessage } from '../store/messages.ts';
import { namesOf } from '../world/permissions.ts';
import type { World, WorldChannel } from '../world/world.ts';

export function pageAttachment(file: StoredFile, base = ''): PageAttachment {
  const { id, filename, contentType, size, width, height, description } = file;
  return { id, filename, url: base + filePath(file), contentType, size, width, height, description };
}

/**
 * A message as a member sees it at the time `now` (milliseconds since 1970), by which a deferred answer may have become
 * impossible. With an empty `base`, file URLs are paths on the sandbox's server.
 */
export function pageMessage(world: World, message: StoredMessage, now: number, base = ''): PageMessage {
  const { author, interaction } = message;
  const thinking = (message.flags & MessageFlag.loading) !== 0;
  const gone = thinking && now - message.createdAt >= TOKEN_LIVES_MS;
  return {
    id: message.id,
    channelId: message.channel.id,
    author: { id: author.id, name: author.name, bot: author.bot, color: author.color },
    at: new Date(message.createdAt).toISOString(),
    editedAt: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
    content: gone ? NO_RESPONSE : message.content,
    loading: thinking && !gone,
    onlyFor: message.onlyFor,
    interaction: interaction && {
      memberId: interaction.user.id,
      memberName: interaction.user.name,
      label: interaction.label,
    },
    embeds: message.flags & MessageFlag.suppressEmbeds ? [] : embedObjects(message, base),
    components: componentObjects(message, base),
    attachments: looseFiles(message).map((file) => pageAttachment(file, base)),
    flags: message.flags,
    pinged: world.pinged(message.channel, message.pings),
    replyTo: message.replyTo,
    thread: message.announces ?? threadOf(world, message)?.id ?? null,
  };
}

function pageChannel({ id, name, guildId, botDenied, thread }: WorldChannel): PageChannel {
  if (thread === null) return { id, name, guildId, ...(botDenied === 0n ? {} : { denied: namesOf(botDenied) }) };
  const { parentId: parent, archived, locked } = thread;
  return { id, name, guildId, parent, archived, locked };
}

export function pageGuilds(world: World): PageGuild[] {
  return world.guilds.map(({ id, name, roles, channels, botPresent, available }) => ({
    id,
    name,
    bot: botPresent,
    available,
    roles: roles.map((role) => ({ id: role.id, name: role.name, color: role.color })),
    channels: channels.flatMap((channel) => [channel, ...world.threadsOf(channel)]).map(pageChannel),
  }));
}

export function pageDms({ dms, players, bot }: World): PageChannel[] {
  return players.flatMap(({ id: dmOf }) =>
    dms.filter((dm) => dm.dmOf === dmOf).map(({ id }) => ({ id, name: bot.name, guildId: null, dmOf })),
  );
}

export function pageMembers(world: World): PageMember[] {
  return world.players.map((member) => {
    const { id, name, color } = member;
    return { id, name, color, moderator: world.isModerator(member) };
  });
}

/** All who can be mentioned, except the bot. */
export function pagePeople(world: World): PagePerson[] {
  return world.users.filter((user) => !user.bot).map(({ id, name, color }) => ({ id, name, color }));
}

export function pageCommands({ commands, world }: Discord): PageCommand[] {
  return commands.all().map((each) => ({ guildId: each.guildId, command: commandObject(each, world.applicationId) }));
}

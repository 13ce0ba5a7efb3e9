import { messageObject } from '../message-object.ts';
import { type Json, memberObject, partialMember, userObject } from '../objects.ts';
import type { MessageStore, StoredMessage } from '../store/messages.ts';
import type { World } from '../world.ts';
import type { Gateway } from './gateway.ts';
import { Intent } from './intents.ts';

/**
 * A message as an application without the message content intent gets it: only its own messages, those that mention it
 * and direct messages have their content.
 */
export function withheld(world: World, message: StoredMessage, object: Json): Json {
  const own =
    message.author.id === world.bot.id ||
    message.channel.guildId === null ||
    message.pings.users.includes(world.bot.id);
  return own ? object : { ...object, content: '', embeds: [], attachments: [], components: [] };
}

/** Tells the bot of every change to a message that is not ephemeral. */
export function announceMessages(world: World, messages: MessageStore, gateway: Gateway, base: () => string): void {
  const intentOf = (message: StoredMessage) =>
    message.channel.guildId === null ? Intent.directMessages : Intent.guildMessages;

  const announce = (event: string, message: StoredMessage): void => {
    const guild = world.guildOf(message.channel);
    if (message.onlyFor !== null || guild?.botPresent === false) return;
    const membership = guild === null ? undefined : world.membership(guild, message.author.id);
    const related = message.replyTo === null ? undefined : messages.find(message.channel.id, message.replyTo);
    const whole: Json = {
      ...messageObject(world, message, base(), related),
      channel_type: guild === null ? 1 : 0,
      ...(guild === null ? {} : { guild_id: guild.id }),
      ...(membership === undefined ? {} : { member: partialMember(membership) }),
      mentions: message.pings.users.flatMap((id) => {
        const user = world.userById(id);
        const there = guild === null ? undefined : world.membership(guild, id);
        if (user === undefined) return [];
        return [{ ...userObject(user), ...(there === undefined ? {} : { member: memberObject(there) }) }];
      }),
    };
    gateway.dispatch(event, intentOf(message), (session) =>
      session.has(Intent.messageContent) ? whole : withheld(world, message, whole),
    );
  };

  messages.listen({
    created: (message) => announce('MESSAGE_CREATE', message),
    edited: (message) => announce('MESSAGE_UPDATE', message),
    deleted(message) {
      const guild = world.guildOf(message.channel);
      if (message.onlyFor !== null || guild?.botPresent === false) return;
      gateway.dispatch('MESSAGE_DELETE', intentOf(message), {
        id: message.id,
        channel_id: message.channel.id,
        ...(guild === null ? {} : { guild_id: guild.id }),
      });
    },
  });
}

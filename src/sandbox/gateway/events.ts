import { type Discord, Intent } from '../store/discord.ts';
import { messageObject, withheld } from '../store/message-object.ts';
import type { StoredMessage } from '../store/messages.ts';
import { type Json, memberObject, partialMember, userObject } from '../store/objects.ts';

/** Tells the bot of every change to a message that is not ephemeral. */
export function announceMessages(discord: Discord): void {
  const { world } = discord;
  const announce = (event: string, message: StoredMessage, data: (intents: number) => Json): void => {
    if (message.onlyFor !== null) return;
    const guild = world.guildOf(message.channel);
    const place = guild === null ? {} : { guild_id: guild.id };
    const intent = guild === null ? Intent.directMessages : Intent.guildMessages;
    discord.tell(event, intent, guild, (intents) => ({ ...data(intents), ...place }));
  };
  const whole = (message: StoredMessage) => {
    const guild = world.guildOf(message.channel);
    const memberOf = (id: string) => guild && world.membership(guild, id);
    const author = memberOf(message.author.id);
    const mentions = world.users.filter(({ id }) => message.pings.users.includes(id));
    const object = {
      ...messageObject(discord, message),
      channel_type: guild === null ? 1 : 0,
      ...(author && { member: partialMember(author) }),
      mentions: mentions.map((user) => {
        const member = memberOf(user.id);
        return { ...userObject(user), ...(member && { member: memberObject(member) }) };
      }),
    };
    return (intents: number) => withheld(discord, message, intents, object);
  };
  discord.on('created', (message) => announce('MESSAGE_CREATE', message, whole(message)));
  discord.on('edited', (message) => announce('MESSAGE_UPDATE', message, whole(message)));
  discord.on('deleted', (message) => {
    announce('MESSAGE_DELETE', message, () => ({ id: message.id, channel_id: message.channel.id }));
  });
}

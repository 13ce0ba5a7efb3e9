import type { Client } from 'discord.js';

/** Whose a channel is, where turns are taken: its server's; a DM is somebody by itself, as is a channel that is not known. */
export type GuildOfChannel = (channel: string) => string;

/** As the client knows the channels of its servers. */
export function guildOfChannel(client: Pick<Client, 'channels'>): GuildOfChannel {
  return (id) => {
    const channel = client.channels.resolve(id);
    return channel && 'guildId' in channel && channel.guildId !== null ? channel.guildId : id;
  };
}

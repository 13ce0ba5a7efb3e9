import { type Client, Events } from 'discord.js';
import type { Sandbox } from '../src/sandbox/sandbox.ts';

/** Resolves once a client that is ready has every server its bot is in: on the bot's first day they come after READY. */
export function inEveryServer(client: Client, { world }: Sandbox): Promise<void> {
  const has = ({ id }: { readonly id: string }) => client.guilds.cache.get(id)?.available ?? false;
  const isThere = () => world.guilds.every((guild) => !guild.botPresent || !guild.available || has(guild));
  return new Promise((resolve) => {
    const look = () => {
      if (!isThere()) return;
      client.off(Events.GuildCreate, look).off(Events.GuildAvailable, look);
      resolve();
    };
    client.on(Events.GuildCreate, look).on(Events.GuildAvailable, look);
    look();
  });
}

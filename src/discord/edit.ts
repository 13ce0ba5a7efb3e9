import type { Client } from 'discord.js';
import { facePayload } from './payload.ts';
import type { Edit } from './tally.ts';

/** Edits messages of a channel by discord.js: embeds and components alone, so that text and map stay. */
export function editing(client: Client): Edit {
  return async (face) => {
    const channel = await client.channels.fetch(face.channel);
    if (!channel?.isTextBased()) throw new Error(`Channel ${face.channel} has no messages`);
    await channel.messages.edit(face.message, facePayload(face));
  };
}

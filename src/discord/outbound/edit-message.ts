import type { Client } from 'discord.js';
import type { EditMessage } from './ballot-message-editor.ts';
import { facePayload } from './message-payload.ts';

/** Edits messages of a channel by discord.js: embeds and components alone, so that text and map stay. */
export function editing(client: Client): EditMessage {
  return async (face) => {
    const channel = await client.channels.fetch(face.channel);
    if (!channel?.isTextBased()) throw new Error(`Channel ${face.channel} has no messages`);
    await channel.messages.edit(face.message, facePayload(face));
  };
}

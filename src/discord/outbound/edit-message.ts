import type { Client, TextBasedChannel } from 'discord.js';
import type { EditMessage } from './ballot-message-editor.ts';
import { facePayload } from './message-payload.ts';
import type { ShownMap } from './posts-in-flight.ts';

/** Edits messages of a channel by discord.js: embeds and components alone, so that text and map stay. */
export function editing(client: Client): EditMessage {
  return async (face) => {
    const { messages } = await textChannel(client, face.channel);
    await messages.edit(face.message, facePayload(face));
  };
}

/** Removes the map of a message, with the buttons below it; those of a ballot stay. Its text stays too. */
export async function removeMap(client: Client, channel: string, { message, votes }: ShownMap): Promise<void> {
  const { messages } = await textChannel(client, channel);
  await messages.edit(message, { attachments: [], ...(votes ? {} : { components: [] }) });
}

async function textChannel(client: Client, id: string): Promise<TextBasedChannel> {
  const channel = await client.channels.fetch(id);
  if (!channel?.isTextBased()) throw new Error(`Channel ${id} can’t have messages`);
  return channel;
}

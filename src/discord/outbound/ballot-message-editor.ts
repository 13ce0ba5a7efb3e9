import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import type { BallotMessage, DueMessage, HostPart } from '../../host/index.ts';
import type { PostOutcome } from './failed-posts.ts';
import { textChannel } from './find-sent-message.ts';
import { facePayload } from './message-payload.ts';

/** Changes what a message shows below its text and its map. Rejects as discord.js does. */
type EditMessage = (face: BallotMessage) => Promise<void>;

/** Edits by discord.js: embeds and components alone, so that text and map stay. */
export function editing(client: Client): EditMessage {
  return async (face) => {
    const { messages } = await textChannel(client, face.channel);
    await messages.edit(face.message, facePayload(face));
  };
}

type EditedBallots = HostPart<{ ballotMessages: 'messageReady' | 'update' | 'refreshed' | 'gone' }>;

/**
 * Edits ballot messages. The content is read only when an edit's turn comes, so changes in between share one edit, and nothing is lost with
 * the process.
 */
export class BallotMessageEditor {
  readonly #host: EditedBallots;
  readonly #edit: EditMessage;
  readonly #log: Logger;

  constructor(host: EditedBallots, edit: EditMessage, log: Logger) {
    this.#host = host;
    this.#edit = edit;
    this.#log = log;
  }

  /** Edits a ballot's message; `null` if it already shows everything. An edit also tells that a message was deleted. Rejects as discord.js does. */
  async bring({ id: message, channel, row }: DueMessage): Promise<PostOutcome | null> {
    const { ballotMessages } = this.#host;
    await ballotMessages.messageReady({ channel, message });
    const face = ballotMessages.update({ channel, message }, row !== null);
    if (face === null) return null;
    try {
      await this.#edit(face);
    } catch (error) {
      if (!isGone(error)) throw error;
      this.#log.info({ channel, message }, 'the message of a ballot is gone');
      ballotMessages.gone(face);
      return { how: 'gone' };
    }
    ballotMessages.refreshed(face);
    return null;
  }
}

/** The message has been deleted, or its channel. */
function isGone(error: unknown): boolean {
  const gone: readonly unknown[] = [RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel];
  return error instanceof DiscordAPIError && gone.includes(error.code);
}

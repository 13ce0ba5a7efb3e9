import { DiscordAPIError, type Interaction, MessageFlags, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import type { Answer, Host } from '../host/index.ts';
import type { Courier } from './courier.ts';
import { drawPicture } from './draw.ts';
import { drawnPayload, fullPayload, textPayload } from './payload.ts';

export type Repliable = Extract<Interaction, { reply: unknown }>;

/**
 * Brings an answer to the member or channel that waits for it. The text goes first and acknowledges: it is small, and what a
 * phone's notification shows. The map and its buttons follow as an edit. What the channel is owed and an interaction cannot carry any
 * more goes to the channel by the courier.
 */
export class Responder {
  readonly #host: Host;
  readonly #courier: Courier;
  readonly #log: Logger;

  constructor(host: Host, courier: Courier, log: Logger) {
    this.#host = host;
    this.#courier = courier;
    this.#log = log;
  }

  /** Never rejects. */
  async respond(interaction: Repliable, answer: Answer): Promise<void> {
    const open = answer.to === 'channel' ? answer : answer.aside;
    const point = open?.drawing?.point ?? null;
    const channel = interaction.channelId ?? '';
    if (point) this.#courier.carrying(point.game);
    let arrived = false;
    try {
      await this.#reply(interaction, answer);
      arrived = true;
      if (point && open === answer) this.#host.settle(point);
    } catch (error) {
      this.#log.warn({ err: error, interaction: interaction.id, point }, 'an answer did not reach its interaction');
      if (open === answer && !interaction.replied) await this.#courier.post(channel, answer, point);
    }
    if (answer.aside) await this.#courier.post(channel, answer.aside, point);
    if (point) this.#courier.carried(point.game);
    // The channel has the text, and not its map: that is owed still.
    if (open === answer && interaction.replied && !arrived) await this.#courier.deliver();
  }

  async #reply(interaction: Repliable, answer: Answer): Promise<void> {
    const flags = answer.to === 'member' ? ({ flags: MessageFlags.Ephemeral } as const) : {};
    if (answer.replaces && interaction.isMessageComponent()) {
      await interaction.update(fullPayload(answer, null));
      return;
    }
    if (answer.drawing === null) {
      await acknowledged(interaction, interaction.reply({ ...fullPayload(answer, null), ...flags }));
      return;
    }
    const [, png] = await Promise.all([
      acknowledged(interaction, interaction.reply({ ...textPayload(answer), ...flags })),
      drawPicture(answer, this.#log),
    ]);
    await interaction.editReply(drawnPayload(answer, png));
  }
}

/**
 * A reply that discord.js sent twice is refused the second time although the member has seen it (40060): the first one counts, and
 * can be edited.
 */
async function acknowledged(interaction: Repliable, reply: Promise<unknown>): Promise<void> {
  try {
    await reply;
  } catch (error) {
    const twice =
      error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;
    if (!twice) throw error;
    interaction.replied = true;
  }
}

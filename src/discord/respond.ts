import {
  DiscordAPIError,
  type Interaction,
  type Message,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Answer, Elsewhere } from '../host/index.ts';
import type { Courier } from './courier.ts';
import { modalOf } from './form.ts';
import { drawPicture, makeFiles, sendFitting } from './make.ts';
import { fullPayload, textPayload } from './payload.ts';

export type Repliable = Extract<Interaction, { reply: unknown }>;

/**
 * Brings an answer to the member or channel that waits for it. The text goes first and acknowledges: it is small, and what a
 * phone's notification shows. The map, its buttons and the files follow as an edit. What the channel is owed and an interaction cannot
 * carry any more goes to the channel by the courier.
 */
export class Responder {
  readonly #courier: Courier;
  readonly #log: Logger;

  constructor(courier: Courier, log: Logger) {
    this.#courier = courier;
    this.#log = log;
  }

  /** Never rejects. */
  async respond(interaction: Repliable, answer: Answer): Promise<void> {
    const open = answer.to === 'channel' ? answer : answer.aside;
    const point = open?.drawing?.point ?? null;
    const channel = interaction.channelId ?? '';
    const over = open ? this.#courier.bringing(open) : () => {};
    const replied = this.#reply(interaction, answer);
    const said = answer.aside ? this.#courier.say(channel, answer.aside) : Promise.resolve();
    let arrived = false;
    try {
      const message = await replied;
      arrived = true;
      if (open === answer && message) this.#courier.arrived(answer, message, point);
    } catch (error) {
      this.#log.warn({ err: error, interaction: interaction.id, point }, 'an answer did not reach its interaction');
      if (open === answer && !interaction.replied) await this.#courier.post(channel, answer, point);
    }
    await said;
    over();
    // The channel has the text, and not its map: that is owed still.
    if (open === answer && interaction.replied && !arrived) {
      if (point) this.#courier.told(point);
      await this.#courier.deliver();
    }
  }

  /** @returns the message, where it is one that others see and that has more to it than text */
  async #reply(interaction: Repliable, answer: Answer): Promise<Message | null> {
    if (answer.form && 'showModal' in interaction) {
      await interaction.showModal(modalOf(answer.form));
      return null;
    }
    const { drawing, files, cards, elsewhere } = answer;
    const embeds = interaction.appPermissions.has(PermissionFlagsBits.EmbedLinks);
    const later = drawing !== null || files.length > 0;
    const first = later ? textPayload(answer) : fullPayload(answer, undefined, embeds);
    const flags = answer.to === 'member' ? ({ flags: MessageFlags.Ephemeral } as const) : {};
    const acknowledging = replaced(interaction, answer)?.update(first) ?? interaction.reply({ ...first, ...flags });
    const [, map] = await Promise.all([acknowledged(interaction, acknowledging), drawPicture(answer, this.#log)]);
    if (elsewhere) await this.#postElsewhere(interaction, answer, elsewhere);
    if (!later) return cards.length > 0 ? interaction.fetchReply() : null;
    // Only now: what takes seconds must not keep anybody waiting for the text.
    const made = await makeFiles(answer, map, this.#log);
    return sendFitting(made, (fits) => interaction.editReply(fullPayload(answer, fits, embeds)));
  }

  /** Posts in another channel, and tells the member what became of it. */
  async #postElsewhere(interaction: Repliable, answer: Answer, elsewhere: Elsewhere): Promise<void> {
    // An interaction that comes twice brings one message: Discord answers the repeated nonce with the one it has.
    const became = await this.#courier.post(elsewhere.channel, elsewhere.answer, null, `to-${interaction.id}`);
    await interaction.editReply(fullPayload({ ...answer, text: elsewhere.told(became) }));
  }
}

/** The interaction, if its message is to make way for the answer. What one member is told never replaces what all see. */
function replaced(
  interaction: Repliable,
  { to, replaces }: Answer,
): MessageComponentInteraction | ModalMessageModalSubmitInteraction | null {
  const from = interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
  if (!replaces || !from) return null;
  const ephemeral = interaction.message.flags.has(MessageFlags.Ephemeral);
  return ephemeral === (to === 'member') ? interaction : null;
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

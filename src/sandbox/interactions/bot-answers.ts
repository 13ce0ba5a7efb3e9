import { CallbackType, checkCallback, checkChoices, deferral, type Modal, modal } from '../store/answer-schema.ts';
import { composeEdit, composeNew, type Sent } from '../store/compose.ts';
import type { Discord } from '../store/discord.ts';
import type { Json } from '../store/errors.ts';
import { check, refuse } from '../store/errors.ts';
import type { Body } from '../store/files.ts';
import { answerMessage, MessageFlag, messageEdit } from '../store/message-schema.ts';
import type { MessageParts, StoredMessage } from '../store/messages.ts';
import { type Interaction, type Interactions, InteractionType, keptOf } from './pending-interactions.ts';

const { message, deferredMessage, deferredUpdate, update, choices } = CallbackType;

const KEPT_MODALS = 200;

interface ShownModal {
  readonly interaction: Interaction;
  readonly modal: Modal;
}

/** The result of a first answer. */
export interface Answered {
  readonly type: number;
  readonly interaction: Interaction;
  readonly message: StoredMessage | null;
}

/** The bot's answers to interactions: the first by callback, the others by the interaction's token. */
export class Answers {
  readonly #discord: Discord;
  readonly #interactions: Interactions;
  readonly #modals = new Map<string, ShownModal>();

  constructor(discord: Discord, interactions: Interactions) {
    this.#discord = discord;
    this.#interactions = interactions;
  }

  modal(interactionId: string): ShownModal | undefined {
    return this.#modals.get(interactionId);
  }

  /**
   * POST /interactions/{id}/{token}/callback.
   * @throws {ApiError} 10062 if it is late or unknown, 50027 for a wrong token, 40060 for a second answer; 50035 or 50006
   * for an invalid body, after which the interaction can still be answered.
   */
  first(id: string, token: string, body: Body): Answered {
    const interaction = this.admitFirst(id, token);
    if (interaction.state === 'answered') throw refuse.alreadyAcknowledged();
    this.#checkPlace(interaction);
    const { type, data } = checkCallback(body.json, allowedTypes(interaction));
    return { type, interaction, message: this.#carryOut(interaction, type, data, body) };
  }

  /** Checks the token of a first answer. Throws as `first` does. */
  admitFirst(id: string, token: string): Interaction {
    const interaction = this.#interactions.byId(id);
    if (interaction === undefined || interaction.state === 'late') throw refuse.unknownInteraction();
    if (interaction.token !== token) throw refuse.invalidWebhookToken();
    return interaction;
  }

  /** Checks the token of a request after the first answer. */
  admitLater(applicationId: string, token: string): Interaction {
    if (applicationId !== this.#discord.world.applicationId) throw refuse.unknownWebhook();
    const interaction = this.#interactions.byToken(token);
    if (interaction === undefined) throw refuse.invalidWebhookToken();
    return interaction;
  }

  #carryOut(interaction: Interaction, type: number, data: unknown, { uploads }: Body): StoredMessage | null {
    const { watch, source, id, channel } = interaction;
    const sent = (schema: typeof answerMessage | typeof messageEdit): Sent => ({
      body: check(schema, data ?? {}, ['data']),
      uploads,
      path: ['data'],
    });
    const shown = source && (this.#discord.messages.find(channel.id, source.id) ?? null);
    switch (type) {
      case message: {
        const made = this.#create(interaction, composeNew(this.#discord, this.#from(interaction), sent(answerMessage)));
        answer(interaction, made.id);
        watch({ kind: 'message', message: made });
        return made;
      }
      case deferredMessage: {
        const flags = check(deferral, data, ['data'])?.flags ?? 0;
        const made = this.#create(interaction, { flags: flags | MessageFlag.loading });
        answer(interaction, made.id);
        interaction.thinking = true;
        watch({ kind: 'thinking', message: made });
        return made;
      }
      case deferredUpdate:
        answer(interaction, source?.id ?? null);
        watch({ kind: 'noted' });
        return shown;
      case update: {
        if (shown === null) throw refuse.unknownMessage();
        const changed = this.#discord.messages.edit(shown, composeEdit(this.#discord, shown, sent(messageEdit)));
        answer(interaction, changed.id);
        watch({ kind: 'update', message: changed });
        return changed;
      }
      case choices: {
        const found = checkChoices(data, focusedIsNumeric(interaction.data));
        answer(interaction, null);
        watch({ kind: 'choices', choices: found });
        return null;
      }
      default: {
        const shownModal = { interaction, modal: check(modal, data, ['data']) };
        answer(interaction, null);
        this.#modals.set(id, shownModal);
        const [oldest] = this.#modals.keys();
        if (oldest !== undefined && this.#modals.size > KEPT_MODALS) this.#modals.delete(oldest);
        watch({ kind: 'modal', interactionId: id, modal: shownModal.modal });
        return null;
      }
    }
  }

  /**
   * POST /webhooks/{application}/{token}: a follow-up. If a deferred answer is still pending, the follow-up becomes that
   * answer and is ephemeral exactly if it was deferred so.
   */
  followUp(applicationId: string, token: string, { json, uploads }: Body): StoredMessage {
    const interaction = this.#answered(applicationId, token);
    const sent: Sent = { body: check(answerMessage, json ?? {}), uploads, path: [] };
    const original = this.#original(interaction);
    if (interaction.thinking && original) return this.#settle(interaction, original, sent);
    const parts = composeNew(this.#discord, this.#from(interaction), sent);
    const made = this.#create(interaction, parts, original?.id ?? null);
    interaction.watch({ kind: 'followUp', message: made });
    return made;
  }

  /** GET /webhooks/{application}/{token}/messages/{id}. */
  fetch(applicationId: string, token: string, id: string): StoredMessage {
    return this.#message(this.#answered(applicationId, token), id);
  }

  /** PATCH /webhooks/{application}/{token}/messages/{id}. */
  edit(applicationId: string, token: string, id: string, { json, uploads }: Body): StoredMessage {
    const interaction = this.#answered(applicationId, token);
    const old = this.#message(interaction, id);
    const sent: Sent = { body: check(messageEdit, json ?? {}), uploads, path: [] };
    const isOriginal = old.id === interaction.originalId;
    if (interaction.thinking && isOriginal) return this.#settle(interaction, old, sent);
    const changed = this.#discord.messages.edit(old, composeEdit(this.#discord, old, sent));
    if (isOriginal) interaction.watch({ kind: 'update', message: changed });
    return changed;
  }

  /** DELETE /webhooks/{application}/{token}/messages/{id}. */
  delete(applicationId: string, token: string, id: string): void {
    const interaction = this.#answered(applicationId, token);
    const old = this.#message(interaction, id);
    this.#discord.messages.delete(old);
    if (old.id !== interaction.originalId) return;
    interaction.thinking = false;
    interaction.watch({ kind: 'deleted', messageId: old.id });
  }

  /** Fills in a deferred answer. */
  #settle(interaction: Interaction, thinking: StoredMessage, sent: Sent): StoredMessage {
    const parts = composeEdit(this.#discord, thinking, sent);
    interaction.thinking = false;
    const settled = this.#discord.messages.edit(thinking, parts, { quiet: true });
    interaction.watch({ kind: 'message', message: settled });
    return settled;
  }

  #create(interaction: Interaction, parts: Partial<MessageParts>, followUpTo: string | null = null): StoredMessage {
    const replyTo = followUpTo ?? interaction.source?.id ?? null;
    const command = interaction.type === InteractionType.command && followUpTo === null;
    return this.#discord.messages.create({
      ...parts,
      ...this.#from(interaction),
      type: command ? 20 : replyTo === null ? 0 : 19,
      interaction: keptOf(interaction),
      onlyFor: (parts.flags ?? 0) & MessageFlag.ephemeral ? interaction.member.id : null,
      replyTo,
    });
  }

  #from({ channel }: Interaction) {
    return { author: this.#discord.world.bot, channel };
  }

  #original({ originalId, channel }: Interaction): StoredMessage | undefined {
    return this.#discord.messages.find(channel.id, originalId ?? '');
  }

  #answered(applicationId: string, token: string): Interaction {
    const interaction = this.admitLater(applicationId, token);
    if (interaction.state !== 'answered' || interaction.type === InteractionType.autocomplete) {
      throw refuse.unknownWebhook();
    }
    this.#checkPlace(interaction);
    return interaction;
  }

  /** @throws {ApiError} 10003 if the channel was deleted. */
  #checkPlace({ channel }: Interaction): void {
    if (this.#discord.world.channelById(channel.id) === undefined) throw refuse.unknownChannel();
  }

  #message(interaction: Interaction, id: string): StoredMessage {
    const { channel, originalId } = interaction;
    const found = id === '@original' ? this.#original(interaction) : this.#discord.messages.find(channel.id, id);
    const mine = found?.interaction?.id === interaction.id || found?.id === originalId;
    if (found === undefined || !mine) throw refuse.unknownMessage();
    return found;
  }
}

function answer(interaction: Interaction, originalId: string | null): void {
  interaction.state = 'answered';
  interaction.originalId = originalId;
}

function allowedTypes({ type, source }: Interaction): readonly number[] {
  if (type === InteractionType.autocomplete) return [choices];
  const fromMessage = source === null ? [] : [deferredUpdate, update];
  return [message, deferredMessage, ...fromMessage, ...(type === InteractionType.modal ? [] : [CallbackType.modal])];
}

/** Whether the option being typed is a whole number (4) or a number (10). */
function focusedIsNumeric({ options }: Json): boolean {
  if (!Array.isArray(options)) return false;
  return (options as Json[]).some((each) =>
    each.focused === true ? each.type === 4 || each.type === 10 : focusedIsNumeric(each),
  );
}

import { refuse } from '../errors.ts';
import type { Json } from '../objects.ts';
import type { Body } from '../rest/body.ts';
import { composeEdit, composeNew, type Sent, type Stores } from '../store/compose.ts';
import { NO_PINGS } from '../store/mentions.ts';
import type { MessageParts, MessageStore, StoredMessage } from '../store/messages.ts';
import {
  CallbackType,
  checkCallback,
  checkChoices,
  checkDeferral,
  checkModal,
  type Modal,
} from '../validate/answers.ts';
import { check } from '../validate/fields.ts';
import { answerMessage, MessageFlag, messageEdit } from '../validate/messages.ts';
import { type Interaction, type Interactions, InteractionType, keptOf } from './pending-interactions.ts';

const { message, deferredMessage, deferredUpdate, update, choices, modal } = CallbackType;

const KEPT_MODALS = 200;

export interface ShownModal {
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
  readonly #stores: Stores & { readonly messages: MessageStore };
  readonly #interactions: Interactions;
  readonly #modals = new Map<string, ShownModal>();

  constructor(stores: Stores & { readonly messages: MessageStore }, interactions: Interactions) {
    this.#stores = stores;
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
    const interaction = this.#waiting(id, token);
    if (interaction.state === 'answered') throw refuse.alreadyAcknowledged();
    this.#checkPlace(interaction);
    const { type, data } = checkCallback(body.json, allowedTypes(interaction));
    const answered = this.#carryOut(interaction, type, data, body);
    return { type, interaction, message: answered };
  }

  /** Checks the token of a first answer. Throws as `first` does. */
  admitFirst(id: string, token: string): void {
    this.#waiting(id, token);
  }

  /** Checks the token of a request after the first answer. */
  admitLater(applicationId: string, token: string): void {
    if (applicationId !== this.#stores.world.applicationId) throw refuse.unknownWebhook();
    if (this.#interactions.byToken(token) === undefined) throw refuse.invalidWebhookToken();
  }

  #waiting(id: string, token: string): Interaction {
    const interaction = this.#interactions.byId(id);
    if (interaction === undefined || interaction.state === 'late') throw refuse.unknownInteraction();
    if (interaction.token !== token) throw refuse.invalidWebhookToken();
    return interaction;
  }

  #carryOut(interaction: Interaction, type: number, data: unknown, body: Body): StoredMessage | null {
    const { watch, source } = interaction;
    switch (type) {
      case message: {
        const sent: Sent = { body: check(answerMessage, data ?? {}, ['data']), uploads: body.uploads, path: ['data'] };
        const made = this.#create(interaction, composeNew(this.#stores, this.#author(interaction), sent));
        answer(interaction, made.id);
        watch({ kind: 'message', message: made });
        return made;
      }
      case deferredMessage: {
        const flags = checkDeferral(data) | MessageFlag.loading;
        const empty = { content: '', embeds: [], components: [], files: [], pings: NO_PINGS };
        const made = this.#create(interaction, { ...empty, flags });
        answer(interaction, made.id);
        interaction.thinking = true;
        watch({ kind: 'thinking', message: made });
        return made;
      }
      case deferredUpdate:
        answer(interaction, source?.id ?? null);
        watch({ kind: 'noted' });
        return this.#source(interaction) ?? null;
      case update: {
        const old = this.#source(interaction);
        if (old === undefined) throw refuse.unknownMessage();
        const sent: Sent = { body: check(messageEdit, data ?? {}, ['data']), uploads: body.uploads, path: ['data'] };
        const changed = this.#stores.messages.edit(old, composeEdit(this.#stores, old, sent));
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
        const shown = checkModal(data);
        answer(interaction, null);
        this.#modals.set(interaction.id, { interaction, modal: shown });
        for (const oldest of this.#modals.keys()) {
          if (this.#modals.size <= KEPT_MODALS) break;
          this.#modals.delete(oldest);
        }
        watch({ kind: 'modal', interactionId: interaction.id, modal: shown });
        return null;
      }
    }
  }

  /**
   * POST /webhooks/{application}/{token}: a follow-up. If a deferred answer is still pending, the follow-up becomes that
   * answer and is ephemeral exactly if it was deferred so.
   */
  followUp(applicationId: string, token: string, body: Body): StoredMessage {
    const interaction = this.#answered(applicationId, token);
    const sent: Sent = { body: check(answerMessage, body.json ?? {}), uploads: body.uploads, path: [] };
    const original = this.#original(interaction);
    if (interaction.thinking && original !== undefined) return this.#settle(interaction, original, sent);
    const parts = composeNew(this.#stores, this.#author(interaction), sent);
    const made = this.#create(interaction, parts, original?.id ?? null);
    interaction.watch({ kind: 'followUp', message: made });
    return made;
  }

  /** GET /webhooks/{application}/{token}/messages/{id}. */
  fetch(applicationId: string, token: string, id: string): StoredMessage {
    return this.#message(this.#answered(applicationId, token), id);
  }

  /** PATCH /webhooks/{application}/{token}/messages/{id}. */
  edit(applicationId: string, token: string, id: string, body: Body): StoredMessage {
    const interaction = this.#answered(applicationId, token);
    const old = this.#message(interaction, id);
    const sent: Sent = { body: check(messageEdit, body.json ?? {}), uploads: body.uploads, path: [] };
    if (interaction.thinking && old.id === interaction.originalId) return this.#settle(interaction, old, sent);
    const changed = this.#stores.messages.edit(old, composeEdit(this.#stores, old, sent));
    if (changed.id === interaction.originalId) interaction.watch({ kind: 'update', message: changed });
    return changed;
  }

  /** DELETE /webhooks/{application}/{token}/messages/{id}. */
  delete(applicationId: string, token: string, id: string): void {
    const interaction = this.#answered(applicationId, token);
    const old = this.#message(interaction, id);
    this.#stores.messages.delete(old);
    if (old.id === interaction.originalId) {
      interaction.thinking = false;
      interaction.watch({ kind: 'deleted', messageId: old.id });
    }
  }

  /** Fills in a deferred answer. */
  #settle(interaction: Interaction, thinking: StoredMessage, sent: Sent): StoredMessage {
    const parts = composeEdit(this.#stores, thinking, sent);
    interaction.thinking = false;
    const settled = this.#stores.messages.edit(thinking, parts, { quiet: true });
    interaction.watch({ kind: 'message', message: settled });
    return settled;
  }

  #create(interaction: Interaction, parts: MessageParts, followUpTo: string | null = null): StoredMessage {
    const { member, channel, source } = interaction;
    const replyTo = followUpTo ?? source?.id ?? null;
    const command = interaction.type === InteractionType.command && followUpTo === null;
    return this.#stores.messages.create({
      ...parts,
      channel,
      author: this.#stores.world.bot,
      type: command ? 20 : replyTo === null ? 0 : 19,
      nonce: null,
      interaction: keptOf(interaction),
      onlyFor: parts.flags & MessageFlag.ephemeral ? member.id : null,
      replyTo,
    });
  }

  #author(interaction: Interaction) {
    return { author: this.#stores.world.bot, channel: interaction.channel };
  }

  #source(interaction: Interaction): StoredMessage | undefined {
    const { source, channel } = interaction;
    return source === null ? undefined : this.#stores.messages.find(channel.id, source.id);
  }

  #original(interaction: Interaction): StoredMessage | undefined {
    const { originalId, channel } = interaction;
    return originalId === null ? undefined : this.#stores.messages.find(channel.id, originalId);
  }

  #answered(applicationId: string, token: string): Interaction {
    if (applicationId !== this.#stores.world.applicationId) throw refuse.unknownWebhook();
    const interaction = this.#interactions.byToken(token);
    if (interaction === undefined) throw refuse.invalidWebhookToken();
    if (interaction.state !== 'answered' || interaction.type === InteractionType.autocomplete) {
      throw refuse.unknownWebhook();
    }
    this.#checkPlace(interaction);
    return interaction;
  }

  /** @throws {ApiError} 10003 if the channel was deleted. */
  #checkPlace({ channel }: Interaction): void {
    if (this.#stores.world.channelById(channel.id) === undefined) throw refuse.unknownChannel();
  }

  #message(interaction: Interaction, id: string): StoredMessage {
    const found =
      id === '@original' ? this.#original(interaction) : this.#stores.messages.find(interaction.channel.id, id);
    const mine = found?.interaction?.id === interaction.id || found?.id === interaction.originalId;
    if (found === undefined || !mine) throw refuse.unknownMessage();
    return found;
  }
}

function answer(interaction: Interaction, originalId: string | null): void {
  interaction.state = 'answered';
  interaction.originalId = originalId;
}

function allowedTypes(interaction: Interaction): readonly number[] {
  if (interaction.type === InteractionType.autocomplete) return [choices];
  const fromMessage = interaction.source === null ? [] : [deferredUpdate, update];
  const toModal = interaction.type === InteractionType.modal ? [] : [modal];
  return [message, deferredMessage, ...fromMessage, ...toModal];
}

/** Whether the option being typed is a whole number (4) or a number (10). */
function focusedIsNumeric(data: Json): boolean {
  const options: unknown = data.options;
  if (!Array.isArray(options)) return false;
  return (options as Json[]).some((each) =>
    each.focused === true ? each.type === 4 || each.type === 10 : focusedIsNumeric(each),
  );
}

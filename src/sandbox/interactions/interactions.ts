import { randomBytes } from 'node:crypto';
import { InteractionResponseType as Callback, InteractionType, MessageFlags } from 'discord.js';
import { channelNow } from '../store/channels.ts';
import { composeEdit, composeNew, type Sent } from '../store/compose.ts';
import type { Discord } from '../store/discord.ts';
import { apiError, type JsonObject } from '../store/errors.ts';
import { check } from '../store/field-schemas.ts';
import type { Body } from '../store/files.ts';
import {
  answerMessage,
  checkCallback,
  checkChoices,
  deferral,
  type Modal,
  messageEdit,
  modal,
} from '../store/message-schema.ts';
import type { MessageParts, StoredMessage } from '../store/messages.ts';
import { LOCALE, memberObject, messageObject } from '../store/objects.ts';
import { userObject, type WorldChannel, type WorldUser } from '../world/world.ts';

/** Discord's limit for the first answer, in milliseconds. */
const ANSWER_WITHIN_MS = 3000;
/** The lifetime of an interaction's token, in milliseconds. */
export const TOKEN_LIVES_MS = 15 * 60_000;

export const NO_RESPONSE = 'The application did not respond';

/** Events of an interaction, told in order to the member who made it. */
export type AnswerEvent =
  /** Deferred: "… is thinking"; or, without a message, the component's own changes later or not at all. */
  | { kind: 'thinking'; message: StoredMessage | null }
  | { kind: 'message' | 'update'; message: StoredMessage }
  | { kind: 'modal'; interactionId: string; modal: Modal }
  | { kind: 'choices'; choices: readonly AutocompleteChoice[] }
  /** The first answer was deleted. */
  | { kind: 'deleted'; messageId: string }
  | { kind: 'failed'; reason: string }
  /** Three seconds have passed and no deferred answer is pending, so the member stops waiting. */
  | { kind: 'over' };

export interface AutocompleteChoice {
  readonly name: string;
  readonly value: string | number;
}

export type AnswerWatch = (event: AnswerEvent) => void;

export interface Who {
  readonly member: WorldUser;
  readonly channel: WorldChannel;
}

/** An interaction before it gets an id. */
export interface InteractionDraft extends Who {
  readonly type: number;
  readonly data: JsonObject;
  /** For example `/map` or a button's label. */
  readonly label: string;
  /** The full name of a command, sub-commands included. */
  readonly command: string | null;
  /** The message whose component was used, or led to the modal. */
  readonly source: StoredMessage | null;
}

export interface Interaction extends InteractionDraft {
  readonly id: string;
  readonly token: string;
  readonly payload: JsonObject;
  readonly watch: AnswerWatch;
  state: 'waiting' | 'answered' | 'late';
  /** The message that `@original` refers to. */
  originalId: string | null;
  /** Whether a deferred answer is pending. */
  thinking: boolean;
  /** The modal that answered it. */
  modal: Modal | null;
}

export interface Answered {
  readonly type: number;
  readonly interaction: Interaction;
  readonly message: StoredMessage | null;
}

export type Interactions = ReturnType<typeof createInteractions>;

/** Sends interactions, keeps them as long as their tokens are valid, and takes the bot's answers. */
export function createInteractions(discord: Discord) {
  const { world, clock, messages, nextId } = discord;
  const sentById = new Map<string, Interaction>();

  /** Sends an interaction to the bot. `watch` is told its events, or after three seconds that nobody answered. */
  function send(draft: InteractionDraft, watch: AnswerWatch): Interaction | null {
    if (!discord.reaches(world.guildOf(draft.channel))) {
      watch({ kind: 'failed', reason: `${world.bot.name} is offline` });
      return null;
    }
    const id = nextId();
    const token = Buffer.from(`interaction:${id}:${randomBytes(24).toString('hex')}`).toString('base64url');
    const interaction: Interaction = {
      ...{ ...draft, id, token, watch, payload: payloadOf(discord, draft, id, token) },
      ...{ state: 'waiting', originalId: null, thinking: false, modal: null },
    };
    sentById.set(id, interaction);
    clock.after(ANSWER_WITHIN_MS, () => {
      if (interaction.state === 'waiting') {
        interaction.state = 'late';
        watch({ kind: 'failed', reason: NO_RESPONSE });
      } else if (!interaction.thinking) watch({ kind: 'over' });
    });
    clock.after(TOKEN_LIVES_MS, () => {
      sentById.delete(id);
      if (interaction.thinking) watch({ kind: 'failed', reason: NO_RESPONSE });
    });
    deliver(interaction);
    return interaction;
  }

  /** Sends an interaction a second time, as Discord's gateway sometimes does. Throws if its token has died. */
  function redeliver(id = latest()): void {
    const interaction = byId(id);
    if (interaction === undefined) throw new Error(`There is no interaction ${id}, or its token has died.`);
    deliver(interaction);
  }

  function byId(id: string): Interaction | undefined {
    return sentById.get(id);
  }

  function byToken(token: string): Interaction | undefined {
    const [, id = ''] = Buffer.from(token, 'base64url').toString().split(':');
    const found = byId(id);
    return found?.token === token ? found : undefined;
  }

  /** The id of the newest whose token is valid. Throws if there is none. */
  function latest(): string {
    const id = [...sentById.keys()].at(-1);
    if (id === undefined) throw new Error('There has been no interaction in the last fifteen minutes.');
    return id;
  }

  function deliver({ payload }: Interaction): void {
    discord.emit('dispatch', 'INTERACTION_CREATE', 0, payload);
  }

  /**
   * POST /interactions/{id}/{token}/callback.
   * @throws {ApiError} 10062 if it is late or unknown, 50027 for a wrong token, 40060 for a second answer.
   * After 50035 or 50006, for an invalid body, the interaction can still be answered.
   */
  function first(id: string, token: string, body: Body): Answered {
    const interaction = admitFirst(id, token);
    if (interaction.state === 'answered') throw apiError.alreadyAcknowledged();
    checkPlace(interaction);
    const { type, data } = checkCallback(body.json, allowedTypes(interaction));
    return { type, interaction, message: carryOut(interaction, type, data, body) };
  }

  /** Checks the token of a first answer. Throws as `first` does. */
  function admitFirst(id: string, token: string): Interaction {
    const interaction = byId(id);
    if (interaction === undefined || interaction.state === 'late') throw apiError.unknownInteraction();
    if (interaction.token !== token) throw apiError.invalidWebhookToken();
    return interaction;
  }

  /** Checks the token of a request after the first answer. */
  function admitLater(applicationId: string, token: string): Interaction {
    if (applicationId !== world.applicationId) throw apiError.unknownWebhook();
    const interaction = byToken(token);
    if (interaction === undefined) throw apiError.invalidWebhookToken();
    return interaction;
  }

  function carryOut(interaction: Interaction, type: number, data: unknown, { uploads }: Body): StoredMessage | null {
    const { id, source, channel } = interaction;
    const sent = (schema: typeof answerMessage | typeof messageEdit): Sent => {
      return { body: check(schema, data ?? {}, ['data']), uploads, path: ['data'] };
    };
    const settle = (event: AnswerEvent, original: StoredMessage | null = null): StoredMessage | null => {
      interaction.state = 'answered';
      interaction.originalId = original?.id ?? null;
      interaction.watch(event);
      return original;
    };
    const shown = source && (messages.find(channel.id, source.id) ?? null);
    switch (type) {
      case Callback.ChannelMessageWithSource: {
        const made = create(interaction, composeNew(discord, from(interaction), sent(answerMessage)));
        return settle({ kind: 'message', message: made }, made);
      }
      case Callback.DeferredChannelMessageWithSource: {
        const flags = check(deferral, data, ['data'])?.flags ?? 0;
        const made = create(interaction, { flags: flags | MessageFlags.Loading });
        interaction.thinking = true;
        return settle({ kind: 'thinking', message: made }, made);
      }
      case Callback.DeferredMessageUpdate:
        return settle({ kind: 'thinking', message: null }, shown);
      case Callback.UpdateMessage: {
        if (shown === null) throw apiError.unknownMessage();
        const changed = messages.edit(shown, composeEdit(discord, shown, sent(messageEdit)));
        return settle({ kind: 'update', message: changed }, changed);
      }
      case Callback.ApplicationCommandAutocompleteResult:
        return settle({ kind: 'choices', choices: checkChoices(data, focusedIsNumeric(interaction.data)) });
      default:
        interaction.modal = check(modal, data, ['data']);
        return settle({ kind: 'modal', interactionId: id, modal: interaction.modal });
    }
  }

  /**
   * POST /webhooks/{application}/{token}. While a deferred answer is pending, a follow-up becomes that answer, and is
   * ephemeral exactly if it was deferred so.
   */
  function followUp(interaction: Interaction, { json, uploads }: Body): StoredMessage {
    const sent: Sent = { body: check(answerMessage, json ?? {}), uploads, path: [] };
    const original = originalOf(interaction);
    if (interaction.thinking && original) return fillIn(interaction, original, sent);
    const parts = composeNew(discord, from(interaction), sent);
    const made = create(interaction, parts, original?.id ?? null);
    interaction.watch({ kind: 'message', message: made });
    return made;
  }

  /** PATCH /webhooks/{application}/{token}/messages/{id}. */
  function edit(interaction: Interaction, id: string, { json, uploads }: Body): StoredMessage {
    const old = messageOf(interaction, id);
    const sent: Sent = { body: check(messageEdit, json ?? {}), uploads, path: [] };
    const isOriginal = old.id === interaction.originalId;
    if (interaction.thinking && isOriginal) return fillIn(interaction, old, sent);
    const changed = messages.edit(old, composeEdit(discord, old, sent));
    if (isOriginal) interaction.watch({ kind: 'update', message: changed });
    return changed;
  }

  /** DELETE /webhooks/{application}/{token}/messages/{id}. */
  function remove(interaction: Interaction, id: string): void {
    const old = messageOf(interaction, id);
    messages.delete(old);
    if (old.id !== interaction.originalId) return;
    interaction.thinking = false;
    interaction.watch({ kind: 'deleted', messageId: old.id });
  }

  /** Fills in a deferred answer. */
  function fillIn(interaction: Interaction, thinking: StoredMessage, sent: Sent): StoredMessage {
    const parts = composeEdit(discord, thinking, sent);
    interaction.thinking = false;
    const settled = messages.edit(thinking, parts, { quiet: true });
    interaction.watch({ kind: 'message', message: settled });
    return settled;
  }

  function create(
    interaction: Interaction,
    parts: Partial<MessageParts>,
    followUpTo: string | null = null,
  ): StoredMessage {
    const { id, type, member, label, command, source } = interaction;
    const replyTo = followUpTo ?? source?.id ?? null;
    const isCommand = type === InteractionType.ApplicationCommand && followUpTo === null;
    return messages.create({
      ...parts,
      ...from(interaction),
      type: isCommand ? 20 : replyTo === null ? 0 : 19,
      interaction: { id, type, user: member, label, command, sourceMessageId: source?.id ?? null },
      onlyFor: (parts.flags ?? 0) & MessageFlags.Ephemeral ? member.id : null,
      replyTo,
    });
  }

  function from({ channel }: Interaction) {
    return { author: world.bot, channel };
  }

  function originalOf({ originalId, channel }: Interaction): StoredMessage | undefined {
    return messages.find(channel.id, originalId ?? '');
  }

  /** The interaction of a request after the first answer. @throws {ApiError} 10015, 50027 or 10003 if there is none. */
  function answered(applicationId: string, token: string): Interaction {
    const interaction = admitLater(applicationId, token);
    if (interaction.state !== 'answered' || interaction.type === InteractionType.ApplicationCommandAutocomplete) {
      throw apiError.unknownWebhook();
    }
    checkPlace(interaction);
    return interaction;
  }

  /** @throws {ApiError} 10003 if the channel was deleted. */
  function checkPlace({ channel }: Interaction): void {
    if (world.channelById(channel.id) === undefined) throw apiError.unknownChannel();
  }

  /** GET /webhooks/{application}/{token}/messages/{id}. */
  function messageOf(interaction: Interaction, id: string): StoredMessage {
    const { channel, originalId } = interaction;
    const found = id === '@original' ? originalOf(interaction) : messages.find(channel.id, id);
    const isAnswer = found?.interaction?.id === interaction.id || found?.id === originalId;
    if (found === undefined || !isAnswer) throw apiError.unknownMessage();
    return found;
  }

  return {
    send,
    redeliver,
    byId,
    byToken,
    latest,
    first,
    admitFirst,
    admitLater,
    answered,
    followUp,
    messageOf,
    edit,
    remove,
  };
}

function payloadOf(discord: Discord, draft: InteractionDraft, id: string, token: string): JsonObject {
  const { member, channel, type, data, source } = draft;
  const { world, messages } = discord;
  const guild = world.guildOf(channel);
  const membership = guild && world.membership(guild, member.id);
  const permissions = world.permissions(member.id, channel).toString();
  return {
    ...{ version: 1, id, application_id: world.applicationId, type, token, data, channel_id: channel.id },
    ...{ locale: LOCALE, entitlements: [], context: guild === null ? 1 : 0, attachment_size_limit: 10 * 1024 * 1024 },
    channel: { ...channelNow(discord, channel), permissions },
    app_permissions: world.permissions(world.bot.id, channel).toString(),
    authorizing_integration_owners: { '0': guild?.id ?? '0' },
    ...(source && {
      message: messageObject(discord, messages.find(channel.id, source.id) ?? source, { withRelated: false }),
    }),
    ...(guild && membership
      ? {
          ...{ guild_id: guild.id, guild_locale: LOCALE, guild: { id: guild.id, locale: LOCALE, features: [] } },
          member: { ...memberObject(membership), permissions },
        }
      : { user: userObject(member) }),
  };
}

function allowedTypes({ type, source }: Interaction): readonly Callback[] {
  if (type === InteractionType.ApplicationCommandAutocomplete) return [Callback.ApplicationCommandAutocompleteResult];
  return [
    ...[Callback.ChannelMessageWithSource, Callback.DeferredChannelMessageWithSource],
    ...(source === null ? [] : [Callback.DeferredMessageUpdate, Callback.UpdateMessage]),
    ...(type === InteractionType.ModalSubmit ? [] : [Callback.Modal]),
  ];
}

/** Whether the option being typed is a whole number (4) or a number (10). */
function focusedIsNumeric({ options }: JsonObject): boolean {
  if (!Array.isArray(options)) return false;
  return (options as JsonObject[]).some((each) =>
    each.focused === true ? each.type === 4 || each.type === 10 : focusedIsNumeric(each),
  );
}

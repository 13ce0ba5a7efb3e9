import { InteractionType, PermissionFlagsBits } from 'discord.js';
import * as z from 'zod';
import { bareThread, forumPost, threadFromMessage, wakeThread } from '../store/channels.ts';
import { pingsOf } from '../store/compose.ts';
import type { Discord } from '../store/discord.ts';
import type { JsonObject } from '../store/errors.ts';
import { lengthOf } from '../store/field-schemas.ts';
import type { Button, Modal, ModalField, Select } from '../store/message-schema.ts';
import type { StoredMessage } from '../store/messages.ts';
import { may } from '../world/permissions.ts';
import { isForum, isThread, requiresTag, type WorldChannel, writePermission } from '../world/world.ts';
import { ActRefused, createResolver, type Resolver, resolveCommand, typedCommand } from './command-options.ts';
import type { AnswerWatch, Interaction, InteractionDraft, Interactions, Who } from './interactions.ts';

export const id = z.string().max(30);
const customId = z.string().max(110);
const component = { messageId: id, customId };

/** An act of a member that the bot must answer. */
export const act = z.discriminatedUnion('t', [
  z.object({ t: z.literal('command'), ...typedCommand }),
  // Exactly one option has `focused: true`.
  z.object({ t: z.literal('autocomplete'), ...typedCommand }),
  z.object({ t: z.literal('press'), ...component }),
  z.object({ t: z.literal('select'), ...component, values: z.array(customId).max(25) }),
  // `fields` are by custom id.
  z.object({ t: z.literal('modal'), interactionId: id, customId, fields: z.record(customId, z.string().max(4100)) }),
]);

/** In tests a member also forges: uses a button, or with `values` a menu, that the message does not have. */
export type Act =
  | z.infer<typeof act>
  | { readonly t: 'forge'; readonly messageId: string; readonly customId: string; readonly values?: readonly string[] };

type Draft = Omit<InteractionDraft, keyof Who>;

export type Members = ReturnType<typeof createMembers>;

export function createMembers(discord: Discord, interactions: Interactions) {
  const { world, messages } = discord;

  /** Sends an act to the bot. If it is refused, it tells `watch` and returns `null`. */
  function act(who: Who, act: Act, watch: AnswerWatch): Interaction | null {
    let draft: Draft;
    try {
      checkMayWrite(who);
      if (world.guildOf(who.channel)?.botPresent === false) {
        throw new ActRefused(`${world.bot.name} is not in this server`);
      }
      draft = draftOf(who, act);
    } catch (error) {
      if (!(error instanceof ActRefused)) throw error;
      watch({ kind: 'failed', reason: error.message });
      return null;
    }
    return interactions.send({ ...draft, ...who }, watch);
  }

  function draftOf(who: Who, act: Act): Draft {
    if (act.t === 'modal') {
      const { modal, member, source = null } = interactions.byId(act.interactionId) ?? {};
      if (modal?.custom_id !== act.customId || member !== who.member) {
        throw new ActRefused('This form is no longer open.');
      }
      const data = modalData(modal, act.fields);
      return { type: InteractionType.ModalSubmit, data, label: modal.title, command: null, source };
    }
    if (act.t === 'command' || act.t === 'autocomplete') {
      const isIncomplete = act.t === 'autocomplete';
      const { fullName, data } = resolveCommand(discord, who, act, isIncomplete);
      const type = isIncomplete ? InteractionType.ApplicationCommandAutocomplete : InteractionType.ApplicationCommand;
      return { type, data, label: `/${fullName}`, command: fullName, source: null };
    }
    const source = messageFor(who, act.messageId);
    if (source.author !== world.bot) throw new ActRefused('This message has no buttons.');
    const { customId: custom_id } = act;
    const used =
      act.t === 'press'
        ? pressData(source, custom_id)
        : act.t === 'select'
          ? selectData(createResolver(world, who), source, custom_id, act.values)
          : { component_type: act.values ? 3 : 2, ...(act.values && { values: act.values }), label: 'forged' };
    const { label, ...data } = used;
    return { type: InteractionType.MessageComponent, data: { custom_id, ...data }, label, command: null, source };
  }

  /**
   * Posts a member's own message.
   * @throws {ActRefused} if it is empty or too long, or the member may not write.
   */
  function say(who: Who, content: string): StoredMessage {
    checkMayWrite(who);
    const from = { author: who.member, channel: who.channel };
    if (content.trim() === '') throw new ActRefused('An empty message cannot be sent.');
    if (lengthOf(content) > 2000) throw new ActRefused('A message has at most 2,000 characters.');
    return messages.create({ ...from, content, pings: pingsOf(discord, from, content) });
  }

  /**
   * Opens a thread in a channel, with or without a starter message, or a post in a forum. If the forum requires a tag,
   * the post gets the first one that members can use.
   * @throws {ActRefused} if the member may not, or there is no such message.
   */
  function openThread(who: Who, name: string, messageId: string | null): WorldChannel {
    checkPresent(who);
    const { member: owner, channel } = who;
    if (isForum(channel)) {
      const free = channel.available_tags?.filter(({ moderated }) => !moderated).map(({ id }) => id) ?? [];
      const tags = requiresTag(channel) ? free.slice(0, 1) : [];
      return forumPost(discord, channel, { owner, name, tags }, () => ({ content: name }));
    }
    if (channel.dmOf !== undefined || isThread(channel)) throw new ActRefused('There are no threads in this place.');
    if (!may(world.permissions(owner.id, channel), PermissionFlagsBits.CreatePublicThreads)) {
      throw new ActRefused('You cannot open threads in this channel.');
    }
    if (messageId === null) return bareThread(discord, channel, { owner, name });
    const starter = messageFor(who, messageId);
    if (starter.onlyFor !== null) throw new ActRefused('This message is no longer there.');
    return threadFromMessage(discord, starter, { owner, name });
  }

  function messageFor({ member, channel }: Who, id: string): StoredMessage {
    const message = messages.find(channel.id, id);
    if (message === undefined || (message.onlyFor !== null && message.onlyFor !== member.id)) {
      throw new ActRefused('This message is no longer there.');
    }
    return message;
  }

  function checkMayWrite(who: Who): void {
    checkPresent(who);
    if (isForum(who.channel)) throw new ActRefused('In a forum everything is said in a post.');
  }

  function checkPresent({ member, channel }: Who): void {
    if (!world.channelById(channel.id)) throw new ActRefused('This channel is no longer there.');
    if (world.guildOf(channel)?.available === false) throw new ActRefused('This server cannot be reached at present.');
    const permissions = world.permissions(member.id, channel);
    if (!may(permissions, writePermission(channel))) throw new ActRefused('You cannot write in this channel.');
    if (channel.thread_metadata?.locked && !may(permissions, PermissionFlagsBits.ManageThreads)) {
      throw new ActRefused('This thread is locked.');
    }
    wakeThread(discord, channel);
  }

  return { act, say, openThread };
}

/**
 * Discord's words when an edit has removed the component. Discord checks a press against the current message
 * (COMPONENT_VALIDATION_FAILED), and the bot does not hear of it.
 */
const NOT_THERE = 'This interaction failed';
const NOT_OFFERED = 'This menu does not offer that.';

export function buttonsOf({ components }: Pick<StoredMessage, 'components'>): Button[] {
  return components.flatMap((row) => row.components.filter((each) => each.type === 2));
}

export function selectsOf({ components }: Pick<StoredMessage, 'components'>): Select[] {
  return components.flatMap((row) => row.components.filter((each) => each.type !== 2));
}

/** @throws {ActRefused} if the message has no such button, or it is disabled. */
function pressData(message: StoredMessage, customId: string) {
  const button = buttonsOf(message).find((each) => each.custom_id === customId);
  if (button === undefined) throw new ActRefused(NOT_THERE);
  if (button.disabled) throw new ActRefused('This button is disabled.');
  return { component_type: 2, label: button.label || button.emoji?.name || 'a button' };
}

/** @throws {ActRefused} if the message has no such menu, or the menu does not offer the values. */
function selectData(resolved: Resolver, message: StoredMessage, customId: string, values: readonly string[]) {
  const select = selectsOf(message).find((each) => each.custom_id === customId);
  if (select === undefined) throw new ActRefused(NOT_THERE);
  if (select.disabled) throw new ActRefused('This menu is disabled.');
  const [min, max] = [select.min_values ?? 1, select.max_values ?? 1];
  if (values.length < min || values.length > max) {
    throw new ActRefused(min === max ? `Choose ${min}.` : `Choose ${min} to ${max}.`);
  }
  const label = select.placeholder || 'a menu';
  const data = { component_type: select.type, values: [...values], label };
  if (select.type === 3) {
    const labels = values.map((value) => select.options.find((option) => option.value === value)?.label);
    if (labels.includes(undefined)) throw new ActRefused(NOT_OFFERED);
    return { ...data, label: labels.join(', ') || label };
  }
  const find = (id: string) => (select.type === 5 ? resolved.user(id) : resolved.role(id));
  if (values.some((id) => find(id) !== id)) throw new ActRefused(NOT_OFFERED);
  return { ...data, resolved: resolved.found };
}

/**
 * The data of a submitted modal.
 * @throws {ActRefused} if a field is missing, too short or too long.
 */
function modalData({ custom_id, components }: Modal, given: Readonly<Record<string, string>>): JsonObject {
  const known = new Set(components.map(({ component }) => component.custom_id));
  const unknown = Object.keys(given).find((id) => !known.has(id));
  if (unknown !== undefined) throw new ActRefused(`This form has no field "${unknown}".`);
  const value = (field: ModalField): JsonObject => {
    const { type, custom_id } = field;
    const typed = Object.hasOwn(given, custom_id) ? given[custom_id] : undefined;
    return { type, custom_id, value: fieldValue(field, typed) };
  };
  const rows = components.map(({ component }) => ({ type: 18, component: value(component) }));
  return { custom_id, components: rows };
}

function fieldValue(field: ModalField, given: string | undefined): string {
  const value = given ?? field.value ?? '';
  const length = lengthOf(value);
  const least = field.min_length ?? 0;
  const min = (field.required ?? true) ? Math.max(1, least) : length === 0 ? 0 : least;
  const max = field.max_length ?? 4000;
  if (length === 0 && min > 0) throw new ActRefused('This field is required.');
  if (length < min || length > max) throw new ActRefused(`This field takes ${min} to ${max} characters.`);
  return value;
}

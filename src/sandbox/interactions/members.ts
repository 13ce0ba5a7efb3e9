import { fieldsOf, type Modal, type ModalField } from '../store/answer-schema.ts';
import { bareThread, forumPost, threadFromMessage, wakeThread } from '../store/channels.ts';
import { pingsOf } from '../store/compose.ts';
import type { Discord } from '../store/discord.ts';
import { type Json, lengthOf } from '../store/errors.ts';
import type { Button, Select } from '../store/message-schema.ts';
import type { StoredMessage } from '../store/messages.ts';
import { messageObject } from '../store/objects.ts';
import { may, Permission } from '../world/permissions.ts';
import type { World, WorldChannel } from '../world/world.ts';
import type { Answers } from './bot-answers.ts';
import { ActRefused, Resolved, resolveCommand, type TypedCommand } from './command-options.ts';
import {
  type Interaction,
  type InteractionDraft,
  type Interactions,
  InteractionType,
  type Watch,
  type Who,
} from './pending-interactions.ts';

/** A draft without its member and channel. */
type Draft = Omit<InteractionDraft, keyof Who | 'source' | 'sourceObject'> & Partial<InteractionDraft>;

/**
 * Members' actions. Each one that the bot must answer takes a `watch` and returns the interaction; if it is refused, it
 * tells `watch` and returns `null`.
 */
export class Members {
  readonly #discord: Discord;
  readonly #interactions: Interactions;
  readonly #answers: Answers;

  constructor(discord: Discord, interactions: Interactions, answers: Answers) {
    this.#discord = discord;
    this.#interactions = interactions;
    this.#answers = answers;
  }

  command(who: Who, typed: TypedCommand, watch: Watch): Interaction | null {
    return this.#act(who, watch, () => this.#typed(who, typed, InteractionType.command));
  }

  autocomplete(who: Who, typed: TypedCommand, watch: Watch): Interaction | null {
    return this.#act(who, watch, () => {
      const focused = typed.options.filter((option) => option.focused).length;
      if (focused !== 1) throw new ActRefused('Exactly one option is being typed.');
      return this.#typed(who, typed, InteractionType.autocomplete);
    });
  }

  #typed(who: Who, typed: TypedCommand, type: number): Draft {
    const { fullName, data } = resolveCommand(this.#discord, who, typed, type === InteractionType.autocomplete);
    return { type, data, label: `/${fullName}`, command: fullName };
  }

  press(who: Who, messageId: string, customId: string, watch: Watch): Interaction | null {
    return this.#useComponent(who, messageId, watch, (message) => pressing(message, customId));
  }

  select(who: Who, messageId: string, customId: string, values: readonly string[], watch: Watch): Interaction | null {
    const { world } = this.#discord;
    return this.#useComponent(who, messageId, watch, (message) => selecting(world, who, message, customId, values));
  }

  /** Uses a component that the message does not offer, as a forged request would. */
  forge(who: Who, messageId: string, data: Json, watch: Watch): Interaction | null {
    return this.#useComponent(who, messageId, watch, () => ({ label: 'a forged component', data }));
  }

  submit(
    who: Who,
    modalOf: string,
    customId: string,
    fields: Readonly<Record<string, string>>,
    watch: Watch,
  ): Interaction | null {
    return this.#act(who, watch, () => {
      const { modal, interaction } = this.#answers.modal(modalOf) ?? {};
      if (modal?.custom_id !== customId || interaction?.member !== who.member) {
        throw new ActRefused('This form is no longer open.');
      }
      const { source, sourceObject } = interaction;
      const data = submitting(modal, fields);
      return { type: InteractionType.modal, data, label: modal.title, command: null, source, sourceObject };
    });
  }

  /**
   * Posts a member's own message.
   * @throws {ActRefused} if it is empty or too long, or the member may not write.
   */
  say(who: Who, content: string): StoredMessage {
    this.#checkPresent(who);
    const from = { author: who.member, channel: who.channel };
    if (content.trim() === '') throw new ActRefused('An empty message cannot be sent.');
    if (lengthOf(content) > 2000) throw new ActRefused('A message has at most 2,000 characters.');
    return this.#discord.messages.create({ ...from, content, pings: pingsOf(this.#discord, from, content) });
  }

  /**
   * Opens a thread in a channel, with or without a starter message, or a post in a forum: with the first tag that members may
   * use, if the forum requires one.
   * @throws {ActRefused} if the member may not, or there is no such message.
   */
  openThread(who: Who, name: string, messageId: string | null): WorldChannel {
    this.#checkPresent(who, false);
    const { world } = this.#discord;
    const { member: owner, channel } = who;
    if (channel.forum) {
      const free = channel.forum.tags.filter(({ moderated }) => !moderated).map(({ id }) => id);
      const tags = channel.forum.requiresTag ? free.slice(0, 1) : [];
      return forumPost(this.#discord, channel, { owner, name, tags }, () => ({ content: name }));
    }
    if (channel.guildId === null || channel.thread !== null) {
      throw new ActRefused('There are no threads in this place.');
    }
    if (!may(world.permissions(owner.id, channel), Permission.createPublicThreads)) {
      throw new ActRefused('You cannot open threads in this channel.');
    }
    if (messageId === null) return bareThread(this.#discord, channel, { owner, name });
    const starter = this.#message(who, messageId);
    if (starter.onlyFor !== null) throw new ActRefused('This message is no longer there.');
    return threadFromMessage(this.#discord, starter, { owner, name });
  }

  #message({ member, channel }: Who, id: string): StoredMessage {
    const message = this.#discord.messages.find(channel.id, id);
    if (message === undefined || (message.onlyFor !== null && message.onlyFor !== member.id)) {
      throw new ActRefused('This message is no longer there.');
    }
    return message;
  }

  #useComponent(who: Who, messageId: string, watch: Watch, use: (message: StoredMessage) => ComponentUse) {
    return this.#act(who, watch, () => {
      const source = this.#message(who, messageId);
      if (source.author !== this.#discord.world.bot) throw new ActRefused('This message has no buttons.');
      const sourceObject = messageObject(this.#discord, source, false);
      return { type: InteractionType.component, ...use(source), command: null, source, sourceObject };
    });
  }

  #act(who: Who, watch: Watch, draft: () => Draft): Interaction | null {
    let made: InteractionDraft;
    try {
      this.#checkPresent(who);
      const { world } = this.#discord;
      if (world.guildOf(who.channel)?.botPresent === false) {
        throw new ActRefused(`${world.bot.name} is not in this server`);
      }
      made = { source: null, sourceObject: null, ...draft(), ...who };
    } catch (error) {
      if (!(error instanceof ActRefused)) throw error;
      watch({ kind: 'failed', reason: error.message, ...(error.option && { option: error.option }) });
      return null;
    }
    return this.#interactions.send(made, watch);
  }

  #checkPresent({ member, channel: { id } }: Who, writes = true): void {
    const { world } = this.#discord;
    const channel = world.channelById(id);
    if (channel === undefined) throw new ActRefused('This channel is no longer there.');
    if (world.guildOf(channel)?.available === false) throw new ActRefused('This server cannot be reached at present.');
    const permissions = world.permissions(member.id, channel);
    if (!world.canSee(member, channel) || !may(permissions, world.toWrite(channel))) {
      throw new ActRefused('You cannot write in this channel.');
    }
    if (channel.forum && writes) throw new ActRefused('In a forum everything is said in a post.');
    if (channel.thread?.locked && !may(permissions, Permission.manageThreads)) {
      throw new ActRefused('This thread is locked.');
    }
    wakeThread(this.#discord, channel);
  }
}

/**
 * Discord's words when an edit has removed the component a member uses. Discord checks a press against the current message
 * (COMPONENT_VALIDATION_FAILED) and does not send it to the bot.
 */
const NOT_THERE = 'This interaction failed';
const NOT_OFFERED = 'This menu does not offer that.';

export function buttonsOf({ components }: Pick<StoredMessage, 'components'>): Button[] {
  return components.flatMap((row) => row.components.filter((each) => each.type === 2));
}

export function selectsOf({ components }: Pick<StoredMessage, 'components'>): Select[] {
  return components.flatMap((row) => row.components.filter((each) => each.type !== 2));
}

interface ComponentUse {
  readonly label: string;
  readonly data: Json;
}

/** @throws {ActRefused} if the message has no such button, or it is disabled. */
function pressing(message: StoredMessage, customId: string): ComponentUse {
  const button = buttonsOf(message).find((each) => each.custom_id === customId);
  if (button === undefined) throw new ActRefused(NOT_THERE);
  if (button.disabled) throw new ActRefused('This button is disabled.');
  return {
    label: button.label || button.emoji?.name || 'a button',
    data: { id: button.id, custom_id: customId, component_type: 2 },
  };
}

/** @throws {ActRefused} if the message has no such menu, or the menu does not offer the values. */
function selecting(
  world: World,
  who: Who,
  message: StoredMessage,
  customId: string,
  values: readonly string[],
): ComponentUse {
  const select = selectsOf(message).find((each) => each.custom_id === customId);
  if (select === undefined) throw new ActRefused(NOT_THERE);
  if (select.disabled) throw new ActRefused('This menu is disabled.');
  const [min, max] = [select.min_values ?? 1, select.max_values ?? 1];
  if (values.length < min || values.length > max) {
    throw new ActRefused(min === max ? `Choose ${min}.` : `Choose ${min} to ${max}.`);
  }
  const data = { id: select.id, custom_id: customId, component_type: select.type, values: [...values] };
  const placeholder = select.placeholder || 'a menu';
  if (select.type !== 3) {
    return { label: placeholder, data: { ...data, resolved: resolve(new Resolved(world, who), select, values) } };
  }
  const labels = values.map((value) => select.options.find((option) => option.value === value)?.label);
  if (labels.includes(undefined)) throw new ActRefused(NOT_OFFERED);
  return { label: labels.join(', ') || placeholder, data };
}

const SelectType = { user: 5, role: 6, mentionable: 7, channel: 8 } as const;

function resolve(resolved: Resolved, { type }: Select, ids: readonly string[]): Json {
  const { user, role, mentionable, channel } = SelectType;
  for (const id of ids) {
    const found = [
      (type === user || type === mentionable) && resolved.user(id),
      (type === role || type === mentionable) && resolved.role(id),
      type === channel && resolved.channel(id),
    ].find(Boolean);
    if (found !== id) throw new ActRefused(NOT_OFFERED);
  }
  return resolved.found ?? {};
}

/**
 * The data of a submitted modal.
 * @throws {ActRefused} if a field is missing, too short or too long.
 */
function submitting(modal: Modal, given: Readonly<Record<string, string>>): Json {
  const known = new Set(fieldsOf(modal).map((field) => field.custom_id));
  const strange = Object.keys(given).find((id) => !known.has(id));
  if (strange !== undefined) throw new ActRefused(`This form has no field "${strange}".`);
  const value = (field: ModalField): Json => ({
    type: field.type,
    id: field.id ?? 0,
    custom_id: field.custom_id,
    ...fieldValue(field, Object.hasOwn(given, field.custom_id) ? given[field.custom_id] : undefined),
  });
  return {
    custom_id: modal.custom_id,
    components: modal.components.map((row): Json => {
      const id = row.id ?? 0;
      if (row.type === 1) return { type: 1, id, components: row.components.map(value) };
      return { type: 18, id, component: value(row.component) };
    }),
  };
}

function fieldValue(field: ModalField, given: string | undefined): Json {
  const required = field.required ?? true;
  const value = given ?? field.value ?? '';
  const length = lengthOf(value);
  const min = required ? Math.max(1, field.min_length ?? 0) : length === 0 ? 0 : (field.min_length ?? 0);
  const max = field.max_length ?? 4000;
  if (length < min || length > max) {
    throw new ActRefused(length === 0 ? 'This field is required.' : `This field takes ${min} to ${max} characters.`);
  }
  return { value };
}

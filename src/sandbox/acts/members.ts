import type { Gateway } from '../gateway/gateway.ts';
import type { Answers } from '../interactions/bot-answers.ts';
import {
  type Interaction,
  type InteractionDraft,
  type Interactions,
  InteractionType,
  type Watch,
} from '../interactions/pending-interactions.ts';
import { messageObject } from '../message-object.ts';
import type { Json } from '../objects.ts';
import type { WorldUser } from '../people.ts';
import { may, Permission } from '../permissions.ts';
import type { PageOption } from '../protocol.ts';
import type { CommandStore } from '../store/commands.ts';
import { NO_PINGS, pingsOf } from '../store/mentions.ts';
import type { MessageStore, StoredMessage } from '../store/messages.ts';
import type { Threads } from '../threads.ts';
import { lengthOf } from '../validate/fields.ts';
import type { Forum, World, WorldChannel } from '../world.ts';
import { type ComponentUse, pressing, selecting, submitting } from './components.ts';
import { ActRefused, resolveCommand } from './options.ts';

const NO_PARTS = { content: '', embeds: [], components: [], files: [], flags: 0, pings: NO_PINGS } as const;

/** A member, in a channel. */
export interface Who {
  readonly member: WorldUser;
  readonly channel: WorldChannel;
}

export interface ActParts {
  readonly world: World;
  readonly commands: CommandStore;
  readonly messages: MessageStore;
  readonly interactions: Interactions;
  readonly answers: Answers;
  readonly gateway: Gateway;
  readonly threads: Threads;
  /** The sandbox's address, without a slash at the end. */
  readonly base: () => string;
}

/**
 * Members' actions. Each one that the bot must answer takes a `watch` and returns the interaction; if it is refused, it
 * tells `watch` and returns `null`.
 */
export class Members {
  readonly #parts: ActParts;

  constructor(parts: ActParts) {
    this.#parts = parts;
  }

  command(who: Who, typed: { command: string; options: readonly PageOption[] }, watch: Watch): Interaction | null {
    return this.#act(who, watch, () => {
      const { fullName, data } = resolveCommand(this.#parts.world, this.#parts.commands, who, typed, false);
      return { type: InteractionType.command, data, label: `/${fullName}`, command: fullName };
    });
  }

  autocomplete(who: Who, typed: { command: string; options: readonly PageOption[] }, watch: Watch): Interaction | null {
    return this.#act(who, watch, () => {
      if (typed.options.filter((option) => option.focused).length !== 1) {
        throw new ActRefused('Exactly one option is being typed.');
      }
      const { fullName, data } = resolveCommand(this.#parts.world, this.#parts.commands, who, typed, true);
      return { type: InteractionType.autocomplete, data, label: `/${fullName}`, command: fullName };
    });
  }

  press(who: Who, messageId: string, customId: string, watch: Watch): Interaction | null {
    return this.#useComponent(who, messageId, watch, (message) => pressing(message, customId));
  }

  select(who: Who, messageId: string, customId: string, values: readonly string[], watch: Watch): Interaction | null {
    return this.#useComponent(who, messageId, watch, (message) =>
      selecting(this.#parts.world, who, message, customId, values),
    );
  }

  /** Uses a component that the message does not offer, as a forged request would. */
  forge(who: Who, messageId: string, data: Json, watch: Watch): Interaction | null {
    return this.#useComponent(who, messageId, watch, () => ({ label: 'a forged component', data }));
  }

  submit(
    who: Who,
    modalOf: string,
    customId: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    watch: Watch,
  ): Interaction | null {
    return this.#act(who, watch, () => {
      const shown = this.#parts.answers.modal(modalOf);
      if (shown === undefined || shown.modal.custom_id !== customId || shown.interaction.member !== who.member) {
        throw new ActRefused('This form is no longer open.');
      }
      const { source, sourceObject } = shown.interaction;
      const data = submitting(shown.modal, fields);
      return { type: InteractionType.modal, data, label: shown.modal.title, command: null, source, sourceObject };
    });
  }

  /**
   * Posts a member's own message.
   * @throws {ActRefused} if it is empty or too long, or the member may not write.
   */
  say(who: Who, content: string): StoredMessage {
    this.#checkPresent(who);
    const { member, channel } = who;
    if (content.trim() === '') throw new ActRefused('An empty message cannot be sent.');
    if (lengthOf(content) > 2000) throw new ActRefused('A message has at most 2,000 characters.');
    return this.#parts.messages.create({
      channel,
      author: member,
      type: 0,
      content,
      embeds: [],
      components: [],
      files: [],
      flags: 0,
      pings: pingsOf(this.#parts.world, { author: member, channel }, content, null),
      nonce: null,
      interaction: null,
      onlyFor: null,
      replyTo: null,
    });
  }

  /**
   * Opens a thread in a channel, with or without a starter message, or a post in a forum.
   * @throws {ActRefused} if the member may not, or there is no such message.
   */
  openThread(who: Who, name: string, messageId: string | null): WorldChannel {
    this.#checkPresent(who, false);
    const { world, messages, threads } = this.#parts;
    const { member, channel } = who;
    if (channel.forum) return this.#openPost(who, channel.forum, name);
    if (channel.guildId === null || channel.thread !== null)
      throw new ActRefused('There are no threads in this place.');
    if (!may(world.permissions(member.id, channel), Permission.createPublicThreads)) {
      throw new ActRefused('You cannot open threads in this channel.');
    }
    const plan = { name, archiveAfter: 1440 };
    if (messageId === null) return threads.bare(channel, member, plan);
    const message = messages.find(channel.id, messageId);
    if (message === undefined || message.onlyFor !== null) throw new ActRefused('This message is no longer there.');
    return threads.fromMessage(message, member, plan);
  }

  /** If the forum requires a tag, sets the first that members may use. */
  #openPost({ member, channel: forum }: Who, { tags, requiresTag }: Forum, name: string): WorldChannel {
    const { threads } = this.#parts;
    const free = tags.filter(({ moderated }) => !moderated).map(({ id }) => id);
    const plan = { name, archiveAfter: 1440, tags: requiresTag ? free.slice(0, 1) : [] };
    return threads.post(forum, member, plan, () => ({ ...NO_PARTS, content: name }));
  }

  #useComponent(who: Who, messageId: string, watch: Watch, use: (message: StoredMessage) => ComponentUse) {
    return this.#act(who, watch, () => {
      const { world, messages, base } = this.#parts;
      const message = messages.find(who.channel.id, messageId);
      if (message === undefined || (message.onlyFor !== null && message.onlyFor !== who.member.id)) {
        throw new ActRefused('This message is no longer there.');
      }
      if (message.author.id !== world.bot.id) throw new ActRefused('This message has no buttons.');
      const { label, data } = use(message);
      const sourceObject = messageObject(world, message, base());
      return { type: InteractionType.component, data, label, command: null, source: message, sourceObject };
    });
  }

  #act(
    who: Who,
    watch: Watch,
    draft: () => Omit<InteractionDraft, 'member' | 'channel' | 'source' | 'sourceObject'> & Partial<InteractionDraft>,
  ): Interaction | null {
    let made: InteractionDraft;
    try {
      this.#checkPresent(who);
      const guild = this.#parts.world.guildOf(who.channel);
      if (guild?.botPresent === false) throw new ActRefused(`${this.#parts.world.bot.name} is not in this server`);
      made = { source: null, sourceObject: null, ...draft(), ...who };
    } catch (error) {
      if (!(error instanceof ActRefused)) throw error;
      watch({ kind: 'failed', reason: error.message });
      return null;
    }
    return this.#parts.interactions.send(made, watch);
  }

  #checkPresent({ member, channel: { id } }: Who, writes = true): void {
    const { world } = this.#parts;
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
    this.#parts.threads.wake(channel);
  }
}

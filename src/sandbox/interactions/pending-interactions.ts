import { randomBytes } from 'node:crypto';
import type { Clock } from '../../time-source.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { channelObject, type Json, LOCALE, memberObject, userObject } from '../objects.ts';
import type { WorldUser } from '../people.ts';
import type { MessageInteraction, MessageStore, StoredMessage } from '../store/messages.ts';
import type { Modal } from '../validate/answers.ts';
import type { World, WorldChannel } from '../world.ts';

/** Discord's interaction types. */
export const InteractionType = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const;

/** Discord's limit for the first answer, in milliseconds. */
const ANSWER_WITHIN_MS = 3000;
/** The lifetime of an interaction's token, in milliseconds. */
export const TOKEN_LIVES_MS = 15 * 60_000;

export const NO_RESPONSE = 'The application did not respond';

/** Events of an interaction, told in order to the member who made it. */
export type AnswerEvent =
  | { kind: 'thinking'; message: StoredMessage }
  | { kind: 'message'; message: StoredMessage }
  /** A deferred update: the component's message changes later or not at all. */
  | { kind: 'noted' }
  | { kind: 'update'; message: StoredMessage }
  | { kind: 'modal'; interactionId: string; modal: Modal }
  | { kind: 'choices'; choices: readonly Choice[] }
  | { kind: 'followUp'; message: StoredMessage }
  /** The first answer was deleted. */
  | { kind: 'deleted'; messageId: string }
  | { kind: 'failed'; reason: string }
  /** Three seconds have passed and no deferred answer is pending, so the member stops waiting. */
  | { kind: 'over' };

export interface Choice {
  readonly name: string;
  readonly value: string | number;
}

export type Watch = (event: AnswerEvent) => void;

/** An interaction before it gets an id. */
export interface InteractionDraft {
  readonly type: number;
  readonly member: WorldUser;
  readonly channel: WorldChannel;
  readonly data: Json;
  /** For example `/map` or a button's label. */
  readonly label: string;
  /** The full name of a command, sub-commands included. */
  readonly command: string | null;
  /** The message whose component was used, or led to the modal. */
  readonly source: StoredMessage | null;
  /** The source as sent to the bot. */
  readonly sourceObject: Json | null;
}

export interface Interaction extends InteractionDraft {
  readonly id: string;
  readonly token: string;
  readonly payload: Json;
  readonly watch: Watch;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  state: 'waiting' | 'answered' | 'late';
  /** The message that `@original` refers to. */
  originalId: string | null;
  /** Whether a deferred answer is pending. */
  thinking: boolean;
}

/** Sends interactions, and keeps them while their tokens are valid. */
export class Interactions {
  readonly #byId = new Map<string, Interaction>();
  readonly #byToken = new Map<string, Interaction>();
  readonly #world: World;
  readonly #clock: Clock;
  readonly #gateway: Gateway;
  readonly #messages: MessageStore;
  readonly #nextId: () => string;

  constructor(world: World, clock: Clock, gateway: Gateway, messages: MessageStore, nextId: () => string) {
    this.#world = world;
    this.#messages = messages;
    this.#clock = clock;
    this.#gateway = gateway;
    this.#nextId = nextId;
  }

  /** Sends an interaction to the bot. `watch` is told its events, or after three seconds that nobody answered. */
  send(draft: InteractionDraft, watch: Watch): Interaction | null {
    if (!this.#gateway.reaches(this.#world.guildOf(draft.channel))) {
      watch({ kind: 'failed', reason: `${this.#world.bot.name} is offline` });
      return null;
    }
    const id = this.#nextId();
    const token = `aW50ZXJhY3Rpb246${randomBytes(48).toString('base64url')}`;
    const interaction: Interaction = {
      ...draft,
      id,
      token,
      payload: this.#payload(draft, id, token),
      watch,
      createdAt: this.#clock.now(),
      state: 'waiting',
      originalId: null,
      thinking: false,
    };
    this.#byId.set(id, interaction);
    this.#byToken.set(token, interaction);
    this.#clock.after(ANSWER_WITHIN_MS, () => {
      if (interaction.state === 'waiting') {
        interaction.state = 'late';
        watch({ kind: 'failed', reason: NO_RESPONSE });
      } else if (!interaction.thinking) watch({ kind: 'over' });
    });
    this.#clock.after(TOKEN_LIVES_MS, () => {
      this.#byId.delete(id);
      this.#byToken.delete(token);
      if (interaction.thinking) watch({ kind: 'failed', reason: NO_RESPONSE });
    });
    this.#gateway.dispatch('INTERACTION_CREATE', 0, interaction.payload);
    return interaction;
  }

  /** Sends an interaction a second time, as Discord's gateway sometimes does. */
  redeliver(id: string): void {
    const interaction = this.#byId.get(id);
    if (interaction === undefined) throw new Error(`There is no interaction ${id}, or its token has died.`);
    this.#gateway.dispatch('INTERACTION_CREATE', 0, interaction.payload);
  }

  byId(id: string): Interaction | undefined {
    return this.#byId.get(id);
  }

  byToken(token: string): Interaction | undefined {
    return this.#byToken.get(token);
  }

  /** The newest whose token is valid. */
  latest(): Interaction | undefined {
    return [...this.#byId.values()].at(-1);
  }

  #payload(draft: InteractionDraft, id: string, token: string): Json {
    const { member, channel, type, data, sourceObject } = draft;
    const world = this.#world;
    const guild = world.guildOf(channel);
    const membership = guild === null ? undefined : world.membership(guild, member.id);
    const permissions = world.permissions(member.id, channel).toString();
    return {
      version: 1,
      id,
      application_id: world.applicationId,
      type,
      token,
      data,
      channel: { ...channelObject(world, channel, this.#messages.lastId(channel.id)), permissions },
      channel_id: channel.id,
      app_permissions: world.permissions(world.bot.id, channel).toString(),
      locale: LOCALE,
      entitlements: [],
      entitlement_sku_ids: [],
      authorizing_integration_owners: { '0': guild?.id ?? '0' },
      context: guild === null ? 1 : 0,
      attachment_size_limit: 10 * 1024 * 1024,
      ...(sourceObject === null ? {} : { message: sourceObject }),
      ...(guild === null || membership === undefined
        ? { user: userObject(member) }
        : {
            guild_id: guild.id,
            guild: { id: guild.id, locale: LOCALE, features: [] },
            guild_locale: LOCALE,
            member: { ...memberObject(membership), permissions },
          }),
    };
  }
}

export function keptOf(interaction: Interaction): MessageInteraction {
  return {
    id: interaction.id,
    type: interaction.type,
    user: interaction.member,
    label: interaction.label,
    command: interaction.command,
    sourceMessageId: interaction.source?.id ?? null,
  };
}

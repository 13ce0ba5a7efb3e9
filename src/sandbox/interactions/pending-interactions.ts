import { randomBytes } from 'node:crypto';
import type { Modal } from '../store/answer-schema.ts';
import type { Discord } from '../store/discord.ts';
import type { Json } from '../store/errors.ts';
import type { MessageInteraction, StoredMessage } from '../store/messages.ts';
import { channelObject, LOCALE, memberObject, userObject } from '../store/objects.ts';
import type { WorldUser } from '../world/people.ts';
import type { WorldChannel } from '../world/world.ts';

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
  /** `option`: the option of a command that Discord refused. */
  | { kind: 'failed'; reason: string; option?: string }
  /** Three seconds have passed and no deferred answer is pending, so the member stops waiting. */
  | { kind: 'over' };

export interface Choice {
  readonly name: string;
  readonly value: string | number;
}

export type Watch = (event: AnswerEvent) => void;

/** A member, in a channel. */
export interface Who {
  readonly member: WorldUser;
  readonly channel: WorldChannel;
}

/** An interaction before it gets an id. */
export interface InteractionDraft extends Who {
  readonly type: number;
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
  readonly #discord: Discord;

  constructor(discord: Discord) {
    this.#discord = discord;
  }

  /** Sends an interaction to the bot. `watch` is told its events, or after three seconds that nobody answered. */
  send(draft: InteractionDraft, watch: Watch): Interaction | null {
    const { world, clock, reaches, nextId } = this.#discord;
    if (!reaches(world.guildOf(draft.channel))) {
      watch({ kind: 'failed', reason: `${world.bot.name} is offline` });
      return null;
    }
    const id = nextId();
    const token = Buffer.from(`interaction:${id}:${randomBytes(24).toString('hex')}`).toString('base64url');
    const interaction: Interaction = {
      ...draft,
      id,
      token,
      payload: payloadOf(this.#discord, draft, id, token),
      watch,
      createdAt: clock.now(),
      state: 'waiting',
      originalId: null,
      thinking: false,
    };
    this.#byId.set(id, interaction);
    clock.after(ANSWER_WITHIN_MS, () => {
      if (interaction.state === 'waiting') {
        interaction.state = 'late';
        watch({ kind: 'failed', reason: NO_RESPONSE });
      } else if (!interaction.thinking) watch({ kind: 'over' });
    });
    clock.after(TOKEN_LIVES_MS, () => {
      this.#byId.delete(id);
      if (interaction.thinking) watch({ kind: 'failed', reason: NO_RESPONSE });
    });
    this.#deliver(interaction);
    return interaction;
  }

  /** Sends an interaction a second time, as Discord's gateway sometimes does. Throws if its token has died. */
  redeliver(id = this.latest()): void {
    const interaction = this.#byId.get(id);
    if (interaction === undefined) throw new Error(`There is no interaction ${id}, or its token has died.`);
    this.#deliver(interaction);
  }

  byId(id: string): Interaction | undefined {
    return this.#byId.get(id);
  }

  byToken(token: string): Interaction | undefined {
    const [, id = ''] = Buffer.from(token, 'base64url').toString().split(':');
    const found = this.#byId.get(id);
    return found?.token === token ? found : undefined;
  }

  /** The id of the newest whose token is valid. Throws if there is none. */
  latest(): string {
    const id = [...this.#byId.keys()].at(-1);
    if (id === undefined) throw new Error('There has been no interaction in the last fifteen minutes.');
    return id;
  }

  #deliver({ payload }: Interaction): void {
    this.#discord.emit('dispatch', 'INTERACTION_CREATE', 0, payload);
  }
}

function payloadOf({ world, messages }: Discord, draft: InteractionDraft, id: string, token: string): Json {
  const { member, channel, type, data, sourceObject } = draft;
  const guild = world.guildOf(channel);
  const membership = guild && world.membership(guild, member.id);
  const permissions = world.permissions(member.id, channel).toString();
  return {
    version: 1,
    id,
    application_id: world.applicationId,
    type,
    token,
    data,
    channel: { ...channelObject(world, channel, messages.lastId(channel.id)), permissions },
    channel_id: channel.id,
    app_permissions: world.permissions(world.bot.id, channel).toString(),
    locale: LOCALE,
    entitlements: [],
    authorizing_integration_owners: { '0': guild?.id ?? '0' },
    context: guild === null ? 1 : 0,
    attachment_size_limit: 10 * 1024 * 1024,
    ...(sourceObject && { message: sourceObject }),
    ...(guild && membership
      ? {
          guild_id: guild.id,
          guild: { id: guild.id, locale: LOCALE, features: [] },
          guild_locale: LOCALE,
          member: { ...memberObject(membership), permissions },
        }
      : { user: userObject(member) }),
  };
}

export function keptOf({ id, type, member: user, label, command, source }: Interaction): MessageInteraction {
  return { id, type, user, label, command, sourceMessageId: source?.id ?? null };
}

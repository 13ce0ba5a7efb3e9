import type { Clock } from '../time-source.ts';
import { refuse } from './errors.ts';
import type { Gateway } from './gateway/gateway.ts';
import { Intent } from './gateway/intents.ts';
import { channelObject, type Json } from './objects.ts';
import type { WorldUser } from './people.ts';
import { may, Permission } from './permissions.ts';
import { NO_PINGS } from './store/mentions.ts';
import type { MessageParts, MessageStore, StoredMessage } from './store/messages.ts';
import type { World, WorldChannel, WorldThread } from './world.ts';

/** Discord's limit for the active threads of a server. */
const MOST_ACTIVE = 1000;
/** Type of the system message for a thread without a starter message. */
const THREAD_CREATED = 18;

export interface ThreadParts {
  readonly world: World;
  readonly clock: Clock;
  readonly messages: MessageStore;
  readonly gateway: Gateway;
  readonly nextId: () => string;
  /** Called when any thread has changed. */
  readonly onChange: () => void;
}

/** The settings of a new thread. */
export interface ThreadPlan {
  readonly name: string;
  /** Minutes of inactivity until it is archived. */
  readonly archiveAfter: number;
  /** The ids of a forum post's tags. */
  readonly tags?: readonly string[];
}

export type ThreadChange = Partial<Pick<WorldThread, 'archived' | 'locked' | 'tags'>> & { readonly name?: string };

/** Public threads: opens, changes, archives and deletes them, and tells the bot. */
export class Threads {
  readonly #parts: ThreadParts;

  constructor(parts: ThreadParts) {
    this.#parts = parts;
  }

  /**
   * Opens a thread from a message. The thread has the message's id.
   * @throws {ApiError} 160004 if the message already has one, 160006 if the server has too many.
   */
  fromMessage(message: StoredMessage, owner: WorldUser, plan: ThreadPlan): WorldChannel {
    if (this.#parts.world.channelById(message.id)) throw refuse.threadExists();
    const thread = this.#open(message.id, message.channel, owner, plan, message.id);
    this.#parts.messages.touch(message);
    return thread;
  }

  /** Opens a thread without a starter message; a system message in its channel announces it. */
  bare(parent: WorldChannel, owner: WorldUser, plan: ThreadPlan): WorldChannel {
    const thread = this.#open(this.#parts.nextId(), parent, owner, plan, null);
    this.#parts.messages.create({
      channel: parent,
      author: owner,
      type: THREAD_CREATED,
      content: plan.name,
      embeds: [],
      components: [],
      files: [],
      flags: 0,
      pings: NO_PINGS,
      nonce: null,
      interaction: null,
      onlyFor: null,
      replyTo: null,
      announces: thread.id,
    });
    return thread;
  }

  /**
   * Opens a forum post. Its first message has the post's id.
   * @param compose makes that message once its channel exists
   */
  post(
    forum: WorldChannel,
    owner: WorldUser,
    plan: ThreadPlan,
    compose: (post: WorldChannel) => MessageParts,
  ): WorldChannel {
    const post = this.#open(this.#parts.nextId(), forum, owner, plan, null);
    this.#parts.messages.create({
      ...compose(post),
      id: post.id,
      channel: post,
      author: owner,
      type: 0,
      nonce: null,
      interaction: null,
      onlyFor: null,
      replyTo: null,
    });
    return post;
  }

  change(channel: WorldChannel, thread: WorldThread, { name, archived, locked, tags }: ThreadChange): void {
    const { world, clock } = this.#parts;
    if (archived === false && thread.archived) this.#checkRoom(channel);
    const archivedAt = archived === undefined || archived === thread.archived ? thread.archivedAt : clock.now();
    world.putThread({
      ...channel,
      name: name ?? channel.name,
      thread: {
        ...thread,
        archived: archived ?? thread.archived,
        locked: locked ?? thread.locked,
        tags: tags ?? thread.tags,
        archivedAt,
      },
    });
    this.#tell('THREAD_UPDATE', world.channelById(channel.id) ?? channel);
  }

  /** Reopens an archived thread for a new message, unless it is locked. */
  wake(channel: WorldChannel): WorldChannel {
    const { world } = this.#parts;
    const now = world.channelById(channel.id) ?? channel;
    if (now.thread?.archived && !now.thread.locked) this.change(now, now.thread, { archived: false });
    return world.channelById(channel.id) ?? channel;
  }

  delete(channel: WorldChannel): void {
    const { world, gateway, messages, onChange } = this.#parts;
    const { id, guildId: guild_id, thread } = channel;
    world.removeThread(id);
    const starter = thread && messages.find(thread.parentId, id);
    if (starter) messages.touch(starter);
    if (world.guildOf(channel)?.botPresent) {
      gateway.dispatch('THREAD_DELETE', Intent.guilds, { id, guild_id, parent_id: thread?.parentId ?? null, type: 11 });
    }
    onChange();
  }

  #open(id: string, parent: WorldChannel, owner: WorldUser, plan: ThreadPlan, starter: string | null): WorldChannel {
    const { world, clock } = this.#parts;
    this.#checkRoom(parent);
    const now = clock.now();
    const channel: WorldChannel = {
      id,
      name: plan.name,
      guildId: parent.guildId,
      dmOf: null,
      topic: null,
      position: 0,
      botDenied: 0n,
      membersDenied: new Map(),
      openTo: null,
      thread: {
        parentId: parent.id,
        ownerId: owner.id,
        starter,
        createdAt: now,
        archiveAfter: plan.archiveAfter,
        archived: false,
        archivedAt: now,
        locked: false,
        tags: plan.tags ?? [],
      },
    };
    world.putThread(channel);
    this.#tell('THREAD_CREATE', channel, { newly_created: true });
    return channel;
  }

  #checkRoom(channel: WorldChannel): void {
    const { world } = this.#parts;
    const active = world.threads.filter((each) => each.guildId === channel.guildId && !each.thread?.archived);
    if (active.length >= MOST_ACTIVE) throw refuse.tooManyThreads();
  }

  /** Tells the bot, if it can see the channel. */
  #tell(event: string, channel: WorldChannel, more: Json = {}): void {
    const { world, gateway, messages, onChange } = this.#parts;
    const seen = may(world.permissions(world.bot.id, channel), Permission.viewChannel);
    if (seen && world.guildOf(channel)?.botPresent) {
      const last = messages.in(channel.id).at(-1)?.id ?? null;
      gateway.dispatch(event, Intent.guilds, { ...channelObject(world, channel, last), ...more });
    }
    onChange();
  }
}

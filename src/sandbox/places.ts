import type { Gateway } from './gateway/gateway.ts';
import { Intent } from './gateway/intents.ts';
import { channelObject, type Json } from './objects.ts';
import { may, Permission } from './permissions.ts';
import type { MessageStore } from './store/messages.ts';
import type { Forum, ForumTag, World, WorldChannel, WorldGuild } from './world.ts';

export interface PlacesParts {
  readonly world: World;
  readonly messages: MessageStore;
  readonly gateway: Gateway;
  readonly nextId: () => string;
  /** Called when channels come or go, or the bot's permissions in them change. */
  readonly onChange: () => void;
}

/** Changes a server's channels as moderators do, and tells the bot. */
export class Places {
  readonly #parts: PlacesParts;

  constructor(parts: PlacesParts) {
    this.#parts = parts;
  }

  /** Opens a text channel, or with `forum` a forum. */
  open(guild: WorldGuild, name: string, forum?: Forum): WorldChannel {
    const { world, nextId, onChange } = this.#parts;
    const channel = world.addChannel(guild, nextId(), name, forum);
    this.#tell('CHANNEL_CREATE', channel);
    onChange();
    return channel;
  }

  /**
   * Deletes a text channel with its threads and messages. As on Discord, the bot is not told of the threads.
   * @throws if it is a thread or a direct conversation.
   */
  delete(channel: WorldChannel): void {
    const { world, messages, onChange } = this.#parts;
    if (channel.guildId === null || channel.thread !== null) {
      throw new Error(`The channel ${channel.name} is not a text channel of a server.`);
    }
    const seen = this.#seen(channel);
    const threads = world.threads.filter(({ thread }) => thread?.parentId === channel.id);
    world.removeChannel(channel);
    for (const { id } of [channel, ...threads]) messages.forget(id);
    if (seen) this.#dispatch('CHANNEL_DELETE', channel);
    onChange();
  }

  /** Sets the tags of a forum; tags without an id are new. */
  setTags(
    channel: WorldChannel,
    forum: Forum,
    tags: readonly (Omit<ForumTag, 'id'> & { readonly id?: string })[],
  ): void {
    forum.tags = tags.map(({ id = this.#parts.nextId(), name, moderated }) => ({ id, name, moderated }));
    this.#tell('CHANNEL_UPDATE', channel);
  }

  /** Denies the bot exactly these permissions in a channel. */
  denyBot(channel: WorldChannel, permissions: bigint): void {
    const { world, gateway } = this.#parts;
    const hidden = (channel.botDenied & Permission.viewChannel) !== 0n;
    channel.botDenied = permissions;
    this.#dispatch('CHANNEL_UPDATE', channel);
    const seenAgain = hidden && (permissions & Permission.viewChannel) === 0n;
    if (seenAgain) gateway.dispatch('THREAD_LIST_SYNC', Intent.guilds, threadList(world, channel));
    this.#parts.onChange();
  }

  /** Denies a member exactly these permissions in a channel. */
  deny(memberId: string, channel: WorldChannel, permissions: bigint): void {
    channel.membersDenied.set(memberId, permissions);
    this.#dispatch('CHANNEL_UPDATE', channel);
  }

  /** Hides a channel from all but these members and the bot. */
  openTo(memberIds: readonly string[], channel: WorldChannel): void {
    channel.openTo = memberIds;
    this.#dispatch('CHANNEL_UPDATE', channel);
    this.#parts.onChange();
  }

  #tell(event: string, channel: WorldChannel): void {
    if (this.#seen(channel)) this.#dispatch(event, channel);
  }

  #seen(channel: WorldChannel): boolean {
    const { world } = this.#parts;
    return may(world.permissions(world.bot.id, channel), Permission.viewChannel);
  }

  #dispatch(event: string, channel: WorldChannel): void {
    const { world, gateway } = this.#parts;
    if (world.guildOf(channel)?.botPresent === false) return;
    gateway.dispatch(event, Intent.guilds, channelObject(world, channel));
  }
}

/** The data of THREAD_LIST_SYNC, sent when the bot can see a channel again. */
function threadList(world: World, parent: WorldChannel): Json {
  const guild = world.guildOf(parent);
  const active = guild ? world.activeThreads(guild).filter(({ thread }) => thread?.parentId === parent.id) : [];
  const threads = active.map((channel) => channelObject(world, channel));
  return { guild_id: parent.guildId, channel_ids: [parent.id], threads, members: [] };
}

import {
  type Channel,
  Events,
  type Guild,
  type Interaction,
  MessageFlags,
  PermissionFlagsBits,
  type RepliableInteraction,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import { missingIn, missingOf } from '../outbound/bot-permissions.ts';
import type { BotContext } from '../outbound/context.ts';
import { CANNOT_POST, missingWords, NO_HISTORY } from '../outbound/post-words.ts';
import { isModerator } from './route.ts';

/** Members are told sooner if the bot has lost its permissions again. */
const TOLD_EVERY_MS = 60 * 60_000;
const REMEMBERED = 1000;

/**
 * Tells a member who manages the channel which permissions the bot lacks, and other members, one time, that it can't post. Undelivered
 * posts follow when it can. Managers are also told, one time, if the bot can post but not read its posts.
 */
export class MissingPermissions {
  readonly #context: Omit<BotContext, 'host'>;
  readonly #regained: (channels: ReadonlySet<string>) => void;
  readonly #barred = new Set<string>();
  /** Times by channel and member; milliseconds since 1970. */
  readonly #told = new LRUCache<string, number>({ max: REMEMBERED });
  readonly #toldOnce = new LRUCache<string, true>({ max: REMEMBERED });

  /** @param regained is called with channels in which the bot may post, and perhaps could not before */
  constructor(context: Omit<BotContext, 'host'>, regained: (channels: ReadonlySet<string>) => void) {
    this.#context = context;
    this.#regained = regained;
  }

  start(): void {
    const client = this.#context.client;
    client.on(Events.ChannelUpdate, (_before, channel) => this.#look([channel]));
    client.on(Events.ThreadUpdate, (_before, thread) => this.#look([thread]));
    client.on(Events.ThreadListSync, (threads) => this.#look(threads.values()));
    client.on(Events.GuildRoleUpdate, (_before, { guild }) => this.looksIn(guild));
    client.on(Events.GuildMemberUpdate, (_before, { id, guild }) => {
      if (id === client.user?.id) this.looksIn(guild);
    });
  }

  looksIn(guild: Guild): void {
    this.#look(guild.channels.cache.values());
  }

  /** Never rejects. */
  async tell(interaction: Interaction): Promise<void> {
    const { channelId, channel } = interaction;
    if (!interaction.isRepliable() || !interaction.inGuild() || channelId === null) return;
    const lacks = missingOf(interaction.appPermissions, channel?.isThread() ?? false);
    const whom = `${channelId} ${interaction.user.id}`;
    if (lacks.length === 0) {
      const readsHistory = interaction.appPermissions.has(PermissionFlagsBits.ReadMessageHistory);
      const tells = !readsHistory && interaction.replied && isModerator(interaction);
      if (tells && this.#mayTellOnce(`${whom} history`)) await this.#send(interaction, NO_HISTORY);
      return;
    }
    if (!this.#barred.has(channelId)) {
      this.#context.log.info(
        { channel: channelId, guild: interaction.guildId, lacks },
        'the bot cannot post in a channel',
      );
      this.#barred.add(channelId);
    }
    if (!interaction.replied) return;
    const manages = isModerator(interaction);
    if (!(manages ? this.#mayTell(whom) : this.#mayTellOnce(whom))) return;
    await this.#send(interaction, manages ? missingWords(lacks) : CANNOT_POST);
  }

  /** Never rejects. */
  async #send(interaction: RepliableInteraction, content: string): Promise<void> {
    try {
      await interaction.followUp({ content, flags: MessageFlags.Ephemeral });
    } catch (error) {
      const { channelId: channel } = interaction;
      this.#context.log.debug({ err: error, channel }, 'a member could not be told which permissions the bot lacks');
    }
  }

  #mayTell(whom: string): boolean {
    const now = this.#context.clock.now();
    const before = this.#told.peek(whom);
    if (before !== undefined && now >= before && now - before < TOLD_EVERY_MS) return false;
    this.#told.set(whom, now);
    return true;
  }

  #mayTellOnce(whom: string): boolean {
    if (this.#toldOnce.has(whom)) return false;
    this.#toldOnce.set(whom, true);
    return true;
  }

  #look(channels: Iterable<Channel>): void {
    const free = new Set<string>();
    for (const channel of withThreads(channels)) {
      if (!channel.isTextBased() || missingIn(channel, this.#context.client.user).length > 0) continue;
      free.add(channel.id);
      if (!this.#barred.delete(channel.id)) continue;
      this.#context.log.info({ channel: channel.id }, 'the bot can post in a channel again');
      for (const whom of [...this.#told.keys()]) if (whom.startsWith(`${channel.id} `)) this.#told.delete(whom);
    }
    if (free.size > 0) this.#regained(free);
  }
}

function* withThreads(channels: Iterable<Channel>): Generator<Channel> {
  for (const channel of channels) {
    yield channel;
    if ('threads' in channel) yield* channel.threads.cache.values();
  }
}

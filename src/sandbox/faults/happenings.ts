import type { Gateway } from '../gateway/gateway.ts';
import type { Interactions } from '../interactions/pending-interactions.ts';
import { addChannel, changeThread, deleteChannel, deleteThread, denyBot } from '../store/channels.ts';
import type { Discord } from '../store/discord.ts';
import type { StoredMessage } from '../store/messages.ts';
import { bitsOf } from '../world/permissions.ts';
import type { WorldChannel } from '../world/world.ts';
import type { Happening, NetworkFailure } from './fault-plan.ts';

export interface HappeningParts {
  readonly discord: Discord;
  readonly gateway: Gateway;
  readonly interactions: Interactions;
  readonly breakNetwork: (how: NetworkFailure, ms: number) => void;
}

/** A state that is there already causes no event. */
const ACTS: { readonly [K in Happening['kind']]: (it: Happening & { kind: K }, parts: HappeningParts) => void } = {
  cut: ({ shard }, { gateway }) => gateway.drop('cut', shard),
  reconnect: ({ shard }, { gateway }) => gateway.drop('reconnect', shard),
  invalidate: ({ resumable, shard }, { gateway }) => gateway.drop(resumable ? 'doubt' : 'invalidate', shard),
  close: ({ code, shard }, { gateway }) => gateway.closeWith(code, shard),
  deaf: ({ beats = 1, shard }, { gateway }) => gateway.ignoreHeartbeats(beats, shard),
  unreachable: ({ ms }, { gateway }) => gateway.awayFor(ms),
  network: ({ fails, ms }, { breakNetwork }) => breakNetwork(fails, ms),
  slowHello: ({ ms }, { gateway }) => gateway.greetLate(ms),
  refuseIdentify: ({ times }, { gateway }) => gateway.refuseIdentify(times),
  redeliver: ({ interaction }, { interactions }) => interactions.redeliver(interaction),
  deleteChannel: ({ channel }, { discord }) => deleteChannel(discord, discord.world.channel(channel)),
  openChannel: ({ guild, name, forum }, { discord }) =>
    void addChannel(discord, discord.world.guild(guild), name, forum && { tags: [], requiresTag: false }),
  deleteMessage: ({ channel, message }, { discord }) =>
    discord.messages.delete(messageOf(discord, discord.world.channel(channel), message)),
  setThread: ({ thread, archived, locked }, { discord }) =>
    changeThread(discord, discord.world.channel(thread), { archived, locked }),
  deleteThread: ({ thread }, { discord }) => deleteThread(discord, discord.world.channel(thread)),
  denyBot({ channel, guild, permissions }, { discord }) {
    const { world } = discord;
    const one = channel === undefined ? [] : [world.channel(channel)];
    const all = guild === undefined ? [] : world.guild(guild).channels;
    for (const each of [...one, ...all]) denyBot(discord, each, bitsOf(permissions));
  },
  throwOut: ({ guild }, { discord, gateway }) => gateway.setPresent(discord.world.guild(guild), false),
  invite: ({ guild }, { discord, gateway }) => gateway.setPresent(discord.world.guild(guild), true),
  outage({ guild: name, ms }, { discord, gateway }) {
    const guild = discord.world.guild(name);
    gateway.setAvailable(guild, false);
    if (ms !== undefined) discord.clock.after(ms, () => gateway.setAvailable(guild, true));
  },
  outageOver: ({ guild }, { discord, gateway }) => gateway.setAvailable(discord.world.guild(guild), true),
};

/**
 * Makes something happen at once.
 * @throws {Error} if it names a server, channel or message that does not exist.
 */
export function happen(happening: Happening, parts: HappeningParts): void {
  const act = ACTS[happening.kind] as (happening: Happening, parts: HappeningParts) => void;
  act(happening, parts);
}

/** The message with this id, or the bot's newest in the channel. */
function messageOf({ messages }: Discord, { id, name }: WorldChannel, messageId: string | undefined): StoredMessage {
  const found =
    messageId === undefined
      ? messages.in(id).findLast(({ author, onlyFor }) => author.bot && onlyFor === null)
      : messages.find(id, messageId);
  if (found === undefined) throw new Error(`There is no such message in ${name}.`);
  return found;
}

import type { Clock } from '../../time-source.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Interactions } from '../interactions/pending-interactions.ts';
import { Permission } from '../permissions.ts';
import type { Places } from '../places.ts';
import type { MessageStore, StoredMessage } from '../store/messages.ts';
import type { Threads } from '../threads.ts';
import type { World, WorldChannel, WorldGuild } from '../world.ts';
import type { Happening, NetworkFailure, PermissionName } from './fault-plan.ts';

export interface HappeningParts {
  readonly world: World;
  readonly clock: Clock;
  readonly gateway: Gateway;
  readonly interactions: Interactions;
  readonly messages: MessageStore;
  readonly threads: Threads;
  readonly places: Places;
  readonly breakNetwork: (how: NetworkFailure, ms: number) => void;
}

/**
 * Makes something happen at once.
 * @throws {Error} if it names a server, channel or message that does not exist.
 */
export function happen(happening: Happening, parts: HappeningParts): void {
  const { world, clock, gateway, interactions, messages, threads, places } = parts;
  switch (happening.kind) {
    case 'cut':
    case 'reconnect':
      gateway.drop(happening.kind, happening.shard);
      return;
    case 'invalidate':
      gateway.drop(happening.resumable ? 'doubt' : 'invalidate', happening.shard);
      return;
    case 'close':
      gateway.closeWith(happening.code, happening.shard);
      return;
    case 'deaf':
      gateway.ignoreHeartbeats(happening.beats ?? 1, happening.shard);
      return;
    case 'unreachable':
      gateway.awayFor(happening.ms);
      return;
    case 'network':
      parts.breakNetwork(happening.fails, happening.ms);
      return;
    case 'slowHello':
      gateway.greetLate(happening.ms);
      return;
    case 'refuseIdentify':
      gateway.refuseIdentify(happening.times);
      return;
    case 'redeliver': {
      const id = happening.interaction ?? interactions.latest()?.id;
      if (id === undefined) throw new Error('There has been no interaction in the last fifteen minutes.');
      interactions.redeliver(id);
      return;
    }
    case 'deleteChannel':
      places.delete(world.channel(happening.channel));
      return;
    case 'openChannel':
      places.open(world.guild(happening.guild), happening.name, happening.forum && { tags: [], requiresTag: false });
      return;
    case 'deleteMessage':
      messages.delete(messageOf(world, messages, happening));
      return;
    case 'setThread': {
      const [channel, thread] = threadNamed(world, happening.thread);
      const { archived = thread.archived, locked = thread.locked } = happening;
      threads.change(channel, thread, { archived, locked });
      return;
    }
    case 'deleteThread':
      threads.delete(threadNamed(world, happening.thread)[0]);
      return;
    case 'denyBot':
      for (const channel of deniedIn(world, happening)) places.denyBot(channel, bits(happening.permissions));
      return;
    case 'throwOut':
      gateway.setPresent(world.guild(happening.guild), false);
      return;
    case 'invite':
      gateway.setPresent(world.guild(happening.guild), true);
      return;
    case 'outage': {
      const guild: WorldGuild = world.guild(happening.guild);
      gateway.setAvailable(guild, false);
      if (happening.ms !== undefined) clock.after(happening.ms, () => gateway.setAvailable(guild, true));
      return;
    }
    case 'outageOver':
      gateway.setAvailable(world.guild(happening.guild), true);
      return;
  }
}

function messageOf(
  world: World,
  messages: MessageStore,
  { channel: name, message: id }: { readonly channel: string; readonly message?: string | undefined },
): StoredMessage {
  const channel = world.channel(name);
  const found =
    id === undefined
      ? messages.in(channel.id).findLast(({ author, onlyFor }) => author.bot && onlyFor === null)
      : messages.find(channel.id, id);
  if (found === undefined) throw new Error(`There is no such message in ${channel.name}.`);
  return found;
}

function threadNamed(world: World, name: string): [WorldChannel, NonNullable<WorldChannel['thread']>] {
  const channel = world.channel(name);
  if (channel.thread === null) throw new Error(`The channel ${channel.name} is no thread.`);
  return [channel, channel.thread];
}

function deniedIn(
  world: World,
  { channel, guild }: { readonly channel?: string | undefined; readonly guild?: string | undefined },
): readonly WorldChannel[] {
  const one = channel === undefined ? [] : [world.channel(channel)];
  return guild === undefined ? one : [...one, ...world.guild(guild).channels];
}

const bits = (names: readonly PermissionName[]): bigint => names.reduce((sum, name) => sum | Permission[name], 0n);

import { channelObject, type Json, resolvedMember, roleObjects, userObject } from '../store/objects.ts';
import type { WorldUser } from '../world/people.ts';
import type { World, WorldChannel, WorldGuild, WorldRole } from '../world/world.ts';
import type { Who } from './pending-interactions.ts';

/** Resolves users, roles and channels by mention, id or name, and collects their objects for an interaction's `resolved`. */
export class Resolved {
  readonly #world: World;
  readonly #who: Who;
  readonly #guild: WorldGuild | null;
  readonly #found: Record<string, Json> = {};

  /** @param who the one who typed: a resolved channel carries their permissions */
  constructor(world: World, who: Who) {
    this.#world = world;
    this.#who = who;
    this.#guild = world.guildOf(who.channel);
  }

  /** The objects collected; `null` if there are none. */
  get found(): Json | null {
    return Object.keys(this.#found).length > 0 ? this.#found : null;
  }

  /** A user's id by mention, id or name; by name only people in this server or direct conversation. */
  user(typed: string): string | undefined {
    const wanted = bare(typed, /^<@!?(\d+)>$/);
    const here: readonly WorldUser[] =
      this.#guild?.memberships.map((each) => each.user) ??
      this.#world.users.filter((each) => each.id === this.#who.channel.dmOf || each === this.#world.bot);
    const user =
      here.find((each) => each.id === wanted || each.username === wanted || each.name.toLowerCase() === wanted) ??
      // Discord also takes the id or a mention of somebody who isn't in the server.
      this.#world.users.find(({ id }) => id === wanted);
    if (user === undefined) return undefined;
    this.#keep('users', user.id, userObject(user));
    const membership = this.#guild === null ? undefined : this.#world.membership(this.#guild, user.id);
    if (membership !== undefined) {
      const permissions = this.#world.permissions(user.id, this.#who.channel);
      this.#keep('members', user.id, resolvedMember(membership, permissions));
    }
    return user.id;
  }

  /** The id of a channel or thread of this server that the member can see, and is of one of `types`, if given. */
  channel(typed: string, types: readonly number[] | null = null): string | undefined {
    const wanted = bare(typed, /^<#(\d+)>$/).replace(/^#/, '');
    const named = ({ id, name }: WorldChannel) => id === wanted || name.toLowerCase() === wanted;
    const channel = this.#world.channels.find((each) => each.guildId === this.#who.channel.guildId && named(each));
    if (channel === undefined || this.#guild === null || !this.#world.canSee(this.#who.member, channel))
      return undefined;
    const { permission_overwrites, ...object } = channelObject(this.#world, channel);
    if (types?.length && !types.includes(Number(object.type))) return undefined;
    const permissions = this.#world.permissions(this.#who.member.id, channel).toString();
    this.#keep('channels', channel.id, { ...object, permissions });
    return channel.id;
  }

  /** The id of a role of this server. */
  role(typed: string): string | undefined {
    const wanted = bare(typed, /^<@&(\d+)>$/);
    const named = ({ id, name }: WorldRole) => id === wanted || bare(name) === wanted;
    const role = this.#guild?.roles.find(named);
    if (role === undefined || this.#guild === null) return undefined;
    const object = roleObjects(this.#guild, this.#world.bot.id).find((each) => each.id === role.id);
    if (object !== undefined) this.#keep('roles', role.id, object);
    return role.id;
  }

  #keep(kind: string, id: string, object: Json): void {
    this.#found[kind] = { ...this.#found[kind], [id]: object };
  }
}

/** The id in a mention, or a name without `@`, in lower case. */
function bare(typed: string, mention?: RegExp): string {
  const id = mention?.exec(typed)?.[1];
  return (id ?? typed.replace(/^@/, '')).toLowerCase();
}

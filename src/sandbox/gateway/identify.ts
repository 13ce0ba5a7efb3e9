import { type Json, userObject } from '../objects.ts';
import type { World, WorldGuild } from '../world.ts';
import { Close, type CloseReason } from './connection.ts';
import { areIntents, PRIVILEGED } from './intents.ts';
import { parseShard, type Shard } from './shards.ts';

export interface Expected {
  readonly token: string;
  /** The privileged intents granted to the application. */
  readonly privilegedIntents: number;
  /** The most servers of a session. */
  readonly mostGuilds: number;
  /** The number of the bot's servers in a shard. */
  readonly guildsOf: (shard: Shard) => number;
}

/** The close code for an identify; `null` if it is accepted. */
export function refusalOf(d: Json, { token, privilegedIntents, mostGuilds, guildsOf }: Expected): CloseReason | null {
  if (typeof d.token !== 'string') return Close.decodeError;
  if (bare(d.token) !== token) return Close.authenticationFailed;
  if (!areIntents(d.intents)) return Close.invalidIntents;
  if ((d.intents & PRIVILEGED & ~privilegedIntents) !== 0) return Close.disallowedIntents;
  const shard = parseShard(d.shard);
  if (shard === null) return Close.invalidShard;
  return guildsOf(shard) > mostGuilds ? Close.shardingRequired : null;
}

/** A token without its optional `Bot ` prefix. */
export const bare = (token: string): string => token.replace(/^Bot /, '');

export interface Ready {
  readonly world: World;
  /** The URL to resume at. */
  readonly url: string;
  readonly sessionId: string;
  /** Guilds that GUILD_CREATE follows for. */
  readonly listed: readonly WorldGuild[];
  /** As the client sent it. */
  readonly shard: unknown;
}

/** The data of READY. */
export function readyObject({ world, url, sessionId, listed, shard }: Ready): Json {
  return {
    v: 10,
    user: { ...userObject(world.bot), verified: true, mfa_enabled: false, email: null, flags: 0 },
    guilds: listed.map((guild) => ({ id: guild.id, unavailable: true })),
    session_id: sessionId,
    session_type: 'normal',
    resume_gateway_url: url,
    ...(Array.isArray(shard) ? { shard } : {}),
    application: { id: world.applicationId, flags: 0 },
    private_channels: [],
    presences: [],
    relationships: [],
    geo_ordered_rtc_regions: [],
    user_settings: {},
    _trace: ['sandbox'],
  };
}

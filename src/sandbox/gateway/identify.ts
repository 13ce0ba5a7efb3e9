import { type Json, userObject } from '../objects.ts';
import type { World, WorldGuild } from '../world.ts';
import { Close, type CloseReason } from './connection.ts';
import { areIntents, PRIVILEGED } from './intents.ts';
import { parseShard, type Shard } from './shards.ts';

/** What a client's identify is held against. */
export interface Expected {
  readonly token: string;
  /** The privileged intents that the application has been granted. */
  readonly privilegedIntents: number;
  /** How many servers a session may have. */
  readonly mostGuilds: number;
  /** How many the bot is in that fall to a shard. */
  readonly guildsOf: (shard: Shard) => number;
}

/** Why an identify is refused; null where it is taken. */
export function refusalOf(d: Json, { token, privilegedIntents, mostGuilds, guildsOf }: Expected): CloseReason | null {
  if (typeof d.token !== 'string') return Close.decodeError;
  if (bare(d.token) !== token) return Close.authenticationFailed;
  if (!areIntents(d.intents)) return Close.invalidIntents;
  if ((d.intents & PRIVILEGED & ~privilegedIntents) !== 0) return Close.disallowedIntents;
  const shard = parseShard(d.shard);
  if (shard === null) return Close.invalidShard;
  return guildsOf(shard) > mostGuilds ? Close.shardingRequired : null;
}

/** A token without the word that may stand before it. */
export const bare = (token: string): string => token.replace(/^Bot /, '');

export interface Ready {
  readonly world: World;
  /** Where the session can be resumed. */
  readonly url: string;
  readonly sessionId: string;
  /** The guilds that are told of later. */
  readonly listed: readonly WorldGuild[];
  /** As the client gave it. */
  readonly shard: unknown;
}

/** What READY carries. */
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

import { Intent } from '../store/discord.ts';
import { type Json, userObject } from '../store/objects.ts';
import type { World, WorldGuild } from '../world/world.ts';
import { Close, type CloseReason } from './connection.ts';
import { parseShard, type Shard } from './session.ts';

/** Intents that an application must be granted before it may request them. */
const PRIVILEGED = Intent.guildMembers | Intent.guildPresences | Intent.messageContent;

/** Every intent that Discord knows: bits 0 to 16, 20, 21, 24 and 25. */
const KNOWN = 0x1ffff | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);

export function areIntents(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && (value & ~KNOWN) === 0;
}

export interface Expected {
  readonly token: string;
  /** The privileged intents granted to the application. */
  readonly privilegedIntents: number;
  /** Whether a shard has more servers than a session may have. */
  readonly tooMany: (shard: Shard) => boolean;
}

export interface Identify {
  readonly intents: number;
  readonly shard: Shard;
}

/** A client's identify, or the close code that refuses it. */
export function readIdentify(d: Json, { token, privilegedIntents, tooMany }: Expected): Identify | CloseReason {
  if (typeof d.token !== 'string') return Close.decodeError;
  if (bare(d.token) !== token) return Close.authenticationFailed;
  if (!areIntents(d.intents)) return Close.invalidIntents;
  if ((d.intents & PRIVILEGED & ~privilegedIntents) !== 0) return Close.disallowedIntents;
  const shard = parseShard(d.shard);
  if (shard === null) return Close.invalidShard;
  return tooMany(shard) ? Close.shardingRequired : { intents: d.intents, shard };
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
    ...(Array.isArray(shard) && { shard }),
    application: { id: world.applicationId, flags: 0 },
    private_channels: [],
    _trace: ['sandbox'],
  };
}

/** A JSON value, and an object of them. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | Json;
export interface Json {
  readonly [key: string]: JsonValue;
}

export function isObject(value: JsonValue | undefined): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A Discord of two servers and a DM, as its payloads tell of it. */

export const BOT = '900000000000000001';
export const APPLICATION = BOT;

const VIEW = 1n << 10n;
const SEND = 1n << 11n;
const EMBED = 1n << 14n;
const ATTACH = 1n << 15n;
const HISTORY = 1n << 16n;
const MANAGE_CHANNELS = 1n << 4n;
const MANAGE_THREADS = 1n << 34n;
const OPEN_THREADS = 1n << 35n;
const SEND_IN_THREADS = 1n << 38n;

const PLAIN = VIEW | SEND | EMBED | ATTACH | HISTORY | SEND_IN_THREADS;
const OPENER = PLAIN | OPEN_THREADS;
export const BOTS_RIGHTS = String(OPENER);

export interface Place {
  readonly id: string;
  readonly guild: string | null;
  readonly type: number;
  readonly parent?: string;
}

export const ARMY = '910000000000000001';
export const NAVY = '910000000000000002';
/** A server that the bot has never heard of. */
export const NOWHERE = '910000000000000009';
const VOTERS = '920000000000000001';
const OFFICERS = '920000000000000002';

export const PLACES: readonly Place[] = [
  { id: '930000000000000001', guild: ARMY, type: 0 },
  { id: '930000000000000002', guild: ARMY, type: 0 },
  { id: '930000000000000003', guild: ARMY, type: 5 },
  { id: '930000000000000004', guild: ARMY, type: 11, parent: '930000000000000001' },
  { id: '930000000000000005', guild: ARMY, type: 2 },
  { id: '930000000000000006', guild: NAVY, type: 0 },
  { id: '930000000000000007', guild: NAVY, type: 11, parent: '930000000000000006' },
  { id: '930000000000000008', guild: null, type: 1 },
];
/** Places where the bot has never been. */
export const STRANGE_PLACES: readonly Place[] = [
  { id: '930000000000000091', guild: NOWHERE, type: 0 },
  { id: '930000000000000092', guild: ARMY, type: 15 },
  { id: '930000000000000093', guild: ARMY, type: 99 },
];

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly nick: string | null;
  readonly roles: readonly string[];
  readonly permissions: string;
  readonly joined: string | null;
}

const person = (
  number: number,
  name: string,
  rights = PLAIN,
  roles: readonly string[] = [],
  nick: string | null = null,
) => ({
  // The older half of them has had an account for years.
  id: String((number % 2 === 0 ? 100_000_000_000_000_000n : 1_400_000_000_000_000_000n) + BigInt(number)),
  name,
  nick,
  roles,
  permissions: String(rights),
  joined: number % 3 === 0 ? null : `20${10 + (number % 15)}-01-01T00:00:00.000000+00:00`,
});

export const PEOPLE: readonly Person[] = [
  person(1, 'Ada', OPENER | MANAGE_CHANNELS | MANAGE_THREADS, [OFFICERS, VOTERS]),
  person(2, 'Bo', OPENER, [VOTERS]),
  person(3, 'Cy'),
  person(4, '@everyone <@&920000000000000001>', PLAIN, [VOTERS]),
  person(5, '**bold** `x` ~~y~~ [a](http://b)', OPENER, [], '\u202eeb ot \u202d'),
  person(6, 'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319alg\u0321\u034do'.repeat(4), PLAIN, [
    OFFICERS,
  ]),
  person(7, '', PLAIN, [], ''),
  person(8, 'n'.repeat(32), PLAIN | MANAGE_THREADS, [], 'm'.repeat(100)),
  person(9, '\u0000\ud83d\ude00\ud800', MANAGE_CHANNELS | OPENER),
];

export function userJson({ id, name }: Person): Json {
  return { id, username: name, discriminator: '0', global_name: name, avatar: null, public_flags: 0 };
}

export function memberJson(who: Person): Json {
  return { ...partialMemberJson(who), user: userJson(who), permissions: who.permissions };
}

export function partialMemberJson({ nick, roles, joined }: Pick<Person, 'nick' | 'roles' | 'joined'>): Json {
  return {
    nick,
    roles: [...roles],
    joined_at: joined,
    avatar: null,
    premium_since: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
    communication_disabled_until: null,
  };
}

export function placeJson({ id, guild, type, parent }: Place): Json {
  if (guild === null) return { id, type, last_message_id: null, flags: 0, recipients: [userJson(PEOPLE[0] as Person)] };
  const thread = parent === undefined ? {} : { owner_id: BOT, member_count: 1, thread_metadata: THREAD };
  return { id, type, guild_id: guild, name: `place-${id}`, parent_id: parent ?? null, flags: 0, ...thread };
}

const THREAD: Json = {
  archived: false,
  archive_timestamp: '2026-01-01T00:00:00.000000+00:00',
  auto_archive_duration: 1440,
  locked: false,
  create_timestamp: '2026-01-01T00:00:00.000000+00:00',
};

export const ROLES = [VOTERS, OFFICERS] as const;

export function roleJson(id: string): Json {
  const permissions = String(OPENER);
  return {
    id,
    name: `role ${id}`,
    color: 0,
    hoist: false,
    position: 1,
    permissions,
    managed: false,
    mentionable: true,
  };
}

/** GUILD_CREATE of each server. */
export const GUILDS: readonly Json[] = [ARMY, NAVY].map((id) => {
  const here = PLACES.filter(({ guild }) => guild === id);
  return {
    id,
    name: `Server ${id}`,
    owner_id: (PEOPLE[0] as Person).id,
    system_channel_id: null,
    features: [],
    emojis: [],
    stickers: [],
    roles: [id, ...ROLES].map(roleJson),
    joined_at: '2024-01-01T00:00:00.000000+00:00',
    large: false,
    unavailable: false,
    member_count: 9,
    members: [
      { ...partialMemberJson({ nick: null, roles: [], joined: '2024-01-01T00:00:00.000000+00:00' }), user: botJson() },
    ],
    channels: here
      .filter(({ parent }) => parent === undefined)
      .map((place) => ({ ...placeJson(place), permission_overwrites: [] })),
    threads: here.filter(({ parent }) => parent !== undefined).map(placeJson),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
});

export const READY: Json = {
  v: 10,
  user: botJson(),
  guilds: [ARMY, NAVY].map((id) => ({ id, unavailable: true })),
  session_id: 'session',
  resume_gateway_url: 'wss://gateway.invalid',
  shard: [0, 1],
  application: { id: APPLICATION, flags: 0 },
};

function botJson(): Json {
  return { id: BOT, username: 'Council of War', discriminator: '0042', global_name: null, avatar: null, bot: true };
}

import type { Caller } from '../../src/host/index.ts';

/** The role that votes where a table asks for one. */
export const VOTERS = '1100000000000000003';
/** Where the campaign in question is played, and where else somebody may press. */
export const PLACES = { front: 'front', rear: 'rear', dock: 'dock', dm: 'dm of Bo', thread: 'thread' } as const;

/**
 * Those who act where the campaign is played. The host started it, and may not manage the channel. In a game of two sides the member
 * sits on one and the commander on the other; elsewhere the commander is who commands where somebody does. A stranger sees the channel
 * and has nothing: no seat, no command, not the role that votes.
 */
export const HERE = ['member', 'commander', 'host', 'moderator', 'stranger'] as const;
/**
 * Those who press or type the same somewhere else: moderators of another channel and of another server, each with a campaign of their
 * own there; the member in a DM with the bot, with one of their own; and the member in a thread of the channel that they opened.
 */
export const ELSEWHERE = ['channel', 'server', 'dm', 'thread'] as const;
export type Here = (typeof HERE)[number];
export type Elsewhere = (typeof ELSEWHERE)[number];
export type Who = Here | Elsewhere;
export const EVERYBODY: readonly Who[] = [...HERE, ...ELSEWHERE];

const ARMY = '1200000000000000001';
const CHANNEL = { kind: 'channel', mayOpen: false, lacks: [] } as const;

type Person = Pick<Caller, 'channel' | 'guild' | 'member' | 'isModerator' | 'threads' | 'roles'>;

/** Names and ids of the people, by what they are here. */
export const NAMES = {
  member: { discordId: '1300000000000000001', name: 'Bo' },
  commander: { discordId: '1300000000000000002', name: 'Cy' },
  host: { discordId: '1300000000000000003', name: 'Ivo' },
  moderator: { discordId: '1300000000000000004', name: 'Ada' },
  stranger: { discordId: '1300000000000000005', name: 'Eve' },
  channel: { discordId: '1300000000000000006', name: 'Flo' },
  server: { discordId: '1300000000000000007', name: 'Gus' },
} as const;

const here = { channel: PLACES.front, guild: ARMY, isModerator: false, threads: CHANNEL, roles: [VOTERS] };
const BO = NAMES.member;

const PEOPLE: { readonly [who in Who]: Person } = {
  member: { ...here, member: BO },
  commander: { ...here, member: NAMES.commander },
  host: { ...here, member: NAMES.host },
  moderator: { ...here, member: NAMES.moderator, isModerator: true },
  stranger: { ...here, member: NAMES.stranger, roles: [] },
  channel: { ...here, member: NAMES.channel, channel: PLACES.rear, isModerator: true },
  server: { ...here, member: NAMES.server, channel: PLACES.dock, guild: '1200000000000000002', isModerator: true },
  dm: { channel: PLACES.dm, guild: null, member: BO, isModerator: true, threads: { kind: 'none' }, roles: [] },
  thread: {
    ...here,
    member: BO,
    channel: PLACES.thread,
    threads: { kind: 'thread', of: PLACES.front, openedBy: 'caller' },
  },
};

let asked = 0;

/** Somebody who asks for something now. */
export function as(who: Who, changes: Partial<Caller> = {}): Caller {
  asked += 1;
  const person = PEOPLE[who];
  return {
    ...person,
    joinedAt: Date.UTC(2020, 0, 1),
    accountSince: Date.UTC(2019, 0, 1),
    everyone: person.guild,
    inPrivate: false,
    interaction: String(1_400_000_000_000_000_000n + BigInt(asked)),
    at: Date.UTC(2026, 10, 21, 8) + asked,
    ...changes,
  };
}

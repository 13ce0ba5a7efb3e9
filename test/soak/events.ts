import type { FaultPlan, Happening, RestTrouble } from '../../src/sandbox/sandbox.ts';

/** Something that Discord, the network to it, or people do to a bot sooner or later. */
export interface Event {
  readonly name: string;
  /** Milliseconds before it happens. */
  readonly after?: number;
  /** Happenings, one after the other. Empty: only time passes. */
  readonly happenings: readonly Happening[];
  /** Faults until it is over. */
  readonly plan?: FaultPlan;
  /** Milliseconds until it is over. */
  readonly lasts: number;
  /** Happenings at its end. */
  readonly ends?: readonly Happening[];
  /** Whether the connection breaks, so that the log tells of a new one. */
  readonly breaks: boolean;
  /** Sessions that it takes until one is there, where that is more than one: each may have to wait for two minutes. */
  readonly sessions?: number;
  /** Whether nobody plays meanwhile. */
  readonly quiet?: true;
  /** Whether one member presses forty times a second meanwhile. */
  readonly flood?: true;
  /** Too long for a short run. */
  readonly long?: true;
}

const SECOND = 1000;
const GUILD = 'Army of the Potomac';

/** Longer than a connection for requests is kept open: then nothing but the gateway keeps the process alive. */
const STILL_MS = 8000;

/** Events for a program that has been still for a while, since nobody plays yet. */
export const AT_REST: readonly Event[] = [
  atRest('op 7', { kind: 'reconnect' }),
  atRest('op 9, session lost', { kind: 'invalidate' }),
  { ...atRest('connection torn', { kind: 'cut' }), long: true },
  { ...atRest('closed with 4009', { kind: 'close', code: 4009 }), long: true },
  atRest('network refused', { kind: 'network', fails: 'refused', ms: 3 * SECOND }),
];

function atRest(what: string, happening: Happening): Event {
  return { name: `at rest: ${what}`, after: STILL_MS, happenings: [happening], lasts: 0, breaks: true, quiet: true };
}

/** Every other kind. Sessions that end cost an identify, which the bot spaces ever wider: so there are few of them. */
export const EVENTS: readonly Event[] = [
  { name: 'idle', happenings: [], lasts: 12 * SECOND, breaks: false, quiet: true },
  // Longer than any wait of the bot's: the longest between two identifies is two minutes, the silence it takes for a broken connection 130 s.
  { name: 'idle for long', happenings: [], lasts: 150 * SECOND, breaks: false, quiet: true, long: true },
  // Chores and clocks look again every five minutes.
  { name: 'idle for very long', happenings: [], lasts: 330 * SECOND, breaks: false, quiet: true, long: true },
  { name: 'op 7', happenings: [{ kind: 'reconnect' }], lasts: 0, breaks: true },
  { name: 'op 9, session kept', happenings: [{ kind: 'invalidate', resumable: true }], lasts: 0, breaks: true },
  { name: 'op 9, session lost', happenings: [{ kind: 'invalidate' }], lasts: 0, breaks: true },
  { name: 'connection torn', happenings: [{ kind: 'cut' }], lasts: 0, breaks: true },
  closed(4000, 'session kept'),
  ...[4001, 4002].map((code): Event => ({ ...closed(code, 'session kept'), long: true })),
  // After 4005 and 4008 it is discord.js that gives its session up.
  closed(4009, 'session lost'),
  ...[4005, 4007, 4008].map((code): Event => ({ ...closed(code, 'session lost'), long: true })),
  { name: 'zombie: heartbeats not acknowledged', happenings: [{ kind: 'deaf', beats: 3 }], lasts: 0, breaks: true },
  { name: 'hello late', happenings: [{ kind: 'slowHello', ms: 3 * SECOND }, { kind: 'cut' }], lasts: 0, breaks: true },
  // discord.js gives up a connection that is not greeted for a minute.
  {
    name: 'no hello',
    happenings: [{ kind: 'slowHello', ms: 65 * SECOND }, { kind: 'cut' }],
    lasts: 0,
    breaks: true,
    long: true,
  },
  {
    name: 'identifies beyond the limits',
    happenings: [{ kind: 'refuseIdentify', times: 2 }, { kind: 'invalidate' }],
    lasts: 0,
    breaks: true,
    sessions: 3,
    long: true,
  },
  {
    name: 'gateway down (503)',
    happenings: [{ kind: 'unreachable', ms: 3 * SECOND }],
    lasts: 3 * SECOND,
    breaks: true,
  },
  {
    name: 'gateway down (503) for long',
    happenings: [{ kind: 'unreachable', ms: 70 * SECOND }],
    lasts: 70 * SECOND,
    breaks: true,
    long: true,
  },
  ...(['refused', 'reset', 'silent'] as const).flatMap((fails): Event[] => [
    network(fails, 3 * SECOND),
    { ...network(fails, 40 * SECOND), name: `network for long: ${fails}`, long: true },
  ]),
  troubled('errors of Discord', { kind: 'error', status: 502 }, 0.5),
  troubled('answers lost', { kind: 'resetAnswer' }, 0.3),
  troubled('uploads torn', { kind: 'resetUpload', afterBytes: 2000 }, 0.3),
  troubled('slow answers', { kind: 'slow', ms: 1200 }, 0.3),
  troubled('rate limits', { kind: 'rateLimit', scope: 'shared', retryAfter: 0.7 }, 0.3),
  troubled('a global rate limit', { kind: 'rateLimit', scope: 'global', retryAfter: 1.5 }, 0.05),
  {
    name: 'interactions twice, late and lost',
    happenings: [],
    plan: {
      events: [
        { event: 'INTERACTION_CREATE', chance: 0.3, does: { kind: 'twice', after: 500 } },
        { event: 'INTERACTION_CREATE', chance: 0.1, does: { kind: 'late', ms: 4000 } },
        { event: 'INTERACTION_CREATE', chance: 0.1, does: { kind: 'lost' } },
      ],
    },
    lasts: 3 * SECOND,
    breaks: false,
  },
  {
    name: 'messages deleted',
    happenings: ['council-of-war', 'library', 'table-1'].map(
      (channel) => ({ kind: 'deleteMessage', channel }) as const,
    ),
    lasts: SECOND,
    breaks: false,
  },
  {
    name: 'rights taken, and given back',
    happenings: [{ kind: 'denyBot', guild: GUILD, permissions: ['SendMessages', 'AttachFiles'] }],
    lasts: 3 * SECOND,
    ends: [{ kind: 'denyBot', guild: GUILD, permissions: [] }],
    breaks: false,
  },
  {
    name: 'thrown out, and invited again',
    happenings: [{ kind: 'throwOut', guild: "Soldiers' Home" }],
    lasts: 2 * SECOND,
    ends: [{ kind: 'invite', guild: "Soldiers' Home" }],
    breaks: false,
  },
  { name: 'one member presses all the time', happenings: [], flood: true, lasts: 2 * SECOND, breaks: false },
  {
    name: 'a server unavailable, and back',
    happenings: [{ kind: 'outage', guild: GUILD, ms: 2 * SECOND }],
    lasts: 2 * SECOND,
    breaks: false,
  },
];

function closed(code: number, what: string): Event {
  return { name: `closed with ${code}, ${what}`, happenings: [{ kind: 'close', code }], lasts: 0, breaks: true };
}

function network(fails: 'refused' | 'reset' | 'silent', ms: number): Event {
  return { name: `network: ${fails}`, happenings: [{ kind: 'network', fails, ms }], lasts: ms, breaks: true };
}

function troubled(what: string, does: RestTrouble, chance: number): Event {
  return { name: what, happenings: [], plan: { rest: [{ chance, does }] }, lasts: 3 * SECOND, breaks: false };
}

/** Close codes after which no client may come back, and the code that the process ends with. */
export const SHUT_OUT = [
  [4004, 78],
  [4014, 69],
] as const;

import type { FaultPlan, Happening, PageChannel, PageGuild, PermissionName } from '../protocol.ts';

/** A fault that lasts while the switch is on, by a plan named as its label. */
export interface Switch {
  readonly label: string;
  readonly note: string;
  readonly plan: FaultPlan;
}

/** Something to do once. `said` reports it afterwards. With `sure`, the reader must confirm first. */
export interface Act {
  readonly label: string;
  readonly does: Happening;
  readonly said: string;
  readonly sure?: string;
}

type RestFault = NonNullable<FaultPlan['rest']>[number];
type EventTrouble = NonNullable<FaultPlan['events']>[number]['does'];

const onRequests = (label: string, note: string, ...rest: RestFault[]): Switch => ({
  label,
  note,
  plan: { rest },
});

/** Uploads are requests that post or edit. */
const onUploads = (chance: number, does: RestFault['does']): RestFault[] =>
  ['POST', 'PATCH'].map((method) => ({ method, chance, does }));

/** Faults of the bot's requests. */
export const REQUESTS = [
  onRequests('Slow network', 'Every request takes a second and a half longer.', {
    does: { kind: 'slow', ms: 1500, before: true },
  }),
  onRequests('Rate limits', 'One request in three is told to wait a second.', {
    chance: 1 / 3,
    does: { kind: 'rateLimit', scope: 'user', retryAfter: 1 },
  }),
  onRequests(
    'Rate limit on everything',
    'One request in ten blocks all requests for three seconds. Answers to members still go out.',
    { chance: 0.1, does: { kind: 'rateLimit', scope: 'global', retryAfter: 3 } },
  ),
  onRequests('Errors', 'One request in three fails and does nothing.', {
    chance: 1 / 3,
    does: { kind: 'error', status: 502 },
  }),
  onRequests('False errors', 'One request in three works, but the bot is told that it failed.', {
    chance: 1 / 3,
    does: { kind: 'error', status: 504, carriedOut: true },
  }),
  onRequests(
    'Broken uploads',
    'One upload in three is cut off. One in six arrives, but its answer is cut off.',
    ...onUploads(1 / 3, { kind: 'resetUpload', afterBytes: 4096 }),
    ...onUploads(1 / 4, { kind: 'resetAnswer' }),
  ),
  onRequests('No answer', 'One request in five is never answered.', { chance: 0.2, does: { kind: 'silence' } }),
];

const onActs = (label: string, note: string, does: EventTrouble): Switch => ({
  label,
  note,
  plan: { events: [{ event: 'INTERACTION_CREATE', does }] },
});

/** Faults of members' actions. */
export const ACTS = [
  onActs('Twice', 'The bot gets each command and press twice.', { kind: 'twice' }),
  onActs('Late', 'The bot gets each one two seconds late, with one second left to answer.', { kind: 'late', ms: 2000 }),
  onActs('Too late', 'The bot gets each one after four seconds. Its answer is refused.', { kind: 'late', ms: 4000 }),
];

const act = (label: string, does: Happening, said: string, sure?: string): Act => ({
  ...{ label, does, said },
  ...(sure && { sure }),
});

/** Acts on the bot's connection. */
export const CONNECTION = [
  act('Break it', { kind: 'cut' }, 'The connection broke. The bot can resume its session.'),
  act('Ask the bot to reconnect', { kind: 'reconnect' }, 'The bot was asked to reconnect. It can resume its session.'),
  act('End the session', { kind: 'invalidate' }, 'The bot logs in again, and what it missed is lost.'),
  act('Ignore two heartbeats', { kind: 'deaf', beats: 2 }, 'The bot may take a minute and a half to notice.'),
  act('Take Discord down for 20 seconds', { kind: 'unreachable', ms: 20_000 }, 'Discord is down for 20 seconds.'),
];

/**
 * Acts on the present channel.
 *
 * @param shown the channel's displayed name
 */
export function actsOn(channel: PageChannel, guild: PageGuild | undefined, shown: string): Act[] {
  const { id, parent, archived, locked } = channel;
  const newest = act(
    'Delete the bot’s newest message',
    { kind: 'deleteMessage', channel: id },
    'The bot’s newest message here is deleted.',
  );
  if (!guild) return [newest];
  const all = `${shown} and everything in it`;
  if (parent === undefined) {
    const does = { kind: 'deleteChannel', channel: id } as const;
    return [newest, act('Delete this channel', does, `${all} were deleted.`, `Delete ${all} for good?`)];
  }
  const setThread = (label: string, to: { archived: boolean } | { locked: boolean }, state: string) =>
    act(`${label} this thread`, { kind: 'setThread', thread: id, ...to }, `The thread is ${state}.`);
  const does = { kind: 'deleteThread', thread: id } as const;
  return [
    newest,
    archived
      ? setThread('Reopen', { archived: false }, 'open again')
      : setThread('Archive', { archived: true }, 'archived'),
    locked ? setThread('Unlock', { locked: false }, 'unlocked') : setThread('Lock', { locked: true }, 'locked'),
    act('Delete this thread', does, `The thread ${shown} is deleted.`, `Delete ${shown} for good?`),
  ];
}

/** Acts on a server: new places in it, by names that are free. */
export function actsOnServer({ id: guild, channels }: PageGuild): Act[] {
  const free = (kind: string, number = 1): string =>
    channels.some(({ name }) => name === `${kind}-${number}`) ? free(kind, number + 1) : `${kind}-${number}`;
  const [table, forum] = [free('table'), free('forum')];
  return [
    act('Create a channel', { kind: 'openChannel', guild, name: table }, `The channel #${table} was created.`),
    act(
      'Create a forum',
      { kind: 'openChannel', guild, name: forum, forum: true },
      `The forum #${forum} was created. Start a game there with /new in:.`,
    ),
  ];
}

/** Permissions that the bot can lose in a channel. */
export const RIGHTS: readonly { label: string; note: string; permissions: readonly PermissionName[] }[] = [
  {
    label: 'The bot can’t post',
    note: 'In this channel and its threads.',
    permissions: ['sendMessages', 'sendMessagesInThreads'],
  },
  {
    label: 'The bot can’t attach pictures',
    note: 'In this channel and its threads.',
    permissions: ['attachFiles', 'embedLinks'],
  },
  { label: 'The bot can’t see this channel', note: 'Or its threads.', permissions: ['viewChannel'] },
];

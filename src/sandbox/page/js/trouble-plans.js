/** @import { FaultPlan, Happening, PageChannel, PageGuild, PermissionName } from '../../protocol.ts' */

/**
 * A fault that lasts while the switch is on, by a plan of its name.
 *
 * @typedef {{ name: string, label: string, note: string, plan: FaultPlan }} Switch
 * @typedef {NonNullable<FaultPlan['rest']>[number]} RestFault
 *
 * Something to do once. `said` reports it afterwards. With `sure`, the reader must confirm first.
 * @typedef {{ label: string, does: Happening, said: string, sure?: string }} Act
 */

/**
 * @param {string} name
 * @param {string} label
 * @param {string} note
 * @param {...RestFault} rest
 * @returns {Switch}
 */
const onRequests = (name, label, note, ...rest) => ({ name, label, note, plan: { rest } });

/** @type {RestFault[]} */
const BROKEN_UPLOADS = [
  { method: 'POST', chance: 1 / 3, does: { kind: 'resetUpload', afterBytes: 4096 } },
  { method: 'PATCH', chance: 1 / 3, does: { kind: 'resetUpload', afterBytes: 4096 } },
  { method: 'POST', chance: 1 / 4, does: { kind: 'resetAnswer' } },
  { method: 'PATCH', chance: 1 / 4, does: { kind: 'resetAnswer' } },
];
/** @type {RestFault[]} */
const ERRORS = [
  { chance: 1 / 6, does: { kind: 'error', status: 500 } },
  { chance: 1 / 5, does: { kind: 'error', status: 502 } },
];

/** Faults of the bot's requests. */
export const REQUESTS = [
  onRequests('slow', 'Slow network', 'Every request takes a second and a half longer.', {
    does: { kind: 'slow', ms: 1500, before: true },
  }),
  onRequests('limits', 'Rate limits', 'One request in three is told to wait a second.', {
    chance: 1 / 3,
    does: { kind: 'rateLimit', scope: 'user', retryAfter: 1 },
  }),
  onRequests(
    'global',
    'Rate limit on everything',
    'One request in ten blocks all requests for three seconds. Answers to members still go out.',
    { chance: 0.1, does: { kind: 'rateLimit', scope: 'global', retryAfter: 3 } },
  ),
  onRequests('errors', 'Errors', 'One request in three fails and does nothing.', ...ERRORS),
  onRequests('false-errors', 'False errors', 'One request in three works, but the bot is told that it failed.', {
    chance: 1 / 3,
    does: { kind: 'error', status: 504, carriedOut: true },
  }),
  onRequests(
    'resets',
    'Broken uploads',
    'One upload in three is cut off. One in six arrives, but its answer is cut off.',
    ...BROKEN_UPLOADS,
  ),
  onRequests('silence', 'No answer', 'One request in five is never answered.', {
    chance: 0.2,
    does: { kind: 'silence' },
  }),
];

/**
 * @param {string} name
 * @param {string} label
 * @param {string} note
 * @param {NonNullable<FaultPlan['events']>[number]['does']} does
 * @returns {Switch}
 */
const onActs = (name, label, note, does) => ({
  name,
  label,
  note,
  plan: { events: [{ event: 'INTERACTION_CREATE', does }] },
});

/** Faults of members' actions. */
export const ACTS = [
  onActs('twice', 'Twice', 'The bot gets each command and press twice.', { kind: 'twice' }),
  onActs('late', 'Late', 'The bot gets each one two seconds late, with one second left to answer.', {
    kind: 'late',
    ms: 2000,
  }),
  onActs('too-late', 'Too late', 'The bot gets each one after four seconds. Its answer is refused.', {
    kind: 'late',
    ms: 4000,
  }),
];

/**
 * @param {string} label
 * @param {Happening} does
 * @param {string} said
 * @param {string} [sure]
 * @returns {Act}
 */
const act = (label, does, said, sure) => ({ label, does, said, ...(sure && { sure }) });

/** Acts on the bot's connection. */
export const CONNECTION = [
  act('Break it', { kind: 'cut' }, 'The connection broke. The bot can resume its session.'),
  act('Ask the bot to reconnect', { kind: 'reconnect' }, 'The bot was asked to reconnect. It can resume its session.'),
  act(
    'End the session',
    { kind: 'invalidate' },
    'The session is over. The bot logs in again, and what it missed is lost.',
  ),
  act(
    'Ignore two heartbeats',
    { kind: 'deaf', beats: 2 },
    'Two heartbeats won’t be answered. The bot may take a minute and a half to notice.',
  ),
  act('Take Discord down for 20 seconds', { kind: 'unreachable', ms: 20_000 }, 'Discord is down for 20 seconds.'),
];

/**
 * Acts on the present channel.
 *
 * @param {PageChannel} channel
 * @param {PageGuild | undefined} guild
 * @param {string} shown the channel's displayed name
 */
export function actsOn({ id, parent, archived = false, locked = false }, guild, shown) {
  const newest = act(
    'Delete the bot’s newest message',
    { kind: 'deleteMessage', channel: id },
    'The bot’s newest message here is deleted.',
  );
  if (!guild) return [newest];
  if (parent === undefined) {
    const said = `The channel ${shown} and everything in it were deleted.`;
    return [
      newest,
      act(
        'Delete this channel',
        { kind: 'deleteChannel', channel: id },
        said,
        `Delete ${shown} and everything in it for good?`,
      ),
    ];
  }
  return [
    newest,
    archived
      ? act('Reopen this thread', { kind: 'setThread', thread: id, archived: false }, 'The thread is open again.')
      : act('Archive this thread', { kind: 'setThread', thread: id, archived: true }, 'The thread is archived.'),
    locked
      ? act('Unlock this thread', { kind: 'setThread', thread: id, locked: false }, 'The thread is unlocked.')
      : act('Lock this thread', { kind: 'setThread', thread: id, locked: true }, 'The thread is locked.'),
    act(
      'Delete this thread',
      { kind: 'deleteThread', thread: id },
      `The thread ${shown} is deleted.`,
      `Delete ${shown} for good?`,
    ),
  ];
}

/** Acts on a server: new places in it, by names that are free. @param {PageGuild} guild */
export function actsOnServer({ id: guild, channels }) {
  /** @param {string} kind @param {number} [number] @returns {string} */
  const free = (kind, number = 1) =>
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

/** Permissions that the bot can lose in a channel. @type {readonly { label: string, note: string, permissions: readonly PermissionName[] }[]} */
export const RIGHTS = [
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

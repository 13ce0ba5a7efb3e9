/** @import { Happening, PageChannel, PageGuild, PermissionName } from '../../../protocol.ts' */

/**
 * Something to do once. `said` reports it afterwards. With `sure`, the reader must confirm first.
 *
 * @typedef {{ label: string, does: Happening, said: string, sure?: string }} Act
 */

/** Acts on the bot's connection. @type {readonly Act[]} */
export const CONNECTION = [
  { label: 'Break it', does: { kind: 'cut' }, said: 'The connection broke. The bot can resume its session.' },
  {
    label: 'Ask the bot to reconnect',
    does: { kind: 'reconnect' },
    said: 'The bot was asked to reconnect. It can resume its session.',
  },
  {
    label: 'End the session',
    does: { kind: 'invalidate' },
    said: 'The session is over. The bot logs in again, and what it missed is lost.',
  },
  {
    label: 'Ignore two heartbeats',
    does: { kind: 'deaf', beats: 2 },
    said: 'Two heartbeats won’t be answered. The bot may take a minute and a half to notice.',
  },
  {
    label: 'Take Discord down for 20 seconds',
    does: { kind: 'unreachable', ms: 20_000 },
    said: 'Discord is down for 20 seconds.',
  },
];

/**
 * Acts on the present channel.
 *
 * @param {PageChannel} channel
 * @param {PageGuild | undefined} guild
 * @param {string} shown the channel's displayed name
 * @returns {Act[]}
 */
export function actsOn(channel, guild, shown) {
  /** @type {Act[]} */
  const acts = [
    {
      label: 'Delete the bot’s newest message',
      does: { kind: 'deleteMessage', channel: channel.id },
      said: 'The bot’s newest message here is deleted.',
    },
  ];
  if (!guild) return acts;
  if (channel.parent !== undefined) {
    const { archived = false, locked = false } = channel;
    acts.push(
      {
        label: archived ? 'Reopen this thread' : 'Archive this thread',
        does: { kind: 'setThread', thread: channel.id, archived: !archived },
        said: archived ? 'The thread is open again.' : 'The thread is archived.',
      },
      {
        label: locked ? 'Unlock this thread' : 'Lock this thread',
        does: { kind: 'setThread', thread: channel.id, locked: !locked },
        said: locked ? 'The thread is unlocked.' : 'The thread is locked.',
      },
      {
        label: 'Delete this thread',
        does: { kind: 'deleteThread', thread: channel.id },
        said: `The thread ${shown} is deleted.`,
        sure: `Delete ${shown} for good?`,
      },
    );
  } else {
    acts.push({
      label: 'Delete this channel',
      does: { kind: 'deleteChannel', channel: channel.id },
      said: `The channel ${shown} and everything in it were deleted.`,
      sure: `Delete ${shown} and everything in it for good?`,
    });
  }
  return acts;
}

/**
 * Permissions that the bot can lose in a channel.
 *
 * @typedef {{ label: string, note: string, permissions: readonly PermissionName[] }} Right
 */

/** @type {readonly Right[]} */
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
  {
    label: 'The bot can’t see this channel',
    note: 'Or its threads.',
    permissions: ['viewChannel'],
  },
];

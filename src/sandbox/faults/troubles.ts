import type { PermissionName } from '../world/permissions.ts';
import type { EventFault, FaultPlan, Happening, RestFault } from './fault-plan.ts';

/** The channel and the server that a page shows. */
export interface Place {
  readonly channel: string;
  readonly guild: string;
  readonly isThread: boolean;
  /** A name for a channel of a kind that the server has not. */
  readonly free: (kind: string) => string;
}

/** A switch, with the fault that lasts while it is on. `note` says what it does. */
interface Switch {
  readonly note: string;
  readonly does: { readonly plan: FaultPlan } | { readonly denies: readonly PermissionName[] } | ServerSwitch;
}

interface ServerSwitch {
  readonly on: (place: Place) => Happening;
  readonly off: (place: Place) => Happening;
  /** Whether it is on in a server; `bot`: the bot is in it. */
  readonly isOn: (guild: { readonly bot: boolean; readonly available: boolean }) => boolean;
}

/** Something to do once. `said` reports it afterwards; with `sure`, the reader must confirm first. */
interface Act {
  readonly said: string;
  readonly sure?: string;
  readonly does: (place: Place) => Happening;
}

const requests = (note: string, ...rest: RestFault[]): Switch => ({ note, does: { plan: { rest } } });
const presses = (note: string, does: EventFault['does']): Switch => ({
  note,
  does: { plan: { events: [{ event: 'INTERACTION_CREATE', does }] } },
});
/** Uploads are requests that post or edit. */
const uploads = (chance: number, does: RestFault['does']): RestFault[] =>
  ['POST', 'PATCH'].map((method) => ({ method, chance, does }));
const denies = (note: string, ...permissions: PermissionName[]): Switch => ({ note, does: { denies: permissions } });
const act = (said: string, does: Act['does'], sure?: string): Act => ({ said, does, ...(sure && { sure }) });

/** The troubles a page offers, by section and label. No label is there twice, because a page asks for a trouble by its label alone. */
export const TROUBLES: Readonly<Record<string, Readonly<Record<string, Switch | Act>>>> = {
  'The bot’s requests': {
    'Slow network': requests('Every request takes a second and a half longer.', {
      does: { kind: 'slow', ms: 1500, before: true },
    }),
    'Rate limits': requests('One request in three is told to wait a second.', {
      chance: 1 / 3,
      does: { kind: 'rateLimit', scope: 'user', retryAfter: 1 },
    }),
    'Rate limit on everything': requests(
      'One request in ten blocks all requests for three seconds. Answers to members still go out.',
      { chance: 0.1, does: { kind: 'rateLimit', scope: 'global', retryAfter: 3 } },
    ),
    Errors: requests('One request in three fails and does nothing.', {
      chance: 1 / 3,
      does: { kind: 'error', status: 502 },
    }),
    'False errors': requests('One request in three works, but the bot is told that it failed.', {
      chance: 1 / 3,
      does: { kind: 'error', status: 504, carriedOut: true },
    }),
    'Broken uploads': requests(
      'One upload in three is cut off. One in six arrives, but its answer is cut off.',
      ...uploads(1 / 3, { kind: 'resetUpload', afterBytes: 4096 }),
      ...uploads(1 / 4, { kind: 'resetAnswer' }),
    ),
    'No answer': requests('One request in five is never answered.', { chance: 0.2, does: { kind: 'silence' } }),
  },
  'Commands and presses': {
    Twice: presses('The bot gets each command and press twice.', { kind: 'twice' }),
    Late: presses('The bot gets each one two seconds late, with one second left to answer.', {
      kind: 'late',
      ms: 2000,
    }),
    'Too late': presses('The bot gets each one after four seconds. Its answer is refused.', { kind: 'late', ms: 4000 }),
  },
  'The bot’s connection': {
    'Break it': act('The connection broke. The bot can resume its session.', () => ({ kind: 'cut' })),
    'Ask the bot to reconnect': act('The bot was asked to reconnect. It can resume its session.', () => ({
      kind: 'reconnect',
    })),
    'End the session': act('The bot logs in again, and what it missed is lost.', () => ({ kind: 'invalidate' })),
    'Ignore two heartbeats': act('The bot may take a minute and a half to notice.', () => ({ kind: 'deaf', beats: 2 })),
    'Take Discord down for 20 seconds': act('Discord is down for 20 seconds.', () => ({
      kind: 'unreachable',
      ms: 20_000,
    })),
  },
  'This channel': {
    'The bot can’t post': denies('In this channel and its threads.', 'sendMessages', 'sendMessagesInThreads'),
    'The bot can’t attach pictures': denies('In this channel and its threads.', 'attachFiles', 'embedLinks'),
    'The bot can’t see this channel': denies('Or its threads.', 'viewChannel'),
    'Delete the bot’s newest message': act('The bot’s newest message here is deleted.', ({ channel }) => ({
      kind: 'deleteMessage',
      channel,
    })),
    'Delete this channel': act(
      'The channel and everything in it were deleted.',
      ({ channel, isThread }) =>
        isThread ? { kind: 'deleteThread', thread: channel } : { kind: 'deleteChannel', channel },
      'Delete this channel and everything in it for good?',
    ),
  },
  'This server': {
    'The bot is kicked': {
      note: 'Turn this switch off to invite the bot back.',
      does: {
        on: ({ guild }) => ({ kind: 'throwOut', guild }),
        off: ({ guild }) => ({ kind: 'invite', guild }),
        isOn: ({ bot }) => !bot,
      },
    },
    'The server is unavailable': {
      note: 'Nobody can do anything there, as in a Discord outage.',
      does: {
        on: ({ guild }) => ({ kind: 'outage', guild }),
        off: ({ guild }) => ({ kind: 'outageOver', guild }),
        isOn: ({ available }) => !available,
      },
    },
    'Create a channel': act('A channel was created.', ({ guild, free }) => ({
      kind: 'openChannel',
      guild,
      name: free('table'),
    })),
    'Create a forum': act('A forum was created. Start a game there with /new in:.', ({ guild, free }) => ({
      kind: 'openChannel',
      guild,
      name: free('forum'),
      forum: true,
    })),
  },
};

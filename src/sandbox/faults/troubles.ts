import type { PermissionsString } from 'discord.js';
import type { EventFault, FaultPlan, Happening, RestTrouble } from './fault-plan.ts';

/** The channel and the server that a page shows, by their ids. */
interface Place {
  readonly channel: string;
  readonly guild: string;
}

/** A plan lasts while its switch is on. An act happens once; with `sure` the reader must confirm it first. */
type Trouble = { readonly note: string; readonly sure?: string } & (
  | { readonly plan: FaultPlan }
  | { readonly act: (place: Place) => Happening }
);

const requests = (note: string, does: RestTrouble, chance = 1): Trouble => {
  return { note, plan: { rest: [{ chance, does }] } };
};
const presses = (note: string, does: EventFault['does']): Trouble => {
  return { note, plan: { events: [{ event: 'INTERACTION_CREATE', does }] } };
};
const denies = (note: string, ...permissions: PermissionsString[]): Trouble => {
  return { note, act: ({ channel }) => ({ kind: 'denyBot', channel, permissions }) };
};

/** The page's troubles by section and label. A page asks for one by its label alone, so no label stands twice. */
export const TROUBLES: Readonly<Record<string, Readonly<Record<string, Trouble>>>> = {
  'The bot’s requests': {
    'Slow network': requests('Every request takes a second and a half longer.', {
      kind: 'slow',
      ms: 1500,
      before: true,
    }),
    'Rate limits': requests(
      'One request in three is told to wait a second.',
      { kind: 'rateLimit', scope: 'user', retryAfter: 1 },
      1 / 3,
    ),
    Errors: requests('One request in three fails and does nothing.', { kind: 'error', status: 502 }, 1 / 3),
    'False errors': requests(
      'One request in three works, but the bot is told that it failed.',
      { kind: 'error', status: 504, carriedOut: true },
      1 / 3,
    ),
    'Broken uploads': requests('One request in three is cut off.', { kind: 'resetUpload', afterBytes: 4096 }, 1 / 3),
    'No answer': requests('One request in five is never answered.', { kind: 'silence' }, 0.2),
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
    'Break it': { note: 'The connection broke. The bot can resume its session.', act: () => ({ kind: 'cut' }) },
    'End the session': {
      note: 'The bot logs in again, and what it missed is lost.',
      act: () => ({ kind: 'invalidate' }),
    },
    'Take Discord down for 20 seconds': {
      note: 'Discord is down for 20 seconds.',
      act: () => ({ kind: 'unreachable', ms: 20_000 }),
    },
  },
  'This channel': {
    'Let the bot post nothing': denies(
      'The bot can’t post here and in threads.',
      'SendMessages',
      'SendMessagesInThreads',
    ),
    'Let the bot attach nothing': denies('The bot can’t attach pictures here.', 'AttachFiles', 'EmbedLinks'),
    'Hide it from the bot': denies('The bot can’t see this channel or its threads.', 'ViewChannel'),
    'Delete the bot’s newest message': {
      note: 'The bot’s newest message here is deleted.',
      act: ({ channel }) => ({ kind: 'deleteMessage', channel }),
    },
    'Delete this channel': {
      note: 'The channel and everything in it were deleted.',
      act: ({ channel }) => ({ kind: 'deleteChannel', channel }),
      sure: 'Delete this channel and everything in it for good?',
    },
  },
  'This server': {
    'Kick the bot': {
      note: 'The bot was removed from this server.',
      act: ({ guild }) => ({ kind: 'throwOut', guild }),
    },
    'Make the server unavailable': {
      note: 'Nobody can do anything here, as in a Discord outage.',
      act: ({ guild }) => ({ kind: 'outage', guild }),
    },
    'Create a forum': {
      note: 'A forum was created. Start a game there with /new in:.',
      act: ({ guild }) => ({ kind: 'openChannel', guild, name: 'forum', forum: true }),
    },
  },
};

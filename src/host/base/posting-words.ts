import { wayOfDeciding } from '../../council/index.ts';
import { capital, count, listed, sealMark } from '../../kit/plain-english.ts';
import { plainName } from './common-words.ts';
import { clipped } from './reply.ts';

export const BOARD = {
  earlier: (orders: number) => `-# ${count(orders, 'earlier order')} of this phase: see \`/log\`.`,
  takenBack: (who: string, why: string) => `**${who}** takes it back.${why}`,
  agreed: (who: string) => `**${who}** agrees to take it back.`,
  ways: {
    board: '**Live board:** the bot posts one message for each phase and edits it after every order.',
    orders: '**Every order:** the bot posts a message with a map for each order.',
  },
  /** The game goes on in a thread of its own. */
  told: (parent: string) => `When a phase ends, the bot says so in <#${parent}>.`,
  inThread: (thread: string, stands: string) => `In <#${thread}>: ${stands}`,
  moves: (who: string) => `${who} moves this game to a new thread. When a phase ends, the bot says so here.`,
  goesOnHere: (parent: string) => `The game goes on here. When a phase ends, the bot says so in <#${parent}>.`,
  staysHere: 'The game couldn’t move to a thread: it’s over, or its rules have changed.',
  threadOpens: 'A thread for this game is opening. The game goes on there.',
  noThread: 'Threads can be opened only in a server’s channels. Use `/table` in such a channel.',
  mayNotThread: (lacks: readonly string[]) => `The bot can’t open a thread here: it lacks ${listed(lacks)}.`,
  sets: (who: string) => `${who} changes how the bot posts here.`,
  sameWay: 'The bot already posts that way here.',
  oneAtATime: 'Give `posts` and `pings` one at a time. Nothing has changed.',
  noSuchWay: 'Choose one of the ways from the list.',
  /** After the bot was added to the channel again. */
  goesOn: 'The game goes on. This is the latest map.',
  tookBack: (name: string) => `**${plainName(name)}** takes back the last order.`,
  decidesAnew: (side: string | null, changes: readonly string[]) =>
    `${capital(wayOfDeciding(side))} has changed: ${changes.join('; ')}.`,
  earlierNews: (left: number) =>
    `-# ${left === 1 ? 'One more thing' : `${left} more things`} happened earlier: see \`/log\`.`,
  /** For a post delayed by a restart. */
  late: 'Posted late: the bot was interrupted. Nothing was lost.',
} as const;

const LONGEST_TAG = 20;

export const FORUM = {
  openSeat: 'Open seat',
  finished: 'Finished',
  opens: (forum: string) => `A post for your game is opening in <#${forum}>. You’ll be pinged there.`,
  starts: (who: string, title: string, variant: string) =>
    `${who} starts **${title}** (${variant}) in this post. The map follows.`,
  /** "Confederates to move" has just the twenty characters that Discord allows. */
  toMoveTag: (side: string): string => clipped(`${side} to move`, LONGEST_TAG),
  /** The article is dropped if the tag would be too long. */
  gameTag: (title: string): string =>
    clipped(title.length > LONGEST_TAG ? title.replace(/^The /, '') : title, LONGEST_TAG),
} as const;

export const FORUM_ANSWERS = {
  noForum: 'A game can only be posted in a forum channel of this server. Leave `in:` empty to start it here.',
  mayNotPost: 'You can’t post in that forum. Ask a moderator, or choose another one.',
  crowded: 'That forum is already waiting for several posts. Try again in a moment.',
} as const;

export function postLacks(forum: string, permissions: readonly string[]): string {
  const many = permissions.length > 1;
  return `The bot can’t post in <#${forum}>: it lacks the permission${many ? 's' : ''} ${bold(permissions)} there. Ask a moderator to grant ${many ? 'them' : 'it'}.`;
}

export function tagsLack(tags: readonly string[]): string {
  return `-# The forum has no tag${tags.length > 1 ? 's' : ''} ${bold(tags)}. Add ${tags.length > 1 ? 'them' : 'it'}, or grant the bot **Manage Channels** there, and posts are tagged with their game, open seats and whose move it is.`;
}

function bold(names: readonly string[]): string {
  return listed(names.map((name) => `**${name}**`));
}

export const MAP_WORDS = {
  whole: 'The whole map',
  elsewhere: 'Zoom in somewhere else',
  byName: '-# `/map at:` finds any place by its name or its hex.',
  more: 'More about this game. Only you see it.',
  noLayers: 'This game’s map already shows everything. Leave this empty.',
  abandoned: '**The game was abandoned.**',
  withoutLayer: (layer: string): string => `Without: ${layer}`,
  /** The head of a log; `docs/promises.md` says what it proves. */
  sealedUpTo: (mark: string): string => `Sealed log \`${mark}\``,
  /** After a game: the button's answer has the secret. */
  secretIsOut: (seal: string): string =>
    `-# Dice sealed with \`${sealMark(seal)}\`. “Check the dice” or \`/verify\` shows the secret and checks every roll.`,
  earlierInLog: (left: number): string => `-# ${count(left, 'earlier line')}: see \`/log\`.`,
  linesInLog: (left: number): string => `-# and ${count(left, 'more line')}: see \`/log\`.`,
} as const;

/** The end of a game that was not played out. */
export function abandonedInWords(seal: string): string[] {
  return [MAP_WORDS.abandoned, MAP_WORDS.secretIsOut(seal)];
}

export const MAP_ANSWERS = {
  noSuchPlace: 'There’s no such place on this map. Choose one from the list.',
  onePicture: 'This game’s map is one picture, and `/map` shows all of it.',
  noRoster: 'This game has no list of units. `/map view:Text` describes the whole position.',
  noSuchOverlay: 'The picture can’t show that. Choose from the list.',
  tooManyLayers: 'A picture shows two of these at most. Choose two.',
} as const;

import { discordTime, MANAGER } from '../../council/index.ts';
import { atMost, capital, listed } from '../../kit/plain-english.ts';
import { plainName } from './wording.ts';

/** What the host says of seats: who can join a side, who joins, changes or leaves one, who plays it. */

/** Why a member can't join a side. */
export const CANNOT_JOIN = {
  machine: (side: string) =>
    `The bot plays the ${side}. ${capital(MANAGER)} can give the ${side} to a member with \`/seat put\`.`,
  changed: (side: string) =>
    `You were on another side, and orders have been given since. Only ${MANAGER} can move you to the ${side}, with \`/seat put\`.`,
  youSaw: (seen: string, side: string) =>
    `You’ve seen the secrets of the ${seen}, so you can’t play the ${side} in this game. Only a moderator can allow it, with \`/seat put\`.`,
} as const;

/** A member may play a side only with leave, for they have seen the secrets of another. Names as the place shows them. */
export const LETTING = {
  ask: (name: string, seen: string, side: string) =>
    `**${plainName(name)}** has seen the secrets of the ${seen}. To let **${plainName(name)}** play the ${side} anyway, give the command again and say why in \`why\`. The channel, the log and the recap will show it.`,
  notYourself: (seen: string) =>
    `You’ve seen the secrets of the ${seen}, and others play in this game, so you can’t let yourself play another side. Another moderator can.`,
  notModerator: (name: string, seen: string) =>
    `**${plainName(name)}** has seen the secrets of the ${seen}. Only a moderator can let them play another side.`,
  ownSide: (name: string, seen: string, side: string) =>
    `**${plainName(name)}** has seen the secrets of the ${seen}. You have played the ${side}, so you can’t let them join it. A moderator who hasn’t can.`,
  lets: (by: string, member: string, side: string) =>
    `${by} lets ${member}, who has seen another side’s secrets, play the ${side}`,
} as const;

/** Sides without a player. */
export const VACANT = {
  now: (sides: readonly string[]) => `Nobody plays ${orOf(sides)} yet.`,
  forADay: (sides: readonly string[], machine: boolean) =>
    `Nobody has played ${orOf(sides)} for a day. ${machine ? 'Join with `/join`, or let the bot play.' : 'Anyone here can join with `/join`.'}`,
} as const;

function orOf(sides: readonly string[]): string {
  return listed(
    sides.map((side) => `the ${side}`),
    ' or ',
  );
}

/** What the channel reads when members join, change or leave sides. `who`: in bold, or a mention. */
export const SEATS = {
  joins: (who: string, side: string) => `${who} joins the ${side}.`,
  noWayBack: 'This game has secrets: if you’ve played one side, you can’t play another.',
  joinsToo: (who: string, side: string) => `${who} joins the ${side} too and now plays more than one side.`,
  benchHint: `-# ${capital(MANAGER)} can undo this with \`/seat bench\`.`,
  puts: (who: string, member: string, side: string) => `${who} moves ${member} to the ${side}.`,
  replaces: (who: string, by: string, member: string, sides: string) =>
    `${who} replaces ${member} with ${by}, who now plays ${sides}.`,
  leaves: (member: string, sides: string) => `${member} leaves ${sides}.`,
  takesOff: (who: string, member: string, sides: string) => `${who} removes ${member} from ${sides}.`,
  lets: (who: string, side: string) => `${who} lets the bot play the ${side}.`,
  pings: (who: string, side: string, role: string | null) =>
    `${who} changes who is pinged for the ${side}: ${role === null ? 'the side’s members' : `<@&${role}>`}.`,
  votesIn: (who: string, side: string, channel: string | null) =>
    channel === null
      ? `${who} removes the ballot channel of the ${side}. From the next ballot on, only the side’s members see the votes, in private.`
      : `${who} sets a channel for the ballots of the ${side}. From the next ballot on, the bot posts them in <#${channel}>. Everyone who can see that channel sees them.`,
  already: (side: string) => `You already play the ${side}.`,
  join: (side: string): string => `Join the ${side}`,
  letBotPlay: (side: string): string => `Let the bot play the ${side}`,
  /** Why the bot can’t be let play a side that had nobody. */
  sideTaken: (members: string): string => `Somebody plays that side now: ${members}.`,
  noSideOf: (sides: readonly string[]): string => `There’s no such side. Choose ${listed(sides, ' or ')}.`,
} as const;

/** Why a channel can't be one for a side's ballots. */
export const SIDE_CHANNEL = {
  hasGame: (channel: string) => `A game is being played in <#${channel}>. Choose another channel.`,
  ofOther: (channel: string) => `<#${channel}> is the other side’s ballot channel. Choose another channel.`,
  cannotPost: (channel: string, lacks: readonly string[]) =>
    `The bot can’t post in <#${channel}>: it lacks ${listed(lacks)}. To add it to a private thread, mention it there.`,
  seenByAll: (channel: string) =>
    `Everyone in the server can see <#${channel}>. Choose a private channel or a private thread.`,
  seenBy: (channel: string, side: string) => `Members of the ${side} can see <#${channel}>. Choose another channel.`,
} as const;

/** Who plays a side, for \`/seat list\`. */
export const SITTING = {
  toAct: ', to act now',
  bot: 'the bot',
  nobody: 'nobody yet',
  vote: '; they vote',
  commands: (name: string) => `; ${name} commands`,
  pings: (role: string) => `- pings <@&${role}>`,
  votesIn: (channel: string) => `- votes in <#${channel}>`,
  ends: (at: number) => `- time runs out ${discordTime(at)}`,
} as const;

/** What members are answered when they join or change sides. */
export const SEAT_ANSWERS = {
  noSeat: 'Join a side first: use `/join`.',
  whichSide: 'Say which side: fill in `side`.',
  handHidden: 'Only members of a side see its orders here, so only they can give them. Join it with `/join`.',
  hasLeft: 'That member has left this server. Choose somebody who’s here.',
  noBotSits: 'Bots can’t join a side this way. Choose a member.',
  sitNowhere: 'You’re not on that side. `/seat list` shows who is.',
  sitsNowhere: 'That member isn’t on that side. `/seat list` shows who is.',
  notEveryone: 'That role would ping the whole server. Choose another role.',
  bothSidesSee: 'Both sides can see this channel. Choose another one.',
  channelNotYours: 'You can’t see that channel, or can’t post in it. Choose another one.',
  sideChannelGone:
    'A side’s ballot channel has been deleted. Members of that side can vote with the “Vote” button under the map.',
  noMachineHere: 'The bot can’t play a side in this game. Put a member there with `/seat put`.',
  machineAlready: 'The bot already plays that side.',
  mayNotLetBot: `Only ${MANAGER} can let the bot play a side, or a member who plays here alone.`,
  howToSit: `Join a side with \`/join\`. ${capital(MANAGER)} can add or remove members with \`/seat\`.`,
} as const;

/** In place of a side that the bot plays: members play all sides. */
export const MEMBERS = 'members';

/** What is said of the sides that the bot plays. */
export const OPPONENT = {
  none: (game: string) => `The bot can’t play ${game}. Leave \`opponent\` empty.`,
  noSuchSide: (game: string, sides: readonly string[]) =>
    `In ${game} the bot can play ${listed(theSides(sides), ' or ')}. Choose one from the list.`,
  option: (side: string) => `The bot plays the ${side}`,
  everySide: 'The bot plays every side; members watch',
  /** Asked of a member who starts a game that has to be played against somebody. */
  choose: (game: string) => `${game}. Which side do you want? The bot plays the other.`,
  play: (side: string) => `Play the ${side}`,
  wait: 'Wait for another player',
  bothSides: 'Play both sides yourself',
} as const;

/** What is said of how it plays them. */
export const STYLE = {
  none: (game: string) => `The bot has no styles to choose from in ${game}. Leave \`style\` empty.`,
  choose: (styles: readonly string[]) =>
    `Choose the bot’s side with \`opponent\`, and one of its styles: ${listed(styles, ' or ')}.`,
} as const;

/** Players who are named in a line. */
const MOST_NAMED = 6;

/** A line of the first map. `players`: who plays the `others`, if anybody does yet; `style`: how the bot plays, where somebody chose it. */
export function machinesPlay(
  sides: readonly string[],
  others: readonly string[],
  players: readonly string[],
  style: string | null,
): string {
  const names = atMost(
    players.map((name) => `**${plainName(name)}**`),
    MOST_NAMED,
  );
  const plays = `${names} ${players.length === 1 ? 'plays' : 'play'} ${listed(theSides(others))}.`;
  const rest = others.length === 0 ? ' Members watch.' : players.length === 0 ? '' : ` ${plays}`;
  const how = style === null ? '' : ` (${style})`;
  return `The bot plays ${listed(theSides(sides))}${how}.${rest}`;
}

function theSides(names: readonly string[]): readonly string[] {
  return names.map((name) => `the ${name}`);
}

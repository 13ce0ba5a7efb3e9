import { discordTime, MANAGER } from '../../council/index.ts';
import { atMost, capital, listed } from '../../kit/plain-english.ts';
import { plainName } from './common-words.ts';

export const CANNOT_JOIN = {
  machine: (side: string) =>
    `The bot plays the ${side}. ${capital(MANAGER)} can give the ${side} to a member with \`/seat put\`.`,
  changed: (side: string) =>
    `You were on another side, and orders have been given since. Only ${MANAGER} can move you to the ${side}, with \`/seat put\`.`,
  youSaw: (seen: string, side: string) =>
    `You’ve seen the secrets of the ${seen}, so you can’t play the ${side} in this game. Only a moderator can allow it, with \`/seat put\`.`,
} as const;

/** A member who has seen another side's secrets needs permission to play a side. */
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

export const VACANT = {
  now: (sides: readonly string[]) => `Nobody plays ${orOf(sides)} yet.`,
  forADay: (sides: readonly string[], machine: boolean) =>
    `Nobody has played ${orOf(sides)} for a day. ${machine ? 'Join with `/join`, or let the bot play.' : 'Anyone here can join with `/join`.'}`,
} as const;

function orOf(sides: readonly string[]): string {
  return listed(theSides(sides), ' or ');
}

function theSides(names: readonly string[]): readonly string[] {
  return names.map((name) => `the ${name}`);
}

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
  /** The bot can’t take a side that is taken. */
  sideTaken: (members: string): string => `Somebody plays that side now: ${members}.`,
  noSideOf: (sides: readonly string[]): string => `There’s no such side. Choose ${listed(sides, ' or ')}.`,
} as const;

export const SIDE_CHANNEL = {
  hasGame: (channel: string) => `A game is being played in <#${channel}>. Choose another channel.`,
  ofOther: (channel: string) => `<#${channel}> is the other side’s ballot channel. Choose another channel.`,
  cannotPost: (channel: string, lacks: readonly string[]) =>
    `The bot can’t post in <#${channel}>: it lacks ${listed(lacks)}. To add it to a private thread, mention it there.`,
  seenByAll: (channel: string) =>
    `Everyone in the server can see <#${channel}>. Choose a private channel or a private thread.`,
  seenBy: (channel: string, side: string) => `Members of the ${side} can see <#${channel}>. Choose another channel.`,
} as const;

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

export const SEAT_ANSWERS = {
  noSeat: 'Join a side first: use `/join`.',
  whichSide: 'Say which side: fill in `side`.',
  handHidden: 'Only members of a side see its orders here, so only they can give them. Join it with `/join`.',
  hasLeft: 'That member has left this server. Choose somebody who’s here.',
  noBotSits: 'Bots can’t join a side this way. Choose a member.',
  sameMember: 'Choose another member to take over.',
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

/** Stands for a side in the `opponent` of a start button: members play all sides. */
export const MEMBERS = 'members';

export const OPPONENT_WORDS = {
  none: (game: string) => `The bot can’t play ${game}. Leave \`opponent\` empty.`,
  noSuchSide: (game: string, sides: readonly string[]) =>
    `In ${game} the bot can play ${orOf(sides)}. Choose one from the list.`,
  option: (side: string) => `The bot plays the ${side}`,
  everySide: 'The bot plays every side; members watch',
  choose: (game: string) => `${game}. Which side do you want? The bot plays the other.`,
  play: (side: string) => `Play the ${side}`,
  wait: 'Wait for another player',
  bothSides: 'Play both sides yourself',
} as const;

export const STYLE = {
  none: (game: string) => `The bot has no styles to choose from in ${game}. Leave \`style\` empty.`,
  choose: (styles: readonly string[]) =>
    `Choose the bot’s side with \`opponent\`, and one of its styles: ${listed(styles, ' or ')}.`,
} as const;

const MOST_NAMED = 6;

/** A line of the first map. `players`: members on the `others`. `style`: the bot's, if one was chosen. */
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
  const plays = ` ${names} ${players.length === 1 ? 'plays' : 'play'} ${listed(theSides(others))}.`;
  const rest = others.length === 0 ? ' Members watch.' : players.length === 0 ? '' : plays;
  const how = style === null ? '' : ` (${style})`;
  return `The bot plays ${listed(theSides(sides))}${how}.${rest}`;
}

import { atMost, listed } from '../../kit/plain-english.ts';
import { plainName } from './wording.ts';

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

import { listed } from '../../kit/plain-english.ts';
import { plainName } from '../wording.ts';

/** What is said of the sides that the bot plays. */
export const OPPONENT = {
  none: (game: string) => `The bot can’t play ${game}. Leave \`opponent\` empty.`,
  noSuchSide: (game: string, sides: readonly string[]) =>
    `In ${game} the bot can play ${listed(theSides(sides), ' or ')}. Choose one from the list.`,
  option: (side: string) => `The bot plays the ${side}`,
  everySide: 'The bot plays every side; members watch',
} as const;

/** A line of the first map. `starter`: who leads the `others`. */
export function machinesPlay(sides: readonly string[], others: readonly string[], starter: string): string {
  const rest = others.length === 0 ? 'Members watch.' : `**${plainName(starter)}** leads ${listed(theSides(others))}.`;
  return `The bot plays ${listed(theSides(sides))}. ${rest}`;
}

function theSides(names: readonly string[]): readonly string[] {
  return names.map((name) => `the ${name}`);
}

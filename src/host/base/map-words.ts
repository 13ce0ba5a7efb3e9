import { count, sealMark } from '../../kit/plain-english.ts';

/** What stands beside maps. A game words its position and its map. */

export const MAP = {
  whole: 'The whole map',
  elsewhere: 'Zoom in somewhere else',
  byName: '-# `/map at:` finds any place by its name or its hex.',
  more: 'More about this game. Only you see it.',
  noLayers: 'This game’s map already shows everything. Leave this empty.',
  abandoned: '**The game was abandoned.**',
} as const;

export function withoutLayer(layer: string): string {
  return `Without: ${layer}`;
}

/** The head of a log in small print: `docs/promises.md` says what it proves. */
export function sealedUpTo(mark: string): string {
  return `Sealed log \`${mark}\``;
}

/** Of a game that is over: the answer to the button has the secret. */
export function secretIsOut(seal: string): string {
  return `-# Dice sealed with \`${sealMark(seal)}\`. “Check the dice” or \`/verify\` shows the secret and checks every roll.`;
}

/** How a game ended that was not played out. */
export function abandonedInWords(seal: string): string[] {
  return [MAP.abandoned, secretIsOut(seal)];
}

export function earlierInLog(left: number): string {
  return `-# ${count(left, 'earlier line')}: see \`/log\`.`;
}

export function linesInLog(left: number): string {
  return `-# and ${count(left, 'more line')}: see \`/log\`.`;
}

/** What members are answered when they ask for a map. */
export const MAP_ANSWERS = {
  noSuchPlace: 'There’s no such place on this map. Choose one from the list.',
  onePicture: 'This game’s map is one picture, and `/map` shows all of it.',
  noRoster: 'This game has no list of units. `/map view:Text` describes the whole position.',
  noSuchOverlay: 'The picture can’t show that. Choose from the list.',
  tooManyLayers: 'A picture shows two of these at most. Choose two.',
} as const;

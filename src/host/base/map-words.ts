import { count, sealMark } from '../../kit/plain-english.ts';

export const MAP = {
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
  return [MAP.abandoned, MAP.secretIsOut(seal)];
}

export const MAP_ANSWERS = {
  noSuchPlace: 'There’s no such place on this map. Choose one from the list.',
  onePicture: 'This game’s map is one picture, and `/map` shows all of it.',
  noRoster: 'This game has no list of units. `/map view:Text` describes the whole position.',
  noSuchOverlay: 'The picture can’t show that. Choose from the list.',
  tooManyLayers: 'A picture shows two of these at most. Choose two.',
} as const;

import { count } from '../../kit/plain-english.ts';

/** What stands beside maps. A game words its position and its map. */

export const MAP = {
  whole: 'The whole map',
  elsewhere: 'Zoom in somewhere else',
  noLayers: 'This game’s map already shows everything. Leave this empty.',
  abandoned: '**The game was abandoned.**',
} as const;

export function withoutLayer(layer: string): string {
  return `Without: ${layer}`;
}

export function secretShown(secret: string): string {
  return `-# The secret behind the dice: \`${secret}\`. Press “Check the dice” to check every roll.`;
}

export function earlierInLog(left: number): string {
  return `-# ${count(left, 'earlier line')}: \`/log\` has them all.`;
}

export function linesInLog(left: number): string {
  return `-# and ${count(left, 'more line')}: \`/log\` has them all.`;
}

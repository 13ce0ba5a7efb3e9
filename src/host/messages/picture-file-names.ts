import type { GameRecord } from '../../store/index.ts';

/** What the files of posted pictures are called. A map is found again by its name, after a restart too. */

/** The map of a game after an entry of its log, or another picture of that position. */
export function positionFileName(
  { system, id }: Pick<GameRecord, 'system' | 'id'>,
  seq: number,
  picture?: 'plan' | 'closer' | 'odds',
): string {
  return `${system}-${id}-${seq}${picture === undefined ? '' : `-${picture}`}.png`;
}

/** The pictures of a game's recap. */
export function recapFileName(
  { system, id }: Pick<GameRecord, 'system' | 'id'>,
  picture: 'animation' | 'chart' | 'storyboard',
): string {
  return picture === 'animation' ? `${system}-${id}.gif` : `${system}-${id}-${picture}.png`;
}

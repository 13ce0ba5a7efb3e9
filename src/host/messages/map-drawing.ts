import type { Framing, Picture, Viewer } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { type Drawing, logPointOf, type Renderer } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import { takenBackBriefly } from '../table/rolls-taken-back.ts';
import { WHAT_IF } from '../table/what-if-words.ts';
import { worthNow } from './odds-visibility.ts';

/** Among whom drawing is shared out evenly: servers, and DMs each by itself. */
export function renderShareOf({ guild, channel }: Pick<GameRecord, 'guild' | 'channel'>): string {
  return guild ?? channel;
}

/** Which part of a map is shown, and what beside it. */
export type MapLook = Pick<Framing, 'at' | 'overlays'>;

/** The map of a table as a viewer may see it, made and drawn only when it is asked for: one that is never drawn costs nothing. */
export function mapDrawing(table: GameTable, render: Renderer, viewer: Viewer = 'public', look: MapLook = {}): Drawing {
  const { system, position, game } = table;
  const { seal, whatIf } = game;
  const takenBack = takenBackBriefly(position.takenBack);
  const worth = worthNow(table);
  const framing: Framing = {
    seal,
    ...(takenBack === undefined ? {} : { takenBack }),
    ...(whatIf ? { note: WHAT_IF } : {}),
    ...(worth === null ? {} : { worth }),
    ...look,
  };
  let made: Picture | null = null;
  const picture = () => {
    made ??= system.picture(system.view(position.state, viewer), position.moment, framing);
    return made;
  };
  return {
    point: logPointOf(table),
    file: positionFileName(game, position.seq),
    get alt() {
      return picture().alt;
    },
    png: async () => render(picture().scene, renderShareOf(game)),
  };
}

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

import type { Colour, Framing, Picture, Viewer } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { type Drawing, logPointOf, type Renderer } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import { WHAT_IF } from '../table/game-words.ts';
import { takenBackBriefly } from '../table/rolls-taken-back.ts';
import { worthNow } from './odds-visibility.ts';

/** Servers, and each DM, get equal shares of the drawing time. */
export function renderShareOf({ guild, channel }: Pick<GameRecord, 'guild' | 'channel'>): string {
  return guild ?? channel;
}

export type MapLook = Pick<Framing, 'at' | 'overlays'>;

/** The map of a table as a viewer may see it, made when its text or picture is first needed. */
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
    made ??= system.pictures.picture(system.knowledge.view(position.state, viewer), position.moment, framing);
    return made;
  };
  return {
    point: logPointOf(table),
    file: positionFileName(game, logPointOf(table).seq),
    get alt() {
      return picture().alt;
    },
    png: async () => render(picture().scene, renderShareOf(game)),
  };
}

export function drawingOf(
  table: GameTable,
  picture: Picture | null,
  kind: 'plan' | 'closer',
  render: Renderer,
): Drawing | null {
  if (!picture) return null;
  return {
    point: logPointOf(table),
    file: positionFileName(table.game, logPointOf(table).seq, kind),
    alt: picture.alt,
    png: () => render(picture.scene, renderShareOf(table.game)),
  };
}

/** The file name of a position's map, or of another picture of it. The bot finds posted maps again by this name. */
export function positionFileName(
  { system, id }: Pick<GameRecord, 'system' | 'id'>,
  seq: number,
  picture?: 'plan' | 'closer' | 'odds',
): string {
  return `${system}-${id}-${seq}${picture === undefined ? '' : `-${picture}`}.png`;
}

export function recapFileName(
  { system, id }: Pick<GameRecord, 'system' | 'id'>,
  picture: 'animation' | 'chart' | 'storyboard',
): string {
  return picture === 'animation' ? `${system}-${id}.gif` : `${system}-${id}-${picture}.png`;
}

/** Colours of the host's own charts; maps use their game's inks. */
export const CHART_PAPER: Colour = '#fbf5e4';
export const CHART_INK: Colour = '#2a2018';
export const CHART_FADED: Colour = '#6a5a45';

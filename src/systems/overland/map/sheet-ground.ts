import type { Item, Scene } from '../../../game/index.ts';
import { curvePath } from '../../../kit/draw/curves.ts';
import { Memo } from '../../../kit/memo.ts';
import { PAPER } from '../land/land-colours.ts';
import type { View } from '../view.ts';
import { AREAS } from '../vocabulary.ts';
import { tile } from './area-tiles.ts';
import { legend } from './legend.ts';
import { printedArrow } from './march-arrows.ts';
import { ROAD } from './palette.ts';
import { LAND } from './sheet-land.ts';
import { road } from './sheet-layout.ts';
import { tablesGround } from './tables.ts';
import { titleGround } from './title-plate.ts';

/**
 * All that stays the same from order to order: the land, the printed numbers, the tables. Equal printed numbers give the same object, which lets it
 * be rendered once.
 */
export function ground(view: View): Scene['ground'] {
  const printed = {
    areas: AREAS.map((area) => [view.areas[area].name, view.areas[area].defense, view.areas[area].richmond]),
    lines: view.lines,
    results: view.combatResults,
    track: view.track,
  };
  const key = `overland ${JSON.stringify(printed)}`;
  return grounds.get(key, () => ({ key, items: laidOut(view) }));
}

export function laidOut(view: View): Item[] {
  return [
    ...LAND,
    ...ways(view),
    ...AREAS.flatMap((area) => tile(view, area)),
    ...titleGround(view),
    ...tablesGround(view),
    ...legend(view),
  ];
}

/** Room for the variants of the present numbers and for those of older games. */
const grounds = new Memo<Scene['ground']>(8);

/** Movement lines, and the arrows into Richmond. */
function ways(view: View): Item[] {
  return [
    ...view.lines.flatMap(([a, b]): Item[] => {
      const d = curvePath(road(a, b));
      return [
        { kind: 'path', d, stroke: { colour: PAPER, width: 12 } },
        { kind: 'path', d, stroke: { colour: ROAD, width: 5.5 } },
      ];
    }),
    ...AREAS.flatMap((area) => (view.areas[area].richmond === null ? [] : [printedArrow(area)])),
  ];
}

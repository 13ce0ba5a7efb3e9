import type { Item, Scene } from '../../../game/index.ts';
import { approach, defenseAt, INSET, PANELS, road, SHEET } from '../layout.ts';
import type { View } from '../view.ts';
import { AREAS } from '../vocabulary.ts';
import { arrowPath, curvePath } from './curve.ts';
import { legend } from './legend.ts';
import { CARD, EARTHWORK, FADED, HAIRLINE, INK, ON_EARTHWORK, PAPER, PAPER_EDGE, PRIZE, ROAD } from './palette.ts';
import { pointsGround } from './points.ts';
import { signed } from './printed.ts';
import { riverNames, rivers } from './rivers.ts';
import { compass, redoubt } from './shapes.ts';
import { results, title } from './tables.ts';
import { tile } from './tiles.ts';

/** Everything that stays the same from order to order: the land, the printed numbers, the tables. Its key is what it is drawn from. */
export function ground(view: View): Scene['ground'] {
  const printed = {
    areas: AREAS.map((area) => [view.areas[area].name, view.areas[area].defense, view.areas[area].richmond]),
    lines: view.lines,
    results: view.combatResults,
    track: view.track,
    small: [view.basis, view.variant.name, view.leaders.grant.name],
  };
  return { key: `overland ${JSON.stringify(printed)}`, items: [...paper(), ...land(view), ...tables(view)] };
}

function paper(): Item[] {
  const { width, height } = SHEET;
  return [
    { kind: 'rect', x: 0, y: 0, width, height, fill: PAPER_EDGE },
    {
      kind: 'rect',
      x: 6,
      y: 6,
      width: width - 12,
      height: height - 12,
      fill: PAPER,
      stroke: { colour: INK, width: 3 },
    },
    { kind: 'rect', x: 12, y: 12, width: width - 24, height: height - 24, stroke: { colour: FADED, width: 1 } },
  ];
}

function land(view: View): Item[] {
  return [
    ...rivers(),
    ...view.lines.flatMap(([a, b]): Item[] => {
      const d = curvePath(road(a, b));
      return [
        { kind: 'path', d, stroke: { colour: PAPER, width: 12 } },
        { kind: 'path', d, stroke: { colour: ROAD, width: 5 } },
      ];
    }),
    ...AREAS.flatMap((area) => (view.areas[area].richmond === null ? [] : arrow(area))),
    ...riverNames(),
    ...inset(),
    ...AREAS.flatMap((area) => tile(view, area)),
    ...AREAS.flatMap((area) => defense(view, area)),
    { kind: 'group', x: 664, y: 66, items: compass(26, FADED, CARD) },
  ];
}

function arrow(area: (typeof AREAS)[number]): Item[] {
  const shape = { width: 12, headWidth: 32, headLength: 24 };
  return [{ kind: 'path', d: arrowPath(approach(area), shape), fill: PRIZE, stroke: { colour: PAPER, width: 3 } }];
}

/** The Richmond Defense beside its arrow. */
function defense(view: View, area: (typeof AREAS)[number]): Item[] {
  const { richmond } = view.areas[area];
  if (richmond === null) return [];
  const { x, y } = defenseAt(area);
  return [{ kind: 'group', x, y, items: redoubt(20, signed(richmond), EARTHWORK, ON_EARTHWORK) }];
}

function inset(): Item[] {
  const { x, y, width, height } = INSET;
  return [
    { kind: 'rect', x, y, width, height, fill: '#e9dcbc', stroke: { colour: FADED, width: 2 } },
    { kind: 'rect', x: x + 4, y: y + 4, width: width - 8, height: height - 8, stroke: { colour: HAIRLINE, width: 1 } },
  ];
}

function tables(view: View): Item[] {
  return [
    ...title(view),
    ...pointsGround(view),
    ...results(view),
    ...legend(view),
    {
      kind: 'text',
      x: PANELS.legend.x + 2,
      y: SHEET.height - 17,
      text: `${view.variant.name} · numbers: ${view.basis}`,
      face: 'text',
      size: 14,
      fill: INK,
      maxWidth: PANELS.legend.width - 4,
    },
  ];
}

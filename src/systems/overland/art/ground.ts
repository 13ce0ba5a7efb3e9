import type { Item, Scene } from '../../../game/index.ts';
import { approach, defenseAt, PANELS, road } from '../layout.ts';
import type { View } from '../view.ts';
import { AREAS, type Area } from '../vocabulary.ts';
import { arrowPath, curvePath } from './curve.ts';
import { land } from './land/index.ts';
import { legend } from './legend.ts';
import { CARD, EARTHWORK, HAIRLINE, INK, ON_EARTHWORK, PAPER, PRIZE, ROAD } from './palette.ts';
import { signed } from './printed.ts';
import { redoubt } from './shapes.ts';
import { cartouche, results, title } from './tables.ts';
import { tile } from './tiles.ts';
import { trackGround } from './track.ts';

/** Everything that stays the same from order to order: the land, the printed numbers, the tables. Its key is what it is drawn from. */
export function ground(view: View): Scene['ground'] {
  const printed = {
    areas: AREAS.map((area) => [view.areas[area].name, view.areas[area].defense, view.areas[area].richmond]),
    lines: view.lines,
    results: view.combatResults,
    track: view.track,
    names: [view.leaders.grant.name],
  };
  return {
    key: `overland ${JSON.stringify(printed)}`,
    items: [...LAND, ...ways(view), ...AREAS.flatMap((area) => tile(view, area)), ...defenses(view), ...tables(view)],
  };
}

/** Laid out as the program starts: it takes tens of milliseconds, and is the same on every sheet. */
export const LAND: readonly Item[] = land();

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
    ...AREAS.flatMap((area) => (view.areas[area].richmond === null ? [] : [arrow(area)])),
  ];
}

function arrow(area: Area): Item {
  const shape = { width: 12, headWidth: 32, headLength: 24 };
  return { kind: 'path', d: arrowPath(approach(area), shape), fill: PRIZE, stroke: { colour: PAPER, width: 3 } };
}

/** The Richmond Defense beside each arrow [I.q]. */
function defenses(view: View): Item[] {
  return AREAS.flatMap((area): Item[] => {
    const { richmond } = view.areas[area];
    if (richmond === null) return [];
    return [{ kind: 'group', ...defenseAt(area), items: redoubt(22, signed(richmond), EARTHWORK, ON_EARTHWORK) }];
  });
}

function tables(view: View): Item[] {
  return [
    ...cartouche(PANELS.title, CARD, INK, HAIRLINE),
    ...title(view, PANELS.title),
    ...trackGround(view),
    ...results(view),
    ...legend(view),
  ];
}

import type { Item } from '../../../game/index.ts';
import { TILE, TILES } from '../layout.ts';
import type { View } from '../view.ts';
import type { Area } from '../vocabulary.ts';
import { CARD, EARTHWORK, HAIRLINE, INK, NAME_PLATE, ON_EARTHWORK, ON_PRIZE, PAPER, PLACE, PRIZE } from './palette.ts';
import { signed } from './printed.ts';
import { bars, redoubt, star } from './shapes.ts';

/** An area's box as printed: name, Area Defense, and the ground its counters stand on. */
export function tile(view: View, area: Area): Item[] {
  const { x, y, width, height } = TILES[area];
  const { name, defense } = view.areas[area];
  const prize = area === 'richmond';
  const ink = prize ? ON_PRIZE : INK;
  const room = defense === 0 ? 0 : DEFENSE_WIDTH;
  return [
    ...(prize ? ramparts(area) : []),
    { kind: 'rect', x, y, width, height, fill: CARD, stroke: { colour: PAPER, width: 8 } },
    ...places(area, prize),
    { kind: 'rect', x, y, width, height: TILE.plate, fill: prize ? PRIZE : NAME_PLATE },
    { kind: 'rect', x, y, width, height, stroke: { colour: prize ? PRIZE : INK, width: prize ? 4 : 3 } },
    {
      kind: 'text',
      x: x + (width - room) / 2,
      y: y + TILE.plate - 7,
      text: name,
      face: 'title',
      size: NAME_SIZE,
      fill: ink,
      align: 'center',
      maxWidth: width - room - 12,
    },
    ...(defense === 0
      ? []
      : [
          {
            kind: 'group',
            x: x + width - 20,
            y: y + TILE.plate / 2,
            items: redoubt(16, signed(defense), EARTHWORK, ON_EARTHWORK),
          } as const,
        ]),
  ];
}

const NAME_SIZE = 34;
const DEFENSE_WIDTH = 40;

/** The works round the prize. */
function ramparts(area: Area): Item[] {
  const { x, y, width, height } = TILES[area];
  return [
    {
      kind: 'rect',
      x: x - 7,
      y: y - 7,
      width: width + 14,
      height: height + 14,
      stroke: { colour: PRIZE, width: 4, dash: [9, 5] },
    },
  ];
}

/** The two places of an area as printed: the US to the left, the CSA to the right; Richmond's are both for the CSA. */
function places(area: Area, prize: boolean): Item[] {
  const { x, y, width, height } = TILES[area];
  const middle = y + (TILE.plate + height) / 2;
  return [
    {
      kind: 'path',
      d: `M ${x + width / 2} ${y + TILE.plate + 8} L ${x + width / 2} ${y + height - 8}`,
      stroke: { colour: HAIRLINE, width: 1.5, dash: [4, 4] },
    },
    { kind: 'group', x: x + width * 0.26, y: middle, items: prize ? bars(14, PLACE) : star(17, PLACE) },
    { kind: 'group', x: x + width * 0.74, y: middle, items: bars(14, PLACE) },
  ];
}

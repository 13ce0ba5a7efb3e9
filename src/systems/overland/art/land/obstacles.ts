import { approach, type Box, defenseAt, PANELS, ribbonOf, road, TILES } from '../../layout.ts';
import { AREAS, type Area } from '../../vocabulary.ts';
import { type Curve, type Point, pointOn } from '../curve.ts';
import { near } from './line.ts';

/** What lies on the land and is drawn over it: boxes, lines of march, arrows. The land keeps its small marks clear of them. */

const LINES: readonly (readonly [Area, Area])[] = [
  ['wilderness', 'spotsylvania'],
  ['spotsylvania', 'north-anna'],
  ['north-anna', 'ashland'],
  ['north-anna', 'cold-harbor'],
  ['ashland', 'cold-harbor'],
  ['ashland', 'mechanicsville'],
  ['cold-harbor', 'mechanicsville'],
  ['cold-harbor', 'savage-station'],
  ['mechanicsville', 'savage-station'],
];
const INTO_RICHMOND: readonly Area[] = ['ashland', 'mechanicsville', 'savage-station', 'drurys-bluff'];
/** Pixels a defense's mark reaches from its middle. */
const DEFENSE = 25;

export const BOXES: readonly Box[] = [...Object.values(TILES), ...Object.values(PANELS), ...AREAS.map(ribbonOf)];

const WAYS: readonly Point[] = [
  ...LINES.map(([from, to]) => road(from, to)),
  ...INTO_RICHMOND.map((area) => approach(area)),
].flatMap(pointsOf);
const DEFENSES: readonly Point[] = INTO_RICHMOND.map(defenseAt);

function pointsOf(along: Curve): Point[] {
  return Array.from({ length: 25 }, (_, step) => pointOn(along, step / 24));
}

/** Whether a mark of so many pixels about a point would touch a box, a line or an arrow. */
export function taken(spot: Point, reach: number): boolean {
  const { x, y } = spot;
  return (
    BOXES.some(
      (box) =>
        x > box.x - reach && x < box.x + box.width + reach && y > box.y - reach && y < box.y + box.height + reach,
    ) ||
    WAYS.some((at) => near(at, spot, reach + 8)) ||
    DEFENSES.some((at) => near(at, spot, reach + DEFENSE))
  );
}

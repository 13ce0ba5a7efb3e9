import { type Curve, pointOn } from '../../../../kit/draw/curves.ts';
import type { Box, Point } from '../../../../kit/draw/geometry.ts';
import { near } from '../../../../kit/draw/lines.ts';
import { drawnDefenses, drawnWays, PANELS, ribbonOf, TILES } from '../../layout.ts';
import { AREAS } from '../../vocabulary.ts';

/** What lies on the land and is drawn over it: boxes, lines of march, arrows. The land keeps its small marks clear of them. */

/** Pixels a defense's mark reaches from its middle. */
const DEFENSE = 25;

const BOXES: readonly Box[] = [...Object.values(TILES), ...Object.values(PANELS), ...AREAS.map(ribbonOf)];

const WAYS: readonly Point[] = drawnWays().flatMap(pointsOf);
const DEFENSES = drawnDefenses();

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

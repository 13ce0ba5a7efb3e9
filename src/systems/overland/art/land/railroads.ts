import type { Item } from '../../../../game/index.ts';
import { type Point, pair } from '../../../../kit/draw/geometry.ts';
import { across, evened, rounded, squarePath } from '../../../../kit/draw/lines.ts';
import { RAILROADS } from './geography.ts';
import { RAIL } from './inks.ts';
import { bend, kilometres } from './projection.ts';
import { shownPart } from './shown.ts';

/** Pixels between the ties, and how far a tie stands out on either side. */
const TIE = { every: 8, out: 2.5 } as const;

/** Where the rails run, with a point for every tie. */
export function tracks(): readonly Point[][] {
  return RAILROADS.map(({ course }) => {
    const line = evened(rounded(course.map(kilometres), 8).map(bend), TIE.every);
    return line.slice(...shownPart(line));
  });
}

/** A fine line with ties across, all railroads in two paths. */
export function railroads(): Item[] {
  const lines = tracks();
  return [
    { kind: 'path', d: lines.map(squarePath).join(' '), stroke: { colour: RAIL, width: 1.3 } },
    { kind: 'path', d: lines.flatMap(ties).join(' '), stroke: { colour: RAIL, width: 1.1 } },
  ];
}

function ties(line: readonly Point[]): string[] {
  return line.slice(1, -1).map((at, index) => {
    const { x, y } = across(line, index + 1);
    const from = { x: at.x - x * TIE.out, y: at.y - y * TIE.out };
    const to = { x: at.x + x * TIE.out, y: at.y + y * TIE.out };
    return `M ${pair(from)} L ${pair(to)}`;
  });
}

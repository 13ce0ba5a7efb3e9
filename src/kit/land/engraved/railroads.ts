import type { Item } from '../../../game/index.ts';
import { type Point, pathOf } from '../../draw/geometry.ts';
import { across, evened, type Polyline, squarePath } from '../../draw/lines.ts';
import { RAIL } from './engraved-colours.ts';
import type { LandFile } from './land-file.ts';
import type { Projection } from './projection.ts';

/** Pixels between the ties, and how far a tie stands out on either side. */
const TIE = { every: 8, out: 2.5 } as const;

/** Where the rails run, with a point for every tie. */
export function railLines({ railroads }: LandFile, projection: Projection): readonly Point[][] {
  return railroads.map(({ course }) => {
    const line = evened(projection.course(course, 8), TIE.every);
    return line.slice(...projection.shown(line));
  });
}

/** A fine line with ties across, all railroads in two paths. */
export function railroads(lines: readonly Polyline[]): Item[] {
  return [
    { kind: 'path', d: lines.map(squarePath).join(' '), stroke: { colour: RAIL, width: 1.3 } },
    { kind: 'path', d: lines.flatMap(ties).join(' '), stroke: { colour: RAIL, width: 1.1 } },
  ];
}

function ties(line: Polyline): string[] {
  return line.slice(1, -1).map((at, index) => {
    const side = across(line, index + 1);
    const end = (out: number) => ({ x: at.x + side.x * out, y: at.y + side.y * out });
    return pathOf([end(-TIE.out), end(TIE.out)]);
  });
}
